"""What version 8 of the store has columns for, read from the JSON texts in which it stood before.

A step that has been released never changes, so nothing here follows what ``people`` writes today.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, column, select, table, update

ITEMS = table("items", *map(column, ("id", "project_id", "kind", "topic", "payload", "key", "example_id", "author_id",
                                     "made_of", "position")))  # fmt: skip
EVENTS = table("match_events", *map(column, ("room_id", "number", "document", "kind", "person_id")))
BATCH = 1000


def items_told(connection: Connection) -> None:
    """Each item has its key, and what it is about; of two with one key, which identity by text let in, the later one
    keeps its id as its key."""
    taken: set[tuple[str, str, str]] = set()
    filled = update(ITEMS).where(ITEMS.c.id == bindparam("of")).values(
        {name: bindparam(f"new_{name}") for name in ("key", "example_id", "author_id", "made_of")}
    )  # fmt: skip
    rows = []
    for row in connection.execute(select(ITEMS).order_by(ITEMS.c.position)).all():
        payload = json.loads(row.payload)
        key = KEYS[row.kind](row.topic, payload) if row.kind in KEYS else row.topic
        if (row.project_id, row.kind, key) in taken:
            key = row.id
        taken.add((row.project_id, row.kind, key))
        is_tossup = row.kind == "write" and "author_id" in payload
        made_of = payload.get("started_from") if is_tossup else payload.get("raw_id") if row.kind == "verify" else None
        rows.append({"of": row.id, "new_key": key, "new_example_id": payload.get("example_id") or None,
                     "new_author_id": payload.get("author_id"), "new_made_of": made_of or None})  # fmt: skip
    _each(connection, filled, rows)


def events_told(connection: Connection) -> None:
    """Each event of a match has its kind and who did it."""
    at = (EVENTS.c.room_id == bindparam("of"), EVENTS.c.number == bindparam("at"))
    filled = update(EVENTS).where(*at).values(kind=bindparam("new_kind"), person_id=bindparam("new_person"))
    rows = []
    for row in connection.execute(select(EVENTS.c.room_id, EVENTS.c.number, EVENTS.c.document)).all():
        event = json.loads(row.document)
        person = event.get("person") or None
        rows.append({"of": row.room_id, "at": row.number, "new_kind": event["kind"], "new_person": person})
    _each(connection, filled, rows)


def _each(connection: Connection, filled: Any, rows: list[dict[str, Any]]) -> None:
    for start in range(0, len(rows), BATCH):
        connection.execute(filled, rows[start : start + BATCH])


def _of_tossup(topic: str, payload: Mapping[str, Any]) -> str:
    return f"{payload['author_id']} {topic}" if "author_id" in payload else topic


def _of_place(topic: str, payload: Mapping[str, Any]) -> str:
    return f"{topic} {payload['place']}"


def _of_version(topic: str, payload: Mapping[str, Any]) -> str:
    return f"{topic} {payload['variant']}"


KEYS: Mapping[str, Callable[[str, Mapping[str, Any]], str]] = {
    "write": _of_tossup,
    "fix": _of_place,
    "verify": _of_place,
    "answer": _of_version,
}
