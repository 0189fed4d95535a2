"""Answers that are mere strings, made into guesses with a place in the paragraph."""

from stumper.types import Claim, Guess, Prediction, Query, Question
from stumper.victims.labels import label_named


def answered(query: Query, answer: str, probability: float | None = None) -> Prediction:
    """One guess, of a claim a label whatever its case; what it leaves of the probability belongs to nothing."""
    said = (label_named(answer) or answer) if isinstance(query, Claim) else answer
    return Prediction((Guess(said, probability, place(query, said)),), probability)


def place(query: Query, answer: str) -> int | None:
    """Where an answer first stands in the paragraph as whole words, else where it stands at all; None: nowhere."""
    if not isinstance(query, Question) or not answer:
        return None
    paragraph = query.context.text
    first = start = paragraph.find(answer)
    while start >= 0:
        end = start + len(answer)
        if not (paragraph[max(0, start - 1) : start].isalnum() or paragraph[end : end + 1].isalnum()):
            return start
        start = paragraph.find(answer, start + 1)
    return first if first >= 0 else None
