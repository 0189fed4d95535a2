"""Guests: who joins one match by its code and a name, without an account, and can do nothing else anywhere."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from secrets import choice, token_hex

from sqlalchemy import Connection, Select, delete, insert, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.people.accounts.names import login, looks, tidy_name
from stumper.people.accounts.secrets import hashed, new_secret
from stumper.people.matches.log import log_of
from stumper.people.matches.match import GUEST, MOST_GUESTS, Match, Room, is_guest
from stumper.people.matches.rooms import any_room, room
from stumper.people.projects.project import check_open, project
from stumper.store import Store, people_schema
from stumper.store.connection import chunks, insert_or_replace, row_of, rows_of, value_of, writing
from stumper.store.people_schema import guests as table
from stumper.store.people_schema import room_codes, rooms

MEMBERS, PEOPLE = people_schema.members, people_schema.people
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that is taken for another, and no word by chance
CODE_LENGTH = 6
CODE_LASTS = 24 * 3600  # seconds
GUEST_LASTS = 24 * 3600  # seconds from joining
LONGEST_GUEST_NAME = 40
TRIES = 5
NOT_THIS_NAME = "This name cannot be taken in this match. Choose another, or add to it."
NO_CODE = "No match has this code now. Look at it again, or ask whoever opened the match for another."


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody in one room, by the name that they gave there."""

    id: str
    room_id: str
    project_id: str
    name: str


def renew_code(store: Store, project_id: str, room_id: str, now: float) -> str:
    """The match has a new code for a day, and the one before lets nobody in.

    NotThere where the project has no such room, Refused where the match is over.
    """
    if room(store, project_id, room_id).closed is not None:
        raise Refused("The match is over. Nobody can join it.")
    with writing(store.engine) as connection:
        connection.execute(delete(room_codes).where((room_codes.c.room_id == room_id) | (room_codes.c.expires <= now)))
        for _ in range(TRIES):
            code = "".join(choice(LETTERS) for _ in range(CODE_LENGTH))
            if connection.scalar(select(room_codes.c.code).where(room_codes.c.code == code)) is None:
                values = {"code": code, "room_id": room_id, "expires": now + CODE_LASTS}
                connection.execute(insert_or_replace(room_codes, connection.dialect.name, ["code"]).values(values))
                return code
    raise Refused("There is no free code just now. Try again.")


def end_code(store: Store, project_id: str, room_id: str) -> None:
    """Nobody joins by the code of the match any more; guests who are there stay. NotThere."""
    room(store, project_id, room_id)
    with writing(store.engine) as connection:
        connection.execute(delete(room_codes).where(room_codes.c.room_id == room_id))


def code_of(store: Store, room_id: str, now: float) -> str | None:
    """The code by which guests join the match now; None where they cannot."""
    query = select(room_codes.c.code).where(room_codes.c.room_id == room_id, room_codes.c.expires > now)
    code: str | None = value_of(store.engine, query)
    return code


def room_of_code(store: Store, code: str, now: float) -> Room:
    """The open room that guests join by the code; NotThere where none has it, Refused where its project is closed."""
    row = row_of(store.engine, _open_room(code, now))
    if row is None:
        raise NotThere(NO_CODE)
    check_open(project(store, row.project_id))
    return any_room(store, row.id)


def join_room(store: Store, code: str, name: str, now: float, reserved: Collection[str] = ()) -> tuple[Guest, str]:
    """A new guest, and the secret by which they are known for a day.

    As ``room_of_code``; BadOption where the name is none, Refused where a guest who is there or a member of the project
    has one that looks like it, where it is a team's, the machine's or ``reserved``, or where all seats of guests are
    taken.
    """
    name = tidy_name(name)
    if len(name) > LONGEST_GUEST_NAME:
        raise BadOption(f"Your name here has at most {LONGEST_GUEST_NAME} characters. Write a shorter one.")
    secret, id, at = new_secret(), token_hex(13) + GUEST, room_of_code(store, code, now)
    seated = set(filter(is_guest, log_of(store, at.project_id, at.id).state.seats))
    with writing(store.engine) as connection:
        row = connection.execute(_open_room(code, now).with_for_update()).one_or_none()
        if row is None:
            raise NotThere(NO_CODE)
        _check_place(connection, row.id, seated, now)
        taken = (*_names(connection, row.id, row.project_id, now), *names_in(at.match), *reserved)
        _check_name(name, taken)
        values = {"id": id, "hash": hashed(secret), "room_id": row.id, "name": name, "created": now}
        connection.execute(insert(table).values(**values, expires=now + GUEST_LASTS))
    return Guest(id, row.id, row.project_id, name), secret


