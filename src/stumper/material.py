"""What a job works on: the examples that it attacks and those that its victim may be asked."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import overload

from stumper.adversaries.from_file import FromFile, InstancesFromFile
from stumper.adversaries.identity import Identity
from stumper.datasets.originals import originals, originals_of
from stumper.errors import BadData, BadOption, OriginalsElsewhere
from stumper.loading import LOG, dataset_fingerprint, dataset_task, left_out_of, load_dataset
from stumper.protocols import Adversary, Checker, Collection, Dataset, Enumerator, Inducer, Searcher, Specialist, Victim
from stumper.reasons import reason_of
from stumper.registry import task_of, units
from stumper.runs.plan import FROM_FILE
from stumper.runs.recorded import Recorded, RecordedInstances
from stumper.sections.wording import absent_gold
from stumper.task import Task
from stumper.types import AbsentGold, Example, Making
from stumper.victims.address import without_password
from stumper.victims.own_index import check_examples, own_index_of

ORACLE = "oracle:"  # before a file: what is in it with its gold evidence given


@dataclass(frozen=True)
class Material:
    """A data set as one adversary attacks it, read when an example is first wanted.

    So a run of which nothing is left to do never reads it. Until it is read, nothing is known of what is wrong in it.
    """

    dataset: str
    adversary: Adversary
    limit: int | None = None
    seed: int = 1
    folder: str = field(default_factory=os.getcwd)  # that names of files are relative to, whatever a victim does
    collection: Collection | None = None  # what is attacked, where it is not read from the data set

    @cached_property
    def fingerprint(self) -> str:
        """The data set's; of a file without reading it. BadData where there is none."""
        if self.collection is not None:
            return self.collection.fingerprint
        with chdir(self.folder):
            return dataset_fingerprint(self.dataset) or self._read.fingerprint

    @property
    def enumerates(self) -> bool:
        """Whether what counts are instances, of which an example may have any number."""
        return isinstance(self.adversary, Enumerator | Inducer)

    @cached_property
    def task(self) -> Task:
        """The data set's, of a file without reading more than its beginning."""
        with chdir(self.folder):
            task = dataset_task(self.dataset) if self.collection is None else None
        return task_of(self._read.examples[0].query) if task is None else task

    def read(self) -> None:
        """The data set is in memory; BadData where it cannot be used."""
        len(self.attacked)

    @cached_property
    def attacked(self) -> Collection:
        """The examples to attack: originals, as many as the limit draws. BadData where the data set cannot be used."""
        attackable = self._whole.examples
        if isinstance(self.adversary, FromFile):
            attackable = originals(self._whole)
        elif isinstance(self.adversary, InstancesFromFile):
            if self._is_of(self.adversary.file):
                every = _all_originals(self._whole)
                attackable = every if self.limit is None else originals_of(self._whole.instances)
            _check_known(self.adversary, self.dataset, attackable)
            _check_of(self.adversary, self.dataset, attackable)
        elif not getattr(self._whole, "orphans", ()):
            attackable = _without_variants(self._whole, self.dataset)
        return replace(self._whole, examples=drawn(attackable, self.limit, self.seed))

    @cached_property
    def examples(self) -> Sequence[Example]:
        """The examples to attack, not read before somebody looks."""
        return _Later(lambda: self.attacked.examples)

    @cached_property
    def known(self) -> Sequence[Example]:
        """All that the victim may be asked, for a victim that looks answers up, not read before it does."""
        return _Later(lambda: self._known)

    @property
    def variants(self) -> Mapping[str, Sequence[Example]]:
        """The candidates that the adversary brings along, by the id of their original; none of any other adversary."""
        if not isinstance(self.adversary, FromFile):
            return {}
        return {example.id: self.adversary.variants_of(example.id) for example in self.attacked.examples}

    @property
    def variants_from(self) -> str:
        """The name of the set that the variants are from: where they stand in a file of their own, its name."""
        adversary: object = self.adversary
        if isinstance(adversary, FromFile | InstancesFromFile) and not self._is_of(adversary.file):
            return adversary.name
        return self.attacked.name

    @property
    def making(self) -> Making | None:
        """Who made the variants that the adversary reads from a file; None where it says nothing, or makes its own."""
        adversary: object = self.adversary
        attacked: object = self.attacked
        if isinstance(adversary, Identity) and getattr(attacked, "orphans", None):
            return Making(FROM_FILE)  # variants that are asked as they are, as nobody has what they were made of
        return adversary.making if isinstance(adversary, FromFile | InstancesFromFile) else None

    @cached_property
    def _known(self) -> tuple[Example, ...]:
        adversary, every = self.adversary, self._whole.examples
        if not isinstance(adversary, InstancesFromFile) or self._is_of(adversary.file):
            return (*every, *variants_for(adversary, every))
        given = adversary.given_of(every)
        variants = [Example(one.id, one.perturbation.query, one.perturbation.gold) for one in given]
        return (*originals_of(given), *variants)  # others are not asked, and may have an id of these

    @cached_property
    def _whole(self) -> Collection:
        if self._read.fingerprint != self.fingerprint:
            raise BadData(f"{self.dataset} was changed while it was in use. Start the same command again.")
        if isinstance(self.adversary, FromFile) and not self._is_of(self.adversary.file):
            _check_related(self.adversary, self.dataset, originals(self._read))
        return self._read

    @property
    def left_out(self) -> list[str]:
        """What of the data set's file is no example of it, and why; nothing of a data set in memory or by name."""
        if self.collection is not None:
            return []
        with chdir(self.folder):
            return [*left_out_of(self.dataset, self._read), *getattr(self._read, "notes", ())]

    def _is_of(self, file: Path) -> bool:
        """Whether the data set is what this file holds, with evidence given or without."""
        return str(file) in (self.dataset, self.dataset.removeprefix(ORACLE))

    @cached_property
    def _read(self) -> Collection:
        if self.collection is not None:
            return self.collection
        with chdir(self.folder):
            data = load_dataset(self.dataset)
        return data if isinstance(data, Collection) else _collected(data)


