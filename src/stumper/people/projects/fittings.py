"""Guessers fitted on tossups that people uploaded: in a process of its own, which outlives the page and the server.

The store has all of it: what is to be fitted, how far it is, what became of it, and the guesser itself, which any
server on the store opens.
"""

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import Any, Literal

from sqlalchemy import Row, delete, func, insert, select, update

from stumper.errors import NotThere, Refused
from stumper.people.accounts.secrets import new_id
from stumper.people.projects.project import check_open, project
from stumper.people.projects.uploads import upload_name
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.people_schema import fittings as table
from stumper.store.values import from_text, to_text
from stumper.victims.guessing.making import Standing

State = Literal["running", "done", "failed"]
PREFIX = "fitted:"  # of the name under which projects have a guesser that was fitted here
AT_ONCE = 2  # fittings of all projects of a store
SIGN = 2.0  # seconds between signs of life of the process
LOST = 60.0  # seconds without one after which the process is taken for ended
MOST_BEGINNINGS = 3  # of one fitting, as a process may have been killed for what it takes
PROCESS = "stumper.people.projects.fitting_process"
STORE = "STUMPER_FITTING_STORE"  # in the environment, as an address of a store may hold a password


@dataclass(frozen=True, slots=True)
class Course:
    """How far a fitting is: ``share`` of the work in ``seconds``; in the end its ``standing``, or the ``fault``.

    ``beginnings`` is how often a process began with it.
    """

    share: float = 0.0
    seconds: float = 0.0
    beginnings: int = 0
    standing: Standing | None = None
    fault: str = ""


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
        return f"{PREFIX}{self.id[:12]}"

    def is_lost(self, now: float) -> bool:
        """Its process has ended without a word: the machine was switched off, or it was killed."""
        return self.state == "running" and now - self.alive > LOST

    @property
    def seconds_left(self) -> float | None:
        """By how long it took so far; None where that says nothing yet."""
        course = self.course
        return course.seconds * (1 - course.share) / course.share if course.share >= FIRST_GUESS else None


FIRST_GUESS = 0.02  # of the work, after which one may say how long the rest takes


def begin_fitting(store: Store, project_id: str, upload_id: str, person_id: str, now: float) -> Fitting:
    """A process fits a guesser on the tossups of a file of the project's from now on.

    NotThere where the project has no such file; Refused where it is closed, where it has a fitting under way, or where
    there are too many in the store.
    """
    check_open(project(store, project_id))
    upload_name(store, upload_id, project_id)
    _check_there_is_a_disk(store)
    id = new_id()
    with writing(store.engine) as connection:
        going_on = (table.c.state == "running") & (table.c.alive > now - LOST)
        of_project = connection.scalar(
            select(func.count()).select_from(table).where(going_on, table.c.project_id == project_id)
        )
        if of_project:
            raise Refused("A guesser is being fitted in this project already. Wait until it is done.")
        if connection.execute(select(func.count()).select_from(table).where(going_on)).scalar_one() >= AT_ONCE:
            raise Refused("Guessers are being fitted in other projects here. Come again in a few minutes.")
        connection.execute(insert(table).values(
            id=id, project_id=project_id, upload_id=upload_id, made_by=person_id, state="running",
            document=to_text(Course(beginnings=1)), created=now, alive=now,
        ))  # fmt: skip
    start_process(store, id)
    return fitting(store, project_id, id)


def go_on(store: Store, project_id: str, id: str, now: float) -> None:
    """A fitting whose process was lost is begun again, once, whoever asks for it at the same time; or it has failed."""
    lost = fitting(store, project_id, id)
    if not lost.is_lost(now):
        return
    course = lost.course
    is_last = course.beginnings >= MOST_BEGINNINGS
    after = (
        {"state": "failed", "document": to_text(replace(course, fault=ENDED.format(n=course.beginnings)))}
        if is_last
        else {"document": to_text(Course(beginnings=course.beginnings + 1))}
    )
    with writing(store.engine) as connection:
        unchanged = (table.c.id == id) & (table.c.alive == lost.alive) & (table.c.state == "running")
        is_mine = connection.execute(update(table).where(unchanged).values(**after, alive=now)).rowcount == 1
    if is_mine and not is_last:
        start_process(store, id)


ENDED = "Its process was ended {n} times, perhaps as it took more memory than there is. Send fewer tossups."


def go_on_with_all(store: Store, now: float) -> None:
    """Every fitting whose process was lost goes on; a server asks for this as it starts."""
    query = select(table.c.project_id, table.c.id).where(table.c.state == "running", table.c.alive < now - LOST)
    with store.engine.connect() as connection:
        lost = connection.execute(query).all()
    for project_id, id in lost:
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
    with store.engine.connect() as connection:
        return [_fitting(row) for row in connection.execute(query)]


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
    with store.engine.connect() as connection:
        data: bytes | None = connection.scalar(query)
    return data


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
    """A process of its own, that ends with neither the page nor the server, fits it from now on."""
    environment = {**os.environ, STORE: store.url, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-m", PROCESS, id], env=environment, stdin=quiet, stdout=quiet, stderr=quiet,
        start_new_session=True,
    )  # fmt: skip
    Thread(target=process.wait, name="fitting", daemon=True).start()  # so that the system may forget it


def _check_there_is_a_disk(store: Store) -> None:
    if store.is_private:
        raise Refused("This server keeps everything in memory, where no other process reaches it. Serve with --store.")


WITHOUT_DATA = [column for column in table.c if column.name != "data"]


def _fitting(row: Row[Any]) -> Fitting:
    course = from_text(Course, row.document)
    return Fitting(row.id, row.project_id, row.upload_id, row.made_by, row.state, course, row.created, row.alive)
