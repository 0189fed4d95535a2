"""Adjudicating: where two judges disagree, a moderator sees what both said and settles it with a third vote."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection

from stumper.people.annotating.opinions import Opinion, record_opinion
from stumper.people.queues.item import Work
from stumper.people.queues.queue import NewItem, add_items, respond
from stumper.store import Store
from stumper.store.values import from_text, to_text


@dataclass(frozen=True, slots=True)
class AdjudicatePayload:
    """What was judged, as the judges saw it, and what they said, without their names."""

    perturbation_id: str
    example_id: str
    asked: str
    text: str
    evidence: str
    original: str
    opinions: tuple[Opinion, ...]


def dispute(
    connection: Connection, project_id: str, payload: AdjudicatePayload, barred: Collection[str], now: float
) -> None:
    """A moderator who is not barred is asked, where the judges disagree on any of the three questions."""
    if len({opinion.answers for opinion in payload.opinions}) > 1:
        item = NewItem("adjudicate", payload.perturbation_id, to_text(payload), 1, tuple(sorted(barred)),
                       key=payload.perturbation_id, example_id=payload.example_id)  # fmt: skip
        add_items(connection, project_id, [item], now)


def adjudicate(store: Store, assignment_id: str, person_id: str, opinion: Opinion, now: float) -> bool:
    """The opinion is a third judgement, so that more than half say one thing; False where it was there before."""

    def then(connection: Connection, held: Work) -> None:
        payload = from_text(AdjudicatePayload, held.item.payload)
        record_opinion(connection, payload.perturbation_id, person_id, opinion)

    return respond(store, assignment_id, person_id, to_text(opinion), now, then)
