"""What one person has submitted on one item."""

from dataclasses import dataclass

from sqlalchemy import select

from stumper.people.writing.tries import Put
from stumper.store import Store
from stumper.store.people_schema import assignments, tries
from stumper.store.values import from_text
from stumper.tasks.verification.claim import Label


@dataclass(frozen=True, slots=True)
class Submitted:
    """A text that fooled the model into this answer, None where it gave none; ``number`` counts from 1."""

    number: int
    text: str
    label: Label | None
    answer: str | None


def submitted(store: Store, item_id: str, person_id: str) -> list[Submitted]:
    """The person's submissions on the item, in the order in which they came."""
    query = (
        select(tries.c.document)
        .join(assignments, assignments.c.id == tries.c.assignment_id)
        .where(assignments.c.item_id == item_id, assignments.c.person_id == person_id, tries.c.kind == "submit")
        .order_by(tries.c.position)
    )
    with store.engine.connect() as connection:
        puts = [from_text(Put, document) for document in connection.scalars(query)]
    return [Submitted(number, put.text, put.label, put.answer) for number, put in enumerate(puts, 1)]
