"""A project's own runs, and those of the store whose perturbations it may put before people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select

from stumper.datasets.mapped import unmapped
from stumper.errors import NotThere
from stumper.identity import content_id
from stumper.people.projects.project import Project, composed_fingerprint
from stumper.people.projects.uploads import upload_of
from stumper.runs.plan import Plan, from_json
from stumper.store import Store, schema
from stumper.store.connection import insert_once, rows_of, values_of, writing
from stumper.store.people_schema import runs_used
from stumper.store.uploads import PREFIX, upload_names
from stumper.table.naming import attacks, dataset_names
from stumper.types import Attempt, Example
from stumper.victims.address import without_password


@dataclass(frozen=True, slots=True)
class UsableRun:
    """A run by its names; ``attack`` tells it apart from others of its adversary, ``attempts`` counts all of them."""

    id: str
    adversary: str
    attack: str
    victim: str
    dataset: str
    attempts: int


def usable_runs(store: Store, project: Project) -> list[UsableRun]:
    """The runs on the project's own data set and on what was composed in it, the newest first, without what people
    wrote in other projects."""
    run_id = schema.attempts.c.run_id
    made: dict[str, int] = dict(rows_of(store.engine, select(run_id, func.count()).group_by(run_id)))
    plans = dict(_plans(store, project))
    told = attacks(plans, {id: plan.dataset_fingerprint for id, plan in plans.items()})
    on = dataset_names(store, plans, own_data_set(store, project))
    found = [
        UsableRun(id, plan.adversary, told[id], without_password(plan.victim), on[id], made.get(id, 0))
        for id, plan in plans.items()
    ]
    return found[::-1]


def own_data_set(store: Store, project: Project) -> dict[str, str]:
    """What an uploaded data set is called in the project, by its fingerprint: whoever else has the same bytes may have
    made runs on them under a name of theirs."""
    spec = project.settings.dataset
    if not spec.startswith(PREFIX):
        return {}
    id = upload_of(spec)
    return {project.fingerprint: upload_names(store.engine, [id]).get((id, project.id), unmapped(spec))}


def own_runs(store: Store, project: Project) -> dict[str, Plan]:
    """The runs of what people made in the project, one against each of its models, in their order, and one more of a
    model that has changed since."""
    found = {id: plan for id, plan in _plans(store, project) if "project" in dict(plan.options)}
    places = {victim: place for place, victim in enumerate(project.settings.victims)}
    return dict(sorted(found.items(), key=lambda one: places.get(without_password(one[1].victim), len(places))))


def use_runs(store: Store, project: Project, run_ids: Sequence[str]) -> None:
    """Work of the project comes of these runs, whose examples stand among its own from now on."""
    rows = [{"project_id": project.id, "run_id": run_id} for run_id in run_ids]
    with writing(store.engine) as connection:
        connection.execute(insert_once(runs_used, store.engine.dialect.name), rows)


def used_runs(store: Store, project: Project) -> dict[str, Plan]:
    """The project's own runs, and behind them those of which its work came, each with its plan."""
    used = set(values_of(store.engine, select(runs_used.c.run_id).where(runs_used.c.project_id == project.id)))
    own = own_runs(store, project)
    return own | {id: plan for id, plan in _plans(store, project) if id in used}


def attempts_of(store: Store, project: Project, run_ids: Sequence[str]) -> Iterator[tuple[Plan, Example, Attempt]]:
    """The attempts of these runs that changed something, each with its example; NotThere where there is no such run, or
    it is another project's."""
    known = dict(_plans(store, project))
    for run_id in run_ids:
        if run_id not in known:
            raise NotThere(f"There is no run {run_id!r} for this project. Name one that is in its store.")
    examples = {of: store.examples(of) for of in {known[run_id].dataset_fingerprint for run_id in run_ids}}
    for run_id in run_ids:
        plan = known[run_id]
        for attempt in store.attempts(run_id):
            if attempt.perturbation is not None:
                yield plan, examples[plan.dataset_fingerprint][attempt.example_id], attempt


def composed_attempts(store: Store, project: Project) -> Iterator[Attempt]:
    """The attempts at what was composed in the project, by whichever machine."""
    own = composed_fingerprint(project)
    runs = [id for id, plan in _plans(store, project) if plan.dataset_fingerprint == own]
    return (attempt for _, _, attempt in attempts_of(store, project, runs))


def runs_alike(store: Store, project: Project, run_ids: Sequence[str]) -> list[str]:
    """The other usable runs of the adversaries of these."""
    known = {id: adversary_of(plan) for id, plan in _plans(store, project)}
    asked = {known[id] for id in run_ids if id in known}
    return [id for id, adversary in known.items() if adversary in asked and id not in run_ids]


def adversary_of(plan: Plan) -> str:
    """What runs of one adversary, with the same options, have in common."""
    return content_id(plan.adversary, plan.options_fingerprint or plan.options)


def _plans(store: Store, project: Project) -> Iterator[tuple[str, Plan]]:
    """The runs on the project's data set, and on what was composed in it: another may be somebody's own, and so is what
    is written in a project."""
    own = {project.fingerprint, composed_fingerprint(project)}
    for id, document in store.plans().items():
        plan = from_json(document)
        is_open = dict(plan.options).get("project", project.id) == project.id
        if is_open and plan.dataset_fingerprint in own:
            yield id, plan
