"""What somebody is writing, saved as they type: the newest text, and every change that led to it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from stumper.store import Store
from stumper.store import people_schema as schema
from stumper.store.connection import insert_once, insert_or_replace, values_of, writing
from stumper.store.values import from_text, to_text
from stumper.text import shared_beginning


@dataclass(frozen=True, slots=True)
class Document:
    """What is written: the text and, of a claim, its label as stated."""

    text: str
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """The ``number``-th change, from 1: ``removed`` stood at the character ``start``, ``inserted`` took its place.

    ``at`` is the clock of whoever typed.
    """

    number: int
    at: float
    start: int
    removed: str
    inserted: str


@dataclass(frozen=True, slots=True)
class Draft:
    """The newest document, and the number of the last change that led to it; revisions count from 1."""

    revision: int
    document: Document
    saved: float
    changes: int


@dataclass(frozen=True, slots=True)
class Saved:
    """The draft as the store has it; ``is_newest`` says whether it is what was sent, or a newer one that stands."""

    draft: Draft
    is_newest: bool


def save_draft(
    store: Store,
    assignment_id: str,
    original: str,
    revision: int,
    document: Document,
    changes: Sequence[Change],
    now: float,
) -> Saved:
    """The document is the draft and its changes are recorded, once each, where it was made from the newest revision.

    ``revision`` is the one that it was made from, 0 before the first; ``original`` the text before any change. Sent
    again it changes nothing. Where the changes do not lead from the draft before to this text, one that does is
    recorded in their place or after them, so that the log always replays to the draft.
    """
    with writing(store.engine) as connection:
        table = schema.assignments
        connection.execute(select(table.c.id).where(table.c.id == assignment_id).with_for_update())
        before = _draft(connection, assignment_id) or Draft(0, Document(original), now, 0)
        if before.revision != revision:
            return Saved(before, before.revision == revision + 1 and before.document == document)
        made = _leading(before, document.text, changes, now)
        after = Draft(revision + 1, document, now, made[-1].number if made else before.changes)
        _record(connection, assignment_id, after, made)
    return Saved(after, True)


def draft(store: Store, assignment_id: str) -> Draft | None:
    """The newest draft; None before the first."""
    with store.engine.connect() as connection:
        return _draft(connection, assignment_id)


def changes(store: Store, assignment_id: str) -> list[Change]:
    """Every recorded change, in order."""
    table = schema.changes
    query = select(table.c.document).where(table.c.assignment_id == assignment_id).order_by(table.c.number)
    return [from_text(Change, document) for document in values_of(store.engine, query)]


def replayed(original: str, made: Iterable[Change]) -> str | None:
    """The text that the changes lead to; None where one of them removes what does not stand there."""
    text = original
    for change in made:
        end = change.start + len(change.removed)
        if text[change.start : end] != change.removed or change.start > len(text):
            return None
        text = text[: change.start] + change.inserted + text[end:]
    return text


def _leading(before: Draft, text: str, sent: Sequence[Change], now: float) -> list[Change]:
    """The changes that are new, and what is missing between them and the text."""
    new = {change.number: change for change in sent if change.number > before.changes}
    made = [new[number] for number in sorted(new)]
    reached = replayed(before.document.text, made)
    if reached is None:
        made, reached = [], before.document.text
    if reached != text:
        last = made[-1].number if made else before.changes
        made.append(_jump(last + 1, now, reached, text))
    return made


def _jump(number: int, now: float, before: str, after: str) -> Change:
    """The one change from a text to another, without what they begin and end with alike."""
    head = shared_beginning(before, after)
    tail = shared_beginning(before[head:][::-1], after[head:][::-1])
    return Change(number, now, head, before[head : len(before) - tail], after[head : len(after) - tail])


def _record(connection: Connection, assignment_id: str, after: Draft, made: Sequence[Change]) -> None:
    dialect = connection.dialect.name
    values = {"revision": after.revision, "document": to_text(after.document), "saved": after.saved}
    replaced = insert_or_replace(schema.drafts, dialect, key=("assignment_id",))
    connection.execute(replaced, {"assignment_id": assignment_id, **values})
    if made:
        rows = [
            {"assignment_id": assignment_id, "number": change.number, "at": change.at, "document": to_text(change)}
            for change in made
        ]
        connection.execute(insert_once(schema.changes, dialect), rows)


def _draft(connection: Connection, assignment_id: str) -> Draft | None:
    table, log = schema.drafts, schema.changes
    query = select(table.c.revision, table.c.document, table.c.saved).where(table.c.assignment_id == assignment_id)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    last = connection.scalar(select(func.max(log.c.number)).where(log.c.assignment_id == assignment_id))
    return Draft(row.revision, from_text(Document, row.document), row.saved, last or 0)
