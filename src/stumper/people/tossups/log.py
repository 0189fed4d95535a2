"""What machines said of a tossup as it was written, kept in order: what its replay shows."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from stumper.people.tossups.values import Reading
from stumper.store import Store
from stumper.store.connection import insert_or_replace, writing
from stumper.store.people_schema import assignments, changes, readings
from stumper.store.values import from_text, to_text

NEWEST = 64  # readings among which the last of a machine is looked for
MOST = 3_000  # readings of one tossup: whoever writes for days still has a log of bounded size


def record_reading(store: Store, assignment_id: str, reading: Reading, now: float) -> None:
    """The reading is the last in the log; in the place of the last one where that is of the same machine and text."""
    with writing(store.engine) as connection:
        # Whoever writes the next number has seen the one before.
        connection.execute(select(assignments.c.id).where(assignments.c.id == assignment_id).with_for_update())
        number, before = _last(connection, assignment_id, reading.machine)
        if before is None or (before.text, before.fault) != (reading.text, reading.fault):
            number = _count(connection, assignment_id) + 1
        if number <= MOST:
            row = {"assignment_id": assignment_id, "number": number, "at": now, "document": to_text(reading)}
            key = ("assignment_id", "number")
            connection.execute(insert_or_replace(readings, connection.dialect.name, key=key), row)


def readings_of(store: Store, assignment_id: str) -> list[Reading]:
    """All readings of a tossup, in order."""
    query = select(readings.c.document).where(readings.c.assignment_id == assignment_id).order_by(readings.c.number)
    with store.engine.connect() as connection:
        return [from_text(Reading, document) for document in connection.scalars(query)]


def readings_by_assignment(store: Store, assignment_ids: Sequence[str]) -> dict[str, list[Reading]]:
    """The same of several."""
    query = select(readings.c.assignment_id, readings.c.document).where(readings.c.assignment_id.in_(assignment_ids))
    found: dict[str, list[Reading]] = {id: [] for id in assignment_ids}
    with store.engine.connect() as connection:
        for id, document in connection.execute(query.order_by(readings.c.assignment_id, readings.c.number)):
            found[id].append(from_text(Reading, document))
    return found


def changes_by_then(store: Store, assignment_id: str) -> int:
    """The number of the last change that is recorded."""
    query = select(func.max(changes.c.number)).where(changes.c.assignment_id == assignment_id)
    with store.engine.connect() as connection:
        return connection.scalar(query) or 0


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
