"""The places of items: who holds one, whether one is free, and who is not asked."""

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Double,
    FromClause,
    Row,
    ScalarSelect,
    String,
    and_,
    bindparam,
    func,
    or_,
    select,
)

from stumper.errors import NotThere
from stumper.people.projects.taken_back import is_asked
from stumper.people.queues.item import Assignment, Item, Work
from stumper.store.connection import insert_once
from stumper.store.people_schema import assignments, exclusions, items, set_aside

Text = str | BindParameter[str]  # a value, or its place in a statement that is made once
Time = float | BindParameter[float]
PRACTICE = ""  # the topic of an item that counts for nothing and is never handed out by chance
SET_BACK = 3600.0  # seconds from which on a sign of life in the future is one from before the clock was set back
EVERYBODY = 1_000_000  # the places of an item that whoever wants may do
ITEM = [items.c[name] for name in Item.__slots__]
ASSIGNMENT = [assignments.c[name].label(f"assignment_{name}") for name in Assignment.__slots__]
# Made once, as making them takes longer than most queries of which they are a part.
ASSIGNED = items.join(assignments, assignments.c.item_id == items.c.id)
WORKS = select(*ITEM, *ASSIGNMENT).select_from(ASSIGNED).order_by(assignments.c.position)
# What a statement that is made once is asked of.
PROJECT, KIND, PERSON = (bindparam(name, type_=String) for name in ("project_id", "kind", "person_id"))
NOW: BindParameter[float] = bindparam("now", type_=Double)
_WORK = WORKS.where(assignments.c.id == bindparam("assignment_id"), assignments.c.person_id == PERSON)
_HELD, _HAD = assignments.alias("held"), items.alias("had")
_TAKEN = select(func.count()).select_from(_HELD).where(_HELD.c.item_id == items.c.id)
_TOPICS = select(_HAD.c.topic).join(assignments, assignments.c.item_id == _HAD.c.id)


def work_of(row: Row[Any]) -> Work:
    """The item and the assignment of a row of ITEM and ASSIGNMENT."""
    return Work(item_of(row), assignment_of(row))


def item_of(row: Row[Any]) -> Item:
    """The item of a row that has ITEM."""
    return Item(*(getattr(row, name) for name in Item.__slots__))


def assignment_of(row: Row[Any]) -> Assignment:
    """The assignment of a row that has ASSIGNMENT."""
    return Assignment(*(getattr(row, f"assignment_{name}") for name in Assignment.__slots__))


def work_in(connection: Connection, assignment_id: str, person_id: str) -> Work:
    """The person's work under this id; NotThere where there is none of theirs."""
    row = connection.execute(_WORK, {"assignment_id": assignment_id, "person_id": person_id}).one_or_none()
    if row is None:
        raise NotThere("There is no such work in your hands.")
    return work_of(row)


def taken(now: Time) -> ScalarSelect[Any]:
    """How many places of the item at hand are taken: by those who are done, and by leases that have not expired."""
    return _TAKEN.where(takes_place(now, _HELD)).correlate(items).scalar_subquery()


def has_room(now: Time) -> ColumnElement[bool]:
    """Whether the item at hand has a free place."""
    return or_(items.c.places >= EVERYBODY, taken(now) < items.c.places)  # the first saves counting the second


def takes_place(now: Time, held: FromClause = assignments) -> ColumnElement[bool]:
    """Whether an assignment, a row of the table or of an alias of it, takes a place at this time."""
    return or_(held.c.state == "done", is_held(now, held))


def is_held(now: Time, held: FromClause = assignments) -> ColumnElement[bool]:
    """Whether an assignment has a lease that has not expired; one that began in the future has."""
    return and_(held.c.state == "leased", held.c.expires > now, held.c.seen <= now + SET_BACK)


def holds(assignment: Assignment, now: float) -> bool:
    """What ``is_held`` says, of an assignment that has been read."""
    return assignment.state == "leased" and assignment.expires > now and assignment.seen <= now + SET_BACK


def has_place(connection: Connection, item_id: str, now: float) -> bool:
    """Whether the item has a free place."""
    query = select(items.c.id).where(items.c.id == item_id, has_room(now))
    return connection.scalar(query) is not None


def keeps_place(connection: Connection, work: Work, now: float) -> bool:
    """Whether the work's place is still its own: the lease has not expired, or nobody has taken the place since."""
    return work.assignment.state == "done" or holds(work.assignment, now) or has_place(connection, work.item.id, now)


def open_to(project_id: Text, kind: Text, person_id: Text, now: Time) -> ColumnElement[bool]:
    """Whether an item of this queue could be handed to the person, who has had none of its topic."""
    return and_(fresh_to(project_id, kind, person_id), has_room(now))


def fresh_to(project_id: Text, kind: Text, person_id: Text, is_gold: bool = False) -> ColumnElement[bool]:
    """Whether an item of this queue could be handed to the person, were there a place; one that is gold, or is not."""
    topics = _TOPICS.where(
        assignments.c.person_id == person_id, _HAD.c.project_id == project_id, _HAD.c.kind == kind,
        assignments.c.state != "looked",
    )  # fmt: skip
    barred = select(exclusions.c.item_id).where(exclusions.c.person_id == person_id)
    fresh = and_(items.c.id.not_in(barred), items.c.topic.not_in(topics))
    in_queue = and_(items.c.project_id == project_id, items.c.kind == kind, ~items.c.decided, is_asked())
    known = items.c.gold.is_not(None) if is_gold else items.c.gold.is_(None)
    return and_(in_queue, known, fresh)


def is_set_aside(connection: Connection, project_id: str, person_id: str) -> bool:
    """Whether a moderator has decided that what the person does in the project counts for nothing."""
    theirs = (set_aside.c.project_id == project_id) & (set_aside.c.person_id == person_id)
    query = select(set_aside.c.position).where(theirs, set_aside.c.undone.is_(None))
    return connection.scalar(query) is not None


def asides_in(connection: Connection, project_id: str) -> list[int]:
    """How many decisions to set somebody aside there are in the project, and how many of them were undone."""
    query = select(func.count(), func.count(set_aside.c.undone)).where(set_aside.c.project_id == project_id)
    return list(connection.execute(query).one())


def exclude(connection: Connection, item_ids: Iterable[str], person_ids: Collection[str]) -> None:
    """None of these people is handed one of these items from now on."""
    pairs = sorted((item_id, person_id) for item_id in item_ids for person_id in person_ids)
    rows = [{"item_id": item_id, "person_id": person_id} for item_id, person_id in pairs]
    if rows:
        connection.execute(insert_once(exclusions, connection.dialect.name), rows)


def excluded_from(connection: Connection, item_id: str) -> set[str]:
    """Who must not be handed the item."""
    return set(connection.scalars(select(exclusions.c.person_id).where(exclusions.c.item_id == item_id)))


def examples_seen(connection: Connection, project_id: str, person_id: str) -> set[str]:
    """The ids of the examples whose right answers the person has been shown at other work of this project."""
    shown = (
        select(items.c.example_id)
        .join(assignments, assignments.c.item_id == items.c.id)
        .where(items.c.project_id == project_id, items.c.kind != "answer", assignments.c.person_id == person_id)
        .where(items.c.example_id.is_not(None))
    )
    return set(connection.scalars(shown))
