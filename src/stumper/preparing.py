"""From what a user asks for to a job: what can be refused is refused before there is a store."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, TypedDict, Unpack

from stumper.errors import BadOption
from stumper.given import Attack, System
from stumper.goals import goal_meant
from stumper.identity import content_id
from stumper.jobs import Job, original_id
from stumper.loading import NONE, check_further, check_suits, declared, judges_code
from stumper.material import Material, at_least_one, check_evidence, check_index, check_seen, check_victim
from stumper.protocols import Collection, Trained, Victim
from stumper.registry import searches, task_of
from stumper.runs import Plan, Settings, from_json
from stumper.runs.earlier import begun_earlier, gone_on_with
from stumper.runs.instances import Made, check_legible, unmade
from stumper.runs.plan import FORMAT, REFEREE
from stumper.runs.recorded import Recorded, RecordedInstances, nothing_proposed
from stumper.store import Standing, Store, absolute_url, open_store, store_at, store_url
from stumper.types import AbsentGold, Example, Instance
from stumper.victims.address import without_password


@dataclass(frozen=True, slots=True)
class Draft:
    """All of a job but the store; so much can be refused before there is one.

    ``unchecked`` is a victim that has not yet said whether it has the pages that the examples are about, ``trained``
    one that knows what it was trained on; the rest is as in the job.
    """

    plan: Plan
    system: System
    attack: Attack
    material: Material
    unchecked: Victim | None = None
    trained: Trained | None = None
    is_trained: bool = False
    making: float = 0.0
    absent_gold: AbsentGold | None = None

    def job(
        self, store: Store, settings: Settings | None = None, retry_errors: bool = False, continue_earlier: bool = False
    ) -> Job:
        """The job that keeps its rows in this store; to ``continue_earlier`` is to go on with what an earlier version
        of Stumper began, where it began anything."""
        plan = _repetition(self.plan, store, self.material, retry_errors)
        earlier = None if store.standing(plan.id).attempts else self._earlier(plan, store)
        if continue_earlier and earlier is not None:
            plan, earlier = gone_on_with(earlier, store), None
        plan = _with_making(plan, store, self.material)
        if retry_errors:
            store.forget_errored(plan.id)
        absent = self.absent_gold
        if not store.standing(plan.id).complete:
            self.material.read()
            if self.unchecked is not None:
                absent = check_evidence(self.unchecked, self.material.dataset, self.material.attacked.examples)
                check_index(self.unchecked, self.system.called, self.attack.name, self.material)
        _check_shared(settings, store, self.system, self.attack)
        return Job(plan, self.system, self.attack, self.material, store, settings or Settings(), self.trained,
                   self.is_trained, self.making, earlier, absent)  # fmt: skip

    def _earlier(self, plan: Plan, store: Store) -> Plan | None:
        """Whoever changed an attack of their own has another one."""
        if not self.attack.is_own:
            return None
        return begun_earlier(plan, store, self.system.is_known_by_its_bytes)


def _check_shared(settings: Settings | None, store: Store, *given: System | Attack) -> None:
    """Nothing; BadOption where several workers are to share what only this process has."""
    if settings is None:
        return
    if settings.executor is not None:  # objects are pickled for it, and refused there if they cannot be
        if store.is_private:
            raise BadOption("The store is in memory, where the workers of an executor cannot read it. Name a file or "
                            "a server as --store, or leave out the executor.")  # fmt: skip
        return
    if settings.workers > 1 and (objects := [one for one in given if one.is_object]):
        raise BadOption(f"{objects[0].name!r} is an object of Python that other processes cannot make. Leave the "
                        "workers at 1, or put it into a module and name it python:module:name.")  # fmt: skip


class Choices(TypedDict, total=False):
    """What may be asked for beside data set, adversary and victim: the keywords of ``drafted`` that decide rows, or
    whether there are any."""

    goal: str | None
    seed: int
    budget: int | None
    limit: int | None
    only_right: bool
    strict: bool
    allow_index_writes: bool


def draft(
    dataset: str,
    adversary: str,
    victim: str = "embedded",
    *,
    options: Mapping[str, str] = NONE,
    name: str = "",
    store: Store | None = None,
    **choices: Unpack[Choices],
) -> Draft:
    """What ``prepare`` makes a job of; a data set on which a run in the store was concluded is not read yet."""
    return drafted(dataset, Attack(adversary, options), System(victim, name), store=store, **choices)


def drafted(
    dataset: str | Collection,
    attack: Attack,
    system: System,
    *,
    goal: str | None = None,
    seed: int = 1,
    budget: int | None = None,
    limit: int | None = None,
    only_right: bool = False,
    strict: bool = False,
    allow_index_writes: bool = False,
    store: Store | None = None,
) -> Draft:
    """What ``draft`` gives, of a data set that is named or in memory."""
    system = replace(system, may_write=system.may_write or allow_index_writes)
    at_least_one("budget", budget)
    at_least_one("limit", limit)
    attacker, options = attack.load(), attack.options
    collection = None if isinstance(dataset, str) else dataset
    called = dataset if isinstance(dataset, str) else dataset.name
    material = Material(called, attacker, limit, seed, collection=collection)
    read_by_options = attack.fingerprint()
    is_new = store is None or not store.attacked(material.fingerprint)
    if is_new:
        material.read()
    check_suits(attacker, attack.name, called, material.task)
    began = monotonic()
    victim = system.load(material.known)
    making = monotonic() - began
    check_victim(victim, system.called, called, material.task)
    check_seen(victim, system.called, attack.name, material)
    check_further(getattr(victim, "further", None), strict)
    shown = {key: without_password(text) for key, text in options.items()}
    meant = goal_meant(material.task, goal, attacker)
    plan = Plan(
        dataset=called,
        dataset_fingerprint=material.fingerprint,
        victim=system.called,
        victim_spec=system.shown if system.name else "",
        victim_fingerprint=system.fingerprint(victim, material.task),
        adversary=attack.name,
        options=tuple(sorted(shown.items())),
        options_fingerprint=read_by_options or (content_id(options) if options != shown else ""),
        goal=meant,
        seed=seed,
        budget=budget,
        limit=limit,
        only_right=only_right,
        made_against=system.called if searches(attacker) else "",
        victim_code=system.answers(victim, material.task),
        from_python=collection is not None or system.is_object or attack.is_object,
        adversary_code=attack.hash(material.task, meant),
        **declared(attacker, attack.name),
    )
    absent = None
    if is_new:
        check_legible(attacker, attack.name, called, material.attacked.examples)
        absent = check_evidence(victim, called, material.attacked.examples)
        check_index(victim, system.called, attack.name, material)
    trained = victim if isinstance(victim, Trained) else None
    kept = trained if system.is_known_by_its_bytes else None
    unchecked = None if is_new else victim
    return Draft(plan, system, attack, material, unchecked, kept, trained is not None, making, absent)


class Keeping(TypedDict, total=False):
    """Where and how a job is carried out: the other keywords of ``prepare``."""

    store: Store | None
    url: str | None
    settings: Settings | None
    retry_errors: bool
    continue_earlier: bool


class Preparation(Choices, Keeping, total=False):
    """The keywords of ``prepare`` but the adversary's options and the victim's name."""


def prepare(
    dataset: str,
    adversary: str,
    victim: str = "embedded",
    *,
    options: Mapping[str, str] = NONE,
    name: str = "",
    **how: Unpack[Preparation],
) -> Job:
    """The job of one adversary against one victim; nothing is asked yet.

    ``options`` are the adversary's; ``name`` is what reports call the victim, where not as it is named here. ``goal``,
    else the task's first; ``seed``; ``budget`` in distinct queries
    an example; ``limit``, which draws that many examples by the seed; ``only_right``, by which what the victim is wrong
    on already is not attacked; ``strict``, by which a file of predictions that holds any for other examples is refused;
    ``allow_index_writes``, by which an attack may add to the index of a service that is not on this machine.
    Without a store, ``url`` is opened as ``open_store`` does. Raises
    StumperError for whatever cannot be had, and then makes no store.
    """
    return prepared(dataset, Attack(adversary, options), System(victim, name), **how)


def prepared(
    dataset: str | Collection,
    attack: Attack,
    system: System,
    *,
    store: Store | None = None,
    url: str | None = None,
    settings: Settings | None = None,
    retry_errors: bool = False,
    continue_earlier: bool = False,
    **choices: Unpack[Choices],
) -> Job:
    """The job of ``prepare``, of what may be in memory."""
    place = absolute_url(
        url or store_url(os.environ)
    )  # before code of others may change the folder, or the environment
    found = store or store_at(place)
    draft = drafted(dataset, attack, system, store=found, **choices)
    return draft.job(found or open_store(place), settings, retry_errors, continue_earlier)


def prepare_replay(
    run_id: str,
    victim: str | System = "embedded",
    *,
    store: Store | None = None,
    url: str | None = None,
    settings: Settings | None = None,
    goal: str | None = None,
    retry_errors: bool = False,
) -> Job:
    """The job in which a victim meets what another run made against its own: all that was proposed at once, or what the
    search stands by. Nothing is searched for, and nothing is read but the store.

    BadOption where the store holds no such run, or one that has not come to its end. The other keywords are those of
    ``prepare``.
    """
    opened = store or open_store(url)
    system = System(victim) if isinstance(victim, str) else victim
    source = _replayed(opened, run_id)
    adversary, collection = _proposing(opened, source)
    material = Material(source.dataset, adversary, collection=collection)
    began = monotonic()
    loaded = system.load(material.known)
    making = monotonic() - began
    check_victim(loaded, system.called, source.dataset, material.task)
    meant = goal_meant(material.task, goal or source.goal)
    plan = replace(
        source,
        victim=system.called,
        victim_spec=system.shown if system.name else "",
        victim_fingerprint=system.fingerprint(loaded, material.task),
        victim_code=system.answers(loaded, material.task),
        from_python=source.from_python or system.is_object,
        adversary_code=content_id("replayed", judges_code(material.task, meant)),
        goal=meant,
        budget=None,
        only_right=False,
        repetition=0,
        continued=0,
        joined="",
        replays=source.id,
        made_by=source.made_by or source.adversary,
        made_with=source.made_with if source.made_by else source.options,
        made_against=source.made_against or (source.victim if adversary.searches else ""),
        referee=REFEREE,
        format=FORMAT,
    )
    trained = loaded if isinstance(loaded, Trained) else None
    kept = trained if system.is_known_by_its_bytes else None
    draft = Draft(plan, system, Attack(source.adversary), material, loaded, kept, trained is not None, making)
    return draft.job(opened, settings, retry_errors)


def _replayed(store: Store, run_id: str) -> Plan:
    """The plan of a run that has come to its end; of one that is a replay itself, that of the run which it replays."""
    documents = store.plans()
    if run_id not in documents:
        raise BadOption(f"The store {store.name} holds no run {run_id!r} to be asked of others. Name one of those that "
                        "stumper report lists.")  # fmt: skip
    source = from_json(documents[run_id])
    if source.replays in documents:
        return _replayed(store, source.replays)
    if (stopped := store.standing(run_id).stopped) is not None:
        raise BadOption(f"The run {run_id[:8]} has {stopped.done:,} of {stopped.of:,} attempts. Start its command "
                        "again, and ask others once it has all.")  # fmt: skip
    return source


def _proposing(store: Store, source: Plan) -> tuple[Any, Collection]:
    """What proposes as that run did, and the examples that it attacked.

    Of an earlier version's run there is what it stands by alone, which its victim's verdicts chose.
    """
    attempts = store.attempts(source.id, has_candidates=False)
    if not attempts:
        raise BadOption(f"The run {source.id[:8]} has no attempt, so there is nothing to ask of others.")
    own = store.examples(source.dataset_fingerprint)  # in the order of the data set
    places = {id: place for place, id in enumerate(own)}
    originals, instances = dict[str, Example](), list[Instance]()
    for attempt in sorted(attempts, key=lambda attempt: places[attempt.example_id]):
        original = replace(own[attempt.example_id], id=original_id(attempt))
        originals.setdefault(original.id, original)
        if attempt.example_id != original.id and attempt.perturbation is not None:
            instances.append(Instance(attempt.example_id, originals[original.id], attempt.perturbation))
    reasons = store.unmade(source.id)
    examples = (*originals.values(), *(own[id] for id in reasons))
    collection = task_of(examples[0].query).collected(source.dataset, source.dataset_fingerprint, examples)
    if instances:
        learned = source.referee == 1 and source.adversary == "sears" and "rules" not in dict(source.options)
        made = Made(instances, unmade(examples, instances, reasons | nothing_proposed(attempts)))
        return RecordedInstances(made, bool(source.made_against) or learned), collection
    return Recorded(store, source.id, bool(source.made_against) or source.referee == 1), collection


def _with_making(plan: Plan, store: Store, material: Material) -> Plan:
    """The plan with who made the variants, where a file of them says so, or said so when the run began."""
    if store.standing(plan.id).complete:
        begun = from_json(store.plans()[plan.id])
        return replace(plan, made_by=begun.made_by, made_with=begun.made_with, made_against=begun.made_against)
    if (made := material.making) is None:
        return plan
    return replace(plan, made_by=made.adversary, made_with=made.options, made_against=made.made_against)


def _repetition(plan: Plan, store: Store, material: Material, retry_errors: bool) -> Plan:
    """The plan itself; for a victim without a fingerprint, which may have changed, its first open repetition.

    One is open until it is concluded, and again while rows of it are missing. To retry errors is to go on with the
    newest repetition, open or not.
    """
    if plan.victim_fingerprint is not None:
        return plan
    while _is_done(store.standing(plan.id), material):
        following = replace(plan, repetition=plan.repetition + 1)
        if retry_errors and not store.standing(following.id).attempts:
            return plan
        plan = following
    return plan


def _is_done(standing: Standing, material: Material) -> bool:
    """A run that an earlier version concluded does not say how many examples it has. One that made nothing asked
    nobody, so that it is the same for a victim that has changed."""
    if standing.concluded and standing.examples is None:
        return standing.attempts == len(material.attacked)
    return standing.complete and standing.attempts > 0
