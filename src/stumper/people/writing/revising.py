"""A tossup that was begun is changed in what it asks for, or taken back.

Where it is changed, its text stays, and what machines said is judged anew.
"""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import delete, select, update

from stumper.errors import Refused
from stumper.people.projects.project import Project, locked_project
from stumper.people.writing.asking import Listener, reading
from stumper.people.writing.beginning import Choice, checked, own_tossup
from stumper.people.writing.readings import replace_reading, stale_readings
from stumper.people.writing.tossup import Revision, TossupPayload
from stumper.runs.desk import Superseded
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, changes, drafts, items, readings, tossups
from stumper.store.values import from_text, to_text


def revise_tossup(
    store: Store, project: Project, item_id: str, person_id: str, chosen: Choice, now: float
) -> TossupPayload:
    """The person's tossup asks for this from now on; what it asked for before stands among its revisions.

    BadOption says what is wrong with the choice; Refused where the tossup was submitted; NotThere where there is none.
    """
    own_tossup(store, project, item_id, person_id)
    asks = checked(project.settings, chosen)
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        submitted = select(tossups.c.id).join(assignments, assignments.c.id == tossups.c.assignment_id)
        if connection.scalar(submitted.where(assignments.c.item_id == item_id)) is not None:
            raise Refused("You have submitted this question. To change what it asks for, start a new one from it.")
        text = connection.execute(select(items.c.payload).where(items.c.id == item_id)).scalar_one()
        before = from_text(TossupPayload, text)
        if (before.answer, before.answer_line, before.category) == (asks.answer, asks.answer_line, asks.category):
            return before
        made = Revision(now, before.answer, before.answer_line, before.category)
        after = replace(
            before, answer=asks.answer, answer_line=asks.answer_line, category=asks.category,
            revisions=(*before.revisions, made),
        )  # fmt: skip
        connection.execute(update(items).where(items.c.id == item_id).values(payload=to_text(after)))
    return after


def judge_anew(store: Store, assignment_id: str, listeners: Mapping[str, Listener], revisions: int) -> None:
    """Each reading by these machines is judged by the answer as it stands after so many revisions, the newest first.

    Nothing keeps whoever writes waiting; where somebody else begins the same, or the server stops, the rest is left.
    """
    for number, said in stale_readings(store, assignment_id, revisions):
        listener = listeners.get(said.machine)
        if listener is None or said.fault is not None:
            continue
        try:
            heard, place = listener.hear(said.text, "idle"), listener.place(said.text)
        except (Superseded, Refused):
            return
        if heard.fault is None and place.fault is None:
            made = reading(listener, said.machine, said.text, heard, place, said.changes, said.at, said.highlighted)
            replace_reading(store, assignment_id, number, made)


def discard_tossup(store: Store, project: Project, item_id: str, person_id: str) -> None:
    """The person's tossup is gone, with its draft, its changes and what machines said of it.

    Refused where it was submitted; NotThere where there is none.
    """
    own_tossup(store, project, item_id, person_id)
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        held = connection.scalar(
            select(assignments.c.id)
            .where(assignments.c.item_id == item_id, assignments.c.person_id == person_id)
            .with_for_update()
        )
        if connection.scalar(select(tossups.c.id).where(tossups.c.assignment_id == held)) is not None:
            raise Refused("You have submitted this question, so that it stays in the project.")
        for table in (drafts, changes, readings):
            connection.execute(delete(table).where(table.c.assignment_id == held))
        connection.execute(delete(assignments).where(assignments.c.id == held))
        connection.execute(delete(items).where(items.c.id == item_id))
