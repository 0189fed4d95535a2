"""Attacks that a project's moderators have ordered: each is counted first, and carried out once somebody starts it.

A process of its own does it, which outlives the page and the server. The store has all of it: what is wanted, how far
it is, what became of it. A project has one process at a time; what else is wanted waits in a line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.material import at_least_one
from stumper.people.accounts.secrets import new_id
from stumper.people.attacking.choices import attack_named
from stumper.people.attacking.systems import Means
from stumper.people.projects import processes
from stumper.people.projects.project import Project, check_open, has_work, locked_project, project
from stumper.runs.again import TWICE
from stumper.store import Store
from stumper.store.connection import row_of, rows_of, writing
from stumper.store.people_schema import machine_attacks as table
from stumper.store.values import from_text, to_text

State = Literal["waiting", "running", "counted", "stopping", "stopped", "done", "failed"]
Stage = Literal["count", "attack"]
AT_ONCE = 2  # of all projects of a store
SIGN = 1.0  # seconds between signs of life of the process
LOST = 60.0  # seconds without one after which the process is taken for ended
MOST_ORDERS = 50  # of a project, until some are deleted
MOST_BEGINNINGS = 3  # of one that nobody starts again, as a process may have been killed for what it takes
MOST_EXAMPLES, MOST_QUERIES, MOST_SEED = 1_000_000, 1_000_000, 999_999_999
PROCESS = "stumper.people.attacking.process"


@dataclass(frozen=True, slots=True)
class Wanted:
    """An attack with its options, on ``limit`` examples drawn by the ``seed`` (None: all).

    ``victim`` is the project's model that is attacked, "" where no model is asked: then the sentences that the attack
    makes go to people who mend them. ``budget`` is the most that the model is asked about one example. What is made is
    put to the project's ``others``, too, and a sample of it before judges (``judged``), where that is wanted.
    """

    adversary: str
    victim: str = ""
    options: tuple[tuple[str, str], ...] = ()
    limit: int | None = None
    seed: int = 1
    budget: int | None = None
    judged: bool = False
    others: bool = False

    @property
    def is_mended(self) -> bool:
        """Whether people mend what is made, and no model is asked."""
        return not self.victim


@dataclass(frozen=True, slots=True)
class Counted:
    """What the model would be asked: so many distinct ``queries``, counted on ``on`` of ``of`` examples.

    Of an attack that searches by what it is answered they are the most that there can be, None without a bound.
    ``tokens`` and ``cost`` (in dollars) are the most there can be, with what is asked ``twice``: so many originals are
    asked a second time where the model may answer otherwise. None where nobody knows.
    """

    queries: int | None
    on: int
    of: int
    is_search: bool = False
    tokens: int | None = None
    cost: float | None = None
    twice: int = 0

    @property
    def most_of_another(self) -> int | None:
        """The most that another model is asked: the originals, what was made of them, and some originals a second time,
        as it may answer otherwise. None where nothing bounds what a search makes."""
        return None if self.queries is None else self.queries + min(self.of, TWICE)


@dataclass(frozen=True, slots=True)
class Met:
    """What a model met, as a report counts it: it was ``fooled`` by so many of the texts (``of``) that it had right and
    of which something was ``made`` and asked."""

    model: str
    fooled: int
    of: int
    made: bool


@dataclass(frozen=True, slots=True)
class Course:
    """How far it is: ``done`` of ``total`` pieces of work, ``began`` of them when this process began, ``seconds`` ago.

    ``model`` is the one that is asked now; ``fooled`` counts what fooled it or one before it, ``queries`` what was
    asked of all. ``run_ids`` are the runs that have come to their end, with ``tried`` attempts in all, and ``met`` says
    how each went; it is empty where an earlier version carried it out. ``added`` is how
    many pieces of work for people came of it, None where none were wanted. ``beginnings`` is how often a process began
    with it, ``since`` how often it had when somebody started it last; ``fault`` says why it failed.
    """

    stage: Stage = "count"
    beginnings: int = 0
    since: int = 0
    done: int = 0
    total: int = 0
    began: int = 0
    seconds: float = 0.0
    model: str = ""
    fooled: int = 0
    queries: int = 0
    run_ids: tuple[str, ...] = ()
    tried: int = 0
    added: int | None = None
    counted: Counted | None = None
    fault: str = ""
    met: tuple[Met, ...] = ()

    @property
    def rate(self) -> float:
        """Pieces of work a second since this process began; 0 where nothing is done yet."""
        return (self.done - self.began) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """By how long it took so far; None where that says nothing yet."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None


