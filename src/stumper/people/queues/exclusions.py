"""Who is not asked, because it is their own work or they have seen too much."""

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select

from stumper.store.connection import insert_once
from stumper.store.people_schema import exclusions


def exclude(connection: Connection, item_ids: Iterable[str], person_ids: Collection[str]) -> None:
    """None of these people is handed one of these items from now on."""
    pairs = sorted((item_id, person_id) for item_id in item_ids for person_id in person_ids)
    rows = [{"item_id": item_id, "person_id": person_id} for item_id, person_id in pairs]
    if rows:
        connection.execute(insert_once(exclusions, connection.dialect.name), rows)


def excluded_from(connection: Connection, item_id: str) -> set[str]:
    """Who must not be handed the item."""
    return set(connection.scalars(select(exclusions.c.person_id).where(exclusions.c.item_id == item_id)))
