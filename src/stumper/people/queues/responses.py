"""What people answered to items, as it was recorded."""

from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, select

from stumper.people.projects.project import Kind
from stumper.people.projects.taken_back import is_asked
from stumper.people.queues.item import Item
from stumper.people.queues.places import ITEM, item_of
from stumper.store.people_schema import assignments, items, responses, withdrawn
from stumper.store.values import from_text

Said = TypeVar("Said")


@dataclass(frozen=True, slots=True)
class Response:
    """What one person answered; ``document`` is JSON of the kind's own dataclass."""

    person_id: str
    document: str

    def said(self, kind: type[Said]) -> Said:
        """The answer itself."""
        return from_text(kind, self.document)


@dataclass(frozen=True, slots=True)
class Answered:
    """An item with all that was answered to it, in the order in which people began."""

    item: Item
    responses: tuple[Response, ...]


def responses_to(connection: Connection, item_id: str) -> list[Response]:
    """All answers to one item, in the order in which people began."""
    query = (
        select(assignments.c.person_id, responses.c.document)
        .join(responses, responses.c.assignment_id == assignments.c.id)
        .where(assignments.c.item_id == item_id)
        .order_by(assignments.c.position)
    )
    return [Response(*row) for row in connection.execute(query)]


def answered(
    connection: Connection, project_id: str, kind: Kind, everybody: bool = False, with_taken_back: bool = False
) -> list[Answered]:
    """All items of a kind in their order, each with what was answered; those without an answer, too, and no gold.

    ``everybody``: also what people answered whom a moderator has set aside. ``with_taken_back``: also items about what
    was taken back.
    """
    asked = _items(project_id, kind)
    asked = asked if with_taken_back else asked.where(is_asked())
    whole = asked.order_by(items.c.position)
    said: dict[str, list[Response]] = {}
    for table in (responses, withdrawn) if everybody else (responses,):
        query = (
            select(assignments.c.item_id, assignments.c.person_id, table.c.document)
            .join(items, items.c.id == assignments.c.item_id)
            .join(table, table.c.assignment_id == assignments.c.id)
            .where(items.c.project_id == project_id, items.c.kind == kind)
            .order_by(assignments.c.position)
        )
        for item_id, person_id, document in connection.execute(query):
            said.setdefault(item_id, []).append(Response(person_id, document))
    return [Answered(item, tuple(said.get(item.id, ()))) for item in map(item_of, connection.execute(whole))]


def items_of_topic(connection: Connection, project_id: str, kind: Kind, topic: str) -> list[Item]:
    """The items of a kind with this topic."""
    return [item_of(row) for row in connection.execute(_items(project_id, kind).where(items.c.topic == topic))]


def items_made_of(connection: Connection, project_id: str, kind: Kind, id: str) -> list[Item]:
    """The items of a kind that were made of this."""
    return [item_of(row) for row in connection.execute(_items(project_id, kind).where(items.c.made_of == id))]


def _items(project_id: str, kind: Kind) -> Select[Any]:
    return select(*ITEM).where(items.c.project_id == project_id, items.c.kind == kind, items.c.gold.is_(None))
