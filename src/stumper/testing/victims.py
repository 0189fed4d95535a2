"""What a victim must keep to."""

from collections.abc import Sequence

from stumper.errors import BrokenVictim
from stumper.protocols import Victim
from stumper.testing.examples import QUESTIONS
from stumper.testing.requiring import require
from stumper.types import Prediction, Query
from stumper.victims.contract import checked


def check_victim(victim: Victim, queries: Sequence[Query] = QUESTIONS) -> None:
    """It keeps the contract of predictions, and what it predicts depends neither on the batch nor on its order."""
    fingerprint = getattr(victim, "fingerprint", 0)
    require(fingerprint is None or isinstance(fingerprint, str), "the victim's fingerprint is neither a str nor None")
    together = _predicted(victim, queries)
    require(_predicted(victim, []) == [], "the victim gives predictions when it is asked nothing")
    backwards = _predicted(victim, queries[::-1])[::-1]
    for query, first, second in zip(queries, together, backwards, strict=True):
        [alone] = _predicted(victim, [query])
        require(_agree(first, alone), f"asked {query.text!r}, the victim answers otherwise alone than in a batch")
        require(_agree(first, second), f"asked {query.text!r}, the victim answers otherwise in another order")


def _predicted(victim: Victim, queries: Sequence[Query]) -> list[Prediction]:
    try:
        return checked(type(victim).__name__, queries, victim.predict(queries))
    except BrokenVictim as error:
        raise AssertionError(str(error)) from error


def _agree(one: Prediction, other: Prediction) -> bool:
    """The same best guess, and probabilities that agree to 1e-6 rank by rank; below it spans may change places."""
    if one == other:
        return True
    best, other_best = ([guess.answer for guess in prediction.guesses[:1]] for prediction in (one, other))
    if best != other_best or len(one.guesses) != len(other.guesses):
        return False
    pairs = zip(one.guesses, other.guesses, strict=True)
    return all(abs((a.probability or 0.0) - (b.probability or 0.0)) <= 1e-6 for a, b in pairs)
