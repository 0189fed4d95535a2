"""How much somebody may ask of all servers of a store together.

Of requests so many a second, where each server tells the store now and then what it has given; of requests with a file
one at a time.
"""

import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, select, update

from stumper.people.accounts.secrets import new_id
from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, writing
from stumper.store.people_schema import turns

RATES = people_schema.rates
KEPT = 60.0  # seconds without a word of a key after which it is forgotten: every rate is whole again by then
TURN_LASTS = 300.0  # seconds after which a turn is over that nobody gave back, as its server was killed


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, and so many a second on average."""

    burst: int
    per_second: float


def settle(store: Store, key: str, rate: Rate, spent: float, now: float) -> float:
    """What is left of the rate at all servers together after this one has given so much; less than 0 where they gave
    too much before they knew of each other."""
    kept = hashlib.sha256(key.encode()).hexdigest()  # an address is nobody's to read
    stale = select(RATES.c.key).where(RATES.c.at <= now - KEPT).with_for_update(skip_locked=True)
    with writing(store.engine) as connection:
        new = {"key": kept, "remaining": float(rate.burst), "at": now}
        connection.execute(insert_once(RATES, connection.dialect.name), new)
        row = connection.execute(select(RATES).where(RATES.c.key == kept).with_for_update()).one_or_none()
        before, at = (float(rate.burst), now) if row is None else (row.remaining, row.at)
        if at > now + KEPT:  # the clock was set back
            at = now
        left = min(rate.burst, before + max(0.0, now - at) * rate.per_second) - spent
        connection.execute(update(RATES).where(RATES.c.key == kept).values(remaining=left, at=max(at, now)))
        connection.execute(delete(RATES).where(RATES.c.key.in_(stale)))
    return left


def take_turn(store: Store, person_id: str, now: float) -> str | None:
    """The key of the person's turn, from now on; None where another of theirs is not over."""
    key = new_id()
    with writing(store.engine) as connection:
        # A turn that ends later than any can was taken before the clock was set back.
        is_over = (turns.c.ends <= now) | (turns.c.ends > now + TURN_LASTS)
        connection.execute(insert_once(turns, connection.dialect.name), {"person_id": person_id, "key": "", "ends": 0})
        taken = update(turns).where(turns.c.person_id == person_id, is_over).values(key=key, ends=now + TURN_LASTS)
        return key if connection.execute(taken).rowcount else None


def give_turn_back(store: Store, person_id: str, key: str) -> None:
    """The turn of this key is over; whoever has another keeps it."""
    with writing(store.engine) as connection:
        connection.execute(delete(turns).where(turns.c.person_id == person_id, turns.c.key == key))
