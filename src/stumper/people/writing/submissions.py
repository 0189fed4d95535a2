"""What authors submitted: as values with all that is known of each, and as a set in the data set's format."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Row, func, select

from stumper.people.annotating.drawing import evidence_texts
from stumper.people.projects.project import Project, composing, desk_of
from stumper.people.projects.taken_back import is_kept
from stumper.people.writing.drafts import Change
from stumper.people.writing.tossup import SubmittedTossup, Written
from stumper.people.writing.tries import Put
from stumper.protocols import Collection
from stumper.registry import task_named
from stumper.store import Store
from stumper.store.connection import rows_of, value_of, values_of
from stumper.store.people_schema import PRESSED, assignments, changes, items, tossups, tries
from stumper.store.values import from_text
from stumper.types import Example, Instance
from stumper.writing_desk import WritingDesk


@dataclass(frozen=True, slots=True)
class Submission:
    """A text that fooled the model and was submitted, under the id of its instance."""

    id: str
    example_id: str
    perturbation_id: str
    assignment_id: str
    person_id: str
    at: float
    put: Put


def submissions(store: Store, project: Project) -> list[Submission]:
    """Everything that was submitted in the project and not taken back, in the order in which it came."""
    query = (
        select(tries, items.c.topic, assignments.c.person_id)
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, tries.c.kind == "submit", tries.c.instance_id.is_not(None))
        .where(is_kept(tries.c.perturbation_id, project.id))
        .order_by(tries.c.position)
    )
    return [_submission(row) for row in rows_of(store.engine, query)]


def instances(store: Store, project: Project) -> tuple[Instance, ...]:
    """The submissions as instances of their originals."""
    examples = store.examples(project.fingerprint)
    desk = desk_of(project.settings)
    return tuple(_instance(desk, examples[one.example_id], one) for one in submissions(store, project))


def write_submissions(store: Store, project: Project, path: Path) -> str:
    """The file holds the submissions in the data set's format, questions behind their originals; its fingerprint."""
    made = instances(store, project)
    return task_named(project.settings.task).write_perturbed(path, _originals(store, project, made), made)


def edit_logs(store: Store, project: Project) -> Mapping[str, list[Change]]:
    """By assignment every change of the text, in order, where something was submitted; a submission's are the first of
    them, as many as its author had made by then."""
    submitted = (
        select(tries.c.assignment_id)
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, tries.c.kind == "submit")
    )
    made = select(changes.c.assignment_id, changes.c.document).where(changes.c.assignment_id.in_(submitted))
    found: dict[str, list[Change]] = {}
    with store.engine.connect() as connection:
        for id, document in connection.execute(made.order_by(changes.c.assignment_id, changes.c.number)):
            found.setdefault(id, []).append(from_text(Change, document))
    return found


@dataclass(frozen=True, slots=True)
class Submitted:
    """A text that fooled the model into this answer, None where it gave none; ``number`` counts from 1. What is
    ``taken_back`` was withdrawn or rejected, and counts nowhere."""

    number: int
    text: str
    label: str | None
    answer: str | None
    taken_back: bool = False


def submitted(store: Store, item_id: str, person_id: str) -> list[Submitted]:
    """The person's submissions on the item, in the order in which they came."""
    of = select(items.c.project_id).where(items.c.id == item_id).scalar_subquery()
    query = (
        select(tries.c.document, is_kept(tries.c.perturbation_id, of).label("counts"))
        .join(assignments, assignments.c.id == tries.c.assignment_id)
        .where(assignments.c.item_id == item_id, assignments.c.person_id == person_id, tries.c.kind == "submit")
        .order_by(tries.c.position)
    )
    made = [(from_text(Put, row.document), not row.counts) for row in rows_of(store.engine, query)]
    return [Submitted(number, put.text, put.label, put.answer, back) for number, (put, back) in enumerate(made, 1)]


def place_of_fooling(store: Store, project: Project, item_id: str, person_id: str) -> int:
    """Which person is the first, second, third to fool the model on an item, by when each first submitted a text.

    Of somebody who has submitted none, which they would be. What was taken back does not count.
    """
    first = (
        select(assignments.c.person_id, func.min(tries.c.position).label("at"))
        .select_from(PRESSED)
        .where(items.c.id == item_id, tries.c.kind == "submit", tries.c.instance_id.is_not(None))
        .where(is_kept(tries.c.perturbation_id, project.id))
        .group_by(assignments.c.person_id)
    )
    began = {row.person_id: row.at for row in rows_of(store.engine, first)}
    own = began.pop(person_id, None)
    return 1 + len([at for at in began.values() if own is None or at < own])


def submitted_tossups(store: Store, project: Project) -> list[SubmittedTossup]:
    """All that was submitted in the project and not taken back, in the order in which it came."""
    return _tossups(store, project)


def roots(store: Store, project: Project, lines: Mapping[str, Sequence[str]]) -> dict[str, Example]:
    """What texts go back to in the end, by their ids: a question of the data set, or a text that was submitted.

    ``lines`` are the ids of what each was made of, the nearest first. What is new has none.
    """
    wanted = {id for line in lines.values() for id in line}
    if not wanted:
        return {}
    known = store.examples_of(project.fingerprint, wanted)
    known |= {one.item_id: composed(project, one) for one in _tossups(store, project, wanted)}
    found = {id: next((known[at] for at in reversed(line) if at in known), None) for id, line in lines.items()}
    return {id: root for id, root in found.items() if root is not None}


def composed(project: Project, one: SubmittedTossup) -> Example:
    """What was submitted, as an example."""
    there = composing(project.settings)
    return Example(one.id, there.query(one.written.text), there.gold(one.written.answer_line))


def submitted_assignments(store: Store, project: Project) -> frozenset[str]:
    """The assignments of which something was submitted."""
    query = select(tossups.c.assignment_id).where(tossups.c.project_id == project.id)
    return frozenset(values_of(store.engine, query))


def submitted_from(store: Store, assignment_id: str) -> Written | None:
    """What was submitted of one's work; None where nothing was."""
    query = select(tossups.c.document).where(tossups.c.assignment_id == assignment_id)
    document = value_of(store.engine, query)
    return None if document is None else from_text(Written, document)


def _submission(row: Row[Any]) -> Submission:
    put = from_text(Put, row.document)
    return Submission(row.instance_id, row.topic, row.perturbation_id, row.assignment_id, row.person_id, row.at, put)


def _instance(desk: WritingDesk, example: Example, one: Submission) -> Instance:
    return Instance(one.id, example, desk.perturbed(example, one.put.text, one.put.label, one.put.attack_types))


def _originals(store: Store, project: Project, made: tuple[Instance, ...]) -> Collection:
    examples = tuple({one.example.id: one.example for one in made}.values())
    evidence = evidence_texts(store, project)
    return task_named(project.settings.task).collected(project.name, project.fingerprint, examples, evidence)


def _tossups(store: Store, project: Project, of_items: Set[str] | None = None) -> list[SubmittedTossup]:
    query = (
        select(tossups, assignments.c.item_id, assignments.c.person_id)
        .join(assignments, assignments.c.id == tossups.c.assignment_id)
        .where(tossups.c.project_id == project.id)
        .order_by(tossups.c.position)
    )
    if of_items is None:
        query = query.where(is_kept(tossups.c.id, project.id))
    else:  # what others go back to, whatever became of it
        query = query.where(assignments.c.item_id.in_(of_items))
    rows = rows_of(store.engine, query)
    return [
        SubmittedTossup(row.id, row.item_id, row.assignment_id, row.person_id, row.at, from_text(Written, row.document))
        for row in rows
    ]
