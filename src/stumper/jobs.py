"""A plan with all that carries it out: made from what the user asked for, run, written, scored."""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import monotonic
from typing import TypedDict, Unpack

from stumper.adversaries.from_file import InstancesFromFile
from stumper.errors import BadOption, BadStore
from stumper.goals import goal_named
from stumper.identity import content_id, file_fingerprint
from stumper.loading import (
    NONE,
    adversary_code,
    check_suits,
    is_known_by_its_bytes,
    is_own,
    kept_fingerprint,
    load_adversary,
    load_victim,
    options_fingerprint,
    what_answers,
)
from stumper.material import Material, at_least_one, check_evidence, check_victim
from stumper.protocols import Adversary, Collection, Enumerator, Exporter, Inducer, Trained, Victim
from stumper.reports import Report, build_report
from stumper.runs import (
    Counts,
    Oracle,
    Plan,
    Settings,
    Step,
    Work,
    alone,
    instances_of,
    learned,
    run,
    seen_among,
    settled,
)
from stumper.runs.earlier import begun_earlier, gone_on_with
from stumper.runs.patience import patient
from stumper.store import Standing, Store, absolute_url, store_file, store_url
from stumper.task import Task
from stumper.types import Attempt, Example, Instance
from stumper.victims.address import without_password


