"""What one person did in matches."""

import json
from typing import Any

from sqlalchemy import Connection, select

from stumper.store.people_schema import match_events, rooms


def events_of(connection: Connection, person_id: str) -> list[dict[str, Any]]:
    """Their seats, buzzes, answers and decisions, by match."""
    query = (
        select(match_events.c.room_id, match_events.c.at, match_events.c.document, rooms.c.document.label("match"))
        .join(rooms, rooms.c.id == match_events.c.room_id)
        .where(match_events.c.document.contains(f'"person":"{person_id}"', autoescape=True))
        .order_by(rooms.c.created, match_events.c.room_id, match_events.c.number)
    )
    found: dict[str, dict[str, Any]] = {}
    for row in connection.execute(query):
        match = found.setdefault(row.room_id, {"match": json.loads(row.match)["name"], "events": []})
        match["events"].append({"at": row.at, **json.loads(row.document)})
    return list(found.values())
