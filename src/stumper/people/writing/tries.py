"""The presses of Predict and Submit, as they were recorded: each once, whatever a browser sends again."""

import json
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Row, ScalarSelect, func, select

from stumper.identity import content_id
from stumper.people.projects.project import Project
from stumper.people.projects.taken_back import is_kept
from stumper.store import Store
from stumper.store.connection import insert_once, rows_of
from stumper.store.people_schema import PRESSED, acts, assignments, changes, items, tries
from stumper.store.values import from_text, to_text
from stumper.text import as_seen

TryKind = Literal["predict", "submit"]


@dataclass(frozen=True, slots=True)
class Press:
    """One text that was put to the model by a press of Predict or Submit.

    ``changes`` and ``seconds`` are what its author had made and spent by then; ``text_id`` is the perturbation's id, or
    the hash of a text that breaks a constraint. ``same`` is what presses on one text have in common, whatever its
    author states of it (``label``). ``attack_types`` are the author's, of what was submitted. One on an original that
    the ``victim`` is wrong about cannot succeed; ``is_anothers`` is what was refused as it was submitted by somebody
    else before.
    """

    example_id: str
    person_id: str
    text_id: str
    fooled: bool
    submitted: bool
    seconds: float
    changes: int
    attack_types: tuple[str, ...] = ()
    can_succeed: bool = True
    is_anothers: bool = False
    victim: str = ""
    same: str = ""
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """What was put to the model, what it said, and what its author had spent by then.

    ``answer`` is the model's best guess, None where it gave none; ``right`` and ``right_before`` the probability that
    it gave to right answers there and on the original. ``fault`` is why it was not asked.
    On an original that the ``victim`` is wrong about it cannot succeed; ``is_anothers`` is what somebody else had
    submitted before. ``same`` is what ``text_seen`` gives of a text that was erased, "" of one that is here.
    """

    text: str
    label: str | None
    attack_types: tuple[str, ...]
    answer: str | None
    right: float | None
    right_before: float | None
    seconds: float
    changes: int
    fault: str | None = None
    victim: str = ""
    can_succeed: bool = True
    is_anothers: bool = False
    same: str = ""


@dataclass(frozen=True, slots=True)
class Try:
    """One press; what was submitted has an ``instance_id``, and ``number`` counts one's submissions on the item."""

    kind: TryKind
    at: float
    fooled: bool
    perturbation_id: str | None
    instance_id: str | None
    put: Put
    number: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many texts a person put to the model on an item, submissions among them, and how many of them fooled it.

    A text counts once, however often it was put, and what cannot succeed is none, as in a project's results.
    """

    predictions: int
    submissions: int
    fooled: int


def record_try(connection: Connection, assignment_id: str, key: str, made: Try) -> None:
    """The press is recorded, unless one with its key was."""
    values = {
        "assignment_id": assignment_id,
        "key": key,
        "kind": made.kind,
        "at": made.at,
        "fooled": made.fooled,
        "perturbation_id": made.perturbation_id,
        "instance_id": made.instance_id,
        "document": to_text(made.put),
    }
    connection.execute(insert_once(tries, connection.dialect.name), values)


def try_under(connection: Connection, assignment_id: str, key: str) -> Try | None:
    """The press that was recorded with this key."""
    row = connection.execute(
        select(tries).where(tries.c.assignment_id == assignment_id, tries.c.key == key)
    ).one_or_none()
    if row is None:
        return None
    before = select(func.count()).select_from(tries).where(
        tries.c.assignment_id == assignment_id, tries.c.kind == "submit", tries.c.position <= row.position
    )  # fmt: skip
    number = connection.execute(before).scalar_one()
    put = from_text(Put, row.document)
    return Try(row.kind, row.at, row.fooled, row.perturbation_id, row.instance_id, put, number)


def has_other_types(connection: Connection, assignment_id: str, made: Try) -> bool:
    """Whether somebody has changed the kinds of change of what was submitted in this piece of work since."""
    changed = (acts.c.made_id == made.perturbation_id) & (acts.c.kind == "retag")
    query = select(acts.c.position).where(changed, acts.c.project_id == _project_of(assignment_id)).limit(1)
    return connection.scalar(query) is not None


def counts(store: Store, assignment_id: str) -> Counts:
    """What was counted in this piece of work."""
    counted = is_kept(tries.c.perturbation_id, _project_of(assignment_id))
    query = select(tries).where(tries.c.assignment_id == assignment_id, counted)
    rows = rows_of(store.engine, query)
    texts, submitted, fooling = set[str](), set[str](), set[str]()
    for row in rows:
        put = _put(row.document)
        if not put.can_succeed:
            continue
        id = text_seen(put) or text_id(row.perturbation_id, put)
        texts.add(id)
        if row.kind == "submit":
            submitted.add(id)
        if row.fooled:
            fooling.add(id)
    return Counts(len(texts), len(submitted), len(fooling))


def changes_made(connection: Connection, assignment_id: str) -> int:
    """How many changes of the text are recorded."""
    made = select(func.count()).select_from(changes).where(changes.c.assignment_id == assignment_id)
    return connection.execute(made).scalar_one()


def presses(store: Store, project: Project) -> list[Press]:
    """Every counted press in a project, in the order in which they were recorded, but for those of texts that were
    taken back."""
    return [press_of(row, put) for row, put in tried(store, project)]


def tried(store: Store, project: Project) -> list[tuple[Row[Any], Put]]:
    """The same as they stand in the table, with the example's id as ``topic`` and the person's."""
    query = (
        select(tries, items.c.topic, assignments.c.person_id)
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, is_kept(tries.c.perturbation_id, project.id))
        .order_by(tries.c.position)
    )
    rows = rows_of(store.engine, query)
    return [(row, _put(row.document)) for row in rows]


def text_id(perturbation_id: str | None, put: Put) -> str:
    """Under what a text is judged with what its author states of it: the perturbation's id, or a hash where there was
    none."""
    return perturbation_id or content_id(put.text, put.label)


def text_seen(put: Put) -> str:
    """What presses on one text have in common: a hash of the text as its readers see it, whatever is stated of it.

    "" of one that is not here: of what an earlier version erased that alone is known which is under ``text_id``.
    """
    return put.same or (content_id("seen", as_seen(put.text)) if put.text else "")


def _project_of(assignment_id: str) -> ScalarSelect[str]:
    of_project = select(items.c.project_id).join(assignments, assignments.c.item_id == items.c.id)
    return of_project.where(assignments.c.id == assignment_id).scalar_subquery()


def _put(document: str) -> Put:
    """As ``from_text``, in a tenth of its time: a project has tens of thousands."""
    values = json.loads(document)
    return Put(**values | {"attack_types": tuple(values["attack_types"])})


def press_of(row: Row[Any], put: Put) -> Press:
    """The press that stands in this row."""
    return Press(
        example_id=row.topic,
        person_id=row.person_id,
        text_id=text_id(row.perturbation_id, put),
        fooled=row.fooled,
        submitted=row.kind == "submit",
        seconds=put.seconds,
        changes=put.changes,
        attack_types=put.attack_types,
        can_succeed=put.can_succeed,
        is_anothers=put.is_anothers,
        victim=put.victim,
        same=text_seen(put),
        label=put.label,
    )
