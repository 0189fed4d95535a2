"""A tossup that was begun by mistake is taken back, as though nobody had begun it."""

from sqlalchemy import delete, select

from stumper.errors import Refused
from stumper.people.projects.project import Project
from stumper.people.projects.project_rows import locked_project
from stumper.people.writing.beginning import own_tossup
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import assignments, changes, drafts, items, readings, tossups


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
