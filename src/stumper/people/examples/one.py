"""All that is known of one example: what each model answered before and after, what judges said, how it came to be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, select

from stumper.adversaries.reading.addsent.raw_file import Vote
from stumper.errors import NotThere
from stumper.people.accounts.person import code
from stumper.people.examples.acts import Act, acts_on
from stumper.people.examples.browsing import Made, one_of
from stumper.people.examples.catalogue import shown_answers
from stumper.people.projects.project import Project, composes
from stumper.people.projects.runs_to_use import used_runs
from stumper.people.queues.responses import responses_to
from stumper.people.writing.drafts import Change, changes
from stumper.people.writing.tossup import Written
from stumper.people.writing.tries import Put
from stumper.predictions import best_answer
from stumper.protocols import Goal
from stumper.registry import task_named
from stumper.runs.oracle import Reply
from stumper.runs.plan import Plan
from stumper.runs.referee import Judge
from stumper.standing import ended
from stumper.store import Store
from stumper.store.connection import rows_of
from stumper.store.people_schema import made, made_answers, tossups, tries
from stumper.store.values import from_text
from stumper.table.naming import attack
from stumper.text import Change as Piece
from stumper.text import word_diff
from stumper.types import Attempt, Gold, Judgement, Query, Verdict
from stumper.victims.address import without_password


@dataclass(frozen=True, slots=True)
class Said:
    """A model's best answer and how sure it was of what is right; None where it gave neither, or failed.

    What is right is by the project's own goal, also for an attack that had another: the figures stand in one column.
    """

    answer: str | None
    right: float | None
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class OfModel:
    """What one model made of the original and of what was made of it; ``run`` is the id of the run that has it."""

    model: str
    outcome: str
    before: Said
    after: Said | None
    queries: int
    run: str
    attack: str
    reason: str | None


@dataclass(frozen=True, slots=True)
class Opined:
    """A judgement; ``by`` is the code of a person, or the name of a program or a sheet."""

    by: str
    kind: str
    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str


@dataclass(frozen=True, slots=True)
class Whole:
    """One example with its difference from the original, its models, judges, votes, acts and edit log.

    ``golds`` are the right answers to it. ``seconds`` is what its author spent; ``item_id`` is of a tossup, whose
    replay has a page of its own.
    """

    made: Made
    example_id: str | None
    pieces: tuple[Piece, ...]
    golds: tuple[str, ...]
    models: tuple[OfModel, ...]
    judged: tuple[Opined, ...]
    votes: tuple[tuple[str, Vote], ...]
    acts: tuple[Act, ...]
    changes: tuple[Change, ...]
    seconds: float | None
    item_id: str | None
    is_own: bool


def whole(store: Store, project: Project, id: str, person_id: str, moderates: bool) -> Whole:
    """The example as this person may see it; NotThere where there is none for them."""
    found = one_of(store, project, id, None if moderates else person_id)
    if found is None:
        raise NotThere("There is no such example here.")
    with store.engine.connect() as connection:
        row = connection.execute(select(made).where(made.c.project_id == project.id, made.c.id == id)).one()
        votes = responses_to(connection, row.item_id) if row.source == "sentence" else []
    seconds, log = _work(store, project, row.assignment_id, id, row.perturbation_id)
    tried = _attempts(store, project, found)
    return Whole(
        made=found,
        example_id=row.example_id,
        pieces=tuple(word_diff(row.original, row.text)),
        golds=_golds(store, project, row, [attempt for _, attempt, _ in tried]),
        models=tuple(_of_model(store, project, model, attempt, plan) for model, attempt, plan in tried),
        judged=_judged(store, row.perturbation_id),
        votes=tuple((code(one.person_id), one.said(Vote)) for one in votes),
        acts=tuple(acts_on(store, project, id)),
        changes=log,
        seconds=seconds,
        item_id=row.item_id if row.source == "tossup" else None,
        is_own=row.person_id == person_id,
    )


def _golds(store: Store, project: Project, row: Row[Any], attempts: Sequence[Attempt]) -> tuple[str, ...]:
    """The right answers, as whoever made it has them; what no attempt here tells is as the list has it."""
    for attempt in attempts:
        if attempt.perturbation is not None:
            return shown_answers(attempt.perturbation.gold)
    if row.source == "sentence":
        return shown_answers(store.example(project.fingerprint, row.example_id).gold)
    return (row.answer,)


def _attempts(store: Store, project: Project, found: Made) -> list[tuple[str, Attempt, Plan]]:
    """The attempts of each model on it, with the model's name and the plan of the run."""
    runs = used_runs(store, project)
    query = select(made_answers).where(made_answers.c.project_id == project.id, made_answers.c.made_id == found.id)
    rows = rows_of(store.engine, query)
    places = {one.model: place for place, one in enumerate(found.answers)}
    told = []
    for row in sorted(rows, key=lambda row: places[row.model]):
        attempt = store.attempt(row.run_id, row.example_id) or store.attempt_aside(row.run_id, row.example_id)
        if attempt is not None and row.run_id in runs:
            told.append((row.model, attempt, runs[row.run_id]))
    return told


