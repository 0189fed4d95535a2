"""What machines said of a tossup as it was written, kept in order: what its replay shows."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection, func, select, update

from stumper.people.writing.tossup import Reading
from stumper.store import Store
from stumper.store.connection import insert_or_replace, rows_of, value_of, values_of, writing
from stumper.store.people_schema import assignments, changes, people, readings
from stumper.store.values import from_text, to_text

NEWEST = 64  # readings among which the last of a machine is looked for
MOST_READINGS = 3_000  # readings of one tossup: whoever writes for days still has a log of bounded size


def record_reading(store: Store, assignment_id: str, reading: Reading, now: float) -> None:
    """The reading is the last in the log; in the place of the last one where that is of the same machine and text, or
    of the same failure. It is dropped where the tossup was discarded or its author erased meanwhile,
    or where it stands there as judged by a later answer."""
    with writing(store.engine) as connection:
        if not _is_held(connection, assignment_id):
            return
        number, before = _last(connection, assignment_id, reading.machine)
        if before is not None and before.text == reading.text and before.revisions > reading.revisions:
            return
        if before is None or before.fault != reading.fault:
            number = _count(connection, assignment_id) + 1
        elif before.text == reading.text:
            reading = replace(reading, at=before.at)
        elif reading.fault is None:
            number = _count(connection, assignment_id) + 1
        if number <= MOST_READINGS:
            row = {"assignment_id": assignment_id, "number": number, "at": now, "document": to_text(reading)}
            key = ("assignment_id", "number")
            connection.execute(insert_or_replace(readings, connection.dialect.name, key=key), row)


def readings_of(store: Store, assignment_id: str) -> list[Reading]:
    """All readings of a tossup, in order."""
    query = select(readings.c.document).where(readings.c.assignment_id == assignment_id).order_by(readings.c.number)
    return [from_text(Reading, document) for document in values_of(store.engine, query)]


def readings_by_assignment(store: Store, assignment_ids: Sequence[str]) -> dict[str, list[Reading]]:
    """The same of several."""
    query = select(readings.c.assignment_id, readings.c.document).where(readings.c.assignment_id.in_(assignment_ids))
    found: dict[str, list[Reading]] = {id: [] for id in assignment_ids}
    with store.engine.connect() as connection:
        for id, document in connection.execute(query.order_by(readings.c.assignment_id, readings.c.number)):
            found[id].append(from_text(Reading, document))
    return found


def stale_readings(store: Store, assignment_id: str, revisions: int) -> list[tuple[int, Reading]]:
    """What is judged by an answer before this revision, the newest first, each with its number in the log."""
    query = select(readings.c.number, readings.c.document).where(readings.c.assignment_id == assignment_id)
    rows = rows_of(store.engine, query.order_by(readings.c.number.desc()))
    found = [(row.number, from_text(Reading, row.document)) for row in rows]
    return [(number, reading) for number, reading in found if reading.revisions < revisions]


def replace_reading(store: Store, assignment_id: str, number: int, reading: Reading) -> None:
    """The reading stands in the place of the one with this number, if that is of its text and of an answer before."""
    at = (readings.c.assignment_id == assignment_id, readings.c.number == number)
    with writing(store.engine) as connection:
        if not _is_held(connection, assignment_id):
            return
        document = connection.scalar(select(readings.c.document).where(*at))
        before = None if document is None else from_text(Reading, document)
        if before is not None and before.text == reading.text and before.revisions < reading.revisions:
            connection.execute(update(readings).where(*at).values(document=to_text(reading)))


def changes_by_then(store: Store, assignment_id: str) -> int:
    """The number of the last change that is recorded."""
    query = select(func.max(changes.c.number)).where(changes.c.assignment_id == assignment_id)
    return value_of(store.engine, query) or 0


def _is_held(connection: Connection, assignment_id: str) -> bool:
    """Whether it is there, and its author; until the end of the transaction nobody else writes into its log."""
    theirs = select(assignments.c.id).join(people, people.c.id == assignments.c.person_id)
    there = theirs.where(assignments.c.id == assignment_id, people.c.erased.is_(None))
    return connection.scalar(there.with_for_update(of=assignments)) is not None


def _last(connection: Connection, assignment_id: str, machine: str) -> tuple[int, Reading | None]:
    """The newest reading of the machine, among the newest of all."""
    query = select(readings.c.number, readings.c.document).where(readings.c.assignment_id == assignment_id)
    for number, document in connection.execute(query.order_by(readings.c.number.desc()).limit(NEWEST)):
        reading = from_text(Reading, document)
        if reading.machine == machine:
            return number, reading
    return 0, None


def _count(connection: Connection, assignment_id: str) -> int:
    query = select(func.max(readings.c.number)).where(readings.c.assignment_id == assignment_id)
    return connection.scalar(query) or 0
