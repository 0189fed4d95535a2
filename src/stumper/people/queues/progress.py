"""How far the queues of a project are, altogether and person by person."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, case, func, select, union_all

from stumper.people.projects.project import KINDS, Kind
from stumper.people.projects.taken_back import is_asked, is_kept
from stumper.people.queues.places import (
    ASSIGNED,
    EVERYBODY,
    KIND,
    NOW,
    PERSON,
    PRACTICE,
    PROJECT,
    examples_seen,
    has_room,
    is_held,
    is_set_aside,
    open_to,
    takes_place,
)
from stumper.people.queues.queue import IDLE
from stumper.store import Store
from stumper.store.people_schema import PRESSED, assignments, exclusions, items, people, tossups, tries

COLUMNS = [items.c.kind, items.c.id]
HELD = [assignments.c[name] for name in ("person_id", "state", "spent", "seen")]


@dataclass(frozen=True, slots=True)
class PersonProgress:
    """What one person has done in a queue; ``seen`` is the last sign of life, ``spent`` seconds at work, of
    writing until now.

    ``submissions`` are the texts that they submitted, of other work than writing none; what was taken back is not among
    them.
    """

    person_id: str
    name: str
    done: int
    leased: int
    expired: int  # begun and left: another may have got the place
    spent: float
    seen: float
    submissions: int = 0


@dataclass(frozen=True, slots=True)
class QueueProgress:
    """How far a queue is; ``complete`` items have all they need: they are decided, or every place is done.

    ``places`` is None where whoever wants may do every item; such an item is complete once somebody has done it.
    ``untouched`` items have been begun by nobody. Of writing, ``submissions`` have come in, on so many items
    (``submitted``).
    """

    kind: Kind
    items: int
    decided: int
    complete: int
    untouched: int
    places: int | None
    done: int
    leased: int
    expired: int
    people: tuple[PersonProgress, ...]
    submissions: int = 0
    submitted: int = 0


@dataclass(frozen=True, slots=True)
class OwnProgress:
    """What somebody has done in a queue, and how many items more could be handed to them."""

    done: int
    left: int


def progress(store: Store, project_id: str, now: float) -> list[QueueProgress]:
    """Each queue of the project that holds anything, in the order of the kinds."""
    of_items: Select[Any] = select(*COLUMNS, items.c.places, items.c.decided)
    of_places: Select[Any] = (
        select(*COLUMNS, people.c.name, *HELD, takes_place(now).label("takes"))
        .select_from(ASSIGNED
                     .join(people, people.c.id == assignments.c.person_id))
        .order_by(assignments.c.position)
    )  # fmt: skip
    counted = (items.c.project_id == project_id) & (items.c.topic != PRACTICE) & is_asked() & items.c.gold.is_(None)
    rows: dict[str, list[Row[Any]]] = {kind: [] for kind in KINDS}
    held: dict[str, list[Row[Any]]] = {kind: [] for kind in KINDS}
    with store.engine.connect() as connection:
        for row in connection.execute(of_items.where(counted)):
            rows[row.kind].append(row)
        for row in connection.execute(of_places.where(counted, assignments.c.state != "looked")):
            held[row.kind].append(row)
        made = {"write": _submissions(connection, project_id)}
    return [_queue(kind, rows[kind], held[kind], made.get(kind, ()), now) for kind in KINDS if rows[kind]]


def own_progress(store: Store, project_id: str, kind: Kind, person_id: str, now: float) -> OwnProgress:
    """What the person has done in a queue, and what is left for them: begun, or with a free place."""
    asked = {"project_id": project_id, "kind": kind, "person_id": person_id, "now": now}
    with store.engine.connect() as connection:
        done, begun = connection.execute(_OWN, asked).one()
        if is_set_aside(connection, project_id, person_id):
            return OwnProgress(done, 0)
        if kind != "answer":
            return OwnProgress(done, begun + connection.execute(_FREE, asked).scalar_one())
        topics = set(connection.scalars(_FREE_TOPICS, asked))
        if topics:
            topics -= examples_seen(connection, project_id, person_id)
        return OwnProgress(done, begun + len(topics))


# Statements that are made once, as making them takes longer than to ask them: whoever works asks twice for each piece.
# How many items of a queue somebody has done, and how many they have begun and can go on with:
_IS_BEGUN = (assignments.c.state == "leased") & ~items.c.decided & (is_held(NOW) | has_room(NOW))
_OWN = (
    select(func.count(case((assignments.c.state == "done", 1))), func.count(case((_IS_BEGUN, 1))))
    .select_from(ASSIGNED)
    .where(items.c.project_id == PROJECT, items.c.kind == KIND, assignments.c.person_id == PERSON)
    .where(items.c.topic != PRACTICE, is_asked())
)
_IS_FREE = open_to(PROJECT, KIND, PERSON, NOW) & (items.c.topic != PRACTICE)
_FREE_TOPICS = select(items.c.topic).where(_IS_FREE).distinct()
_FREE = select(func.count(items.c.topic.distinct())).where(_IS_FREE)


def is_stuck(store: Store, project_id: str, kind: Kind, person_ids: Sequence[str], now: float) -> bool:
    """Whether there is work in the queue that none of these people can be handed."""
    in_queue = (items.c.project_id == project_id) & (items.c.kind == kind) & (items.c.topic != PRACTICE)
    in_queue &= items.c.gold.is_(None) & is_asked()
    held = ASSIGNED
    theirs = assignments.c.person_id.in_(person_ids)
    begun = (assignments.c.state == "leased") & (is_held(now) | has_room(now))
    barring = items.join(exclusions, exclusions.c.item_id == items.c.id)
    of_them = exclusions.c.person_id.in_(person_ids)
    with store.engine.connect() as connection:
        free = connection.execute(
            select(items.c.id, items.c.topic).where(in_queue, ~items.c.decided, has_room(now))
        ).all()
        going_on = select(items.c.id).select_from(held).where(in_queue, ~items.c.decided, theirs, begun)
        if not free or connection.scalar(going_on.limit(1)) is not None:
            return False
        begun_by = select(assignments.c.person_id, items.c.topic).select_from(held).where(in_queue, theirs)
        topics = begun_by.where(assignments.c.state != "looked")
        barred = (
            select(exclusions.c.person_id, items.c.id).select_from(barring).where(in_queue, ~items.c.decided, of_them)
        )
        had, excluded = ({*map(tuple, connection.execute(query))} for query in (topics, barred))
    return all(
        (person_id, topic) in had or (person_id, id) in excluded for id, topic in free for person_id in person_ids
    )


def _submissions(connection: Connection, project_id: str) -> list[Row[Any]]:
    """The item and the author of each text that was submitted and not taken back."""
    of = [assignments.c.item_id, assignments.c.person_id]
    changed = (
        select(*of)
        .select_from(PRESSED)
        .where(items.c.project_id == project_id, tries.c.instance_id.is_not(None))
        .where(is_kept(tries.c.perturbation_id, project_id))
    )
    composed = (
        select(*of)
        .join(tossups, tossups.c.assignment_id == assignments.c.id)
        .where(tossups.c.project_id == project_id, is_kept(tossups.c.id, project_id))
    )
    return list(connection.execute(union_all(changed, composed)))


def _queue(
    kind: Kind, rows: Sequence[Row[Any]], held: Sequence[Row[Any]], made: Sequence[Row[Any]], now: float
) -> QueueProgress:
    done_of = Counter(row.id for row in held if row.state == "done")
    touched = {row.id for row in held}
    states = Counter(map(_state, held))
    complete = sum(row.decided or done_of[row.id] >= (1 if row.places >= EVERYBODY else row.places) for row in rows)
    is_bounded = all(row.places < EVERYBODY for row in rows)
    return QueueProgress(
        kind=kind,
        items=len(rows),
        decided=sum(row.decided for row in rows),
        complete=complete,
        untouched=sum(row.id not in touched for row in rows),
        places=sum(row.places for row in rows) if is_bounded else None,
        done=states["done"],
        leased=states["leased"],
        expired=states["expired"],
        people=_people(held, Counter(row.person_id for row in made), now),
        submissions=len(made),
        submitted=len({row.item_id for row in made}),
    )


def _people(held: Sequence[Row[Any]], made: Mapping[str, int], now: float) -> tuple[PersonProgress, ...]:
    """In the order in which they began."""
    grouped: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in held:
        grouped[row.person_id].append(row)
    return tuple(_person(rows, made.get(id, 0), now) for id, rows in grouped.items())


def _person(rows: Sequence[Row[Any]], submissions: int, now: float) -> PersonProgress:
    states = Counter(map(_state, rows))
    return PersonProgress(
        person_id=rows[0].person_id,
        name=rows[0].name,
        done=states["done"],
        leased=states["leased"],
        expired=states["expired"],
        spent=sum(row.spent + _since(row, now) for row in rows),
        seen=max(row.seen for row in rows),
        submissions=submissions,
    )


def _since(row: Row[Any], now: float) -> float:
    """The seconds since the last sign of life that count as work, of a text in somebody's hands; attempts are told with
    them, too."""
    return min(max(0.0, now - row.seen), IDLE) if row.kind == "write" and row.state == "leased" else 0.0


def _state(row: Row[Any]) -> str:
    return "expired" if row.state == "leased" and not row.takes else str(row.state)
