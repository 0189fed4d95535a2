"""What people submit as runs: one of each project against each of its victims, so that reports show them as any."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection, delete, select, update

from stumper.errors import Refused
from stumper.people.projects.project import Project, composed_fingerprint, desk_of
from stumper.people.writing.asking import rules
from stumper.people.writing.patience import Waiting
from stumper.runs.desk import Desk, Leaving
from stumper.runs.plan import Plan, from_json, to_json
from stumper.runs.referee import attempt_on
from stumper.runs.seen import examples_of, has_seen
from stumper.sections.ran import PEOPLE
from stumper.store.attempts import is_free, record_instance
from stumper.store.people_schema import PRESSED, items, tries
from stumper.store.schema import attempts as made
from stumper.store.schema import plans
from stumper.types import Attempt, Example, Instance, Perturbation, Verdict

AS_IT_IS = "identity"  # of what changes nothing: a text that was begun from nothing is asked as it is


def people_plan(project: Project, desk: Desk) -> Plan:
    """The run of what people of this project submit against one of its victims."""
    settings = project.settings
    return Plan(
        dataset=settings.dataset,
        dataset_fingerprint=project.fingerprint,
        victim=desk.name,
        victim_fingerprint=desk.fingerprint,
        adversary=PEOPLE,
        options=(("project", project.id),),
        goal=desk_of(settings).goal.name,
        seed=settings.seed,
        victim_code=desk.code,
        made_against=next(iter(settings.victims), ""),  # that authors write against
    )


def composed_plan(project: Project, desk: Desk, adversary: str) -> Plan:
    """The run of what people of this project composed, which is a data set of its own, against one of its victims.

    By ``PEOPLE`` it is what they made of questions that were there, by ``AS_IT_IS`` what they began from nothing.
    """
    own = composed_fingerprint(project)
    plan = replace(people_plan(project, desk), dataset=project.name, dataset_fingerprint=own, adversary=adversary)
    as_it_is = replace(plan, made_against="", family="controls", control="unchanged")
    return as_it_is if adversary == AS_IT_IS else plan


def desks_of(desks: Mapping[str, Desk], project: Project) -> list[Desk]:
    """The project's victims, the one that authors write against first; Refused where this server lacks one."""
    if missing := [victim for victim in project.settings.victims if victim not in desks]:
        raise Refused(f"This server does not have the model {missing[0]!r} of the project. Tell its administrator.")
    return [desks[victim] for victim in project.settings.victims]


def attempts_on(
    project: Project,
    desks: Sequence[Desk],
    example: Example,
    perturbation: Perturbation,
    person_id: str,
    waiting: Waiting,
) -> list[Attempt]:
    """What each victim makes of the perturbation, beside its original; under the example's id until it has its own.

    All are asked at once. Unanswered names the first that has not answered in time.
    """
    instance = Instance(example.id, example, perturbation)
    plans = {desk.name: people_plan(project, desk) for desk in desks}
    return waiting.answers({
        desk.name: partial(attempt_of, plans[desk.name], project, desk, instance, person_id) for desk in desks
    })  # fmt: skip


def attempt_of(
    plan: Plan, project: Project, desk: Desk, instance: Instance, person_id: str, leaving: Leaving | None = None
) -> Attempt:
    """The attempt of a run on what a person made.

    It is marked as trained-on where the victim has seen the example, so that no headline counts it.
    """
    lane = attempt_on(plan.id, (plan.adversary, desk.name), rules(desk_of(project.settings)), instance)
    try:
        lane.send(desk.ask(next(lane), "pressed", person_id, leaving))
    except StopIteration as end:
        ended: Attempt = end.value
        return replace(ended, trained_on=has_seen(desk.name, desk.victim, examples_of(instance)))
    raise AssertionError("an instance is asked about once")


def too_late(plan: Plan, instance: Instance, patience: float) -> Attempt:
    """The attempt at which the victim said nothing in the seconds that its author waits."""
    why = f"it gave no answer in {patience:.0f} seconds"
    silent = Verdict(None, None, None, fault=why)
    names, made = (plan.adversary, plan.victim), instance.perturbation
    return Attempt(plan.id, instance.id, *names, "errored", silent, None, made, 0, (), why,
                   original_id=instance.example.id)  # fmt: skip


def record_submission(
    connection: Connection, project: Project, desks: Sequence[Desk], example: Example, attempts: Sequence[Attempt]
) -> str:
    """The perturbation of these attempts is an instance of the project's runs; its id. The project must be locked."""
    perturbation = attempts[0].perturbation
    assert perturbation is not None
    id = _next_id(connection, project, example)
    documents = {people_plan(project, desk).id: _document(connection, project, desk) for desk in desks}
    numbered = [replace(attempt, example_id=id) for attempt in attempts]
    record_instance(connection, project.fingerprint, documents, Instance(id, example, perturbation), numbered)
    _tell_against(connection, [people_plan(project, desk) for desk in desks])
    for desk in desks:
        _join(connection, project, desk)
    return id


def record_composed(connection: Connection, runs: Sequence[tuple[Plan, Attempt]], instance: Instance) -> None:
    """The attempts of these runs stand in the store with what they are on; the project must be locked."""
    documents = {plan.id: to_json(plan) for plan, _ in runs}
    fingerprint = runs[0][0].dataset_fingerprint
    record_instance(connection, fingerprint, documents, instance, [attempt for _, attempt in runs])
    _tell_against(connection, [plan for plan, _ in runs])


def _tell_against(connection: Connection, written: Sequence[Plan]) -> None:
    """Where authors have written against several models, as the project's was changed, its runs name none of them."""
    for plan in written:
        known = from_json(str(connection.scalar(select(plans.c.document).where(plans.c.run_id == plan.id))))
        if known.made_against not in ("", plan.made_against):
            document = to_json(replace(known, made_against=""))
            connection.execute(update(plans).where(plans.c.run_id == plan.id).values(document=document))


def _document(connection: Connection, project: Project, desk: Desk) -> str:
    """The plan's JSON; it names the run of Stumper 0.1 that is joined with it, where there is one."""
    before = _plan_before(project, desk).id
    is_there = connection.scalar(select(plans.c.run_id).where(plans.c.run_id == before)) is not None
    return to_json(replace(people_plan(project, desk), joined=before if is_there else ""))


def _plan_before(project: Project, desk: Desk) -> Plan:
    """The plan by which Stumper 0.1 kept what people submitted against the same model."""
    own = getattr(desk.victim, "fingerprint", None)
    return replace(people_plan(project, desk), format=1, victim_fingerprint=own, victim_code="")


def _join(connection: Connection, project: Project, desk: Desk) -> None:
    """Moves what a run of Stumper 0.1 holds of this project and model into the run of today, which is recorded."""
    before, now = _plan_before(project, desk).id, people_plan(project, desk).id
    connection.execute(update(made).where(made.c.run_id == before).values(run_id=now))
    connection.execute(delete(plans).where(plans.c.run_id == before))


def _next_id(connection: Connection, project: Project, example: Example) -> str:
    """The next number of the example in this project; other projects may have the same, with runs of their own."""
    query = (
        select(tries.c.instance_id)
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, items.c.topic == example.id, tries.c.instance_id.is_not(None))
    )
    taken = set(connection.scalars(query))
    number = len(taken) + 1
    while (id := f"{example.id}-{PEOPLE}-{number}") in taken or not is_free(
        connection, project.fingerprint, id, example
    ):
        number += 1
    return id
