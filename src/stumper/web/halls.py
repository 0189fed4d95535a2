"""The rooms in which matches are followed at this server: who listens, and what they are told when.

Nothing here is part of a match: that is its log, which any server goes on with.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Protocol

from anyio import to_thread

from stumper.errors import StumperError
from stumper.people.accounts.account import names_of
from stumper.people.matches.due import due
from stumper.people.matches.events import MachineFailed, MachineRead
from stumper.people.matches.guests import guest_names
from stumper.people.matches.log import Log, ahead
from stumper.people.matches.machine import ReadAhead, unread
from stumper.people.matches.match import Match, ends_of, first_words, is_guest
from stumper.people.matches.moves import Move, check_impartial
from stumper.people.matches.rooms import any_room, keep_alive
from stumper.people.matches.state import State, word_time, words_at
from stumper.people.matches.views import Company, Earlier, Onlooker, View, changes, read_on, view
from stumper.store import Store
from stumper.web.errors import NotLoaded, StillLoading, TooOften
from stumper.web.listeners import Listener
from stumper.web.words import t

if TYPE_CHECKING:
    from stumper.runs.desk import Desk

log = logging.getLogger("stumper.web")
LOOKS = 0.2  # seconds between looks at what other servers wrote
SIGN = 0.3  # seconds between signs of life
AHEAD = 0.6  # seconds that a sign of life reaches ahead; no word is told beyond it, so that none is taken back
SKEWED = 0.5  # seconds that a server's clock may differ from the store's
STALLED = 3.0  # seconds without a word from the store, after which nothing more is read
LINGERS = 3.0  # seconds for which somebody who asked is still there, and a match goes on that nobody follows
MOST_LINES = 10  # by which one person follows a match
MOST_AT_AN_ADDRESS, MOST_WATCHING = 300, 1000  # lines without an account, from one address and in all
COUNTS = 0.5  # seconds from somebody's coming or going to the number of those who watch, as many may come at once
FULL = 30  # seconds after which to come again where there are too many


class Server(Protocol):
    """What a match needs of the server at which it is followed; the house has it."""

    @property
    def store(self) -> Store:
        """Where the match is kept."""

    @property
    def desks(self) -> Mapping[str, Desk]:
        """Where systems that play are asked, by the name that pages show."""

    @property
    def clock(self) -> Callable[[], float]:
        """The time of the day, which may be set."""

    @property
    def ticks(self) -> Callable[[], float]:
        """Seconds from whenever, which are never set."""


@dataclass(slots=True, eq=False)
class Hall:
    """A match as this server tells it."""

    server: Server
    log: Log
    listeners: set[Listener] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    asked_for: float = 0.0
    _began: float = 0.0  # the time of the match when this server's ticks were 0
    _played: float = 0.0  # when somebody who plays or moderates asked last
    _moderators: dict[str, float] = field(default_factory=dict)  # when each asked last who asks instead of listening
    _told: int = -1  # the number of the event up to which all was told
    _counts: int = 0  # how often those who watch were counted
    _counting: asyncio.TimerHandle | None = None
    _earlier: dict[Onlooker, Earlier] = field(default_factory=dict)
    _stored: float = 0.0  # when the store answered last
    _signed: float = 0.0  # up to when the store has a sign of life
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def clock(self) -> float:
        """The time that all servers of the store agree on; it goes on evenly when this machine's clock is set."""
        return self.server.ticks() + self._began

    def view_for(self, person: str | None, rules_it: bool) -> View:
        """What they see now; whoever plays sees as a player, moderator or not."""
        if rules_it or person in self.log.state.seats:
            self._played = self.clock()
        return self._view(self._onlooker(person, rules_it), self.log.state)

    def asked(self, person: str, rules_it: bool) -> View:
        """What they see now who ask instead of listening; they are there for a while."""
        if rules_it:
            self._moderators[person] = self.clock()
        else:
            self._moderators.pop(person, None)
        return self.view_for(person, rules_it)

    def greet(self, listener: Listener) -> None:
        """They are told all that is to be seen, and from now on what changes."""
        listener.seen = self.view_for(listener.person, listener.rules_it)
        listener.tell(_message("view", asdict(listener.seen)))

    def enter(self, listener: Listener) -> None:
        """They are there, and told all once they are greeted; TooOften where they follow it too many times already."""
        if listener.person is not None:
            theirs, most = (one for one in self.listeners if one.person == listener.person), MOST_LINES
        else:
            theirs = (one for one in self.listeners if one.person is None and one.address == listener.address)
            most = MOST_AT_AN_ADDRESS
        watching = sum(one.person is None for one in self.listeners)
        if sum(1 for _ in theirs) >= most or (listener.person is None and watching >= MOST_WATCHING):
            raise TooOften(FULL)
        self.listeners.add(listener)
        self._count_soon()

    def leave(self, listener: Listener) -> None:
        """They are told nothing more."""
        self.listeners.discard(listener)
        self.asked_for = self.clock()
        self._count_soon()

    async def move(self, move: Move, person: str, delay: float | None) -> None:
        """The move is made and told; or why not is raised."""
        if move.kind == "rule":
            check_impartial(self.log.state, move.buzz, person, self._moderators_here())
        try:
            await to_thread.run_sync(self.log.play, move, person, delay, self.clock)
        finally:  # what others wrote is told, too, where it is why the move is refused
            await self._learn_names()
            self._news.set()

    async def open(self) -> None:
        """Everything is known, and what happens by itself happens from now on."""
        found = await to_thread.run_sync(ahead, self.server.store, self.server.clock)
        if abs(found) > SKEWED:
            log.warning("this server's clock differs from the store's by %.1f s; set it right", found)
        self._began = self.server.clock() + found - self.server.ticks()
        newest = (await to_thread.run_sync(self.log.catch_up)).at
        if newest > self.clock() + SKEWED:  # the clock was set back while nobody followed the match
            self._began += newest - self.clock()
        self.asked_for = now = self.clock()
        await to_thread.run_sync(self.log.wake, now)
        await self._sign(now)
        await self._learn_names()
        self._stored = self.clock()
        loops = (self._go_on, self._speak, self._read_ahead)
        self._tasks = [asyncio.create_task(self._whatever_happens(loop)) for loop in loops]

    async def close(self) -> None:
        """Nothing happens here any more."""
        if self._counting is not None:
            self._counting.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for listener in self.listeners:
            listener.send_away()

    @property
    def is_left(self) -> bool:
        """Nobody follows it, and nobody has for a while."""
        return not self.listeners and self.clock() - self.asked_for > LINGERS

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
                await self._sign(now)
            found = due(self.log.room.match, self.log.state, self._is_attended())
            await asyncio.sleep(LOOKS if found is None else min(LOOKS, max(0.005, found.at - self.clock())))

    async def _sign(self, now: float) -> None:
        """The store knows that the match is read on until a moment after now."""
        await to_thread.run_sync(keep_alive, self.server.store, self.log.room.id, now + AHEAD)
        if self.clock() > self._signed:
            self._news.set()  # words have waited for it
        self._signed = now + AHEAD

    async def _speak(self) -> None:
        """Whatever changes is told, and words one by one between."""
        match, told, spoken = self.log.room.match, (-1, False, False, 0, 0), 0
        while True:
            self._news.clear()
            state, now = self.log.state, self._now()
            words = words_at(match, state, now)
            stage = (state.number, now >= state.read_at, self._is_read(state, words), self._counts, len(self.names))
            if stage != told:
                told, spoken, self._told = stage, words, state.number
                self._tell_all()
            elif words > spoken and state.play is not None:
                self._tell_words(state.number, spoken, words, match.packet[state.play.tossup].text, now)
                spoken = words
            with suppress(TimeoutError):  # not ``wait_for``: of Python 3.11, it may overlook that it is told to end
                async with asyncio.timeout(self._until_next_word(state, words)):
                    await self._news.wait()

    def _until_next_word(self, state: State, words: int) -> float | None:
        if state.phase != "reading" or (self._is_read(state, words) and self.clock() >= state.read_at):
            return None
        if self.clock() > min(self._signed, self._stored + STALLED):
            return LOOKS
        return max(0.001, word_time(self.log.room.match, state, words + 1) - self.clock())

    def _now(self) -> float:
        """The time up to which words are told: none that a crash would take back, or that nobody could buzz at."""
        now = min(self.clock(), self._stored + STALLED)
        state = self.log.state
        return min(now, max(self._signed, state.at)) if state.phase == "reading" else now

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
            found = await to_thread.run_sync(self._read_by_machine, match, tossup)
            if found is None:
                await asyncio.sleep(LOOKS)
                continue
            if isinstance(found, MachineFailed):
                log.warning("match %s, question %s: %s", self.log.room.id, tossup + 1, found.fault)
            await to_thread.run_sync(self.log.machine, found, self.clock)
            self._news.set()

    def _read_by_machine(self, match: Match, tossup: int) -> MachineRead | MachineFailed | None:
        """What the machine makes of the tossup; None while it is still loading."""
        victim = match.rules.victim
        try:
            desk = self.server.desks.get(victim)
        except StillLoading:
            return None
        except NotLoaded as error:
            return MachineFailed(tossup, str(error))
        if desk is None:
            return MachineFailed(tossup, t("matches.no_machine", victim=victim))
        return ReadAhead(desk, self.log.room.id).read(match, tossup)

    def _moderators_here(self) -> set[str]:
        """Who listens, or has asked a moment ago."""
        listening = {one.person for one in self.listeners if one.rules_it and one.person is not None}
        return listening | {one for one, at in self._moderators.items() if self.clock() - at < LINGERS}

    def _tell_all(self) -> None:
        """Everybody what has changed since they were told; each change is written once for all who see the same."""
        views: dict[Onlooker, View] = {}
        written: dict[tuple[int, Onlooker], str] = {}
        had = self._had()
        for listener, seen in had.items():
            onlooker = self._onlooker(listener.person, listener.rules_it)
            if onlooker not in views:
                views[onlooker] = self._view(onlooker, self.log.state)
            if (id(seen), onlooker) not in written:
                written[id(seen), onlooker] = _message("changed", changes(seen, views[onlooker]))
            listener.tell(written[id(seen), onlooker])
            listener.seen = views[onlooker]

    def _tell_words(self, number: int, after: int, words: int, text: str, now: float) -> None:
        more, all_words = first_words(text, words, after), first_words(text, words)
        message = _message("words", {"number": number, "after": after, "words": words, "more": more, "now": now})
        further, had = dict[int, View](), self._had()
        for listener, seen in had.items():
            if id(seen) not in further:
                further[id(seen)] = read_on(seen, number, after, words, all_words)
            listener.tell(message)
            listener.seen = further[id(seen)]

    def _had(self) -> Mapping[Listener, View]:
        """What those see now who were greeted."""
        return {listener: listener.seen for listener in self.listeners if listener.seen is not None}

    def _view(self, onlooker: Onlooker, state: State) -> View:
        delays = {one.person: one.delay for one in self.listeners if one.person and one.delay is not None}
        watching = {one.person or one for one in self.listeners if one.person not in state.seats}
        company, earlier = Company(self.names, delays, len(watching)), self._earlier.get(onlooker)
        seen = view(self.log.room.match, state, company, self._now(), onlooker, earlier)
        self._earlier[onlooker] = Earlier(state, seen)
        return seen

    def _onlooker(self, person: str | None, rules_it: bool) -> Onlooker:
        if rules_it and person not in self.log.state.seats:
            return "moderator"
        return "stranger" if person is None or is_guest(person) else "member"

    def _count_soon(self) -> None:
        if self._counting is None:
            self._counting = asyncio.get_running_loop().call_later(COUNTS, self._count)

    def _count(self) -> None:
        self._counting = None
        self._counts += 1
        self._news.set()

    async def _learn_names(self) -> None:
        state = self.log.state
        people = {*state.seats, *(turn.person for play in state.plays for turn in play.turns)}
        missing = people - self.names.keys()
        if missing and (found := await to_thread.run_sync(_named, self.server.store, missing)):
            self.names |= found
            self._earlier.clear()  # in which they are missing


@dataclass(slots=True, eq=False)
class Halls:
    """The matches that are followed here, by room."""

    _open: dict[str, Hall] = field(default_factory=dict)
    _opening: dict[str, asyncio.Task[Hall]] = field(default_factory=dict)
    _sweeping: asyncio.Task[None] | None = None

    async def hall(self, server: Server, room_id: str) -> Hall:
        """The hall of a room, opened for whoever comes first; NotThere."""
        hall = self._open.get(room_id)
        if hall is None:
            opening = self._opening.get(room_id)
            if opening is None:
                opening = self._opening[room_id] = asyncio.create_task(self._opened(server, room_id))
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

    async def _opened(self, server: Server, room_id: str) -> Hall:
        hall = Hall(server, Log(server.store, await to_thread.run_sync(any_room, server.store, room_id)))
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
            for id, hall in list(self._open.items()):
                if hall.is_left:
                    del self._open[id]
                    await hall.close()


def _named(store: Store, ids: Collection[str]) -> Mapping[str, str]:
    """What members and guests are called."""
    return names_of(store, ids) | guest_names(store, ids)


def _message(kind: str, told: Mapping[str, object]) -> str:
    return json.dumps({"kind": kind, **told}, separators=(",", ":"))
