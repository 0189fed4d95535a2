"""Guessers fitted on tossups that people uploaded: in a process of its own, which outlives the page and the server.

The store has all of it: what is to be fitted, how far it is, what became of it, and the guesser itself, which any
server on the store opens.
"""

import io
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from stumper.errors import NotThere, Refused
from stumper.people.accounts.secrets import new_id
from stumper.people.projects import processes
from stumper.people.projects.project import check_open, project
from stumper.people.projects.uploads import upload_name
from stumper.store import Store
from stumper.store.connection import rows_of, value_of, writing
from stumper.store.people_schema import fittings as table
from stumper.store.values import from_text, to_text
from stumper.victims.guessing.kept import kept
from stumper.victims.guessing.making import Standing

State = Literal["waiting", "running", "done", "failed"]
PREFIX = "fitted:"  # of the name under which projects have a guesser that was fitted here
KIND = "ir"  # of the victim that opens what was fitted
AT_ONCE = 2  # fittings of all projects of a store
SIGN = 2.0  # seconds between signs of life of the process
LOST = 60.0  # seconds without one after which the process is taken for ended
KEPT = 10  # guessers of a project that were fitted, or failed to be; older ones that it does not use are removed
MOST_BEGINNINGS = 3  # of one fitting, as a process may have been killed for what it takes
PROCESS = "stumper.people.projects.fitting_process"


@dataclass(frozen=True, slots=True)
class Course:
    """How far a fitting is: ``share`` of the work in ``seconds``; in the end its ``standing``, or the ``fault``.

    ``beginnings`` is how often a process began with it; ``removed`` names the guessers that had to make room for it.
    """

    share: float = 0.0
    seconds: float = 0.0
    beginnings: int = 0
    standing: Standing | None = None
    fault: str = ""
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fitting:
    """A guesser that is fitted, or was; ``alive`` is the last sign of life of the process."""

    id: str
    project_id: str
    upload_id: str
    made_by: str
    state: State
    course: Course
    created: float
    alive: float

    @property
    def name(self) -> str:
        """By which projects name the guesser."""
        return name_of(self.id)

    def is_lost(self, now: float) -> bool:
        """Its process has ended without a word: the machine was switched off, or it was killed."""
        return self.state == "running" and now - self.alive > LOST

    @property
    def seconds_left(self) -> float | None:
        """By how long it took so far; None where that says nothing yet."""
        course = self.course
        return course.seconds * (1 - course.share) / course.share if course.share >= FIRST_GUESS else None


def name_of(id: str) -> str:
    """By which projects name the guesser of a fitting."""
    return f"{PREFIX}{id[:12]}"


FIRST_GUESS = 0.02  # of the work, after which one may say how long the rest takes


def begin_fitting(store: Store, project_id: str, upload_id: str, person_id: str, now: float) -> Fitting:
    """A process fits a guesser on the tossups of a file of the project's from now on.

    NotThere where the project has no such file; Refused where it is closed, where it has a fitting under way, or where
    there are too many in the store.
    """
    check_open(at := project(store, project_id))
    used = at.settings.victims
    upload_name(store, upload_id, project_id)
    processes.check_others_reach(store)
    id = new_id()
    with writing(store.engine) as connection:
        if _has_one(connection, project_id, now):
            raise Refused("A guesser is being fitted in this project already. Wait until it is done.")
        if _is_full(connection, now):
            raise Refused("Guessers are being fitted in other projects here. Come again in a few minutes.")
        removed = _make_room(connection, project_id, used)
        connection.execute(insert(table).values(
            id=id, project_id=project_id, upload_id=upload_id, made_by=person_id, state="running",
            document=to_text(Course(beginnings=1, removed=removed)), created=now, alive=now,
        ))  # fmt: skip
    start_process(store, id)
    return fitting(store, project_id, id)


def go_on(store: Store, project_id: str, id: str, now: float) -> None:
    """A fitting that waits, or whose process was lost, is begun again, once, whoever asks for it at the same time.

    It waits where the project has another under way, or the store too many; it has failed where it was lost too often.
    """
    found = fitting(store, project_id, id)
    if not (found.is_lost(now) or found.state == "waiting"):
        return
    with writing(store.engine) as connection:
        is_blocked = _has_one(connection, project_id, now, but=id) or _is_full(connection, now)
        after = _after(found, is_blocked)
        unchanged = (table.c.id == id) & (table.c.alive == found.alive) & (table.c.state == found.state)
        values = {"state": after[0], "document": to_text(after[1])}
        is_mine = connection.execute(update(table).where(unchanged).values(**values, alive=now)).rowcount == 1
    if is_mine and after[0] == "running":
        start_process(store, id)


