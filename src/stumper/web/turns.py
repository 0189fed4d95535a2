"""One dear request of a person at a time, and few of any kind at once: others are answered meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool

from stumper.people.accounts.bounds import give_turn_back, take_turn
from stumper.store import Store
from stumper.web.errors import TooOften

AT_ONCE = 30  # requests of one person, of all kinds: fewer than a server has threads
WAITING = 3  # dear requests of one person that wait for their turn; a page that is opened in four tabs is no attack
PATIENCE = 20.0  # seconds that one waits
LOOKS = 0.5  # seconds between looks at whether the turn at another server is over
AGAIN = 10  # seconds after which to come again


@dataclass(slots=True)
class Presence:
    """What one person has asked of this server and is not answered yet; ``dear`` of it runs or waits for its turn."""

    requests: int = 0
    dear: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(slots=True)
class Turns:
    """Who is being answered at this server."""

    _people: dict[str, Presence] = field(default_factory=dict)

    @contextmanager
    def answering(self, person_id: str) -> Iterator[None]:
        """One more request of the person is being answered; TooOften where there are too many."""
        presence = self._people.setdefault(person_id, Presence())
        if presence.requests >= AT_ONCE:
            raise TooOften(1)
        presence.requests += 1
        try:
            yield
        finally:
            presence.requests -= 1
            if not presence.requests:
                del self._people[person_id]

    @asynccontextmanager
    async def turn(self, person_id: str) -> AsyncIterator[None]:
        """It is this request's turn, while it is ``answering``; TooOften where that takes too long or many wait."""
        presence = self._people[person_id]
        if presence.dear > WAITING:
            raise _one_at_a_time()
        presence.dear += 1
        try:
            try:
                async with asyncio.timeout(PATIENCE):
                    await presence.turn.acquire()
            except TimeoutError:
                raise _one_at_a_time() from None
            try:
                yield
            finally:
                presence.turn.release()
        finally:
            presence.dear -= 1


@asynccontextmanager
async def turn_at_all_servers(store: Store, clock: Callable[[], float], person_id: str) -> AsyncIterator[None]:
    """It is this request's turn at every server of the store; TooOften where that takes too long."""
    key = None
    for _ in range(round(PATIENCE / LOOKS)):
        if (key := await run_in_threadpool(take_turn, store, person_id, clock())) is not None:
            break
        await asyncio.sleep(LOOKS)
    if key is None:
        raise _one_at_a_time()
    try:
        yield
    finally:
        await run_in_threadpool(give_turn_back, store, person_id, key)


def _one_at_a_time() -> TooOften:
    return TooOften(AGAIN, "shared.error.one_at_a_time")
