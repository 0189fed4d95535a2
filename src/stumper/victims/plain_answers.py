"""Answers that are mere strings, made into guesses with a place in the paragraph."""

from stumper.registry import task_of
from stumper.types import Guess, Prediction, Query


def answered(query: Query, answer: str, probability: float | None = None) -> Prediction:
    """One guess, of a claim a label whatever its case; what it leaves of the probability belongs to nothing."""
    wire = task_of(query).wire
    said = wire.named(query, answer)
    return Prediction((Guess(said, probability, wire.place(query, said)),), probability)
