"""A plan with all that carries it out: made from what the user asked for, run, written, scored."""

import json
import os
import platform
from collections.abc import Generator, Iterator, Sequence
from contextlib import chdir, contextmanager
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from time import time
from uuid import uuid4

from stumper.adversaries.from_file import FromFile, InstancesFromFile
from stumper.errors import BadOption, BadStore, BrokenVictim
from stumper.given import Attack, System
from stumper.identity import content_id, file_fingerprint
from stumper.material import Material
from stumper.protocols import Adversary, Asking, Collection, Enumerator, Exporter, Inducer, Trained, Victim
from stumper.registry import searches
from stumper.reports import Report
from stumper.reports.of_runs import report_of
from stumper.runs import Counts, Oracle, Plan, Settings, Step, Work, alone, learned, made_of, run, seen_among, settled
from stumper.runs.instances import MATCHES_NOTHING, Asks, Made, unmade
from stumper.runs.patience import patient
from stumper.runs.plan import to_json
from stumper.runs.pool import Setting as PoolSetting
from stumper.runs.pool import Together
from stumper.runs.recorded import Recorded, RecordedInstances, recorded_made, run_made_alike
from stumper.runs.work import Trust
from stumper.sections.ran import is_unproposed
from stumper.store import Store, store_file
from stumper.types import NOTHING_PROPOSED, AbsentGold, Attempt, Example, Instance, Making, Unmade


@dataclass(frozen=True)
class Job:
    """One plan with all that carries it out; interrupted and made again, it goes on where it was.

    ``trained`` is the victim, where it knows what it was trained on and is no foreign code; where it is,
    ``is_trained`` alone says so. ``system`` is the victim as the user gave it, and ``attack`` the adversary, both with
    the passwords and keys that addresses may hold and no plan keeps. ``making`` are the seconds that it took to make
    the victim for the first time. ``earlier`` is a run of the same plan that an earlier version of Stumper began and
    did not end, and that this one is not. ``absent_gold`` counts what gold evidence the victim's own index lacks; None
    where nobody looked.
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
    absent_gold: AbsentGold | None = None

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
        counts_variants = self.material.task.counts_variants
        return settled(self.plan, standing.attempts, self.store, self.settings, parts, counts_variants)

    def _steps(self) -> Iterator[Step]:
        self.store.put_left_out(self.plan.dataset_fingerprint, self.material.left_out)
        learning = Counts(looked=(time(), *astuple(self.absent_gold)) if self.absent_gold else ())
        parts = replace(self._parts(), prepared=self._prepared(learning))
        work, unmade = self._attempted((yield from self._work(parts, learning)))
        seen = self._seen(parts, work) if self.is_trained else frozenset[str]()
        try:
            counts_variants = self.material.task.counts_variants
            yield from run(self.plan, parts, work, self.store, self.settings, learning, seen, unmade, counts_variants)
        except BrokenVictim as error:
            found = next((one for one in self.material.known if one.query == error.asked), None)
            if found is None:
                raise
            raise BrokenVictim(f"{error} Its id in {self.plan.dataset} is {found.id!r}.") from error

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
