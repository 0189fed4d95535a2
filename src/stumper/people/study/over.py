"""How people and machines did in a project's matches that are over."""

from sqlalchemy import func, select

from stumper.identity import content_id
from stumper.people.matches.buzzes import buzzes
from stumper.people.matches.log import Log
from stumper.people.matches.match import Room
from stumper.people.matches.rooms import rooms
from stumper.reports.quizbowl.play import play
from stumper.reports.quizbowl.values import Play
from stumper.store import Store
from stumper.store.people_schema import match_events as events
from stumper.tasks.quizbowl.buzz import Buzz


def play_in_project(store: Store, project_id: str) -> Play:
    """How they did; it is kept, with people by their codes, until a match ends or a decision is corrected."""
    over = [room for room in reversed(rooms(store, project_id)) if room.closed is not None]
    state = content_id(store.state(()), [room.id for room in over], _written(store, over))
    return store.memos().computed(f"matches {project_id}", state, Play, lambda: play(_buzzes(store, over)))


def _written(store: Store, over: list[Room]) -> list[list[object]]:
    """How many events each has."""
    query = select(events.c.room_id, func.max(events.c.number)).where(events.c.room_id.in_([room.id for room in over]))
    with store.engine.connect() as connection:
        return [list(row) for row in connection.execute(query.group_by(events.c.room_id).order_by(events.c.room_id))]


def _buzzes(store: Store, over: list[Room]) -> list[Buzz]:
    found: list[Buzz] = []
    for room in over:
        log = Log(store, room)
        state = log.catch_up()
        found += buzzes(room.match, log.events, state)
    return found