def variants_for(adversary: Adversary, examples: Sequence[Example]) -> tuple[Example, ...]:
    """What an adversary that brings its candidates along brings for these examples; nothing for any other."""
    if not isinstance(adversary, FromFile):
        return ()
    return tuple(variant for example in examples for variant in adversary.variants_of(example.id))


def check_evidence(victim: Victim, dataset: str, examples: Sequence[Example]) -> AbsentGold | None:
    """For how many examples the victim's own index lacks gold evidence, which is logged; None where nobody looked, and
    where the look failed, which stops nothing. BadData, naming the data set, where the victim refuses to be asked
    without that evidence."""
    if isinstance(victim, Checker):
        try:
            victim.check_evidence(examples)
        except BadData as error:
            raise BadData(f"{dataset}: {error}") from None
    if not isinstance(victim, Searcher):
        return None
    try:
        absent = victim.absent_gold(examples)
    except Exception as error:  # code of others, which may fail in any way
        LOG.warning("%s: nobody could look up which gold evidence the index of the system has: %s", dataset,
                    reason_of(error))  # fmt: skip
        return None
    if absent and absent.lost:
        LOG.warning("%s: %s", dataset, absent_gold(absent, task_of(examples[0].query).unit, "the system"))
    return absent


def check_victim(victim: Victim, spec: str, dataset: str, task: Task) -> None:
    """Nothing; BadOption, naming both, where the victim says that it answers the queries of other tasks."""
    if isinstance(victim, Specialist) and task.name not in victim.tasks:
        raise BadOption(f"The victim {without_password(spec)!r} answers {units(victim.tasks)}, but {dataset} holds "
                        f"{task.unit}s. Name another victim: stumper list victims.")  # fmt: skip


def check_index(victim: Victim, name: str, adversary: str, material: Material) -> None:
    """Nothing; BadOption where a victim says that it has no index such as the examples need, or the attack."""
    check_examples(victim, name, material.dataset, material.known)
    index, attacker, wire = own_index_of(victim), material.adversary, material.task.wire
    if _changes_text(attacker) or isinstance(attacker, FromFile | InstancesFromFile | Recorded | RecordedInstances):
        return  # what is made already is known, or refused when it is asked
    if all(wire.change(example.query) is None for example in material.attacked.examples):
        return
    changes = getattr(attacker, "changes", ()) or ("added",)
    for change, refusal in (("removed", index.removed), ("added", index.added)):
        if change in changes and refusal:
            raise BadOption(f"{adversary} changes the index of {name!r}, which {refusal}.")


def _changes_text(adversary: Adversary) -> bool:
    """Whether an adversary leaves the passages as they are."""
    return getattr(adversary, "control", "") == "unchanged" or "text" in getattr(adversary, "changes", ())


def check_seen(victim: Victim, name: str, adversary: str, material: Material) -> None:
    """Nothing; BadOption where an attack changes paragraphs alone and the victim is asked without them: its answers
    could not change."""
    attacker, wire = material.adversary, material.task.wire
    if getattr(victim, "reads_passages", True) or wire.retrieves or not wire.parameters[1] or _changes_text(attacker):
        return
    finds_some = all(wire.change(example.query) is not None for example in material.attacked.examples)
    if finds_some and "given" not in getattr(attacker, "changes", ()):
        return
    if isinstance(attacker, FromFile) and any(
        variant.query.text != original.query.text
        for original in attacker.originals.values()
        for variant in attacker.variants_of(original.id)
    ):
        return
    asked, further = (names[0] for names in wire.parameters)
    raise BadOption(f"{name!r} is given the {asked} alone, and {adversary} changes the {further}, which it would never "
                    f"see. Give it a second parameter for it, ({asked}, {further}), or attack what it sees, such as "
                    "with sears.")  # fmt: skip


