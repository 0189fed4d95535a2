"""The log of a match in the store: whoever writes event number n has seen all before it, by one clock."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import RLock

from sqlalchemy import select, text

from stumper.errors import Refused
from stumper.people.matches.due import due
from stumper.people.matches.events import NAMES, Event, Finished, MachineFailed, MachineRead, Paused, Recorded, event_of
from stumper.people.matches.events import event_document as document_of
from stumper.people.matches.match import Room
from stumper.people.matches.moves import Move, decided
from stumper.people.matches.rooms import alive_at, close_room, room
from stumper.people.matches.state import State, step
from stumper.store import Store
from stumper.store.connection import inserted, rows_of, writing
from stumper.store.people_schema import match_events as table

TRIES = 20  # as others write, too
AWAY = 1.0  # seconds without a sign of life of any server, from which on a match has stood still
MEASURED = 3  # times, of which the quickest counts


@dataclass(slots=True)
class Log:
    """The events of a room as far as they have been read, and what the match has come to; for any thread."""

    store: Store
    room: Room
    events: list[Recorded] = field(default_factory=list)
    state: State = field(default_factory=State)
    _lock: RLock = field(default_factory=RLock)

    def catch_up(self) -> State:
        """The state with all that was written by now, here or by another server."""
        with self._lock:
            for recorded in events_after(self.store, self.room.id, self.state.number):
                self._take(recorded)
            return self.state

    def play(self, move: Move, person: str, delay: float | None, clock: Callable[[], float]) -> State:
        """The state after the move; one with a key that was taken before changes nothing. Refused, BadOption."""
        match, key = self.room.match, f"{person[:8]}:{move.key}"

        def made(state: State, now: float) -> Event | None:
            if key in state.keys:
                return None
            return decided(match, state, replace(move, key=key), person, delay, now)

        return self._write(made, clock)

    def go_on(self, clock: Callable[[], float], attended: bool = True) -> State:
        """The state after all that has happened by itself by now; ``attended`` as in ``due``."""
        match = self.room.match

        def made(state: State, now: float) -> Event | None:
            found = due(match, state, attended)
            return None if found is None or found.at > now else found.event

        return self._write(made, clock)

    def wake(self, now: float) -> State:
        """Where no server was alive for a while in the middle of a tossup, the match has stood still since then."""
        with self._lock:
            state, alive = self.catch_up(), alive_at(self.store, self.room.id)
            at = max(min(alive, now), state.at)
            if state.phase in ("reading", "answering") and now - at > AWAY:
                self._append(Paused("server", noticed=now), at)
            return self.catch_up()

    def machine(self, found: MachineRead | MachineFailed, clock: Callable[[], float]) -> State:
        """The state with what the machine made of a tossup, unless that is known already."""

        def made(state: State, now: float) -> Event | None:
            return None if found.tossup in state.machine or found.tossup in state.faults else found

        return self._write(made, clock)

    def _write(self, made: Callable[[State, float], Event | None], clock: Callable[[], float]) -> State:
        with self._lock:
            for _ in range(TRIES):
                state = self.catch_up()
                now = max(clock(), state.at)
                event = made(state, now)
                if event is None:
                    return state
                if self._append(event, now):
                    return self.catch_up()
        raise Refused("Too much happens at once in this match. Try again.")

    def _append(self, event: Event, at: float) -> bool:
        values = {"room_id": self.room.id, "number": self.state.number + 1, "at": at, "document": document_of(event),
                  "kind": NAMES[type(event)], "person_id": getattr(event, "person", "") or None}  # fmt: skip
        with writing(self.store.engine) as connection:
            is_new = inserted(connection, table, values)
        if is_new and isinstance(event, Finished):
            close_room(self.store, self.room.id, at)
        return is_new

    def _take(self, recorded: Recorded) -> None:
        self.events.append(recorded)
        self.state = step(self.room.match, self.state, recorded)


def log_of(store: Store, project_id: str, room_id: str) -> Log:
    """The whole log of a room; NotThere."""
    log = Log(store, room(store, project_id, room_id))
    log.catch_up()
    return log


def events_after(store: Store, room_id: str, number: int) -> list[Recorded]:
    """The events of a room behind this number, in order."""
    query = select(table).where(table.c.room_id == room_id, table.c.number > number).order_by(table.c.number)
    return [Recorded(row.number, row.at, event_of(row.document)) for row in rows_of(store.engine, query)]


def ahead(store: Store, clock: Callable[[], float]) -> float:
    """How many seconds the store's clock is ahead of this one; a store that is a file has no clock of its own."""
    if store.engine.dialect.name != "postgresql":
        return 0.0
    found: list[tuple[float, float]] = []
    with store.engine.connect() as connection:
        for _ in range(MEASURED):
            asked = clock()
            said = float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
            answered = clock()
            found.append((answered - asked, said - (asked + answered) / 2))
    return min(found)[1]
