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
from stumper.runs.instances import NOT_ENGLISH, MakesNothing, is_legible
from stumper.runs.oracle import Oracle, Request
from stumper.runs.plan import Plan
from stumper.runs.referee import Lane, Rules, attempt, attempt_on
from stumper.types import Attempt, Example, Instance, Prediction, Query, Unmade

Work = Example | Instance | Unmade  # to be attacked, changed already, or to be asked as it is


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
    def making(self) -> float:
        """Tells the seconds that it took to make the victim for the first time."""

    def victim(self) -> Victim:
        """Makes the system under test."""

    def adversary(self) -> Adversary:
        """Makes the adversary."""


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


def steps(
    plan: Plan, oracle: Oracle, adversary: Adversary, work: Iterable[Work], asks_twice: bool = True
) -> Iterator[list[Attempt]]:
    """The attempts as they end, none before recorded answers have been asked for again.

    All that an attempt was told is kept before it is handed over: once it is recorded, nobody asks for that again.
    Without ``asks_twice`` the oracle notes which originals to ask a second time, and leaves it to the caller.
    """
    before = oracle.counts.again
    try:
        oracle.recheck()
        for ended in advance(_lanes(plan, adversary, work, oracle), oracle):
            if ended:
                oracle.keep()
            yield ended
        oracle.recheck(is_last=True)
        if asks_twice:
            oracle.ask_twice()
        if oracle.counts.again > before:
            yield []
    finally:
        oracle.close()


MOST_LANES, ENOUGH_QUERIES = 64, 256


def advance(lanes: Iterable[Lane], oracle: Oracle) -> Iterator[list[Attempt]]:
    """The attempts that have ended (often none) whenever some are answered, until every lane has ended.

    All that is to be asked at one time is put together: a victim that answers in batches has all the lanes in one.
    """
    fresh, waiting, new = iter(lanes), dict[Request, Lane](), dict[Request, Lane]()
    while True:
        pending = sum(len(request.queries) for request in (*waiting, *new))
        while len(waiting) + len(new) < MOST_LANES and pending < ENOUGH_QUERIES and (lane := next(fresh, None)):
            request = Request(next(lane))
            new[request] = lane
            pending += len(request.queries)
        ready = oracle.begin(list(new))
        waiting, new = waiting | new, {}
        if not waiting:
            return
        ended: list[Attempt] = []
        for request in ready or oracle.wait():
            lane = waiting.pop(request)
            try:
                queries = lane.send(request.replies)
            except StopIteration as end:
                ended.append(end.value)
            else:
                new[Request(queries)] = lane
        yield ended


def _lanes(plan: Plan, adversary: Adversary, work: Iterable[Work], oracle: Oracle) -> Iterator[Lane]:
    """A lane for each piece of work, which is taken only when its lane is; the oracle is told of originals that it may
    ask twice."""
    names, goal = (plan.adversary, plan.victim), goal_named(plan.goal)
    for piece in work:
        if oracle.again is not None and piece.id in oracle.again.twice:
            oracle.note_original(goal.views(original_of(piece).query)[-1])
        if isinstance(piece, Instance):
            rules = Rules(goal, task_of(piece.example.query).constraints, only_right=plan.only_right)
            yield attempt_on(plan.id, names, rules, piece)
            continue
        example = original_of(piece)
        proposer = MakesNothing(piece.reason) if isinstance(piece, Unmade) else _reading(adversary, piece)
        constraints = () if getattr(adversary, "is_given", False) else task_of(example.query).constraints
        rules = Rules(goal, constraints, plan.budget, plan.only_right)
        yield attempt(plan.id, names, rules, proposer, example, Random(f"{plan.seed}/{piece.id}"))


def original_of(piece: Work) -> Example:
    """What a piece of work changes, or has changed."""
    return piece if isinstance(piece, Example) else piece.example


def _reading(adversary: Adversary, example: Example) -> Adversary:
    """The adversary; of an example that it cannot read, what makes nothing and says so."""
    return adversary if is_legible(adversary, example) else MakesNothing(NOT_ENGLISH)
