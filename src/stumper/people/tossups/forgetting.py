"""What goes of somebody's tossups when their account is erased: all but what they submitted."""

from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from stumper.people.tossups.values import TossupPayload, Written
from stumper.store.people_schema import assignments, items, readings, tossups
from stumper.store.values import from_text, to_text


def forget_tossups(connection: Connection, person_id: str) -> None:
    """What machines said of their texts is gone, and texts that they began from, and the reasons that they gave."""
    theirs = select(assignments.c.id).where(assignments.c.person_id == person_id)
    connection.execute(delete(readings).where(readings.c.assignment_id.in_(theirs)))
    for row in connection.execute(select(tossups).where(tossups.c.assignment_id.in_(theirs))).all():
        bare = replace(from_text(Written, row.document), reason="")
        connection.execute(update(tossups).where(tossups.c.position == row.position).values(document=to_text(bare)))
    begun = (
        select(items.c.id, items.c.payload)
        .join(assignments, assignments.c.item_id == items.c.id)
        .where(assignments.c.person_id == person_id, items.c.kind == "write")
    )
    for row in connection.execute(begun).all():
        if '"answer_line"' in row.payload:  # of a tossup; other items hold nobody's text
            bare_payload = replace(from_text(TossupPayload, row.payload), text="")
            connection.execute(update(items).where(items.c.id == row.id).values(payload=to_text(bare_payload)))
