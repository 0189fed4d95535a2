"""What was rejected or withdrawn in a project: no figure, no file and no queue has it."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, ScalarSelect, Select, false, func, or_, select

from stumper.people.projects.project import Project
from stumper.store import Store
from stumper.store.connection import rows_of, value_of, values_of
from stumper.store.people_schema import acts, items, made

KEPT = "kept"  # the standing of what nobody has taken back


def taken_back_in(project_id: str | ScalarSelect[Any]) -> Select[Any]:
    """Selects the ids of what was rejected or withdrawn in the project: tossups' own, else those of perturbations."""
    return select(made.c.id).where(made.c.project_id == project_id, made.c.standing != KEPT)


def is_kept(id: ColumnElement[Any], project_id: str | ScalarSelect[Any]) -> ColumnElement[bool]:
    """Whether what a row is about counts in the project, as it was not taken back; what has no id does."""
    return or_(id.is_(None), id.not_in(taken_back_in(project_id)))


def taken_back(store: Store, project: Project) -> frozenset[str]:
    """The ids of what was rejected or withdrawn in the project, and of perturbations that a tossup of these makes."""
    query = select(made.c.id, made.c.perturbation_id).where(made.c.project_id == project.id, made.c.standing != KEPT)
    return frozenset(id for row in rows_of(store.engine, query) for id in row if id is not None)


def acts_in(store: Store, project: Project) -> int:
    """A number that is another as soon as anybody has taken something back, or changed what stands of it."""
    query = select(func.coalesce(func.max(acts.c.position), 0)).where(acts.c.project_id == project.id)
    return int(value_of(store.engine, query))


def is_asked() -> ColumnElement[bool]:
    """Whether the item at hand is about something that counts."""
    return items.c.taken_back == false()


def is_taken_back(connection: Connection, item_id: str) -> bool:
    """Whether what the item is about was taken back."""
    return bool(connection.scalar(select(items.c.taken_back).where(items.c.id == item_id)))


def taken_back_items(store: Store, project: Project, kind: str) -> frozenset[str]:
    """The ids of the items of this kind that are about what was taken back."""
    query = select(items.c.id).where(items.c.project_id == project.id, items.c.kind == kind, ~is_asked())
    return frozenset(values_of(store.engine, query))