def drawn(examples: Sequence[Example], limit: int | None, seed: int) -> tuple[Example, ...]:
    """``limit`` examples drawn by the seed, in their own order; all, where there are no more. BadOption below 1."""
    at_least_one("limit", limit)
    if limit is None or limit >= len(examples):
        return tuple(examples)
    kept = sorted(Random(f"{seed}/limit").sample(range(len(examples)), limit))
    return tuple(examples[index] for index in kept)


def at_least_one(option: str, value: int | None) -> None:
    """Nothing; BadOption where a number is given that is below 1."""
    if value is not None and value < 1:
        raise BadOption(f"The {option} is a number of 1 or more, not {value}.")


@dataclass(frozen=True)
class _Later(Sequence[Example]):
    """Examples that are there as soon as one looks."""

    examples: Callable[[], Sequence[Example]]

    @overload
    def __getitem__(self, index: int) -> Example: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Example]: ...
    def __getitem__(self, index: int | slice) -> Example | Sequence[Example]:
        return self.examples()[index]

    def __len__(self) -> int:
        return len(self.examples())

    def __iter__(self) -> Iterator[Example]:
        return iter(self.examples())


def _collected(data: Dataset) -> Collection:
    """Another's data set in the format in which its task is written; BadData where it could not be."""
    examples = tuple(data)
    if not examples or len({example.id for example in examples}) < len(examples):
        raise BadData(f"{data.name}: the data set is empty, or an id occurs twice in it. Mend it.")
    return task_of(examples[0].query).collected(data.name, data.fingerprint, examples)


def _all_originals(data: Collection) -> tuple[Example, ...]:
    """The originals that a set of variants holds or describes, in its order: also those without a variant."""
    variants = {one.id for one in (*data.instances, *getattr(data, "orphans", ()))}
    plain = [example for example in data.examples if example.id not in variants]
    return tuple({example.id: example for example in (*plain, *originals_of(data.instances))}.values())


def _without_variants(data: Collection, dataset: str) -> tuple[Example, ...]:
    """The originals that a set holds: what others made of them is nothing to begin from. That is logged."""
    found = _all_originals(data) if data.instances else originals(data)
    if left := len(data.examples) - len(found):
        LOG.warning("%s: of its %s examples %s are variants of others, and are not attacked again; `stumper evaluate` "
                    "scores them.", dataset, f"{len(data.examples):,}", f"{left:,}")  # fmt: skip
    return found


def _check_known(adversary: InstancesFromFile, dataset: str, examples: Sequence[Example]) -> None:
    """Nothing; BadData where something in the file was made of what nobody has."""
    ids = {example.id for example in examples}
    if missing := [one for one in adversary.orphans if one.example.id not in ids]:
        first, count = missing[0], len(missing)
        many = f"{first.id!r} was" if count == 1 else f"{count:,} variants, {first.id!r} the first, were"
        lacks = "" if str(adversary.file) == dataset else f", nor in {dataset}"
        kind = OriginalsElsewhere if count == len(adversary.given) else BadData
        raise kind(f"{adversary.file}: {many} made of what is not in it{lacks} (such as {first.example.id!r}). Name a "
                   "set that holds the originals: stumper evaluate --originals.")  # fmt: skip


def _check_of(adversary: InstancesFromFile, dataset: str, examples: Sequence[Example]) -> None:
    if not adversary.of(examples):
        raise BadData(f"{adversary.file} holds no variant of anything in {dataset}: there, each has the id of its "
                      "original as 'original_id'.")  # fmt: skip


def _check_related(adversary: FromFile, dataset: str, examples: Sequence[Example]) -> None:
    for example in examples:
        same = adversary.originals.get(example.id)
        if same is not None and _texts(same) != _texts(example):
            raise BadData(f"{example.id!r} is another {task_of(example.query).unit} in {adversary.file} than in "
                          f"{dataset}. Name the set that the file was made of.")  # fmt: skip
    if not any(adversary.variants_of(example.id) for example in examples):
        raise BadData(f"{adversary.file} holds no variant of any example of {dataset}: there, ids are <id>-<tag>.")


def _texts(example: Example) -> list[str]:
    query = example.query
    return [query.text, *(passage.text for passage in task_of(query).wire.passages(query))]
