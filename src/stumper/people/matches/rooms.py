"""The rooms of a project: opened, found, kept alive."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from stumper.errors import BadOption, NotThere
from stumper.people.accounts.secrets import new_id
from stumper.people.matches.match import LOCKOUTS, MODES, Heading, Match, Room, Rules
from stumper.people.matches.media import MediaFile, check_media, with_media
from stumper.people.matches.packets import Chosen, Packet, packet
from stumper.people.projects.project import Project, check_open
from stumper.store import Store
from stumper.store.connection import row_of, rows_of, value_of, writing
from stumper.store.people_schema import rooms as table
from stumper.store.values import from_text, to_text
from stumper.victims.address import without_password

LONGEST_MATCH_NAME = 100
MOST_TOSSUPS = 200
SPEEDS = (0.5, 20.0)  # words a second
TIMES = (1.0, 120.0)  # seconds


def open_room(
    store: Store, project: Project, name: str, rules: Rules, packet: Packet, person_id: str, now: float
) -> Room:
    """The room, in which nothing has been read yet; BadOption, or Refused where the project is closed."""
    check_open(project)
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_MATCH_NAME:
        raise BadOption(f"The name of a match has 1 to {LONGEST_MATCH_NAME} characters. Write one.")
    if not 1 <= len(packet.asked) <= MOST_TOSSUPS:
        raise BadOption(f"A match has 1 to {MOST_TOSSUPS} questions, not {len(packet.asked)}. Choose others.")
    _check_rules(rules, project)
    match = Match(name, rules, packet.asked, packet.skipped, packet.wanted, project.settings.task)
    room = Room(new_id(), project.id, person_id, match, now, now)
    values = {
        "id": room.id, "project_id": project.id, "made_by": person_id, "document": to_text(room.match),
        "created": now, "alive": now,
    }  # fmt: skip
    with writing(store.engine) as connection:
        connection.execute(insert(table).values(values))
    return room


def room(store: Store, project_id: str, id: str) -> Room:
    """The room of this project; NotThere."""
    return _only(store, lambda query: query.where(table.c.project_id == project_id, table.c.id == id))


def any_room(store: Store, id: str) -> Room:
    """The room, in whichever project; NotThere."""
    return _only(store, lambda query: query.where(table.c.id == id))


def rooms(store: Store, project_id: str) -> list[Room]:
    """All of a project, the newest first."""
    query = select(table).where(table.c.project_id == project_id).order_by(table.c.created.desc(), table.c.id)
    return [_room_of(row) for row in rows_of(store.engine, query)]


def headings(store: Store, project_id: str, person_id: str = "", is_open: bool = False) -> list[Heading]:
    """What a list says to this person of the rooms of a project, the newest first; of those that are not over alone
    where asked to. Where somebody plays without a host, they alone are told."""
    query = select(table.c.id, table.c.document, table.c.created, table.c.closed, table.c.made_by).where(
        table.c.project_id == project_id
    )
    if is_open:
        query = query.where(table.c.closed.is_(None))
    with store.engine.connect() as connection:
        rows = connection.execute(query.order_by(table.c.created.desc(), table.c.id))
        return [one for one in map(_heading, rows) if one.hosted or one.made_by == person_id]


def heading_of(room: Room) -> Heading:
    """What a list says of this room."""
    match = room.match
    return Heading(
        room.id, match.name, match.rules.mode, len(match.packet), match.wanted, room.created, room.closed, room.made_by,
        match.rules.hosted,
    )  # fmt: skip


def rooms_of(store: Store, project_id: str) -> int:
    """How many rooms a project has."""
    with store.engine.connect() as connection:
        query = select(func.count()).select_from(table).where(table.c.project_id == project_id)
        return connection.execute(query).scalar_one()


def keep_alive(store: Store, id: str, now: float) -> None:
    """A server reads in the room, up to then."""
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == id, table.c.alive < now).values(alive=now))


def close_room(store: Store, id: str, now: float) -> None:
    """The match is over; that it was is in its log, too."""
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.id == id, table.c.closed.is_(None)).values(closed=now))


def alive_at(store: Store, id: str) -> float:
    """When a server last read in the room."""
    return float(value_of(store.engine, select(table.c.alive).where(table.c.id == id)))


def open_match(
    store: Store,
    project: Project,
    name: str,
    rules: Rules,
    chosen: Chosen,
    person_id: str,
    now: float,
    media: Sequence[MediaFile] = (),
) -> Room:
    """The room, in which nothing has been read yet, with the pictures and sounds that its questions name; BadOption,
    BadData, NotThere of a file that is neither the project's nor the person's, or Refused where the project is
    closed."""
    check_media(media)
    check_open(project)
    drawn = with_media(store, project.id, packet(store, project, chosen, person_id), media, now)
    return open_room(store, project, name, rules, drawn, person_id, now)


def _check_rules(rules: Rules, project: Project) -> None:
    if rules.mode not in MODES:
        raise BadOption(f"There is no way to play {rules.mode!r}. Choose one of {', '.join(MODES)}.")
    if rules.lockout not in LOCKOUTS:
        raise BadOption(f"Nobody is locked out by {rules.lockout!r}. Choose one of {', '.join(LOCKOUTS)}.")
    if rules.mode == "machine" and rules.victim not in project.settings.victims:
        raise BadOption(f"The project has no machine {rules.victim!r}. Choose one of its models.")
    if not SPEEDS[0] <= rules.speed <= SPEEDS[1]:
        raise BadOption(f"The speed is {SPEEDS[0]:g} to {SPEEDS[1]:g} words a second, not {rules.speed:g}.")
    for seconds in (rules.answer, rules.silence, rules.rest):
        if not TIMES[0] <= seconds <= TIMES[1]:
            raise BadOption(f"Times are {TIMES[0]:g} to {TIMES[1]:g} seconds, not {seconds:g}.")
    if not all(1 <= len(team) <= LONGEST_MATCH_NAME for team in rules.teams):
        raise BadOption(f"The name of a team has 1 to {LONGEST_MATCH_NAME} characters. Write one.")


def _only(store: Store, narrowed: Callable[[Any], Any]) -> Room:
    row = row_of(store.engine, narrowed(select(table)))
    if row is None:
        raise NotThere("There is no such match here.")
    return _room_of(row)


def _heading(row: Row[Any, Any, Any, Any, Any]) -> Heading:
    match = json.loads(row.document)  # far quicker than a value of each question
    mode, tossups = match["rules"]["mode"], len(match["packet"])
    return Heading(
        row.id, match["name"], mode, tossups, match.get("wanted", 0), row.created, row.closed, row.made_by,
        match["rules"].get("hosted", True),
    )  # fmt: skip


def _room_of(row: Row[Any]) -> Room:
    match = from_text(Match, row.document)
    match = replace(match, rules=replace(match.rules, victim=without_password(match.rules.victim)))
    return Room(row.id, row.project_id, row.made_by, match, row.created, row.alive, row.closed)
