"""Candidates that somebody made: each variant in a file of the data set's format is tried on its original."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Literal

from stumper.constraints import broken
from stumper.datasets import open_dataset, task_of_file
from stumper.datasets.originals import originals_of, variants_by_original
from stumper.errors import BadData, BadOption
from stumper.registry import task_of
from stumper.types import Example, Instance, Perturbation, Verdict

Pick = Literal["worst", "one"]


def from_file(file: Path, pick: Pick = "worst") -> "FromFile | InstancesFromFile":
    """Proposes the variants that ``file`` holds: of a question the worst or one of them, of claims and tossups each.

    BadOption where of claims or tossups one is to be picked.
    """
    task = task_of_file(file)
    if task is None or not task.counts_variants:
        return FromFile(file, pick)
    if pick == "one":
        raise BadOption(f"There is no pick=one: of {task.unit}s every variant in {file} counts. Leave the "
                        "option out, or take variants out of the file.")  # fmt: skip
    return InstancesFromFile(file)


@dataclass(frozen=True)
class FromFile:
    """Proposes the variants `<id>-<tag>` that ``file`` holds for a question: all of them, or one at random."""

    file: Path
    pick: Pick = "worst"

    @cached_property
    def variants(self) -> Mapping[str, tuple[Example, ...]]:
        """The file's variants by the id of their original."""
        return variants_by_original(open_dataset(self.file))

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """One batch of the example's variants, in the file's order; the referee takes the worst."""
        found = self.variants.get(example.id, ())
        if found:
            chosen = found if self.pick == "worst" else (rng.choice(found),)
            yield [Perturbation(example.id, variant.query, variant.gold, ()) for variant in chosen]
        return None


@dataclass(frozen=True)
class InstancesFromFile:
    """Proposes every claim or tossup of a set that was made of another, under its own id."""

    file: Path

    @cached_property
    def given(self) -> Sequence[Instance]:
        """The file's instances; BadData where nothing in it says what it was made of."""
        data = open_dataset(self.file)
        if not data.instances:
            unit = task_of(data.examples[0].query).unit
            raise BadData(f"{self.file} holds no variant: nothing in it has an 'original_id'. Name a set that "
                          f"stumper attack wrote, or attack these {unit}s.")  # fmt: skip
        return data.instances

    @cached_property
    def originals(self) -> Sequence[Example]:
        """What the file's instances were made of."""
        return originals_of(self.given)

    def of(self, examples: Sequence[Example]) -> Sequence[Instance]:
        """The instances of these examples, with the evidence that the examples have, in the file's order.

        BadData where one was made of another claim or tossup of the same id, or the label of a claim cannot follow from
        its original's.
        """
        by_id = {example.id: example for example in examples}
        try:
            return [_of(by_id[given.example.id], given) for given in self.given if given.example.id in by_id]
        except BadData as error:
            raise BadData(f"{self.file}: {error}") from None

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
        """What the file proposes for these examples."""
        return [instance.perturbation for instance in self.of(examples)]


def _of(example: Example, given: Instance) -> Instance:
    if (before := given.example.query.text) != example.query.text:
        raise BadData(f"{given.id!r} was made of {before!r}, but the {task_of(example.query).unit} {example.id!r} is "
                      f"{example.query.text!r} in the data set. Name the set that the file was made of.")  # fmt: skip
    task = task_of(example.query)
    if not task.wire.retrieves:
        return Instance(given.id, example, given.perturbation)
    gold = replace(given.perturbation.gold, evidence_sets=example.gold.evidence_sets)
    query = task.wire.with_passages(given.perturbation.query, task.wire.passages(example.query))
    perturbation = replace(given.perturbation, query=query, gold=gold)
    if (fault := broken(task.constraints, example, perturbation)) is not None:
        raise BadData(f"{given.id!r}, {gold.answers[0].text}, cannot be made of {example.id!r}, "
                      f"{example.gold.answers[0].text}: {fault}. Correct the line, or take it out.")  # fmt: skip
    return Instance(given.id, example, perturbation)
