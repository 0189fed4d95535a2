"""A project as its row has it, and its lock: whoever decides about places of a project's items takes it first."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, select, update

from stumper.errors import NotThere, Refused
from stumper.people.projects.project import FOLLOWS, Kind, Project, Settings
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import projects as table
from stumper.store.values import from_text
from stumper.victims.address import without_password


def project(store: Store, id: str) -> Project:
    """The project of this id; NotThere."""
    with store.engine.connect() as connection:
        row = connection.execute(select(table).where(table.c.id == id)).one_or_none()
    if row is None:
        raise no_project()
    return project_of(row)


def projects(store: Store) -> list[Project]:
    """Every project, the newest first."""
    query = select(table).order_by(table.c.created.desc(), table.c.id)
    with store.engine.connect() as connection:
        return [project_of(row) for row in connection.execute(query)]


def project_of(row: Row[Any]) -> Project:
    """The project of a row of all of the table's columns; its victims as servers call them, which show no password."""
    settings = from_text(Settings, row.settings)
    shown = replace(settings, victims=tuple(map(without_password, settings.victims)))
    return Project(row.id, row.name, shown, row.fingerprint, row.created, row.closed)


def locked_project(connection: Connection, project_id: str) -> Project:
    """The project, and until the transaction ends nobody else decides about places in it; NotThere.

    SQLite has no such lock and needs none: a transaction that writes is alone there.
    """
    query = select(table).where(table.c.id == project_id).with_for_update(key_share=True)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise no_project()
    return project_of(row)


def check_open(project: Project) -> None:
    """Nothing; Refused where the project is closed."""
    if project.closed is not None:
        raise Refused(f"The project {project.name!r} is closed: no more work is handed out in it.")


def check_handed_out(project: Project, kind: Kind) -> None:
    """Nothing; Refused where the project is closed, or no longer has work of this kind."""
    check_open(project)
    if not {kind, FOLLOWS.get(kind)} & {*project.settings.kinds}:
        raise Refused(f"The project {project.name!r} no longer has work of this kind.")


def no_project() -> NotThere:
    """What is said of a project that does not exist or is not for whoever asks."""
    return NotThere("There is no such project here.")


def close_project(store: Store, id: str, now: float) -> None:
    """No more work is handed out; what is in hands can still be brought to its end."""
    _close(store, id, now)


def reopen_project(store: Store, id: str) -> None:
    """Work is handed out again."""
    _close(store, id, None)


def _close(store: Store, id: str, closed: float | None) -> None:
    with writing(store.engine) as connection:
        locked_project(connection, id)
        connection.execute(update(table).where(table.c.id == id).values(closed=closed))
