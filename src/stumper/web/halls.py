"""The rooms in which matches are followed at this server: who listens, and what they are told when.

Nothing here is part of a match: that is its log, which any server goes on with.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from anyio import to_thread

from stumper.errors import StumperError
from stumper.people.matches.due import due
from stumper.people.matches.events import MachineFailed, MachineRead
from stumper.people.matches.log import Log
from stumper.people.matches.machine import ReadAhead, unread
from stumper.people.matches.moves import Move
from stumper.people.matches.names import names_of
from stumper.people.matches.rooms import any_room, keep_alive
from stumper.people.matches.state import State, word_time, words_at
from stumper.people.matches.store_clock import ahead
from stumper.people.matches.views import View, view
from stumper.people.matches.words import ends_of, first_words
from stumper.web.errors import TooOften
from stumper.web.words import t

if TYPE_CHECKING:
    from stumper.web.house import House

log = logging.getLogger("stumper.web")
LOOKS = 0.2  # seconds between looks at what other servers wrote
SIGN = 0.3  # seconds between signs of life
AHEAD = 0.4  # seconds that a sign of life reaches ahead, so that no word is taken back that was told
SKEWED = 0.5  # seconds that a server's clock may differ from the store's
STALLED = 3.0  # seconds without a word from the store, after which nothing more is read
LINGERS = 3.0  # seconds for which a match goes on that nobody follows
MOST_LINES = 10  # by which one person follows a match
MOST_AT_AN_ADDRESS, MOST_WATCHING = 300, 1000  # lines without an account, from one address and in all
FULL = 30  # seconds after which to come again where there are too many
MOST_WAITING = 256  # messages to somebody whose line is too slow; then they come anew


@dataclass(slots=True, eq=False)
class Listener:
    """Somebody who follows a match: messages wait for them in ``queue``; None: they must come anew."""

    person: str | None
    rules_it: bool
    address: str = ""
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))
    delays: list[float] = field(default_factory=list)

    @property
    def delay(self) -> float | None:
        """The least of the last few measured: what is above it is chance."""
        return min(self.delays[-5:]) if self.delays else None

    def tell(self, message: str) -> None:
        """The message waits for them."""
        if self.queue.qsize() < MOST_WAITING - 1:
            self.queue.put_nowait(message)
        else:
            self.send_away()

    def send_away(self) -> None:
        """They are told to come anew, after what waits for them."""
        if not self.queue.full():
            self.queue.put_nowait(None)


@dataclass(slots=True, eq=False)
class Hall:
    """A match as this server tells it."""

    house: House
    log: Log
    listeners: set[Listener] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    asked_for: float = 0.0
    _ahead: float = 0.0  # seconds that the store's clock is ahead of this server's
    _played: float = 0.0  # when somebody who plays or moderates asked last
    _told: int = -1  # the number of the event up to which all was told
    _stored: float = 0.0  # when the store answered last
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def clock(self) -> float:
        """The time that all servers of the store agree on."""
        return self.house.clock() + self._ahead

    def view_for(self, person: str | None, rules_it: bool) -> View:
        """What they see now; whoever plays sees as a player, moderator or not."""
        state = self.log.state
        delays = {one.person: one.delay for one in self.listeners if one.person and one.delay is not None}
        watching = sum(one.person not in state.seats for one in self.listeners)
        is_moderator = rules_it and person not in state.seats
        if rules_it or person in state.seats:
            self._played = self.clock()
        now = self._now()
        return view(self.log.room.match, state, self.names, delays, watching, now, is_moderator)

    def enter(self, listener: Listener) -> None:
        """They are told everything from now on; TooOften where they follow it too many times already."""
        if listener.person is not None:
            theirs, most = (one for one in self.listeners if one.person == listener.person), MOST_LINES
        else:
            theirs = (one for one in self.listeners if one.person is None and one.address == listener.address)
            most = MOST_AT_AN_ADDRESS
        watching = sum(one.person is None for one in self.listeners)
        if sum(1 for _ in theirs) >= most or (listener.person is None and watching >= MOST_WATCHING):
            raise TooOften(FULL)
        self.listeners.add(listener)

    async def move(self, move: Move, person: str, delay: float | None) -> None:
        """The move is made and told; or why not is raised."""
        try:
            await to_thread.run_sync(self.log.play, move, person, delay, self.clock)
        finally:  # what others wrote is told, too, where it is why the move is refused
            await self._learn_names()
            self._news.set()

    async def open(self) -> None:
        """Everything is known, and what happens by itself happens from now on."""
        self._ahead = await to_thread.run_sync(ahead, self.house.store, self.house.clock)
        if abs(self._ahead) > SKEWED:
            log.warning("this server's clock differs from the store's by %.1f s; set it right", self._ahead)
        now = self.clock()
        await to_thread.run_sync(self.log.wake, now)
        await to_thread.run_sync(keep_alive, self.house.store, self.log.room.id, now + AHEAD)
        await self._learn_names()
        self._stored = self.clock()
        loops = (self._go_on, self._speak, self._read_ahead)
        self._tasks = [asyncio.create_task(self._whatever_happens(loop)) for loop in loops]

    async def close(self) -> None:
        """Nothing happens here any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for listener in self.listeners:
            listener.send_away()

    @property
    def is_left(self) -> bool:
        """Nobody follows it, and nobody has for a while."""
        return not self.listeners and self.clock() - self.asked_for > LINGERS

    def news(self) -> None:
        """Something is to be told."""
        self._news.set()

    async def _whatever_happens(self, loop: Callable[[], Awaitable[None]]) -> None:
        """The loop, begun again after an error, which is the log's to keep."""
        while True:
            try:
                await loop()
            except StumperError as error:
                log.warning("match %s: %s", self.log.room.id, error)
            except Exception:  # whatever it is, people go on playing
                log.exception("match %s", self.log.room.id)
            await asyncio.sleep(LOOKS)

    async def _go_on(self) -> None:
        """What happens by itself happens, here or at another server; and where nothing could, the match stood still."""
        signed = self.clock()
        while True:
            now = self.clock()
            if now - self._stored > STALLED:
                await to_thread.run_sync(self.log.wake, now)
            await to_thread.run_sync(self.log.go_on, self.clock, self._is_attended())
            self._stored = now = self.clock()
            if self.log.state.number != self._told:
                await self._learn_names()
                self._news.set()
            if now - signed >= SIGN and self.log.state.phase in ("reading", "answering"):
                signed = now
                await to_thread.run_sync(keep_alive, self.house.store, self.log.room.id, now + AHEAD)
            found = due(self.log.room.match, self.log.state)
            await asyncio.sleep(LOOKS if found is None else min(LOOKS, max(0.005, found.at - self.clock())))

    async def _speak(self) -> None:
        """Whatever changes is told as a whole, and words one by one between."""
        match, told, spoken = self.log.room.match, (-1, False, False), 0
        while True:
            self._news.clear()
            state, now = self.log.state, self._now()
            words = words_at(match, state, now)
            stage = (state.number, now >= state.read_at, self._is_read(state, words))
            if stage != told:
                told, spoken, self._told = stage, words, state.number
                self._tell_all()
            elif words > spoken and state.play is not None:
                more = first_words(match.packet[state.play.tossup].text, words, spoken)
                counted = {"number": state.number, "after": spoken, "words": words}
                self._tell({"kind": "words", **counted, "more": more, "now": now})
                spoken = words
            try:
                await asyncio.wait_for(self._news.wait(), self._until_next_word(state, words))
            except TimeoutError:
                continue

    def _until_next_word(self, state: State, words: int) -> float | None:
        if state.phase != "reading" or (self._is_read(state, words) and self.clock() >= state.read_at):
            return None
        if self.clock() > self._stored + STALLED:
            return LOOKS
        return max(0.001, word_time(self.log.room.match, state, words + 1) - self.clock())

    def _now(self) -> float:
        """The time up to which words are told: nobody could buzz at others while the store is away."""
        return min(self.clock(), self._stored + STALLED)

    def _is_attended(self) -> bool:
        seats = self.log.state.seats
        here = any(one.rules_it or one.person in seats for one in self.listeners)
        return here or self.clock() - self._played < LINGERS

    def _is_read(self, state: State, words: int) -> bool:
        if state.phase != "reading" or state.play is None:
            return False
        return words >= len(ends_of(self.log.room.match.packet[state.play.tossup].text))

    async def _read_ahead(self) -> None:
        match = self.log.room.match
        while True:
            tossup = unread(match, self.log.state)
            if tossup is None:
                await asyncio.sleep(LOOKS)
                continue
            desk = self.house.desks.get(match.rules.victim)
            if desk is None:
                found: MachineRead | MachineFailed = MachineFailed(
                    tossup, t("matches.no_machine", victim=match.rules.victim)
                )
            else:
                found = await to_thread.run_sync(ReadAhead(desk, self.log.room.id).read, match, tossup)
            if isinstance(found, MachineFailed):
                log.warning("match %s, question %s: %s", self.log.room.id, tossup + 1, found.fault)
            await to_thread.run_sync(self.log.machine, found, self.clock)
            self._news.set()

    def _tell_all(self) -> None:
        """Everybody the whole view; it is made once for all who see the same."""
        made: dict[bool, str] = {}
        for listener in self.listeners:
            is_moderator = listener.rules_it and listener.person not in self.log.state.seats
            if is_moderator not in made:
                made[is_moderator] = _message(self.view_for(listener.person, listener.rules_it))
            listener.tell(made[is_moderator])

    def _tell(self, message: dict[str, object]) -> None:
        text = json.dumps(message, separators=(",", ":"))
        for listener in self.listeners:
            listener.tell(text)

    async def _learn_names(self) -> None:
        state = self.log.state
        people = {*state.seats, *(turn.person for play in state.plays for turn in play.turns)}
        if missing := people - self.names.keys():
            self.names |= await to_thread.run_sync(names_of, self.house.store, missing)


