"""What somebody has been shown at other work, so that they are not asked for the answer."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from stumper.store.people_schema import assignments, items
from stumper.store.values import from_text


def examples_seen(connection: Connection, project_id: str, person_id: str) -> set[str]:
    """The ids of the examples whose right answers the person has been shown at other work of this project."""
    shown = (
        select(items.c.payload)
        .join(assignments, assignments.c.item_id == items.c.id)
        .where(items.c.project_id == project_id, items.c.kind != "answer", assignments.c.person_id == person_id)
    )
    return {from_text(_About, payload).example_id for payload in connection.scalars(shown)}


@dataclass(frozen=True, slots=True)
class _About:
    """What the payload of every kind of work on one example says."""

    example_id: str
