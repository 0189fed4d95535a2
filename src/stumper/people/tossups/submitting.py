"""A tossup is submitted: whether it stumps a machine or not, where nothing stands against it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from sqlalchemy import Connection, insert, select

from stumper.errors import Refused
from stumper.identity import content_id
from stumper.people.project_rows import locked_project
from stumper.people.queues import NewItem, add_items, finish_within
from stumper.people.tossups.beginning import ancestors, payload_of
from stumper.people.tossups.evidence import Source
from stumper.people.tossups.filters import Complaint, complaints, limits_of, resembles, vulgar_reason
from stumper.people.tossups.hearing_out import PATIENCE, heard_out
from stumper.people.tossups.listening import Listener
from stumper.people.tossups.log import changes_by_then, readings_of, record_reading
from stumper.people.tossups.near_duplicates import PastQuestions, past_questions, resembling
from stumper.people.tossups.values import Reading, Submitted, TagPayload, Written
from stumper.people.tries import changes_made
from stumper.people.values import Project, Work
from stumper.people.writing_item import spent
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, tossups
from stumper.store.values import from_text, to_text

LONGEST_REASON = 500


@dataclass(frozen=True, slots=True)
class Sent:
    """What was on the page when Submit was pressed; ``key`` is the press's own."""

    key: str
    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it: submitted under an ``id``, or what stands against it."""

    id: str | None
    complaints: tuple[Complaint, ...] = ()


def submit_tossup(
    store: Store,
    project: Project,
    held: Work,
    sent: Sent,
    past: Sequence[PastQuestions],
    now: float,
    listeners: Mapping[str, Listener] = MappingProxyType({}),
) -> Outcome:
    """The text is a tossup of the project, once, whatever is sent again; annotators are asked about it.

    With it is what each machine said of this very text: ``listeners`` that have not read it are asked now. What stands
    against it is said instead; that it resembles another does not, where a reason is given. Refused where this one was
    submitted before with another key: a new one can be started from it.
    """
    text, reason = " ".join(sent.text.split()), " ".join(sent.reason.split())[:LONGEST_REASON]
    if (known := _under(store, held.assignment.id, sent.key)) is not None:
        return Outcome(known)
    but = (held.item.id, *ancestors(store, project, payload_of(held.item)))
    others = submitted_tossups(store, project)
    standing = [
        *complaints(text, limits_of(project.settings), (*past, _to_resemble(others, but)), but),
        *vulgar_reason(reason),
    ]
    if against := [one for one in standing if not (one.can_override and reason)]:
        return Outcome(None, tuple(against))
    said = _said(store, held, text, listeners, now)
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        meanwhile = _to_resemble(_submitted(connection, project, len(others)), but)
        if not reason and (like := resembling(meanwhile, text)) is not None:
            return Outcome(None, (resembles(like),))
        id = _recorded(connection, project, held, replace(sent, text=text, reason=reason), said, now)
        finish_within(connection, held.assignment.id, held.assignment.person_id, now)
    return Outcome(id)


def passages_to_resemble(found: Sequence[Source], original: str) -> PastQuestions:
    """The passages that a machine goes back to, but for those that the author began from: ``original`` is that text."""
    texts = [(source.id, source.text) for source in found]
    return past_questions(one for one in texts if resembling(past_questions([one]), original) is None)


def submitted_tossups(store: Store, project: Project) -> list[Submitted]:
    """All that was submitted in the project, in the order in which it came."""
    with store.engine.connect() as connection:
        return _submitted(connection, project)


def submitted_assignments(store: Store, project: Project) -> frozenset[str]:
    """The assignments of which something was submitted."""
    query = select(tossups.c.assignment_id).where(tossups.c.project_id == project.id)
    with store.engine.connect() as connection:
        return frozenset(connection.scalars(query))


def submitted_from(store: Store, assignment_id: str) -> Written | None:
    """What was submitted of one's work; None where nothing was."""
    query = select(tossups.c.document).where(tossups.c.assignment_id == assignment_id)
    with store.engine.connect() as connection:
        document = connection.scalar(query)
    return None if document is None else from_text(Written, document)


def _submitted(connection: Connection, project: Project, after: int = 0) -> list[Submitted]:
    """All but so many of the first."""
    query = (
        select(tossups, assignments.c.item_id, assignments.c.person_id)
        .join(assignments, assignments.c.id == tossups.c.assignment_id)
        .where(tossups.c.project_id == project.id)
        .order_by(tossups.c.position)
        .offset(after)
    )
    return [
        Submitted(row.id, row.item_id, row.assignment_id, row.person_id, row.at, from_text(Written, row.document))
        for row in connection.execute(query)
    ]


def _to_resemble(others: Sequence[Submitted], but: Sequence[str]) -> PastQuestions:
    return past_questions((one.id, one.written.text) for one in others if one.item_id not in but and one.id not in but)


def _recorded(
    connection: Connection, project: Project, held: Work, sent: Sent, said: tuple[Reading, ...], now: float
) -> str:
    assignment, payload = held.assignment, payload_of(held.item)
    known = select(tossups.c.id, tossups.c.key).where(tossups.c.assignment_id == assignment.id)
    if (row := connection.execute(known).one_or_none()) is not None:
        if row.key == sent.key:
            return str(row.id)
        raise Refused("You have submitted this question already. To change it, start a new one from it.")
    id = content_id("tossup", project.id, held.item.id)[:16]
    written = Written(
        payload.answer, payload.answer_line, payload.category, sent.text, payload.started_from, sent.reason,
        spent(assignment, now), changes_made(connection, assignment.id), said,
    )  # fmt: skip
    values = {"id": id, "project_id": project.id, "assignment_id": assignment.id, "key": sent.key, "at": now}
    connection.execute(insert(tossups).values(**values, document=to_text(written)))
    if "tag" in project.settings.kinds:
        asked = TagPayload(id, sent.text, payload.answer_line, payload.category)
        taggers = project.settings.taggers
        add_items(connection, project.id, [NewItem("tag", id, to_text(asked), taggers, (assignment.person_id,))], now)
    return id


def _under(store: Store, assignment_id: str, key: str) -> str | None:
    query = select(tossups.c.id).where(tossups.c.assignment_id == assignment_id, tossups.c.key == key)
    with store.engine.connect() as connection:
        found: str | None = connection.scalar(query)
    return found


def _said(store: Store, held: Work, text: str, listeners: Mapping[str, Listener], now: float) -> tuple[Reading, ...]:
    """The last reading of this text by each machine; those that have none, or failed, are asked, and it is logged."""
    id = held.assignment.id
    said = {one.machine: one for one in readings_of(store, id) if " ".join(one.text.split()) == text}
    missing = {name: at for name, at in listeners.items() if name not in said or said[name].fault is not None}
    for reading in heard_out(missing, text, changes_by_then(store, id), now, PATIENCE):
        record_reading(store, id, reading, now)
        said[reading.machine] = reading
    return tuple(said.values())