@dataclass(frozen=True, slots=True)
class Job:
    """One plan with all that carries it out; interrupted and made again, it goes on where it was.

    ``trained`` is the victim, where it knows what it was trained on and is no foreign code; where it is,
    ``is_trained`` alone says so. ``spec`` names the victim as the user did, and ``options`` are the adversary's, with
    the passwords and keys that addresses may hold and no plan keeps. ``making`` are the seconds that it took to make
    the victim for the first time. ``earlier`` is a run of the same plan that an earlier version of Stumper began and
    did not end, and that this one is not.
    """

    plan: Plan
    spec: str
    options: Mapping[str, str]
    material: Material
    store: Store
    settings: Settings
    trained: Trained | None = None
    is_trained: bool = False
    making: float = 0.0
    earlier: Plan | None = None

    @property
    def dataset(self) -> Collection:
        """The examples that are attacked."""
        return self.material.attacked

    @property
    def suffix(self) -> str:
        """What the name of a file in the data set's format ends with."""
        return self.material.task.suffix

    def steps(self) -> Iterator[Step]:
        """Carries it out, step by step; the first step says what an earlier run has done."""
        if isinstance(exporter := self.material.adversary, Exporter):
            exporter.export(self.material.examples)
        standing = self.store.standing(self.plan.id)
        if not standing.complete:
            return self._steps()
        # Of bytes that were hashed a moment ago nothing need be asked; whoever vouches for itself is asked again.
        parts = None if is_known_by_its_bytes(self.plan.victim) else self._parts(self.material.known)
        return settled(self.plan, standing.attempts, self.store, self.settings, parts)

    def _steps(self) -> Iterator[Step]:
        parts, learning = self._parts(tuple(self.material.known)), Counts()
        work = yield from self._work(parts, learning)
        seen = self._seen(parts, work) if self.is_trained else frozenset[str]()
        yield from run(self.plan, parts, work, self.store, self.settings, learning, seen)

    def _seen(self, parts: "_Components", work: Sequence[Work]) -> frozenset[str]:
        """The ids of the work that the victim was trained on; foreign code is asked as patiently as for answers."""
        name, variants = self.plan.victim, self.material.variants
        if self.trained is not None:
            return seen_among(name, self.trained, work, variants)
        with patient(name, parts.victim, self.settings.timeout, self.making) as (victim, patience):
            return seen_among(name, victim, work, variants, patience)

    def victim(self) -> Victim:
        """The victim, made anew."""
        return self._parts(self.material.known).victim()

    def _parts(self, known: Sequence[Example]) -> "_Components":
        return _Components(self.plan, self.spec, self.options, known, self.material.folder, self.making)

    def _work(self, parts: "_Components", learning: Counts) -> Generator[Step, None, Sequence[Work]]:
        """What is to be attempted: examples, or where the adversary proposes by itself, what it proposes.

        What is asked for that is added to ``learning``.
        """
        adversary: object = self.material.adversary
        examples = self.dataset.examples
        if isinstance(adversary, Inducer):
            with (
                alone(self.store, self.plan.id, "learning"),  # who comes later learns from what is in the cache
                patient(self.plan.victim, parts.victim, self.settings.timeout, self.making) as (victim, patience),
            ):
                oracle = Oracle(self.plan.victim, victim, self.plan.victim_salt, self.store.cache(),
                                counts=learning, patience=patience)  # fmt: skip
                adversary = yield from self._learning(adversary, examples, oracle)
        if isinstance(adversary, InstancesFromFile):
            return adversary.of(examples)
        if not isinstance(adversary, Enumerator):
            return examples
        proposed = instances_of(self.plan.adversary, adversary, examples, Random(f"{self.plan.seed}/instances"))
        if not proposed:
            these = f"the {len(examples):,} {self.material.task.unit}s of {self.material.dataset}"
            raise BadOption(f"{self.plan.adversary} matches none of {these}: there is nothing to attempt. Attack "
                            "others, or more of them (--limit), or change its options (--set).")  # fmt: skip
        return proposed

    def _learning(
        self, inducer: Inducer, examples: Sequence[Example], oracle: Oracle
    ) -> Generator[Step, None, Enumerator]:
        lesson = learned(inducer, examples, Random(f"{self.plan.seed}/learning"), oracle)
        while True:
            try:
                put = next(lesson)
            except StopIteration as end:
                enumerator: Enumerator = end.value
                return enumerator
            yield Step((), 0, len(examples), oracle.counts, learning=put)

    def attempts(self) -> list[Attempt]:
        """What is recorded, in the data set's order; of several on one example, in the order of their numbers."""
        places = {example.id: place for place, example in enumerate(self.dataset)}
        found = [(places.get(original_id(attempt)), attempt) for attempt in self.store.attempts(self.plan.id)]
        known = [(place, len(a.example_id), a.example_id, a) for place, a in found if place is not None]
        return [attempt for *_, attempt in sorted(known, key=lambda entry: entry[:3])]

    def outcomes(self) -> dict[str, int]:
        """How many of the recorded attempts ended how."""
        return self.store.outcomes(self.plan.id)

    def report(self, with_examples: bool = True) -> Report:
        """The report of this run alone."""
        return report_of(self.store, [self.plan.id], with_examples)

    def write(self, path: Path) -> bool:
        """The file holds the attacked examples and, as `<id>-<adversary>`, what was found for each.

        Where the data set holds such ids already, `-again` is put behind. False where the file held just this already,
        and was left alone.
        """
        memos, state = self.store.memos(), self.store.state([self.plan.id])
        key = content_id("adversarial set", self.plan.id, path.name.endswith(".gz"))
        if path.is_file() and memos.get(key, state) == file_fingerprint(path):
            return False
        memos.put(key, state, self.material.task.write_perturbed(path, self.dataset, self.instances()))
        return True

    def instances(self) -> list[Instance]:
        """What was found, each under the id that it is written by."""
        by_id = {example.id: example for example in self.dataset}
        tag = self.plan.adversary
        while any(f"{id}-{tag}" in by_id for id in by_id):
            tag += "-again"
        return [
            Instance(
                f"{attempt.example_id}-{tag}" if attempt.example_id in by_id else attempt.example_id,
                by_id[attempt.perturbation.example_id],
                attempt.perturbation,
            )
            for attempt in self.attempts()
            if attempt.perturbation is not None
        ]

    def conclude(self) -> None:
        """Made again, the job of a victim without a fingerprint begins anew; for when all is written that is wanted.

        BadStore where the store's file is gone, as then nothing is kept.
        """
        if (file := store_file(self.store.url)) is not None and not file.exists():
            raise BadStore(f"The store {file} was removed while it was in use, so nothing of this run is kept. Run the "
                           "same command again, and keep the victim from removing it.")  # fmt: skip
        if not self.store.standing(self.plan.id).complete:
            made = len(self.store.finished(self.plan.id)) if self.material.enumerates else len(self.dataset)
            self.store.conclude(self.plan.id, made)


