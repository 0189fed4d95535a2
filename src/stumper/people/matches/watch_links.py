"""Links by which anybody watches a match, without an account: made at random, kept as hashes."""

from sqlalchemy import delete, insert, select

from stumper.errors import NotThere
from stumper.people.accounts.secrets import hashed, new_secret
from stumper.people.matches.rooms import room
from stumper.store import Store
from stumper.store.connection import value_of, writing
from stumper.store.people_schema import watch_links as table

DAYS = 30
NO_LINK = (
    "There is no such link, or it is too old. Check that all of it was copied, or ask whoever sent it for another."
)


def link_to_watch(store: Store, project_id: str, room_id: str, now: float) -> str:
    """The secret of a link by which whoever has it watches the match for 30 days; nobody can read it again.

    NotThere where the project has no such room.
    """
    secret, of_project = new_secret(), room(store, project_id, room_id)
    values = {"hash": hashed(secret), "room_id": of_project.id, "expires": now + DAYS * 24 * 3600}
    past = select(table.c.hash).where(table.c.expires <= now).with_for_update(skip_locked=True)
    with writing(store.engine) as connection:
        connection.execute(delete(table).where(table.c.hash.in_(past)))
        connection.execute(insert(table).values(values))
    return secret


def watched_room(store: Store, secret: str, now: float) -> str:
    """The id of the room that the link is to; NotThere where it is none, or no longer."""
    query = select(table.c.room_id).where(table.c.hash == hashed(secret), table.c.expires > now)
    room_id: str | None = value_of(store.engine, query)
    if room_id is None:
        raise NotThere(NO_LINK)
    return room_id
