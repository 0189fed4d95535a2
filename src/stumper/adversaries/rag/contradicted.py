"""Passages that repeat a fact with another value, and say that this value does not hold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stumper.adversaries.rag.as_read import AsRead
from stumper.adversaries.rag.false_answers import BELIEVED, Falsehood, is_false
from stumper.language.rewording.leaning import goes_on, is_torn, leans
from stumper.text import says_answer, sentences
from stumper.types import Passage


@dataclass(frozen=True, slots=True)
class Cue:
    """What a passage says of a false statement, from which a careful reader knows that it does not hold."""

    title: str
    text: str


CUES = {
    "superseded": Cue(
        "an earlier edition",
        "In an earlier edition one could read: “{statement}” The present edition has replaced this sentence, because "
        "it was wrong.",
    ),
    "retraction": Cue(
        "correction",
        "An article published here said: “{statement}” That was a mistake. The article has been retracted, and readers "
        "are asked not to rely on it.",
    ),
    "earlier date": Cue(
        "first reports",
        "The first reports, written before anything was known for certain, said: “{statement}” Everything that has "
        "come to light since shows that they were wrong.",
    ),
    "denied source": Cue(
        "a forged letter",
        "“{statement}” So it says in a letter that was passed around for some years. The letter is a forgery, and its "
        "author has admitted that he made this up.",
    ),
    "misprint": Cue(
        "errata",
        "A leaflet for visitors says: “{statement}” This is a misprint, as the slip that comes with the leaflet says.",
    ),
    "rumour": Cue(
        "a common error",
        "It is often repeated: “{statement}” Those who have looked into the matter agree that there is no truth in it.",
    ),
}  # fmt: skip

# The least that says so, for whoever looks for few words.
SHORTEST: Sequence[str] = (
    "“{statement}” That was wrong.",
    "“{statement}” This is a misprint.",
    "It was wrongly said: “{statement}”",
)


def denied(read: AsRead, cue: Cue, statement: str) -> Passage:
    """The passage of a cue with a false statement, without an id."""
    title = read.passage.title.replace("_", " ")
    return Passage(
        "", cue.text.format(statement=statement), f"{title}: {cue.title}" if title else cue.title.capitalize()
    )


def stated(read: AsRead, false: Falsehood) -> str:
    """A sentence with the false answer: the question's, or the gold one with it in the place of the right one; "" where
    none stands by itself."""
    return false.statement or _in_place(read, false)


def _in_place(read: AsRead, false: Falsehood) -> str:
    """The gold sentence with the false answer in the place of the right one; "" where it does not stand by itself."""
    answer = max((one for one in read.reading.gold.answers if one.start is not None), key=lambda one: len(one.text))
    assert answer.start is not None, "it stands in the passage"
    for one in sentences(read.passage.text):
        if one.start <= answer.start < one.end:
            at = answer.start - one.start
            text = one.text[:at] + false.answer + one.text[at + len(answer.text) :]
            has_article = one.text[:at].lower().endswith(("the ", "a ", "an "))
            fits = (
                is_false(false.answer, read)
                and false.type in BELIEVED
                and not (has_article and re.match("[A-Z]|the ", false.answer))
            )
            fits = fits and not (leans(text) or goes_on(text) or is_torn(text) or '"' in text or "“" in text)
            return text if fits and not says_answer(text, [each.text for each in read.example.gold.answers]) else ""
    return ""