def original_id(attempt: Attempt) -> str:
    """The id of the example that an attempt, or the instance that it is on, was made of."""
    return attempt.example_id if attempt.perturbation is None else attempt.perturbation.example_id


def report_of(store: Store, run_ids: Sequence[str], with_examples: bool = True) -> Report:
    """The report of these runs; without examples it is computed once, until something changes."""
    if with_examples:
        return build_report(store, run_ids)
    key = content_id("report without examples", *run_ids)
    return store.memos().computed(
        key, report_state(store, run_ids), Report, lambda: build_report(store, run_ids, False)
    )


def report_state(store: Store, run_ids: Sequence[str]) -> str:
    """A text that is another as soon as anything is that the report of these runs tells: their results, or how much
    was asked for them."""
    return content_id(store.state(run_ids), [store.counts(run_id) for run_id in run_ids])


@dataclass(frozen=True, slots=True)
class _Components:
    plan: Plan
    spec: str
    options: Mapping[str, str]
    known: Sequence[Example]  # a tuple, where other processes are to have it
    folder: str  # that names of files are relative to: a victim may change the current one
    making: float

    def victim(self) -> Victim:
        os.chdir(self.folder)
        return load_victim(self.spec, self.known)

    def adversary(self) -> Adversary:
        with chdir(self.folder):
            return load_adversary(self.plan.adversary, self.options)


def open_store(url: str | None = None, outlasts_power: bool = False) -> Store:
    """The store at a URL or path; without one, what STUMPER_STORE names, else ``stumper.db`` here.

    ``outlasts_power`` is as in ``Store.open``: for what people are told is saved.
    """
    return Store.open(_place(url), outlasts_power)


def store_at(url: str | None = None) -> Store | None:
    """What ``open_store`` opens, where it is there already; None where it would have to be made."""
    file = store_file(_place(url))
    return open_store(url) if file is None or file.exists() else None


def _place(url: str | None) -> str:
    return url or store_url(os.environ)


@dataclass(frozen=True, slots=True)
class Draft:
    """All of a job but the store; so much can be refused before there is one.

    ``unchecked`` is a victim that has not yet said whether it has the pages that the examples are about, ``trained``
    one that knows what it was trained on; the rest is as in the job.
    """

    plan: Plan
    spec: str
    options: Mapping[str, str]
    material: Material
    unchecked: Victim | None = None
    trained: Trained | None = None
    is_trained: bool = False
    making: float = 0.0

    def job(
        self,
        store: Store,
        settings: Settings | None = None,
        retry_errors: bool = False,
        continue_earlier: bool = False,
    ) -> Job:
        """The job that keeps its rows in this store; to ``continue_earlier`` is to go on with what an earlier version
        of Stumper began, where it began anything."""
        plan = _repetition(self.plan, store, self.material, retry_errors)
        earlier = None if store.standing(plan.id).attempts else self._earlier(plan, store)
        if continue_earlier and earlier is not None:
            plan, earlier = gone_on_with(earlier, store), None
        if retry_errors:
            store.forget_errored(plan.id)
        if not store.standing(plan.id).complete:
            self.material.read()
            if self.unchecked is not None:
                check_evidence(self.unchecked, self.material.dataset, self.material.attacked.examples)
        return Job(plan, self.spec, self.options, self.material, store, settings or Settings(), self.trained,
                   self.is_trained, self.making, earlier)  # fmt: skip

    def _earlier(self, plan: Plan, store: Store) -> Plan | None:
        """Whoever changed an attack of their own has another one."""
        if not is_own("adversary", plan.adversary):
            return None
        return begun_earlier(plan, store, is_known_by_its_bytes(self.spec))


