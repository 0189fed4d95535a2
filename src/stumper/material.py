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
from stumper.datasets.originals import originals, originals_of
from stumper.errors import BadData, BadOption
from stumper.loading import dataset_fingerprint, dataset_task, load_dataset
from stumper.protocols import Adversary, Checker, Collection, Dataset, Enumerator, Inducer, Specialist, Victim
from stumper.registry import task_of, tasks
from stumper.task import Task
from stumper.types import Example
from stumper.victims.address import without_password

ORACLE = "oracle:"  # before a file of claims: these with their gold evidence


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

    @cached_property
    def fingerprint(self) -> str:
        """The data set's; of a file without reading it. BadData where there is none."""
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
            task = dataset_task(self.dataset)
        return task_of(self._read.examples[0].query) if task is None else task

    def read(self) -> None:
        """The data set is in memory; BadData where it cannot be used."""
        len(self.attacked)

    @cached_property
    def attacked(self) -> Collection:
        """The examples to attack: originals, as many as the limit draws. BadData where the data set cannot be used."""
        attackable = self._whole.examples
        if isinstance(self.adversary, FromFile):
            attackable = originals(attackable)
        elif isinstance(self.adversary, InstancesFromFile):
            if self._is_of(self.adversary.file):
                attackable = originals_of(self._whole.instances)
            _check_of(self.adversary, self.dataset, attackable)
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
        return self.adversary.variants if isinstance(self.adversary, FromFile) else {}

    @cached_property
    def _known(self) -> tuple[Example, ...]:
        return (*self._whole.examples, *variants_for(self.adversary, self._whole.examples))

    @cached_property
    def _whole(self) -> Collection:
        if self._read.fingerprint != self.fingerprint:
            raise BadData(f"{self.dataset} was changed while it was in use. Start the same command again.")
        if isinstance(self.adversary, FromFile) and not self._is_of(self.adversary.file):
            _check_related(self.adversary, self.dataset, originals(self._read))
        return self._read

    def _is_of(self, file: Path) -> bool:
        """Whether the data set is what this file holds, with evidence given or without."""
        return str(file) in (self.dataset, self.dataset.removeprefix(ORACLE))

    @cached_property
    def _read(self) -> Collection:
        with chdir(self.folder):
            data = load_dataset(self.dataset)
        return data if isinstance(data, Collection) else _collected(data)


def variants_for(adversary: Adversary, examples: Sequence[Example]) -> tuple[Example, ...]:
    """What an adversary that brings its candidates along brings for these examples; nothing for any other."""
    if not isinstance(adversary, FromFile):
        return ()
    return tuple(variant for example in examples for variant in adversary.variants.get(example.id, ()))


def check_evidence(victim: Victim, dataset: str, examples: Sequence[Example]) -> None:
    """Nothing; BadData, naming the data set, where the victim has pages of its own that lack gold evidence."""
    if isinstance(victim, Checker):
        try:
            victim.check_evidence(examples)
        except BadData as error:
            raise BadData(f"{dataset}: {error}") from None


def check_victim(victim: Victim, spec: str, dataset: str, task: Task) -> None:
    """Nothing; BadOption, naming both, where the victim says that it answers the queries of other tasks."""
    if isinstance(victim, Specialist) and task.name not in victim.tasks:
        answered = " and ".join(f"{each.unit}s" for each in tasks() if each.name in victim.tasks)
        raise BadOption(f"The victim {without_password(spec)!r} answers {answered}, but {dataset} holds {task.unit}s. "
                        "Name another victim: stumper list victims.")  # fmt: skip


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


def _check_of(adversary: InstancesFromFile, dataset: str, examples: Sequence[Example]) -> None:
    if not adversary.of(examples):
        raise BadData(f"{adversary.file} holds no variant of anything in {dataset}: there, each has the id of its "
                      "original as 'original_id'.")  # fmt: skip


def _check_related(adversary: FromFile, dataset: str, examples: Sequence[Example]) -> None:
    if not any(example.id in adversary.variants for example in examples):
        raise BadData(f"{adversary.file} holds no variant of any example of {dataset}: there, ids are <id>-<tag>.")
