"""Tossups in ids, stores, requests and prompts, and the guesses at them."""

from collections.abc import Mapping, Sequence
from math import exp

from stumper.spoken import spoken
from stumper.tasks.quizbowl.listed_guesses import confidences, listed_guesses
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import normalise_answer
from stumper.types import Guess, Prediction, Query
from stumper.wire import Reply, Wire

PROMPT = """\
This is the beginning of a quizbowl tossup, or all of it; its clues become easier as it goes on. What is its answer?
Reply with your best guess, even where you are unsure, and with nothing else. Where you have others in mind, write up to
five, one a line, the likeliest first.

Tossup: {tossup}
Answer:"""


PROMPT_CONFIDENT = """\
This is the beginning of a quizbowl tossup, or all of it; its clues become easier as it goes on. What is its answer?
Reply with up to five guesses, one a line, the likeliest first, each with how sure you are that it is right, and with
nothing else:
GUESS | PERCENT%

Tossup: {tossup}
Answer:"""


def read_guesses(_: Query, reply: Reply) -> Prediction | None:
    """The distinct answers that a reply lists; None where it holds none.

    Where it says of each how sure it is, that is their probability, scaled where all add up to more than 1; else an
    answer that stands alone has that of its tokens.
    """
    said = spoken(reply.text)
    answers = listed_guesses(said)
    if not answers:
        return None
    if (sure := _sure(answers, confidences(said))) is not None:
        return sure
    if len(said.splitlines()) > 1 or len(answers) > 1 or not reply.tokens:
        return Prediction(tuple(Guess(answer, None) for answer in answers), None)
    probability = min(1.0, exp(sum(token.logprob for token in reply.tokens)))
    return Prediction((Guess(answers[0], probability),), probability)


def _sure(answers: Sequence[str], told: Mapping[str, float]) -> Prediction | None:
    """The answers by their confidences; None where one has none."""
    shares = [told.get(normalise_answer(answer)) for answer in answers]
    known = [share for share in shares if share is not None]
    if len(known) < len(answers):
        return None
    whole = max(1.0, sum(known))
    guesses = [Guess(answer, share / whole) for answer, share in zip(answers, known, strict=True)]
    return Prediction(tuple(sorted(guesses, key=lambda one: -(one.probability or 0.0))), min(1.0, sum(known) / whole))


WIRE = Wire(
    tag="tossup",
    parts=lambda tossup: ["tossup", tossup.text],
    document=lambda tossup: ["tossup", tossup.text],
    read_document=Tossup,
    to_json=lambda tossup: {"text": tossup.text},
    from_json=lambda item: Tossup(item["text"]),
    arguments=lambda tossup: (tossup.text, ""),
    templates=(PROMPT,),
    confident=PROMPT_CONFIDENT,
    placeholders=("tossup",),
    texts=lambda tossup: {"tossup": tossup.text},
    fields=lambda tossup: {"tossup": tossup.text},
    with_field=lambda _, __, text: Tossup(text),
    reply=read_guesses,
    ranks=True,
    parameters=(("tossup", "question", "clue"), ()),
)
