"""Many attempts advance together and share the victim's batches; none can see that it is not alone."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from stumper.runs.oracle import Reply
from stumper.runs.referee import Lane
from stumper.types import Attempt, Query

MOST_LANES, ENOUGH_QUERIES = 64, 256


@dataclass(frozen=True, slots=True)
class _Waiting:
    lane: Lane
    queries: Sequence[Query]


def advance(lanes: Iterable[Lane], ask: Callable[[Sequence[Query]], list[Reply]]) -> Iterator[list[Attempt]]:
    """After each merged batch the attempts that it ended (often none), until every lane has ended."""
    fresh, waiting = iter(lanes), deque[_Waiting]()
    while True:
        pending = sum(len(w.queries) for w in waiting)
        while len(waiting) < MOST_LANES and pending < ENOUGH_QUERIES and (lane := next(fresh, None)) is not None:
            waiting.append(_Waiting(lane, next(lane)))
            pending += len(waiting[-1].queries)
        if not waiting:
            return
        replies = iter(ask([query for w in waiting for query in w.queries]))
        ended: list[Attempt] = []
        for _ in range(len(waiting)):
            w = waiting.popleft()
            try:
                queries = w.lane.send([next(replies) for _ in w.queries])
            except StopIteration as end:
                ended.append(end.value)
            else:
                waiting.append(_Waiting(w.lane, queries))
        yield ended
