"""A plan with all that carries it out: made from what the user asked for, run, written, scored."""

import json
import os
import platform
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypedDict, Unpack
from uuid import uuid4

from stumper.adversaries.from_file import FromFile, InstancesFromFile
from stumper.errors import BadOption, BadStore
from stumper.given import Attack, System
from stumper.goals import goal_meant
from stumper.identity import content_id, file_fingerprint
from stumper.loading import NONE, check_further, check_suits, declared, judges_code
from stumper.material import Material, at_least_one, check_evidence, check_index, check_seen, check_victim
from stumper.protocols import Adversary, Asking, Collection, Enumerator, Exporter, Inducer, Trained, Victim
from stumper.registry import searches, task_of
from stumper.reports import Report, build_report, doubts_of
from stumper.runs import (
    Counts,
    Oracle,
    Plan,
    Settings,
    Step,
    Work,
    alone,
    from_json,
    learned,
    made_of,
    run,
    seen_among,
    settled,
)
from stumper.runs.earlier import begun_earlier, gone_on_with
from stumper.runs.english import check_legible
from stumper.runs.instances import MATCHES_NOTHING, Asks, Made, unmade
from stumper.runs.patience import patient
from stumper.runs.plan import FORMAT, REFEREE, to_json
from stumper.runs.pool import Setting as PoolSetting
from stumper.runs.pool import Together
from stumper.runs.recorded import Recorded, RecordedInstances, nothing_proposed, recorded_made, run_made_alike
from stumper.runs.work import Trust
from stumper.sections.ran import is_unproposed
from stumper.store import Standing, Store, absolute_url, store_file, store_url
from stumper.types import NOTHING_PROPOSED, Attempt, Example, Instance, Making, Unmade
from stumper.victims.address import without_password


