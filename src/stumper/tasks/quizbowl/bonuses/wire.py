"""Parts of bonuses in ids, stores, requests and prompts, and the guesses at them."""

from dataclasses import replace

from stumper.plain_wire import plain_wire
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.wire import read_guesses

PROMPT = """\
This is one part of a quizbowl bonus, with all that has been read before it. What is the answer to the part?
Reply with your best guess, even where you are unsure, and with nothing else. Where you have others in mind, write up to
five, one a line, the likeliest first.

Lead-in: {leadin}
{earlier}
Part: {part}
Answer:"""


PROMPT_CONFIDENT = """\
This is one part of a quizbowl bonus, with all that has been read before it. What is the answer to the part?
Reply with up to five guesses, one a line, the likeliest first, each with how sure you are that it is right, and with
nothing else:
GUESS | PERCENT%

Lead-in: {leadin}
{earlier}
Part: {part}
Answer:"""


def _texts(part: BonusPart) -> dict[str, str]:
    return {"part": part.text, "leadin": part.leadin, "earlier": "\n".join(part.earlier)}


WIRE = replace(
    plain_wire(BonusPart, "bonus part", PROMPT),
    confident=PROMPT_CONFIDENT,
    placeholders=("part", "leadin", "earlier"),
    texts=_texts,
    fields=lambda part: {"part": part.text},
    with_field=lambda part, _, text: replace(part, text=text),
    arguments=lambda part: (part.asked, "\n".join(part.earlier)),
    reply=read_guesses,
    ranks=True,
    parameters=(("part", "bonus", "question"), ("earlier",)),
)
