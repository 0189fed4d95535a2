"""What goes of somebody's tossups when their account is erased: all but what they submitted."""

from dataclasses import replace

from sqlalchemy import Connection, delete, select, update

from stumper.people.projects.project import Settings
from stumper.people.writing.tossup import TossupPayload, Written
from stumper.store.people_schema import assignments, items, projects, readings, tossups
from stumper.store.values import from_text, to_text


def forget_tossups(connection: Connection, person_id: str) -> None:
    """What machines said of their texts is gone, the texts that they began from, and the reasons that they gave.

    So are the answers of what they never submitted.
    """
    theirs = select(assignments.c.id).where(assignments.c.person_id == person_id)
    connection.execute(delete(readings).where(readings.c.assignment_id.in_(theirs)))
    for row in connection.execute(select(tossups).where(tossups.c.assignment_id.in_(theirs))).all():
        bare = replace(from_text(Written, row.document), reason="")
        connection.execute(update(tossups).where(tossups.c.position == row.position).values(document=to_text(bare)))
    begun = (
        select(items.c.id, items.c.payload, tossups.c.id.label("tossup_id"))
        .join(assignments, assignments.c.item_id == items.c.id)
        .outerjoin(tossups, tossups.c.assignment_id == assignments.c.id)
        .where(
            assignments.c.person_id == person_id, items.c.kind == "write", items.c.project_id.in_(_quizbowl(connection))
        )
    )
    for row in connection.execute(begun).all():
        bare_payload = replace(from_text(TossupPayload, row.payload), text="", revisions=())
        if row.tossup_id is None:
            bare_payload = replace(bare_payload, answer="", answer_line="")
        connection.execute(update(items).where(items.c.id == row.id).values(payload=to_text(bare_payload)))


def _quizbowl(connection: Connection) -> list[str]:
    """The projects in which what is written are tossups."""
    rows = connection.execute(select(projects.c.id, projects.c.settings)).all()
    return [row.id for row in rows if from_text(Settings, row.settings).task == "quizbowl"]
