"""Runs of the store whose perturbations a project may put before people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from stumper.errors import NotThere
from stumper.identity import content_id
from stumper.people.projects.project import Project
from stumper.runs.plan import Plan, from_json
from stumper.store import Store, schema
from stumper.types import Attempt, Example
from stumper.victims.address import without_password


@dataclass(frozen=True, slots=True)
class UsableRun:
    """A run by its names; ``attempts`` counts all of them."""

    id: str
    adversary: str
    victim: str
    dataset: str
    attempts: int


def usable_runs(store: Store, project: Project) -> list[UsableRun]:
    """The runs on the project's own data set, the newest first, without what people wrote in other projects."""
    run_id = schema.attempts.c.run_id
    with store.engine.connect() as connection:
        made: dict[str, int] = dict(connection.execute(select(run_id, func.count()).group_by(run_id)).all())
    found = [
        UsableRun(id, plan.adversary, without_password(plan.victim), plan.dataset, made.get(id, 0))
        for id, plan in _plans(store, project)
    ]
    return found[::-1]


def attempts_of(store: Store, project: Project, run_ids: Sequence[str]) -> Iterator[tuple[Plan, Example, Attempt]]:
    """The attempts of these runs that changed something, each with its example; NotThere where there is no such run, or
    it is another project's."""
    known = dict(_plans(store, project))
    for run_id in run_ids:
        if run_id not in known:
            raise NotThere(f"There is no run {run_id!r} for this project. Name one that is in its store.")
    examples = store.examples(project.fingerprint) if run_ids else {}
    for run_id in run_ids:
        for attempt in store.attempts(run_id):
            if attempt.perturbation is not None:
                yield known[run_id], examples[attempt.example_id], attempt


def runs_alike(store: Store, project: Project, run_ids: Sequence[str]) -> list[str]:
    """The other usable runs of the adversaries of these."""
    known = {id: adversary_of(plan) for id, plan in _plans(store, project)}
    asked = {known[id] for id in run_ids if id in known}
    return [id for id, adversary in known.items() if adversary in asked and id not in run_ids]


def adversary_of(plan: Plan) -> str:
    """What runs of one adversary, with the same options, have in common."""
    return content_id(plan.adversary, plan.options_fingerprint or plan.options)


def _plans(store: Store, project: Project) -> Iterator[tuple[str, Plan]]:
    """The runs on the project's data set: another may be somebody's own, and so is what is written in a project."""
    for id, document in store.plans().items():
        plan = from_json(document)
        is_open = dict(plan.options).get("project", project.id) == project.id
        if is_open and plan.dataset_fingerprint == project.fingerprint:
            yield id, plan
