"""What somebody sent last, of any kind of work in a project, as they said it."""

from dataclasses import dataclass

from sqlalchemy import select

from stumper.adversaries.reading.addsent.raw_file import Vote
from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.judging_work import AdjudicatePayload, JudgePayload, Opinion
from stumper.people.annotating.tagging import TagPayload, Tags
from stumper.people.annotating.verifying import SentencePayload
from stumper.people.queues.item import Item
from stumper.people.queues.places import ITEM, item_of
from stumper.people.queues.queue import UNDO
from stumper.store import Store
from stumper.store.people_schema import assignments, items, responses, withdrawn
from stumper.store.values import from_text

SHOWN = 10
Payload = SentencePayload | JudgePayload | AdjudicatePayload | AnswerPayload | TagPayload
Said = Fixed | Vote | Opinion | Selected | Tags
KINDS: dict[str, tuple[type[Payload], type[Said]]] = {
    "fix": (SentencePayload, Fixed),
    "verify": (SentencePayload, Vote),
    "judge": (JudgePayload, Opinion),
    "adjudicate": (AdjudicatePayload, Opinion),
    "answer": (AnswerPayload, Selected),
    "tag": (TagPayload, Tags),
}


@dataclass(frozen=True, slots=True)
class Sent:
    """One response: to what, what it says, and when it was sent; ``seconds`` more it can be taken back."""

    assignment_id: str
    item: Item
    payload: Payload
    said: Said
    at: float
    seconds: float


def last_sent(store: Store, project_id: str, person_id: str, now: float, limit: int = SHOWN) -> list[Sent]:
    """The last ``limit`` responses of the person in the project, the newest first.

    Those of somebody whom a moderator has set aside stand there, too, and cannot be taken back.
    """
    found: list[Sent] = []
    with store.engine.connect() as connection:
        for table in (responses, withdrawn):
            query = (
                select(assignments.c.id, table.c.at, table.c.document, *ITEM)
                .join(assignments, assignments.c.item_id == items.c.id)
                .join(table, table.c.assignment_id == assignments.c.id)
                .where(items.c.project_id == project_id, assignments.c.person_id == person_id)
                .where(items.c.kind.in_(KINDS))
                .order_by(table.c.at.desc(), assignments.c.position.desc())
                .limit(limit)
            )
            for row in connection.execute(query).all():
                item, (id, at, document) = item_of(row), row[:3]
                payload, said = KINDS[item.kind]
                left = max(0.0, at + UNDO - now) if table is responses else 0.0
                found.append(Sent(id, item, from_text(payload, item.payload), from_text(said, document), at, left))
    return sorted(found, key=lambda one: -one.at)[:limit]
