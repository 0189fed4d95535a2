"""Many attempts advance together, each as soon as it is answered; none can see that it is not alone."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from stumper.runs.oracle import Request
from stumper.runs.referee import Lane
from stumper.types import Attempt

MOST_LANES, ENOUGH_QUERIES = 64, 256


class Answering(Protocol):
    """Where requests are put: an oracle."""

    def begin(self, requests: Sequence[Request]) -> list[Request]:
        """Those that are answered at once."""
        ...

    def wait(self) -> list[Request]:
        """Those that are answered next."""
        ...


def advance(lanes: Iterable[Lane], oracle: Answering) -> Iterator[list[Attempt]]:
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