@dataclass(frozen=True)
class Job:
    """One plan with all that carries it out; interrupted and made again, it goes on where it was.

    ``trained`` is the victim, where it knows what it was trained on and is no foreign code; where it is,
    ``is_trained`` alone says so. ``system`` is the victim as the user gave it, and ``attack`` the adversary, both with
    the passwords and keys that addresses may hold and no plan keeps. ``making`` are the seconds that it took to make
    the victim for the first time. ``earlier`` is a run of the same plan that an earlier version of Stumper began and
    did not end, and that this one is not.
    """

    plan: Plan
    system: System
    attack: Attack
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
        if not standing.complete or not standing.attempts:
            return self._steps()
        # Of bytes that were hashed a moment ago nothing need be asked; whoever vouches for itself is asked again.
        parts = None if self.system.is_known_by_its_bytes else self._parts()
        return settled(self.plan, standing.attempts, self.store, self.settings, parts)

    def _steps(self) -> Iterator[Step]:
        self.store.put_left_out(self.plan.dataset_fingerprint, self.material.left_out)
        learning = Counts()
        parts = replace(self._parts(), prepared=self._prepared(learning))
        work, unmade = self._attempted((yield from self._work(parts, learning)))
        seen = self._seen(parts, work) if self.is_trained else frozenset[str]()
        yield from run(self.plan, parts, work, self.store, self.settings, learning, seen, unmade)

    def _prepared(self, learning: Counts) -> Adversary | None:
        """What an adversary that asks models of its own makes of their replies, counted as what was asked for; None of
        any other, and where a run has been made alike."""
        adversary: object = self.material.adversary
        if not isinstance(adversary, Asking) or self._made_alike is not None:
            return None
        try:
            with alone(self.store, self.plan.id, "asking"):  # who comes later finds the replies in the cache
                found = adversary.prepared(self.dataset.examples, self.store.cache())
        except BaseException:  # what was asked until then was paid for
            counts = Counts(usage=adversary.usage, manner=adversary.manner)
            self.store.put_plan(self.plan.id, to_json(self.plan), self.plan.dataset_fingerprint)
            self.store.put_counts(self.plan.id, uuid4().hex, json.dumps(counts.document))
            raise
        learning.usage += adversary.usage
        learning.manner = {**learning.manner, **adversary.manner}
        return found

    def _seen(self, parts: "_Components", work: Sequence[Work]) -> frozenset[str]:
        """The ids of the work that the victim was trained on; foreign code is asked as patiently as for answers."""
        name, variants = self.plan.victim, self.material.variants
        if self.trained is not None:
            return seen_among(name, self.trained, work, variants)
        with patient(name, parts.victim, self.settings.timeout, self.making) as (victim, patience):
            return seen_among(name, victim, work, variants, patience)

    def victim(self) -> Victim:
        """The victim, made anew."""
        return self._parts().victim()

    def _parts(self) -> "_Components":
        """What makes system and attack; for other processes with no more of the examples than that takes, as each of
        their tasks comes with it."""
        known = self.material.known
        if not self.settings.is_here:
            known = self.system.needed(known)
        return _Components(
            self.plan, self.system, self.attack, known, self.material.folder, self.making, self._recorded
        )

    @property
    def _recorded(self) -> Recorded | None:
        """What proposes in the place of the adversary, or before it: a run that is replayed, or one made alike."""
        adversary: object = self.material.adversary
        store = self.store if self.settings.is_here else self.store.url
        if isinstance(adversary, Recorded | RecordedInstances):
            return Recorded(store, self.plan.replays, adversary.searches)
        alike = None if self.material.enumerates else self._made_alike
        return None if alike is None else Recorded(store, alike)

    @cached_property
    def _made_alike(self) -> str | None:
        """A run against any victim from which this one takes what is made once for all; None where there is none."""
        adversary: object = self.material.adversary
        if searches(adversary) or isinstance(adversary, FromFile | InstancesFromFile | Recorded | RecordedInstances):
            return None
        if self.store.is_private and not self.settings.is_here:  # other processes cannot read it
            return None
        return run_made_alike(self.plan, self.store)

    def _work(self, parts: "_Components", learning: Counts) -> Generator[Step, None, Sequence[Work]]:
        """What is to be attempted: examples, or where the adversary proposes by itself, what it proposes.

        What is asked for that is added to ``learning``.
        """
        adversary: object = self.material.adversary
        examples = self.dataset.examples
        if isinstance(adversary, Inducer) and (alike := self._made_alike) is not None:
            return self._whole(recorded_made(self.store, alike, examples), learning)
        if isinstance(adversary, Inducer):
            with (
                alone(self.store, self.plan.id, "learning"),  # who comes later learns from what is in the cache
                self._asking(parts, learning) as oracle,
            ):
                adversary = yield from self._learning(adversary, examples, oracle)
        if isinstance(adversary, InstancesFromFile):
            return self._whole(Made(adversary.of(examples), adversary.unmade_of(examples)), learning)
        if isinstance(adversary, RecordedInstances):
            return self._whole(adversary.given, learning)
        if isinstance(adversary, Enumerator) and (alike := self._made_alike) is not None:
            return self._whole(recorded_made(self.store, alike, examples), learning)
        if not isinstance(adversary, Enumerator):
            return examples
        made = made_of(self.plan.adversary, adversary, examples, Random(f"{self.plan.seed}/instances"))
        return self._whole(made, learning)

    @contextmanager
    def _asking(self, parts: "_Components", counts: Counts) -> Iterator[Asks]:
        """Whoever asks the system while an attack learns: this process, or the workers of the executor."""
        plan, settings, store = self.plan, self.settings, self.store
        if settings.executor is not None:
            setting = PoolSetting(plan, parts, store.url, settings.batch_size, settings.timeout, Trust())
            yield Together(setting, store.cache(), settings.executor, settings.at_once, counts)
            return
        with patient(plan.victim, parts.victim, settings.timeout, self.making) as (victim, patience):
            yield Oracle(plan.victim, victim, plan.victim_salt, store.cache(), counts=counts, patience=patience)

    def _whole(self, made: Made, learning: Counts) -> Sequence[Work]:
        """What was made, and of which originals nothing was; where each original counts once, all of these. BadOption
        where nothing was made of any."""
        reasons = {one.id: one.reason for one in made.unmade}
        every = unmade(self.dataset.examples, made.instances, reasons, MATCHES_NOTHING)
        if not made.instances:
            self._put_nothing(every, learning)
            these = f"the {len(every):,} {self.material.task.unit}s of {self.material.dataset}"
            first = next((f" ({one.reason})" for one in every), "")
            raise BadOption(f"{self.plan.adversary} matches none of {these}: there is nothing to attempt{first}. "
                            "Attack others, or more of them (--limit), or change its options (--set).")  # fmt: skip
        return [*made.instances, *(made.unmade if self.material.task.counts_variants else every)]

    def _put_nothing(self, every: Sequence[Unmade], learning: Counts) -> None:
        """Records a run that has ended without an attempt, and why: a report that named the other attacks alone would
        be of fewer than were asked for."""
        plan, store = self.plan, self.store
        store.put_plan(plan.id, to_json(plan), plan.dataset_fingerprint)
        store.put_examples(plan.dataset_fingerprint, (one.example for one in every))
        store.put_unmade(plan.id, {one.id: one.reason for one in every})
        if learning.unique or learning.usage.requests:
            store.put_counts(plan.id, uuid4().hex, json.dumps(learning.document))
        store.begin(plan.id, 0)
        store.conclude(plan.id, 0)

    def _attempted(self, work: Sequence[Work]) -> tuple[list[Work], list[Unmade]]:
        """What is attempted, and of which originals nothing is asked: where each variant counts by itself, those of
        which nothing was made."""
        left = [piece for piece in work if isinstance(piece, Unmade)] if self.material.task.counts_variants else []
        return [piece for piece in work if not (left and isinstance(piece, Unmade))], left

    def _learning(
        self, inducer: Inducer, examples: Sequence[Example], oracle: Asks
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

    def unproposed(self) -> int:
        """To how many of the recorded attempts nothing was proposed that could be asked, on unseen examples."""
        return sum(is_unproposed(one) for one in self.store.ended(self.plan.id) if not one.trained_on)

    def report(self, with_examples: bool = True) -> Report:
        """The report of this run alone."""
        return report_of(self.store, [self.plan.id], with_examples)

    def write(self, path: Path) -> bool:
        """The file holds the attacked examples and what was made of each, says who made it, and where nothing was, why.

        What a search stands by is `<id>-<adversary>`, and so is a single candidate; of several each has its number
        behind that. Where the data set holds such ids already, `-again` is put before the number. False where the file
        held just this already, and was left alone.
        """
        memos, state = self.store.memos(), self.store.state([self.plan.id])
        key = content_id("adversarial set", self.plan.id, path.name.endswith(".gz"))
        if path.is_file() and memos.get(key, state) == file_fingerprint(path):
            return False
        attempts = self.attempts()
        dataset: Collection = self.dataset
        if "made" in dataset.__dataclass_fields__:  # of a package's task, files need not say so
            dataset = replace(dataset, made=self._making(attempts))
        written = self.material.task.write_perturbed(path, dataset, _instances(self.dataset, self.plan, attempts))
        memos.put(key, state, written)
        return True

    def instances(self) -> list[Instance]:
        """What was made, each under the id that it is written by."""
        return _instances(self.dataset, self.plan, self.attempts())

    def _making(self, attempts: Sequence[Attempt]) -> Making:
        plan = self.plan
        ids = {example.id for example in self.dataset}  # an instance that was left out is no original
        nothing = {one.example_id: said for one in attempts if (said := _why_nothing(one)) and one.example_id in ids}
        nothing |= {id: said for id, said in self.store.unmade(plan.id).items() if id in ids}
        made_by = (plan.made_by, plan.made_with) if plan.made_by else (plan.adversary, plan.options)
        return Making(*made_by, plan.made_against, nothing, plan.family)

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


def _instances(dataset: Collection, plan: Plan, attempts: Sequence[Attempt]) -> list[Instance]:
    by_id = {example.id: example for example in dataset}
    tag = plan.adversary
    while any(f"{id}-{tag}" in by_id or f"{id}-{tag}-1" in by_id for id in by_id):
        tag += "-again"
    found = []
    for attempt in attempts:
        made = [candidate.perturbation for candidate in attempt.candidates]
        if not made and attempt.perturbation is not None:
            made = [attempt.perturbation]
        for number, one in enumerate(made, 1):
            behind = f"-{tag}-{number}" if len(made) > 1 else f"-{tag}"
            id = attempt.example_id + behind if attempt.example_id in by_id else attempt.example_id
            found.append(Instance(id, by_id[one.example_id], one))
    return found


def _why_nothing(attempt: Attempt) -> str | None:
    """Why an attempt has made nothing of its example; None where it has made something."""
    if attempt.perturbation is not None or attempt.candidates:
        return None
    if attempt.outcome == "errored":
        return f"the system failed: {attempt.reason}"
    if attempt.reason is not None:
        return attempt.reason.removeprefix(NOTHING_PROPOSED)
    return "the budget was spent" if attempt.outcome == "exhausted" else "nothing was proposed"


def original_id(attempt: Attempt) -> str:
    """The id of the example that an attempt, or the instance that it is on, was made of."""
    if attempt.original_id or attempt.perturbation is None:
        return attempt.original_id or attempt.example_id
    return attempt.perturbation.example_id


def report_of(store: Store, run_ids: Sequence[str], with_examples: bool = True) -> Report:
    """The report of these runs; without examples, and then without slices of the data, it is computed once, until
    something changes."""
    if with_examples:
        return build_report(store, run_ids)
    key = content_id("report without examples", *run_ids)
    return store.memos().computed(
        key, report_state(store, run_ids), Report, lambda: build_report(store, run_ids, False, is_sliced=False)
    )


def doubts_on(store: Store, run_ids: Sequence[str]) -> list[str]:
    """What makes all figures of these runs doubtful, a sentence each; computed once, until a result changes."""
    key = content_id("doubts", *run_ids)
    found = store.memos().computed(key, store.state(run_ids), tuple[str, ...], lambda: tuple(doubts_of(store, run_ids)))
    return list(found)


def report_state(store: Store, run_ids: Sequence[str]) -> str:
    """A text that is another as soon as anything is that the report of these runs tells: their results, or how much
    was asked for them."""
    return content_id(store.state(run_ids), [store.counts(run_id) for run_id in run_ids])


@dataclass(frozen=True, slots=True)
class _Components:
    plan: Plan
    system: System
    attack: Attack
    known: Sequence[Example]
    folder: str  # that names of files are relative to: a victim may change the current one
    making: float
    recorded: Recorded | None = None
    prepared: Adversary | None = None

    def victim(self) -> Victim:
        try:
            os.chdir(self.folder)
        except FileNotFoundError as error:
            raise BadOption(f"The folder {self.folder}, where the run was begun, is not on {platform.node()}. Begin it "
                            "in a folder that all machines of the executor have.") from error  # fmt: skip
        return self.system.load(self.known)

    def adversary(self) -> Adversary:
        if self.plan.replays:
            assert self.recorded is not None
            return self.recorded
        if self.prepared is not None:
            return self.prepared
        with chdir(self.folder):
            adversary = self.attack.load()
        return adversary if self.recorded is None else replace(self.recorded, otherwise=adversary)


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
    system: System
    attack: Attack
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
        plan = _with_making(plan, store, self.material)
        if retry_errors:
            store.forget_errored(plan.id)
        if not store.standing(plan.id).complete:
            self.material.read()
            if self.unchecked is not None:
                check_evidence(self.unchecked, self.material.dataset, self.material.attacked.examples)
                check_index(self.unchecked, self.system.called, self.attack.name, self.material)
        _check_shared(settings, store, self.system, self.attack)
        return Job(plan, self.system, self.attack, self.material, store, settings or Settings(), self.trained,
                   self.is_trained, self.making, earlier)  # fmt: skip

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
    if is_new:
        check_legible(attacker, attack.name, called, material.attacked.examples)
        check_evidence(victim, called, material.attacked.examples)
        check_index(victim, system.called, attack.name, material)
    trained = victim if isinstance(victim, Trained) else None
    kept = trained if system.is_known_by_its_bytes else None
    unchecked = None if is_new else victim
    return Draft(plan, system, attack, material, unchecked, kept, trained is not None, making)


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
    place = absolute_url(_place(url))  # before code of others may change the folder, or the environment
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