def _after(found: Fitting, is_blocked: bool) -> tuple[State, Course]:
    """What a fitting that stands still is next."""
    course = found.course
    if course.beginnings >= MOST_BEGINNINGS:
        return "failed", replace(course, fault=ENDED.format(n=course.beginnings))
    if is_blocked:
        return "waiting", course
    return "running", replace(course, share=0.0, seconds=0.0, beginnings=course.beginnings + 1)


ENDED = "Its process was ended {n} times, perhaps as it took more memory than there is. Send fewer tossups."


def go_on_with_all(store: Store, now: float) -> None:
    """Every fitting that waits, or whose process was lost, goes on as far as there is room, the oldest first.

    A server asks for this as it starts, and each process as it ends.
    """
    is_lost = (table.c.state == "running") & (table.c.alive < now - LOST)
    query = select(table.c.project_id, table.c.id).where(is_lost | (table.c.state == "waiting"))
    still = rows_of(store.engine, query.order_by(table.c.created, table.c.id))
    for project_id, id in still:
        go_on(store, project_id, id, now)


def fitting(store: Store, project_id: str, id: str) -> Fitting:
    """The fitting of this project; NotThere."""
    for one in fittings(store, project_id):
        if one.id == id:
            return one
    raise NotThere("There is no such guesser in this project.")


def fittings(store: Store, project_id: str) -> Sequence[Fitting]:
    """Those of a project, the newest first."""
    query = select(*WITHOUT_DATA).where(table.c.project_id == project_id).order_by(table.c.created.desc(), table.c.id)
    return [_fitting(row) for row in rows_of(store.engine, query)]


def forget_fitting(store: Store, project_id: str, id: str, now: float) -> None:
    """The fitting is gone, and what it made; Refused while it goes on, or where the project still has its guesser."""
    found = fitting(store, project_id, id)
    if found.state == "running" and not found.is_lost(now):
        raise Refused("It is being fitted. Wait until it is done.")
    if found.name in project(store, project_id).settings.victims:
        raise Refused("The project uses this guesser. Take it out of its settings first.")
    with writing(store.engine) as connection:
        connection.execute(delete(table).where(table.c.id == id))


def guesser_data(store: Store, name: str) -> bytes | None:
    """The folder of the guesser that has this name, packed; None where there is none."""
    start = name.removeprefix(PREFIX)
    query = select(table.c.data).where(func.substr(table.c.id, 1, 12) == start, table.c.state == "done")
    data: bytes | None = value_of(store.engine, query)
    return data


def guesser_place(store: Store, name: str) -> Path | None:
    """The folder of the guesser that has this name, in the cache of this machine; None where there is none, or nowhere
    to keep it."""
    if (data := guesser_data(store, name)) is None:
        return None
    return kept(f"guesser-{name.removeprefix(PREFIX)}", lambda folder: unpack(data, folder), lambda folder: folder)


def packed(folder: Path) -> bytes:
    """All files of the folder, as ``unpack`` takes them."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz", compresslevel=1) as archive:
        archive.add(folder, arcname=".")
    return data.getvalue()


def unpack(data: bytes, folder: Path) -> None:
    """The files stand in the folder."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(folder, filter="data")


def start_process(store: Store, id: str) -> None:
    """A process of its own fits it from now on."""
    processes.begin(PROCESS, id, store.url)


def _has_one(connection: Connection, project_id: str, now: float, but: str = "") -> bool:
    """Whether another fitting of the project goes on, or waits."""
    of_project = select(table.c.id).where(table.c.project_id == project_id, table.c.id != but)
    goes_on = _goes_on(now) if but else _goes_on(now) | (table.c.state == "waiting")
    return connection.execute(of_project.where(goes_on).limit(1)).first() is not None


def _is_full(connection: Connection, now: float) -> bool:
    return connection.execute(select(func.count()).select_from(table).where(_goes_on(now))).scalar_one() >= AT_ONCE


def _goes_on(now: float) -> ColumnElement[bool]:
    return (table.c.state == "running") & (table.c.alive > now - LOST)


def _make_room(connection: Connection, project_id: str, used: Sequence[str]) -> tuple[str, ...]:
    """The names of the oldest finished guessers of the project, which are gone, so that it has ``KEPT`` with one more.

    The project's own models stay.
    """
    finished = select(table.c.id).where(table.c.project_id == project_id, table.c.state.in_(("done", "failed")))
    newest_first = connection.scalars(finished.order_by(table.c.created.desc(), table.c.id)).all()
    removed = [id for id in newest_first[KEPT - 1 :] if name_of(id) not in used]
    if removed:
        connection.execute(delete(table).where(table.c.id.in_(removed)))
    return tuple(name_of(id) for id in removed)


WITHOUT_DATA = [column for column in table.c if column.name != "data"]


def _fitting(row: Row[Any]) -> Fitting:
    course = from_text(Course, row.document)
    return Fitting(row.id, row.project_id, row.upload_id, row.made_by, row.state, course, row.created, row.alive)
