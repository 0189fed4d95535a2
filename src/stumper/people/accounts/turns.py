"""Whose request with a file is being worked on, at whichever server of the store."""

from sqlalchemy import delete, update

from stumper.people.accounts.secrets import new_id
from stumper.store import Store
from stumper.store.connection import insert_once, writing
from stumper.store.people_schema import turns

LASTS = 300.0  # seconds after which a turn is over that nobody gave back, as its server was killed


def take_turn(store: Store, person_id: str, now: float) -> str | None:
    """The key of the person's turn, from now on; None where another of theirs is not over."""
    key = new_id()
    with writing(store.engine) as connection:
        # A turn that ends later than any can was taken before the clock was set back.
        is_over = (turns.c.ends <= now) | (turns.c.ends > now + LASTS)
        connection.execute(insert_once(turns, connection.dialect.name), {"person_id": person_id, "key": "", "ends": 0})
        taken = update(turns).where(turns.c.person_id == person_id, is_over).values(key=key, ends=now + LASTS)
        return key if connection.execute(taken).rowcount else None


def give_turn_back(store: Store, person_id: str, key: str) -> None:
    """The turn of this key is over; whoever has another keeps it."""
    with writing(store.engine) as connection:
        connection.execute(delete(turns).where(turns.c.person_id == person_id, turns.c.key == key))