def draft(
    dataset: str,
    adversary: str,
    victim: str = "embedded",
    *,
    options: Mapping[str, str] = NONE,
    goal: str | None = None,
    seed: int = 1,
    budget: int | None = None,
    limit: int | None = None,
    store: Store | None = None,
) -> Draft:
    """What ``prepare`` makes a job of; a data set on which a run in the store was concluded is not read yet."""
    at_least_one("budget", budget)
    at_least_one("limit", limit)
    attacker = load_adversary(adversary, options)
    material = Material(dataset, attacker, limit, seed)
    read_by_options = options_fingerprint(adversary, options)
    is_new = store is None or not store.attacked(material.fingerprint)
    if is_new:
        material.read()
    _check_task(material, adversary)
    began = monotonic()
    system = load_victim(victim, material.known)
    making = monotonic() - began
    check_victim(system, victim, dataset, material.task)
    shown = {key: without_password(text) for key, text in options.items()}
    meant = _goal(material.task, goal)
    plan = Plan(
        dataset=dataset,
        dataset_fingerprint=material.fingerprint,
        victim=without_password(victim),
        victim_fingerprint=kept_fingerprint(victim, system, material.task),
        adversary=adversary,
        options=tuple(sorted(shown.items())),
        options_fingerprint=read_by_options or (content_id(options) if options != shown else ""),
        goal=meant,
        seed=seed,
        budget=budget,
        limit=limit,
        victim_code=what_answers(victim, system, material.task),
        adversary_code=adversary_code(adversary, material.task, meant),
    )
    if is_new:
        check_evidence(system, dataset, material.attacked.examples)
    trained = system if isinstance(system, Trained) else None
    kept = trained if is_known_by_its_bytes(victim) else None
    unchecked = None if is_new else system
    return Draft(plan, victim, options, material, unchecked, kept, trained is not None, making)


class Asked(TypedDict, total=False):
    """What may be asked for beside data set, adversary and victim: the keywords of ``draft`` that decide rows."""

    options: Mapping[str, str]
    goal: str | None
    seed: int
    budget: int | None
    limit: int | None


def _goal(task: Task, asked: str | None) -> str:
    """The goal that was asked for, else the task's first; BadOption where it is none of the task's."""
    goal = goal_named(asked or next(iter(task.goals))).name
    if goal not in task.goals:
        raise BadOption(f"The goal {goal!r} is not one of {task.name}, which has {', '.join(task.goals)}.")
    return goal


def _check_task(material: Material, adversary: str) -> None:
    check_suits(material.adversary, adversary, material.dataset, material.task)


def prepare(
    dataset: str,
    adversary: str,
    victim: str = "embedded",
    *,
    store: Store | None = None,
    url: str | None = None,
    settings: Settings | None = None,
    retry_errors: bool = False,
    continue_earlier: bool = False,
    **asked: Unpack[Asked],
) -> Job:
    """The job of one adversary against one victim; nothing is asked yet.

    ``asked`` are the adversary's ``options``; ``goal``, else the task's first; ``seed``; ``budget`` in distinct queries
    an example; ``limit``, which draws that many examples by the seed. Without a store, ``url`` is opened as
    ``open_store`` does. Raises StumperError for whatever cannot be had, and then makes no store.
    """
    place = absolute_url(_place(url))  # before code of others may change the folder, or the environment
    found = store or store_at(place)
    drafted = draft(dataset, adversary, victim, store=found, **asked)
    return drafted.job(found or open_store(place), settings, retry_errors, continue_earlier)


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
    """A run that an earlier version concluded does not say how many examples it has."""
    if standing.concluded and standing.examples is None:
        return standing.attempts == len(material.attacked)
    return standing.complete