def _of_model(store: Store, project: Project, model: str, attempt: Attempt, plan: Plan) -> OfModel:
    before, after = attempt.before, attempt.after
    made_of, desk = attempt.perturbation, task_named(project.settings.task).desk
    if desk is not None and plan.goal != desk.goal.name and made_of is not None:
        original = store.example(plan.dataset_fingerprint, attempt.example_id)
        before = _by_goal(desk.goal, original.gold, original.query, before)
        after = None if after is None else _by_goal(desk.goal, made_of.gold, made_of.query, after)
    said = None if after is None else _said(after)
    outcome = ended(attempt)
    reason = attempt.reason if outcome == attempt.outcome else None  # else another variant's error
    return OfModel(model, outcome, _said(before), said, attempt.queries, attempt.run_id, attack(plan), reason)


def _by_goal(goal: Goal, gold: Gold, query: Query, verdict: Verdict) -> Verdict:
    """What the goal says of the same prediction; a verdict stays that has none, or not all that the goal asks for."""
    if verdict.prediction is None or len(goal.views(query)) > 1:
        return verdict
    return Judge(goal).verdict(gold, (query,), (Reply(verdict.prediction),))


def _said(verdict: Verdict) -> Said:
    answer = None if verdict.prediction is None else best_answer(verdict.prediction)
    return Said(answer, verdict.expected, verdict.fault)


def _judged(store: Store, perturbation_id: str | None) -> tuple[Opined, ...]:
    said = store.judgements([perturbation_id]) if perturbation_id else []
    return tuple(Opined(_by(one), one.judge, one.grammatical, one.label_correct, one.on_task, one.note) for one in said)


def _by(judgement: Judgement) -> str:
    return code(judgement.annotator) if judgement.judge == "person" else without_password(judgement.annotator)


def _work(
    store: Store, project: Project, assignment_id: str | None, id: str, perturbation_id: str | None
) -> tuple[float | None, tuple[Change, ...]]:
    """The seconds that the author had spent by then, and the changes that they had made."""
    if assignment_id is None:
        return None, ()
    with store.engine.connect() as connection:
        if composes(project.settings):
            document = connection.scalar(select(tossups.c.document).where(tossups.c.id == id))
            spent, number = (one := from_text(Written, str(document))).seconds, one.changes
        else:
            query = select(tries.c.document).where(
                tries.c.assignment_id == assignment_id, tries.c.perturbation_id == perturbation_id,
                tries.c.instance_id.is_not(None),
            )  # fmt: skip
            spent, number = (put := from_text(Put, str(connection.scalar(query.limit(1))))).seconds, put.changes
    return spent, tuple(changes(store, assignment_id)[:number])
