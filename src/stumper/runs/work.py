"""What there is to do, in values that any executor understands: pieces of work, their lanes, what a step brought."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from stumper.goals import goal_named
from stumper.protocols import Adversary, Cache, Victim
from stumper.registry import task_of
from stumper.runs.again import Again
from stumper.runs.counts import Counts
from stumper.runs.lanes import advance
from stumper.runs.oracle import Oracle
from stumper.runs.plan import Plan
from stumper.runs.referee import Lane, Rules, attempt, attempt_on
from stumper.types import Attempt, Example, Instance, Prediction, Query

Work = Example | Instance  # to be attacked, or changed already


@dataclass(frozen=True, slots=True)
class Progress:
    """What one step of a run brought; ``predictions`` are still to be written where the worker could not."""

    attempts: tuple[Attempt, ...]
    counts: Counts
    predictions: Mapping[str, bytes] = field(default_factory=dict)


class Components(Protocol):
    """Makes a plan's parts anew in any process; picklable. ``making`` are the seconds that it took to make the victim
    for the first time."""

    @property
    def making(self) -> float: ...

    def victim(self) -> Victim: ...

    def adversary(self) -> Adversary: ...


@dataclass(frozen=True, slots=True)
class Trust:
    """What is asked of a victim once more: some of what the cache has of it, and all these ``recorded`` answers."""

    again: Again | None = None
    recorded: tuple[tuple[Query, Prediction], ...] = ()

    def part(self, place: int, workers: int) -> "Trust":
        """What one of several workers asks again."""
        again = self.again
        if again is not None:
            again = replace(again, least=-(-again.least // workers), most=-(-again.most // workers))
        return Trust(again, self.recorded[place::workers])


def oracle_of(plan: Plan, victim: Victim, cache: Cache, batch_size: int, trust: Trust) -> Oracle:
    """The oracle that a plan's attempts ask."""
    oracle = Oracle(plan.victim, victim, plan.victim_salt, cache, batch_size, trust.again)
    oracle.owe(trust.recorded)
    return oracle


def steps(plan: Plan, oracle: Oracle, adversary: Adversary, work: Iterable[Work]) -> Iterator[list[Attempt]]:
    """The attempts as they end, none before recorded answers have been asked for again.

    All that an attempt was told is kept before it is handed over: once it is recorded, nobody asks for that again.
    """
    before = oracle.counts.again
    try:
        oracle.recheck()
        for ended in advance(_lanes(plan, adversary, work), oracle):
            if ended:
                oracle.keep()
            yield ended
        oracle.recheck(is_last=True)
        if oracle.counts.again > before:
            yield []
    finally:
        oracle.close()


def _lanes(plan: Plan, adversary: Adversary, work: Iterable[Work]) -> Iterator[Lane]:
    """A lane for each piece of work, which is taken only when its lane is."""
    names, goal = (plan.adversary, plan.victim), goal_named(plan.goal)
    for piece in work:
        if isinstance(piece, Instance):
            yield attempt_on(plan.id, names, Rules(goal, task_of(piece.example.query).constraints), piece)
            continue
        rules = Rules(goal, task_of(piece.query).constraints, plan.budget)
        yield attempt(plan.id, names, rules, adversary, piece, Random(f"{plan.seed}/{piece.id}"))