@dataclass(slots=True, eq=False)
class Halls:
    """The matches that are followed here, by room."""

    _open: dict[str, Hall] = field(default_factory=dict)
    _opening: dict[str, asyncio.Task[Hall]] = field(default_factory=dict)
    _sweeping: asyncio.Task[None] | None = None

    async def hall(self, house: House, room_id: str) -> Hall:
        """The hall of a room, opened for whoever comes first; NotThere."""
        hall = self._open.get(room_id)
        if hall is None:
            opening = self._opening.get(room_id)
            if opening is None:
                opening = self._opening[room_id] = asyncio.create_task(self._opened(house, room_id))
                opening.add_done_callback(lambda _: self._opening.pop(room_id, None))
            hall = await asyncio.shield(opening)
        hall.asked_for = hall.clock()
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep())
        return hall

    def followed(self, project_id: str, room_id: str) -> Hall | None:
        """The hall of a room of this project, where it is open here."""
        hall = self._open.get(room_id)
        return hall if hall is not None and hall.log.room.project_id == project_id else None

    async def _opened(self, house: House, room_id: str) -> Hall:
        hall = Hall(house, Log(house.store, await to_thread.run_sync(any_room, house.store, room_id)))
        hall.asked_for = hall.clock()
        await hall.open()
        self._open[room_id] = hall
        return hall

    async def close(self) -> None:
        """Nothing is told any more."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for hall in self._open.values():
            await hall.close()
        self._open.clear()

    async def _sweep(self) -> None:
        """Matches that nobody follows stand still."""
        while self._open:
            await asyncio.sleep(LINGERS / 3)
            for id in [id for id, hall in self._open.items() if hall.is_left]:
                await self._open.pop(id).close()


def _message(seen: View) -> str:
    return json.dumps({"kind": "view", **asdict(seen)}, separators=(",", ":"))
