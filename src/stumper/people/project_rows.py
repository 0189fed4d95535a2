"""A project as its row has it, and its lock: whoever decides about places of a project's items takes it first."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, select

from stumper.errors import NotThere, Refused
from stumper.people.values import FOLLOWS, Kind, Project, Settings
from stumper.store.people_schema import projects
from stumper.store.values import from_text
from stumper.victims.address import without_password


def project_of(row: Row[Any]) -> Project:
    """The project of a row of all of the table's columns; its victims as servers call them, which show no password."""
    settings = from_text(Settings, row.settings)
    shown = replace(settings, victims=tuple(map(without_password, settings.victims)))
    return Project(row.id, row.name, shown, row.fingerprint, row.created, row.closed)


def locked_project(connection: Connection, project_id: str) -> Project:
    """The project, and until the transaction ends nobody else decides about places in it; NotThere.

    SQLite has no such lock and needs none: a transaction that writes is alone there.
    """
    query = select(projects).where(projects.c.id == project_id).with_for_update(key_share=True)
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