@dataclass(frozen=True, slots=True)
class Order:
    """An attack that was ordered; ``alive`` is the last sign of life of the process."""

    id: str
    project_id: str
    made_by: str
    state: State
    wanted: Wanted
    course: Course
    created: float
    alive: float

    def is_lost(self, now: float) -> bool:
        """Its process has ended without a word: the machine was switched off, or it was killed."""
        return self.state in ("running", "stopping") and now - self.alive > LOST


def order(store: Store, means: Means, project: Project, wanted: Wanted, person_id: str, now: float) -> Order:
    """It is counted from now on; where no model is asked, it is carried out.

    NotThere where the task has no such attack, BadOption where it cannot be meant so, Refused where the project is
    closed, has no such model or work, or too many attacks.
    """
    check_open(project)
    _check(project, wanted)
    processes.check_others_reach(store)
    id, course = new_id(), Course(stage="attack" if wanted.is_mended else "count")
    with writing(store.engine) as connection:
        locked_project(connection, project.id)
        there = select(func.count()).select_from(table).where(table.c.project_id == project.id)
        if connection.execute(there).scalar_one() >= MOST_ORDERS:
            raise Refused(
                f"A project keeps at most {MOST_ORDERS} attacks. Delete some that are over; their results stay."
            )
        connection.execute(insert(table).values(
            id=id, project_id=project.id, made_by=person_id, state="waiting", wanted=to_text(wanted),
            document=to_text(course), created=now, alive=now,
        ))  # fmt: skip
    go_on(store, means, project.id, now)
    return found_order(store, project.id, id)


def start(store: Store, means: Means, project_id: str, id: str, now: float) -> None:
    """What was counted is carried out; what was stopped, failed or lost goes on. It waits where another is at work."""
    check_open(project(store, project_id))
    found = found_order(store, project_id, id)
    if found.state in ("done", "waiting") or (found.state in ("running", "stopping") and not found.is_lost(now)):
        raise Refused("It is at work, in the line, or done already.")
    stage: Stage = "attack" if found.state == "counted" else found.course.stage
    course = replace(found.course, stage=stage, since=found.course.beginnings, fault="")
    _change(store, found, "waiting", course, now)
    go_on(store, means, project_id, now)


def stop(store: Store, means: Means, project_id: str, id: str, now: float) -> None:
    """Its process ends as soon as it can; what waits, or has none any more, is stopped at once. What is done stays."""
    found = found_order(store, project_id, id)
    if found.state == "waiting" or found.is_lost(now):
        _change(store, found, "stopped", found.course, now)
    elif found.state == "running":
        with writing(store.engine) as connection:  # whatever the process has said of it since
            running = (table.c.id == id) & (table.c.state == "running")
            connection.execute(update(table).where(running).values(state="stopping"))
    go_on(store, means, project_id, now)


def forget(store: Store, project_id: str, id: str, now: float) -> None:
    """It is off the list; the runs that it made stay. Refused while it is at work."""
    found = found_order(store, project_id, id)
    if found.state in ("running", "stopping") and not found.is_lost(now):
        raise Refused("It is at work. Stop it first.")
    with writing(store.engine) as connection:
        connection.execute(delete(table).where(table.c.id == id, table.c.state == found.state))


def go_on(store: Store, means: Means, project_id: str, now: float) -> None:
    """The first in the project's line is at work, where there is room; whoever asks for it at the same time."""
    with writing(store.engine) as connection:
        locked_project(connection, project_id)
        if _goes_on_in(connection, project_id, now) or _is_full(connection, now):
            return
        found = _next(connection, project_id, now)
        if found is None:
            return
        after = _begun(found)
        values = {"state": after[0], "document": to_text(after[1]), "alive": now}
        connection.execute(update(table).where(table.c.id == found.id).values(**values))
    if after[0] == "running":
        start_process(means, found.id)
    else:
        go_on(store, means, project_id, now)


