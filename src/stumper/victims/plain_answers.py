"""Answers that are mere strings, made into guesses with a place in the paragraph."""

from stumper.types import Guess, Prediction, Query, Question


def answered(query: Query, answer: str, probability: float | None = None) -> Prediction:
    """One guess; what the answer leaves of the probability belongs to nothing."""
    return Prediction((Guess(answer, probability, place(query, answer)),), probability)


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
