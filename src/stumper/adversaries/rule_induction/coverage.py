"""Which rules together turn the most examples: greedy, lazy, and exact (Ribeiro et al. 2018, section 4; CELF).

The objective is the sum over examples of the highest worth of a chosen rule that turns it. It is submodular: what a
rule would add only ever falls, so that an old figure bounds the new one; a query that was not asked yet counts as if it
turned its example. Only the rule with the highest bound is looked at, and only its queries are asked.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

PIECE = 512  # queries of one rule that are asked together
BATCH = 2048  # queries of several rules that are asked together
NEAR = 4  # a rule whose bound is less than this part of the highest is not asked about with it
Key = tuple[int, str]  # an example and a text made of it


@dataclass(frozen=True, slots=True)
class Reach:
    """A rule makes this query of this example, which is worth so much (a whole number) where it turns the example."""

    example: int
    worth: int
    query: Key


@dataclass(frozen=True, slots=True)
class Chosen:
    """A candidate by its number, what it added to the objective, and how many examples it turns by itself."""

    candidate: int
    gain: int
    flips: int


def cover(
    candidates: Sequence[Sequence[Reach]], most: int, least_flips: int, turns: Mapping[Key, bool]
) -> Generator[list[Key], None, list[Chosen]]:
    """The candidates chosen one after the other, each for the most that it adds, of equals the first.

    It yields queries of which ``turns`` must say afterwards whether they turn their example. A candidate that turns
    fewer examples than ``least_flips`` is never chosen.
    """
    covered: dict[int, int] = {}
    heap = [(-_bound(reaches, turns, covered), number) for number, reaches in enumerate(candidates)]
    heapify(heap)
    chosen: list[Chosen] = []
    exact: dict[int, int] = {}
    while heap and len(chosen) < most:
        _, number = heappop(heap)
        bound = _bound(candidates[number], turns, covered)
        if bound <= 0 or _flips(candidates[number], turns) < least_flips:
            continue
        unasked = _unasked(candidates[number], turns)
        if not unasked:
            exact[number] = bound
        if heap and (-bound, number) > heap[0]:
            heappush(heap, (-bound, number))
            continue
        if unasked:
            worth_asking = max(bound // NEAR, max(exact.values(), default=0))
            rivals = [other for value, other in sorted(heap[:63]) if -value > worth_asking]
            yield _batch(unasked, [candidates[other] for other in rivals], turns)
            heappush(heap, (-bound, number))
            continue
        exact.pop(number)
        chosen.append(Chosen(number, bound, _flips(candidates[number], turns)))
        for reach in candidates[number]:
            if turns[reach.query]:
                covered[reach.example] = max(reach.worth, covered.get(reach.example, 0))
    return chosen


def _bound(reaches: Sequence[Reach], turns: Mapping[Key, bool], covered: Mapping[int, int]) -> int:
    """The most that a candidate can add."""
    return sum(max(0, reach.worth - covered.get(reach.example, 0)) for reach in reaches if turns.get(reach.query, True))


def _flips(reaches: Sequence[Reach], turns: Mapping[Key, bool]) -> int:
    """The most examples that a candidate can turn."""
    return sum(turns.get(reach.query, True) for reach in reaches)


def _unasked(reaches: Sequence[Reach], turns: Mapping[Key, bool]) -> list[Key]:
    return list(dict.fromkeys(reach.query for reach in reaches if reach.query not in turns))[:PIECE]


def _batch(first: list[Key], rivals: Sequence[Sequence[Reach]], turns: Mapping[Key, bool]) -> list[Key]:
    """The first queries, and those of rivals that may add more than any rule whose figure is known."""
    batch = dict.fromkeys(first)
    for reaches in rivals:
        if len(batch) >= BATCH:
            break
        batch |= dict.fromkeys(_unasked(reaches, turns))
    return list(batch)
