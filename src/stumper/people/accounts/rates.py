"""What is left of a rate to somebody who asks several servers: each tells the store now and then what it has given."""

import hashlib
from dataclasses import dataclass

from sqlalchemy import delete, select, update

from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, writing

RATES = people_schema.rates
KEPT = 60.0  # seconds without a word of a key after which it is forgotten: every rate is whole again by then


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
