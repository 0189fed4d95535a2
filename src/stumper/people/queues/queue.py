"""Who does what next: items are handed out, held by a lease and answered once; a place is never given twice.

Whatever decides about places first locks the project (``locked_project``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Select, and_, bindparam, delete, func, insert, select, update

from stumper.errors import NotThere, Refused
from stumper.identity import content_id
from stumper.people.projects.project import Kind, Project, check_handed_out, check_open, composes, locked_project
from stumper.people.projects.taken_back import is_asked
from stumper.people.queues.item import Assignment, Item, State, Work
from stumper.people.queues.places import (
    ASSIGNED,
    ASSIGNMENT,
    ITEM,
    KIND,
    NOW,
    PERSON,
    PRACTICE,
    PROJECT,
    SET_BACK,
    WORKS,
    assignment_of,
    fresh_to,
    holds,
    is_set_aside,
    item_of,
    keeps_place,
    open_to,
    work_in,
    work_of,
)
from stumper.store import Store
from stumper.store.connection import chunks, insert_once, insert_or_replace, rows_of, writing
from stumper.store.people_schema import assignments, exclusions, items, responses

IDLE = 15.0  # seconds without a sign of life that still count as work
PAUSE = 1.0  # seconds after a sign of life in which another one changes nothing in the store
UNDO = 10.0  # seconds in which a page offers to take a response back
ON_ITS_WAY = 5.0  # seconds that the response and the request to take it back may be under way


@dataclass(frozen=True, slots=True)
class NewItem:
    """Work for ``places`` people, none of them among the ``excluded``; ``payload`` is JSON of the kind's dataclass.

    ``key`` tells it apart from others of its kind in the project. It shows the right answers of the example
    ``example_id``, is ``author_id``'s own, and made of ``made_of``; None where there is none.
    """

    kind: Kind
    topic: str
    payload: str
    places: int
    excluded: tuple[str, ...] = ()
    key: str = field(kw_only=True)
    example_id: str | None = None
    author_id: str | None = None
    made_of: str | None = None
    gold: str | None = None


def add_items(connection: Connection, project_id: str, new: Sequence[NewItem], now: float) -> list[str]:
    """The items are in their queues, once each, whoever adds them again; their ids, in order.

    An item that is there already keeps its places, and takes further exclusions. The project is locked from here on.
    """
    locked_project(connection, project_id)
    keys = [(item.kind, item.key) for item in new]
    rows = [
        {"id": content_id(project_id, *key), "project_id": project_id, "kind": item.kind, "topic": item.topic,
         "payload": item.payload, "places": item.places, "decided": False, "created": now, "key": key[1],
         "example_id": item.example_id, "author_id": item.author_id, "made_of": item.made_of, "gold": item.gold}
        for key, item in zip(keys, new, strict=True)
    ]  # fmt: skip
    dialect = connection.dialect.name
    if rows:
        connection.execute(insert_once(items, dialect), rows)
    known = _ids(connection, project_id, keys)
    ids = [known[key] for key in keys]
    excluded = sorted({(id, person) for id, item in zip(ids, new, strict=True) for person in item.excluded})
    if excluded:
        values = [{"item_id": id, "person_id": person} for id, person in excluded]
        connection.execute(insert_once(exclusions, dialect), values)
    return ids


def _ids(connection: Connection, project_id: str, keys: Sequence[tuple[Kind, str]]) -> dict[tuple[Kind, str], str]:
    """The ids of the items of a project that have these keys, by kind and key."""
    found: dict[tuple[Kind, str], str] = {}
    for kind in {kind for kind, _ in keys}:
        of_kind = select(items.c.key, items.c.id).where(items.c.project_id == project_id, items.c.kind == kind)
        for chunk in chunks([key for other, key in keys if other == kind]):
            found |= {(kind, row.key): row.id for row in connection.execute(of_kind.where(items.c.key.in_(chunk)))}
    return found


def lease(store: Store, project_id: str, kind: Kind, person_id: str, now: float) -> Work | None:
    """What the person is to do next in this queue, theirs until the lease ends; None where nothing is left for them.

    First what they have begun; else an item with a free place, in an order of chance of their own (writing: in the
    items' order), of a topic that they have not had in this queue. Refused in a closed project and of a kind that the
    project no longer has, but for what is begun.
    """
    with writing(store.engine) as connection:
        project = locked_project(connection, project_id)
        if begun := _begun(connection, project_id, kind, person_id, now):
            return _renewed(connection, project, begun, now)
        check_handed_out(project, kind)
        chosen = _next(connection, project, kind, person_id, now)
        if chosen is None:
            return None
        return _given(connection, project, chosen, person_id, now)


def lease_item(store: Store, item_id: str, person_id: str, now: float, is_looking: bool = False) -> Work:
    """This item in the person's hands: begun, gone on with, or opened again; Refused where it has no place for them.

    What they have responded to comes back as it was left, as does, to who only looks, what they have finished. What
    they have not begun takes no place while they look: ``touch`` begins it.
    """
    with writing(store.engine) as connection:
        project_id = connection.scalar(select(items.c.project_id).where(items.c.id == item_id))
        if project_id is None:
            raise NotThere("There is no such piece of work here.")
        project = locked_project(connection, project_id)
        theirs = WORKS.where(items.c.id == item_id, assignments.c.person_id == person_id)
        row = connection.execute(theirs).one_or_none()
        if row is not None and row.assignment_state != "looked":
            found = work_of(row)
            if _responded(connection, found) or (is_looking and found.assignment.state == "done"):
                return found
            _check_counts(connection, project_id, person_id)
            if found.assignment.state != "leased":
                check_handed_out(project, found.item.kind)
            if not keeps_place(connection, found, now):
                raise _gone()
            return _renewed(connection, project, found, now)
        is_only_seen = is_looking and not composes(project.settings)  # what one composes, one begins by adding it
        return _taken(connection, project, item_id, person_id, now, "looked" if is_only_seen else "leased")


def work(store: Store, assignment_id: str, person_id: str) -> Work:
    """What is in the person's hands under this id; NotThere where it is not theirs."""
    with store.engine.connect() as connection:
        return work_in(connection, assignment_id, person_id)


def touch(store: Store, assignment_id: str, person_id: str, now: float) -> Work:
    """The person is at work: the lease begins anew, the time since the last sign of life counts, 15 s at most.

    What they only looked at is begun, and its time starts; Refused where its last place has gone meanwhile. A lease
    that has expired goes on where its place is still free; else Refused, as is what was released. What is done stays
    as it is.
    """
    found = work(store, assignment_id, person_id)
    if found.assignment.state == "done":
        return found
    if holds(found.assignment, now) and now - found.assignment.seen < PAUSE:
        return replace(found, assignment=_seen(found.assignment, now))
    with writing(store.engine) as connection:
        project = locked_project(connection, found.item.project_id)
        found = work_in(connection, assignment_id, person_id)
        if found.assignment.state == "done":
            return found
        if found.assignment.state == "released":  # a page's last sign of life may come late
            raise Refused("You left this one to others. Take the next.")
        if found.assignment.state == "looked":
            return _taken(connection, project, found.item.id, person_id, now, "leased")
        if not keeps_place(connection, found, now):
            raise _gone()
        seen = _seen(found.assignment, now)
        return _kept(connection, found, replace(seen, state="leased", expires=now + project.settings.lease))


def respond(
    store: Store,
    assignment_id: str,
    person_id: str,
    document: str,
    now: float,
    then: Callable[[Connection, Work], None],
    turn: int | None = None,
) -> bool:
    """The response is recorded and the work done; False, and nothing changed, where there was a response before.

    ``then`` follows in the same transaction, with the project locked. It is called of a decided item, too, whose
    ``decided`` tells it. After the lease has expired the response is taken where the place is still free; else Refused,
    as is one to another ``turn`` than the work is in: a request that comes twice does not bring back what was taken
    back in between. None: to the work as it is.
    """
    project_id = work(store, assignment_id, person_id).item.project_id
    with writing(store.engine) as connection:
        locked_project(connection, project_id)
        found = work_in(connection, assignment_id, person_id)
        if _responded(connection, found):
            return False
        if turn not in (None, found.assignment.turn):
            raise Refused("You took this back after it was sent. Look at it again, then send it.")
        _check_counts(connection, project_id, person_id)
        if not keeps_place(connection, found, now):
            raise _gone()
        done = replace(_seen(found.assignment, now), state="done", ended=now)
        values = {"assignment_id": assignment_id, "at": now, "document": document}
        connection.execute(insert(responses).values(values))
        then(connection, _kept(connection, found, done))
        return True


def undo(
    store: Store, assignment_id: str, person_id: str, now: float, then: Callable[[Connection, Work, str], None]
) -> bool:
    """The response is gone and the work is in the person's hands again; False where there is none to take back.

    ``then`` takes back what followed from the response, whose document it is given, in the same transaction; what it
    raises leaves all as it was. Refused after ``UNDO`` seconds by this server's clock, and ``ON_ITS_WAY`` more; in a
    closed project; and where a moderator has set aside what the person does.
    """
    project_id = work(store, assignment_id, person_id).item.project_id
    theirs = responses.c.assignment_id == assignment_id
    with writing(store.engine) as connection:
        project = locked_project(connection, project_id)
        found = work_in(connection, assignment_id, person_id)
        _check_counts(connection, project_id, person_id)
        row = connection.execute(select(responses.c.at, responses.c.document).where(theirs)).one_or_none()
        if row is None:
            return False
        check_open(project)
        if now - row.at > UNDO + ON_ITS_WAY:
            raise Refused(f"What you send can be taken back for {UNDO:.0f} seconds. This counts now.")
        connection.execute(delete(responses).where(theirs))
        lasting = now + project.settings.lease
        turn = found.assignment.turn + 1
        again = replace(found.assignment, state="leased", seen=now, expires=lasting, ended=None, turn=turn)
        then(connection, _kept(connection, found, again), row.document)
        return True


def finish(store: Store, assignment_id: str, person_id: str, now: float) -> None:
    """The work is done without a response; nothing, where its place has gone to another meanwhile."""
    _end(store, assignment_id, person_id, now, "done")


def finish_within(connection: Connection, assignment_id: str, person_id: str, now: float) -> None:
    """The same in a transaction that has locked the project."""
    _end_within(connection, assignment_id, person_id, now, "done")


def release(store: Store, assignment_id: str, person_id: str, now: float) -> None:
    """The place is free for another; what is done stays so. The person is not handed this item by chance again."""
    _end(store, assignment_id, person_id, now, "released")


def decide(connection: Connection, item_id: str) -> None:
    """Nobody more is asked; who holds the item may still respond."""
    connection.execute(update(items).where(items.c.id == item_id).values(decided=True))


def items_for(
    store: Store, project_id: str, person_id: str, kind: Kind = "write", is_own: bool = False
) -> list[tuple[Item, Assignment | None]]:
    """The items of a queue in their order, each with what the person has made of it.

    Without those that they have not begun and are excluded from, or that are decided; ``is_own``: only what is theirs.
    """
    theirs = and_(assignments.c.item_id == items.c.id, assignments.c.person_id == person_id)
    barred = select(exclusions.c.item_id).where(exclusions.c.person_id == person_id)
    query = (
        select(*ITEM, *ASSIGNMENT)
        .select_from(items.outerjoin(assignments, theirs))
        .where(items.c.project_id == project_id, items.c.kind == kind)
        .where(assignments.c.id.is_not(None) | (items.c.id.not_in(barred) & ~items.c.decided))
        .order_by(items.c.position)
    )
    rows = rows_of(store.engine, query.where(items.c.author_id == person_id) if is_own else query)
    return [(item_of(row), None if row.assignment_id is None else assignment_of(row)) for row in rows]


def add_work(store: Store, project_id: str, new: Sequence[NewItem], now: float) -> int:
    """The items are in their queues, once each; how many were not there.

    Refused in a closed project, and in one that has no work of the kind.
    """
    with writing(store.engine) as connection:
        check_takes(locked_project(connection, project_id), new)
        before = _items(connection, project_id)
        add_items(connection, project_id, new, now)
        return _items(connection, project_id) - before


def check_takes(project: Project, new: Iterable[NewItem]) -> None:
    """Nothing; Refused where the project is closed, or has no work of the kind of one of the items."""
    check_open(project)
    if lacking := {item.kind for item in new} - {*project.settings.kinds}:
        raise Refused(f"The project {project.name!r} has no work of the kind {min(lacking)!r}. Add it in its settings.")


def has_gold_next(connection: Connection, project: Project, kind: Kind, person_id: str) -> bool:
    """Whether what the person is handed next is gold, of which there is some for them."""
    if not _is_golds_turn(project, kind, person_id, _had(connection, project.id, kind, person_id)):
        return False
    asked = {"project_id": project.id, "kind": kind, "person_id": person_id}
    return connection.scalar(_GOLD, asked) is not None


def _had(connection: Connection, project_id: str, kind: Kind, person_id: str) -> int:
    """How many items of the queue the person was handed."""
    in_queue = (items.c.project_id == project_id) & (items.c.kind == kind) & (assignments.c.person_id == person_id)
    had = select(func.count()).select_from(ASSIGNED).where(in_queue)
    return connection.execute(had).scalar_one()


def _next(connection: Connection, project: Project, kind: Kind, person_id: str, now: float) -> str | None:
    """The item that the person is to do next, whoever else is at work; ids are hashes, so any place among them is as
    good as chance. Gold is mixed in while there is other work; whoever was set aside is handed nothing."""
    project_id = project.id
    if is_set_aside(connection, project_id, person_id):
        return None
    asked = {"project_id": project_id, "kind": kind, "person_id": person_id, "now": now}
    if kind == "write":
        return connection.scalar(_FREE.order_by(items.c.position), asked)
    had = _had(connection, project_id, kind, person_id)
    asked |= {"place": content_id(person_id, had)}
    chosen = _at(connection, _FREE_IN_ORDER, asked)
    if chosen is not None and _is_golds_turn(project, kind, person_id, had):
        return _at(connection, _GOLD_IN_ORDER, asked) or chosen
    return chosen


def _is_golds_turn(project: Project, kind: Kind, person_id: str, had: int) -> bool:
    """Whether somebody who had so many pieces is to be handed gold: once in so many as the project's rate says, at a
    place among these that chance decides."""
    if not project.settings.gold_rate:
        return False
    stretch = max(1, round(1 / project.settings.gold_rate))
    number, place = divmod(had, stretch)
    return int(content_id(person_id, kind, "gold", number)[:8], 16) % stretch == place


# An item with a place for somebody, and a piece of gold that they have not had; by chance from a place on, and of all.
# They are made once, as making them takes longer than to ask them.
_FREE = select(items.c.id).where(open_to(PROJECT, KIND, PERSON, NOW), items.c.topic != PRACTICE).limit(1)
_GOLD = select(items.c.id).where(fresh_to(PROJECT, KIND, PERSON, is_gold=True)).limit(1)
_FROM_PLACE = items.c.id >= bindparam("place")
_FREE_IN_ORDER, _GOLD_IN_ORDER = (
    (one.order_by(items.c.id).where(_FROM_PLACE), one.order_by(items.c.id)) for one in (_FREE, _GOLD)
)


def _at(connection: Connection, in_order: tuple[Select[Any], Select[Any]], asked: Mapping[str, object]) -> str | None:
    """The first of the items from this place on, or else of all."""
    from_place, of_all = in_order
    chosen: str | None = connection.scalar(from_place, asked) or connection.scalar(of_all, asked)
    return chosen


def _begun(connection: Connection, project_id: str, kind: Kind, person_id: str, now: float) -> Work | None:
    """What the person has begun in this queue and can go on with."""
    barred = select(exclusions.c.item_id).where(exclusions.c.person_id == person_id)
    query = WORKS.where(
        items.c.project_id == project_id,
        items.c.kind == kind,
        items.c.topic != PRACTICE,
        ~items.c.decided,
        is_asked(),
        items.c.id.not_in(barred),
        assignments.c.person_id == person_id,
        assignments.c.state == "leased",
    )
    begun = map(work_of, connection.execute(query).all())
    return next((found for found in begun if keeps_place(connection, found, now)), None)


def _taken(connection: Connection, project: Project, item_id: str, person_id: str, now: float, state: State) -> Work:
    """This very item begun or looked at by the person, who has not begun it; Refused where it is not for them."""
    _check_counts(connection, project.id, person_id)
    [item] = map(item_of, connection.execute(select(*ITEM).where(items.c.id == item_id)))
    check_handed_out(project, item.kind)
    asked = open_to(project.id, item.kind, person_id, now)
    if connection.scalar(select(items.c.id).where(items.c.id == item_id, asked)) is None:
        raise Refused("Others are at work on this one already, or it is not for you. Take the next.")
    return _given(connection, project, item_id, person_id, now, state)


def _given(
    connection: Connection, project: Project, item_id: str, person_id: str, now: float, state: State = "leased"
) -> Work:
    """A place of the item, which has one, is the person's, who has had none of it; or is free still, where they only
    look."""
    expires = now + project.settings.lease
    id = content_id("assignment", item_id, person_id)
    new = Assignment(id, item_id, person_id, state, expires, started=now, seen=now, spent=0.0)
    connection.execute(insert_or_replace(assignments, connection.dialect.name, key=("id",)), asdict(new))
    return work_in(connection, id, person_id)


def _renewed(connection: Connection, project: Project, found: Work, now: float) -> Work:
    """The work in hands again; the time that its person was away does not count.

    But of writing that was not finished it does, as any pause, so that who opens it again and again gains no time.
    """
    before = found.assignment
    is_pause = found.item.kind == "write" and before.state == "leased"
    seen = _seen(before, now) if is_pause else replace(before, seen=now)
    lasting = now + project.settings.lease
    return _kept(connection, found, replace(seen, state="leased", expires=lasting, ended=None))


def _kept(connection: Connection, found: Work, changed: Assignment) -> Work:
    connection.execute(update(assignments).where(assignments.c.id == changed.id).values(asdict(changed)))
    return replace(found, assignment=changed)


def _seen(assignment: Assignment, now: float) -> Assignment:
    """With the time since the last sign of life, which a clock that runs behind does not take back.

    One that was set back is believed: the next sign of life is counted from there on.
    """
    if assignment.seen > now + SET_BACK:
        return replace(assignment, seen=now)
    away = max(0.0, now - assignment.seen)
    return replace(assignment, seen=assignment.seen + away, spent=assignment.spent + min(away, IDLE))


def _end(store: Store, assignment_id: str, person_id: str, now: float, state: str) -> None:
    project_id = work(store, assignment_id, person_id).item.project_id
    with writing(store.engine) as connection:
        locked_project(connection, project_id)
        _end_within(connection, assignment_id, person_id, now, state)


def _end_within(connection: Connection, assignment_id: str, person_id: str, now: float, state: str) -> None:
    found = work_in(connection, assignment_id, person_id)
    is_skipped = found.assignment.state == "looked" and state == "done"
    if not (is_skipped or found.assignment.state == "leased") or not keeps_place(connection, found, now):
        return
    ended = replace(found.assignment if is_skipped else _seen(found.assignment, now), ended=now)
    _kept(connection, found, replace(ended, state="done" if state == "done" else "released"))


def _responded(connection: Connection, found: Work) -> bool:
    query = select(responses.c.assignment_id).where(responses.c.assignment_id == found.assignment.id)
    return connection.scalar(query) is not None


def _check_counts(connection: Connection, project_id: str, person_id: str) -> None:
    """Nothing; Refused where a moderator has set aside what the person does in the project."""
    if is_set_aside(connection, project_id, person_id):
        raise Refused("What you do in this project no longer counts. Ask whoever runs it why.")


def _gone() -> Refused:
    return Refused("You were away for long, and meanwhile this was given to somebody else. Take the next.")


def _items(connection: Connection, project_id: str) -> int:
    query = select(func.count()).select_from(items).where(items.c.project_id == project_id)
    return connection.execute(query).scalar_one()
