"""What people are called who play."""

from collections.abc import Iterable

from sqlalchemy import select

from stumper.store import Store
from stumper.store.connection import chunks
from stumper.store.people_schema import people


def names_of(store: Store, ids: Iterable[str]) -> dict[str, str]:
    """The names by id; whoever is not there has none."""
    with store.engine.connect() as connection:
        return {
            id: name
            for chunk in chunks(sorted(set(ids)))
            for id, name in connection.execute(select(people.c.id, people.c.name).where(people.c.id.in_(chunk)))
        }
