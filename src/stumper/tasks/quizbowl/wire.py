"""Tossups in ids, stores, requests and prompts, and the guesses at them."""

from math import exp

from stumper.spoken import spoken
from stumper.tasks.quizbowl.listed_guesses import listed_guesses
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.types import Guess, Prediction
from stumper.wire import Reply, Wire

PROMPT = """\
This is the beginning of a quizbowl tossup, or all of it; its clues become easier as it goes on. What is its answer?
Reply with your best guess, even where you are unsure, and with nothing else. Where you have others in mind, write up to
five, one a line, the likeliest first.

Tossup: {tossup}
Answer:"""


def _reply(tossup: Tossup, reply: Reply) -> Prediction | None:
    """The distinct answers that a reply lists, with a probability where it stands alone; None where it holds none."""
    said = spoken(reply.text)
    answers = listed_guesses(said)
    if not answers:
        return None
    if len(said.splitlines()) > 1 or len(answers) > 1 or not reply.tokens:
        return Prediction(tuple(Guess(answer, None) for answer in answers), None)
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens)))
    return Prediction((Guess(answers[0], probability),), probability)


WIRE = Wire(
    tag="tossup",
    parts=lambda tossup: ["tossup", tossup.text],
    document=lambda tossup: ["tossup", tossup.text],
    read_document=Tossup,
    to_json=lambda tossup: {"text": tossup.text},
    from_json=lambda item: Tossup(item["text"]),
    arguments=lambda tossup: (tossup.text, ""),
    templates=(PROMPT,),
    placeholders=("tossup",),
    texts=lambda tossup: {"tossup": tossup.text},
    fields=lambda tossup: {"tossup": tossup.text},
    with_field=lambda _, __, text: Tossup(text),
    reply=_reply,
    ranks=True,
)
