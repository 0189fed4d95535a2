"""Work that somebody puts into queues, and how much of it was not there before."""

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from stumper.errors import Refused
from stumper.people.projects.project_rows import check_open, locked_project
from stumper.people.queues.queue import NewItem, add_items
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import items


def add_work(store: Store, project_id: str, new: Sequence[NewItem], now: float) -> int:
    """The items are in their queues, once each; how many were not there.

    Refused in a closed project, and in one that has no work of the kind.
    """
    with writing(store.engine) as connection:
        project = locked_project(connection, project_id)
        check_open(project)
        if lacking := {item.kind for item in new} - {*project.settings.kinds}:
            raise Refused(
                f"The project {project.name!r} has no work of the kind {min(lacking)!r}. Add it in its settings."
            )
        before = _items(connection, project_id)
        add_items(connection, project_id, new, now)
        return _items(connection, project_id) - before


def _items(connection: Connection, project_id: str) -> int:
    query = select(func.count()).select_from(items).where(items.c.project_id == project_id)
    return connection.execute(query).scalar_one()