def guest_of(store: Store, secret: str, now: float) -> Guest | None:
    """Whose secret it is; None where it is nobody's, or no longer."""
    query = (
        select(table.c.id, table.c.room_id, rooms.c.project_id, table.c.name)
        .join(rooms, rooms.c.id == table.c.room_id)
        .where(table.c.hash == hashed(secret), table.c.expires > now)
    )
    row = row_of(store.engine, query)
    return None if row is None else Guest(*row)


def guests_of(store: Store, project_id: str) -> dict[str, str]:
    """The names of all guests of a project's matches, by their ids."""
    query = (
        select(table.c.id, table.c.name)
        .join(rooms, rooms.c.id == table.c.room_id)
        .where(rooms.c.project_id == project_id)
    )
    return {row.id: row.name for row in rows_of(store.engine, query)}


def guest_names(store: Store, ids: Iterable[str]) -> dict[str, str]:
    """The names by id, also of those who have left; whoever is no guest has none."""
    wanted = sorted(filter(is_guest, set(ids)))
    with store.engine.connect() as connection:
        return {
            id: name
            for chunk in chunks(wanted)
            for id, name in connection.execute(select(table.c.id, table.c.name).where(table.c.id.in_(chunk)))
        }


def put_out(store: Store, project_id: str, room_id: str, guest_id: str, now: float) -> None:
    """The guest can do nothing in the room any more; what they did stays, by their name. NotThere.

    Where guests join the match by a code it has a new one, as this guest knows the one before.
    """
    at = room(store, project_id, room_id)
    theirs = (table.c.id == guest_id) & (table.c.room_id == room_id)
    with writing(store.engine) as connection:
        if not connection.execute(update(table).where(theirs).values(expires=now)).rowcount:
            raise NotThere("There is no such guest in this match.")
    if at.closed is None and code_of(store, room_id, now) is not None:
        renew_code(store, project_id, room_id, now)


def leave_for_good(store: Store, secret: str, now: float) -> None:
    """The secret is nobody's any longer."""
    with writing(store.engine) as connection:
        connection.execute(update(table).where(table.c.hash == hashed(secret)).values(expires=now))


def tidy_code(code: str) -> str:
    """The code as it was made, from what somebody typed: in small letters, or with spaces."""
    return "".join(sign for sign in code.upper() if sign in LETTERS)


def names_in(match: Match) -> tuple[str, ...]:
    """What the sides of the match are called, and its machine."""
    return (*(match.rules.teams if match.rules.mode == "teams" else ()), *filter(None, [match.rules.victim]))


def _open_room(code: str, now: float) -> Select[tuple[str, str]]:
    return (
        select(rooms.c.id, rooms.c.project_id)
        .join(room_codes, room_codes.c.room_id == rooms.c.id)
        .where(room_codes.c.code == tidy_code(code), room_codes.c.expires > now, rooms.c.closed.is_(None))
    )


def _check_place(connection: Connection, room_id: str, seated: Collection[str], now: float) -> None:
    """Whoever has joined and plays nothing takes nobody's place."""
    there = set(connection.scalars(select(table.c.id).where(table.c.room_id == room_id, table.c.expires > now)))
    if len(there.intersection(seated)) >= MOST_GUESTS:
        raise Refused(f"{MOST_GUESTS} guests play in this match already. Ask its moderator for a link to the project.")


def _check_name(name: str, taken: Iterable[str]) -> None:
    """Nobody is taken for somebody else; the sentence does not say for whom, as anybody may ask."""
    own = looks(_bare(name))
    if any(login(name) == login(other) or own & looks(_bare(other)) for other in taken):
        raise Refused(NOT_THIS_NAME)


def _bare(name: str) -> str:
    """Without an article: *The Moderator* is taken for the moderator."""
    return login(name).removeprefix("the ")


def _names(connection: Connection, room_id: str, project_id: str, now: float) -> Iterator[str]:
    """Those of the guests who are there, and of the project's members."""
    yield from connection.scalars(select(table.c.name).where(table.c.room_id == room_id, table.c.expires > now))
    members = select(MEMBERS.c.person_id).where(MEMBERS.c.project_id == project_id)
    yield from connection.scalars(select(PEOPLE.c.name).where(PEOPLE.c.id.in_(members)))