def go_on_with_all(store: Store, means: Means, now: float) -> None:
    """In each project the first in the line is at work, as far as there is room, the oldest first.

    A server asks for this as it starts, and each process as it ends.
    """
    query = select(table.c.project_id, func.min(table.c.created)).where(_stands_still(now)).group_by(table.c.project_id)
    found = rows_of(store.engine, query)
    for project_id, _ in sorted(found, key=lambda row: row[1]):
        go_on(store, means, project_id, now)


def orders(store: Store, project_id: str) -> Sequence[Order]:
    """Those of a project, the newest first."""
    query = select(table).where(table.c.project_id == project_id).order_by(table.c.created.desc(), table.c.id)
    return [_order(row) for row in rows_of(store.engine, query)]


def found_order(store: Store, project_id: str, id: str) -> Order:
    """The one of this project; NotThere."""
    row = row_of(store.engine, select(table).where(table.c.id == id, table.c.project_id == project_id))
    if row is None:
        raise NotThere("There is no such attack in this project.")
    return _order(row)


def start_process(means: Means, id: str) -> None:
    """A process of its own carries it out from now on."""
    processes.begin(PROCESS, id, to_text(means))


def _check(project: Project, wanted: Wanted) -> None:
    found = attack_named(project.settings.task, wanted.adversary)
    found.options(dict(wanted.options))
    at_least_one("limit", wanted.limit)
    at_least_one("budget", wanted.budget)
    for name, value, most in (
        ("number of examples", wanted.limit, MOST_EXAMPLES),
        ("number of questions", wanted.budget, MOST_QUERIES),
        ("seed", wanted.seed, MOST_SEED),
    ):
        if value is not None and value > most:
            raise BadOption(f"The {name} is at most {most:,}, not {value:,}.")
    if not wanted.is_mended:
        if wanted.victim not in project.settings.victims:
            raise BadOption("Choose one of the project's models, which its settings name.")
        return
    if not found.mendable:
        raise BadOption(f"What the attack {found.name!r} makes cannot be mended. Choose a model that it is to attack.")
    if "fix" not in project.settings.kinds or not has_work(project.settings, "fix"):
        raise Refused("Nobody mends sentences in this project. Add that work in its settings first.")


def _begun(found: Order) -> tuple[State, Course]:
    """What is next of one whose turn it is."""
    course = found.course
    if course.beginnings - course.since >= MOST_BEGINNINGS:
        return "failed", replace(course, fault=ENDED.format(n=MOST_BEGINNINGS))
    return "running", Course(course.stage, course.beginnings + 1, course.since, counted=course.counted)


ENDED = "Its process was ended {n} times, perhaps as it took more memory than there is. What was done is kept."


def _change(store: Store, found: Order, state: State, course: Course, now: float) -> None:
    """The order is so from now on, unless something has become of it meanwhile."""
    unchanged = (table.c.id == found.id) & (table.c.state == found.state) & (table.c.alive == found.alive)
    with writing(store.engine) as connection:
        values = {"state": state, "document": to_text(course), "alive": now}
        connection.execute(update(table).where(unchanged).values(**values))


def _next(connection: Connection, project_id: str, now: float) -> Order | None:
    """What was lost comes first, then the line in its order."""
    query = select(table).where(table.c.project_id == project_id, _stands_still(now))
    rows = connection.execute(query.order_by(table.c.state, table.c.alive, table.c.created, table.c.id)).all()
    return _order(rows[0]) if rows else None


def _stands_still(now: float) -> ColumnElement[bool]:
    """Whether one waits, or its process was lost while nobody had stopped it."""
    return or_(table.c.state == "waiting", and_(table.c.state == "running", table.c.alive <= now - LOST))


def _goes_on(now: float) -> ColumnElement[bool]:
    return table.c.state.in_(("running", "stopping")) & (table.c.alive > now - LOST)


def _goes_on_in(connection: Connection, project_id: str, now: float) -> bool:
    of_project = select(table.c.id).where(table.c.project_id == project_id, _goes_on(now))
    return connection.execute(of_project.limit(1)).first() is not None


def _is_full(connection: Connection, now: float) -> bool:
    return connection.execute(select(func.count()).select_from(table).where(_goes_on(now))).scalar_one() >= AT_ONCE


def _order(row: Row[Any]) -> Order:
    wanted, course = from_text(Wanted, row.wanted), from_text(Course, row.document)
    return Order(row.id, row.project_id, row.made_by, row.state, wanted, course, row.created, row.alive)
