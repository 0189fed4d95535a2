"""How fast a service may be asked: as many requests at once as it bears, which only its refusals tell.

Additive increase, multiplicative decrease (as congestion is avoided in TCP): every round of answers allows one request
more at once, every round with a refusal half as many.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import inf

SHORTEST_REST, LONGEST_REST = 0.01, 8.0  # seconds after a refusal, where the service does not say how many


@dataclass(slots=True, weakref_slot=True)
class Pace:
    """The pace of all requests to one service. It lives on one event loop, so that nothing needs a lock.

    ``allowed`` is how many requests may be under way at once, ``closed_until`` the loop's time before which none is
    sent, and ``next_at`` that before which none is where so many a second are allowed. A round ends with each decrease:
    what was sent before it tells nothing about the pace that it set.
    """

    allowed: float = inf
    under_way: int = 0
    closed_until: float = 0.0
    round: int = 0
    next_at: float = 0.0
    _refusals: int = 0  # since something was let through
    _waiting: deque[asyncio.Future[None]] = field(default_factory=deque)

    @asynccontextmanager
    async def turn(self, rate: float = 0.0) -> AsyncIterator[int]:
        """Waits until one more request may be under way, and holds its place; gives the round in which it is sent.

        With a ``rate`` requests begin that many a second at most, evenly; 0: at any time.
        """
        await self._place()
        self.under_way += 1
        try:
            await self._rested(rate)
            yield self.round
        finally:
            self.under_way -= 1
            self._wake()

    def faster(self, round: int) -> None:
        """A request of this round was let through: one more may be under way once as many have been as now may."""
        if round == self.round:
            self._refusals = 0
            self.allowed += 1 / self.allowed
            self._wake()

    def slower(self, round: int) -> None:
        """A request of this round was too much: half as many may be under way, one at least."""
        if round == self.round:
            self.round += 1
            self.allowed = max(1.0, min(self.allowed, self.under_way) / 2)

    def refused(self, round: int, after: float | None, pause: float) -> None:
        """A request of this round was refused as one too many: nobody asks for a while.

        ``after`` is the pause that the service asked for. Where it did not, or refuses again after that pause, the
        pauses double from ``pause`` on, up to LONGEST_REST.
        """
        own = doubled(max(pause, SHORTEST_REST), self._refusals, LONGEST_REST)
        rest = own if after is None else max(after, own) if self._refusals else after
        if round == self.round or after is not None:
            self.closed_until = max(self.closed_until, asyncio.get_running_loop().time() + rest)
        if round == self.round:
            self._refusals += 1
        self.slower(round)

    async def _place(self) -> None:
        while True:
            rest = self.closed_until - asyncio.get_running_loop().time()
            if rest > 0:
                await asyncio.sleep(rest)
            elif self.under_way + 1 <= self.allowed:
                return
            else:
                await self._change()

    async def _rested(self, rate: float) -> None:
        if rate:
            now = asyncio.get_running_loop().time()
            begins, self.next_at = max(now, self.next_at), max(now, self.next_at) + 1 / rate
            await asyncio.sleep(begins - now)

    async def _change(self) -> None:
        change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(change)
        try:
            await change
        finally:
            self._waiting.remove(change)

    def _wake(self) -> None:
        """All who wait look again, in the order in which they came."""
        for change in self._waiting:
            if not change.done():
                change.set_result(None)


def doubled(pause: float, times: int, longest: float) -> float:
    """The pause doubled so many times, up to the longest, or to itself where it is longer."""
    return max(pause, min(pause * 2.0 ** min(times, 30), longest))
