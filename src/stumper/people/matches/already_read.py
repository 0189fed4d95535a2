"""What was read in the matches of a project: who played them knows it."""

import json
from collections.abc import Set

from sqlalchemy import func, select

from stumper.store import Store
from stumper.store.people_schema import match_events, rooms


def texts_read(store: Store, project_id: str) -> Set[str]:
    """The texts of all questions that were begun in a match of the project."""
    begun = (
        select(match_events.c.room_id, func.count().label("tossups"))
        .where(match_events.c.document.like('{"kind":"begun",%'))
        .group_by(match_events.c.room_id)
        .subquery()
    )
    query = (
        select(rooms.c.document, begun.c.tossups)
        .join(begun, begun.c.room_id == rooms.c.id)
        .where(rooms.c.project_id == project_id)
    )
    with store.engine.connect() as connection:
        return {
            asked["text"]
            for document, tossups in connection.execute(query)
            for asked in json.loads(document)["packet"][:tossups]
        }
