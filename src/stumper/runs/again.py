"""Which of the answers that a run takes from the cache are asked for once more, and whether an answer is the same."""

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil

from stumper.identity import content_id
from stumper.predictions import best_answer
from stumper.protocols import Varying, Victim
from stumper.types import Prediction, Query

FEWEST = 3  # answers of a system that promises nothing by which it is taken for another
LEAST_AGAIN, MOST_AGAIN = 5, 50  # answers that a run asks for again, where it took as many from the cache
ASK_AGAIN = 0.01  # their share, where nothing else is said
TWICE = 20  # originals of a run that a system which may answer otherwise is asked a second time
ALIKE = 1e-3  # probabilities of one best answer that are no further apart are equal


@dataclass(frozen=True, slots=True)
class Again:
    """``share`` of the answers is asked for again, at least ``least`` and at most ``most``, drawn by ``seed``.

    ``bearable`` is the share of them that a victim which may vary can fail on. ``twice`` are the ids of the pieces of
    work whose originals such a victim is asked a second time once it has answered.
    """

    share: float
    seed: int
    bearable: float = 0.1
    least: int = LEAST_AGAIN
    most: int = MOST_AGAIN
    twice: frozenset[str] = frozenset()

    def rank(self, key: str) -> str:
        """Orders keys at random, the same in any process: those of the lowest ranks are asked again."""
        return content_id("again", self.seed, key)

    def wanted(self, taken: int) -> int:
        """How many of so many are asked for again."""
        return min(taken, self.most, max(self.least, ceil(self.share * taken)))


@dataclass(slots=True)
class Taken:
    """The answers of the lowest ranks among those that were taken, and how many were taken in all.

    ``owed`` are answers that were drawn before: all of them are asked for again.
    """

    count: int = 0
    owed: list[tuple[Query, Prediction]] = field(default_factory=list)
    _waiting: dict[str, tuple[Query, Prediction]] = field(default_factory=dict)
    _done: int = 0

    def note(self, rank: str, query: Query, prediction: Prediction) -> None:
        """One more answer was taken."""
        self.count += 1
        self._waiting[rank] = query, prediction
        if len(self._waiting) > 4 * MOST_AGAIN:
            self._waiting = {rank: self._waiting[rank] for rank in sorted(self._waiting)[:MOST_AGAIN]}

    def due(self, again: Again, is_last: bool) -> list[tuple[Query, Prediction]]:
        """What is to be asked for now, with what was answered; each is due once.

        Few at a time are not worth a batch of their own, unless nothing is to follow.
        """
        owed, self.owed = self.owed, []
        missing = again.wanted(self.count) - self._done
        if missing <= 0 or (missing < again.least and not is_last):
            return owed
        ranks = sorted(self._waiting)[:missing]
        self._done += len(ranks)
        return owed + [self._waiting.pop(rank) for rank in ranks]


def drawn_twice(originals: Iterable[str], seed: int, done: int = 0) -> list[str]:
    """The ids of those originals that a system which may vary is asked a second time, drawn by the seed; ``done`` are
    as many as earlier commands have had answered of the run."""
    return heapq.nsmallest(max(0, TWICE - done), originals, key=lambda original: content_id("twice", seed, original))


def promises_nothing(victim: Victim) -> bool:
    """Whether a victim says neither that it repeats itself nor that it does not: a function without a fingerprint."""
    return may_vary(victim) and not (isinstance(victim, Varying) and victim.varies)


def may_vary(victim: Victim) -> bool:
    """Whether nothing is wrong with a victim that answers otherwise the next time: it says so, or promises nothing."""
    return (isinstance(victim, Varying) and victim.varies) or getattr(victim, "fingerprint", None) is None


def answers_alike(one: Prediction, other: Prediction) -> bool:
    """Whether the best answer is the same, and as probable."""
    first, second = (prediction.guesses[0].probability if prediction.guesses else None for prediction in (one, other))
    if not same_best(one, other) or (first is None) != (second is None):
        return False
    return first is None or second is None or abs(first - second) <= ALIKE


def same_best(one: Prediction, other: Prediction) -> bool:
    """Whether the best answer is the same, however probable."""
    return best_answer(one) == best_answer(other)


def spoken(query: Query, was: Prediction, now: Prediction | None) -> str:
    """Both answers to a query, for a message."""
    return f"{query.text[:80]!r} got {_best(was)}, and now {'none' if now is None else _best(now)}"


def _best(prediction: Prediction) -> str:
    if not prediction.guesses:
        return "no answer"
    best = prediction.guesses[0]
    return repr(best.answer[:80]) + ("" if best.probability is None else f" ({best.probability:.3f})")
