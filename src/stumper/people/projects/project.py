"""A project: what is decided of it, which settings it can have, its row and its lock.

Times are seconds since 1970, UTC. Whoever decides about places of a project's items takes the lock first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import Connection, Row, select, update

from stumper.errors import BadOption, NotThere, Refused
from stumper.identity import content_id
from stumper.registry import no_desk, task_named, tasks
from stumper.store import Store
from stumper.store.connection import row_of, rows_of, writing
from stumper.store.people_schema import projects as table
from stumper.store.values import from_text
from stumper.types import Query
from stumper.victims.address import without_password
from stumper.writing_desk import Composing, WritingDesk

Kind = Literal["write", "fix", "verify", "judge", "adjudicate", "answer", "tag"]
KINDS: tuple[Kind, ...] = ("write", "fix", "verify", "judge", "adjudicate", "answer", "tag")
FOLLOWS: Mapping[Kind, Kind] = {"verify": "fix", "adjudicate": "judge"}  # work that comes of other work
LEAST = {
    "timer": 10, "items": 1, "authors": 1, "fixers": 1, "verifiers": 1, "sample": 1, "answerers": 1, "lease": 30,
    "characters": 50, "taggers": 1,
}  # fmt: skip
LARGEST_SETTING = 10_000
LONGEST_INSTRUCTIONS = 50_000
NAMES = {
    "timer": "The time for an item, in seconds,",
    "items": "The number of items an author gets",
    "authors": "The number of authors on one item",
    "fixers": "The number of people who mend a sentence",
    "verifiers": "The number of people who check a sentence",
    "sample": "The number of texts to judge from each attack",
    "answerers": "The number of people who answer a question",
    "characters": "The number of characters of a {unit}",
    "taggers": "The number of people who tag a {unit}",
    "lease": "The time after which unfinished work goes to another, in seconds,",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What an administrator decides of a project.

    ``dataset`` is a name that ``load_dataset`` takes, or ``upload:ID``; ``victims`` are as on the command line, the
    first being the one that authors write against. ``timer`` is in seconds an item, None without one; ``live`` whether
    the model answers as one types; ``items`` how many of the data set's examples an author gets (None: all), drawn by
    ``seed``. ``authors`` is how many may write against one example (None: all who want). ``lease`` is the seconds after
    which work that somebody left goes to another. Of tossups, ``sentences`` are the fewest and the most that one may
    have, ``characters`` the most, and ``taggers`` how many people say what makes one hard. ``gold_rate`` is
    the share of pieces of work that are gold, where there is any.
    """

    dataset: str
    task: str
    victims: tuple[str, ...]
    kinds: tuple[Kind, ...]
    instructions: str = ""
    timer: int | None = 240
    live: bool = True
    practice: bool = True
    items: int | None = 20
    authors: int | None = None
    fixers: int = 5
    verifiers: int = 3
    approvals: int = 2
    sample: int = 100
    double_share: float = 0.2
    answerers: int = 3
    seed: int = 1
    lease: int = 600
    sentences: tuple[int, int] = (4, 8)
    characters: int = 1000
    taggers: int = 2
    gold_rate: float = 0.1


@dataclass(frozen=True, slots=True)
class Project:
    """``fingerprint`` is of the data set, under which the store keeps its examples."""

    id: str
    name: str
    settings: Settings
    fingerprint: str
    created: float
    closed: float | None = None


def project(store: Store, id: str) -> Project:
    """The project of this id; NotThere."""
    row = row_of(store.engine, select(table).where(table.c.id == id))
    if row is None:
        raise no_project()
    return project_of(row)


def projects(store: Store) -> list[Project]:
    """Every project, the newest first."""
    query = select(table).order_by(table.c.created.desc(), table.c.id)
    return [project_of(row) for row in rows_of(store.engine, query)]


def project_of(row: Row[Any]) -> Project:
    """The project of a row of all of the table's columns; its victims as servers call them, which show no password."""
    return Project(row.id, row.name, _shown(row.settings), row.fingerprint, row.created, row.closed)


@lru_cache(maxsize=256)
def _shown(settings: str) -> Settings:
    """Settings from JSON, without passwords; kept, as they are read at each request and seldom change."""
    found = from_text(Settings, settings)
    return replace(found, victims=tuple(map(without_password, found.victims)))


def desk_of(settings: Settings) -> WritingDesk:
    """What people do with the texts of the project's task; BadOption where that is nothing."""
    task = task_named(settings.task)
    if task.desk is None:
        raise BadOption(f"There is nothing to do with the data set of this project: {no_desk(task)}")
    return task.desk


def choices_of(settings: Settings, query: Query) -> Mapping[str, str]:
    """The answers that an author can state of the query, with what they are called: those that its data set has, of
    which the data set's own go by their names. Empty where authors state nothing."""
    called = desk_of(settings).choices
    labels = task_named(settings.task).wire.labels(query) if called else None
    return {label: called.get(label, label) for label in labels or called}


def composing(settings: Settings) -> Composing:
    """How authors write what they begin themselves; NotThere in a project in which they change examples."""
    found = desk_of(settings).composing
    if found is None:
        raise none_of_yours(settings)
    return found


def none_of_yours(settings: Settings) -> NotThere:
    """To be raised where an author asks for what they have not begun here."""
    return NotThere(f"There is no such {task_named(settings.task).unit} of yours here.")


def composed_fingerprint(project: Project) -> str:
    """Of the data set that is what people of this project compose, which no other has."""
    return content_id("composed", project.id, project.fingerprint)


def works_of(task: str) -> frozenset[str]:
    """The kinds of work that the task has, with ``compose`` where authors begin what they write, else ``change`` where
    they write at all; none of a task that is no longer installed."""
    desk = next((one.desk for one in tasks() if one.name == task), None)
    if desk is None:
        return frozenset()
    begins = "compose" if desk.composing is not None else "change"
    return desk.work | {begins} if "write" in desk.work else desk.work


def has_work(settings: Settings, kind: str) -> bool:
    """Whether there is such work in the project's task at all."""
    return kind in works_of(settings.task)


def composes(settings: Settings) -> bool:
    """Whether authors begin what they like, where others change examples of the data set."""
    return has_work(settings, "compose")


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


def check_settings(settings: Settings) -> None:
    """Nothing; BadOption with what is to be changed."""
    if not settings.kinds:
        raise BadOption("Choose at least one kind of work.")
    there = [kind for kind in KINDS if has_work(settings, kind)]
    if unknown := [kind for kind in settings.kinds if kind not in there]:
        unit = task_named(settings.task).unit
        raise BadOption(f"With {unit}s people can {', '.join(there)}, not {unknown[0]}. Choose among these.")
    if "write" in settings.kinds and not settings.victims:
        raise BadOption("Choose at least one model that authors write against.")
    unit = task_named(settings.task).unit
    for field, least in LEAST.items():
        value = getattr(settings, field)
        if value is not None and not least <= value <= LARGEST_SETTING:
            raise BadOption(
                f"{NAMES[field].format(unit=unit)} is a number from {least} to {LARGEST_SETTING:,}, not {value}."
            )
    if not 1 <= settings.approvals <= settings.verifiers:
        raise BadOption("A sentence can be approved by no more people than check it, and by no fewer than one.")
    if not 1 <= settings.sentences[0] <= settings.sentences[1] <= LARGEST_SETTING:
        raise BadOption(f"A {unit} has at least one sentence, and no fewer at most than at least.")
    if not 0 <= settings.gold_rate <= 0.5:
        raise BadOption("The share of gold among the pieces of work is a number from 0 to 0.5.")
    if not 0 <= settings.double_share <= 1:
        raise BadOption("The share of texts that two people judge is a number from 0 to 1.")
    if len(settings.instructions) > LONGEST_INSTRUCTIONS:
        raise BadOption(f"Instructions are at most {LONGEST_INSTRUCTIONS:,} characters long.")


def _close(store: Store, id: str, closed: float | None) -> None:
    with writing(store.engine) as connection:
        locked_project(connection, id)
        connection.execute(update(table).where(table.c.id == id).values(closed=closed))
