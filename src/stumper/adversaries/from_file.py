"""Candidates that somebody made: each variant in a file of the data set's format is tried on its original."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Literal

from stumper.constraints import broken
from stumper.datasets import Fever, open_dataset, originals_of, task_of_file, variants_by_original
from stumper.errors import BadData, BadOption
from stumper.tasks import task_of
from stumper.types import Claim, Example, Instance, Perturbation, Verdict

Pick = Literal["worst", "one"]


def from_file(file: Path, pick: Pick = "worst") -> "FromFile | ClaimsFromFile":
    """Proposes the variants that ``file`` holds: of a question the worst or one at random, of claims every one.

    BadOption where of claims one is to be picked.
    """
    if task_of_file(file) != "verification":
        return FromFile(file, pick)
    if pick == "one":
        raise BadOption(f"There is no pick=one: of claims every line of {file} counts. Leave the option out, or take "
                        "lines out of the file.")  # fmt: skip
    return ClaimsFromFile(file)


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
class ClaimsFromFile:
    """Proposes every line of a set of claims that was made of others, under its own id."""

    file: Path

    @cached_property
    def given(self) -> Sequence[Instance]:
        """The file's instances; BadData where none of its lines says what it was made of."""
        data = open_dataset(self.file)
        assert isinstance(data, Fever), "claims"
        if not data.instances:
            raise BadData(f"{self.file} holds no variant: none of its lines has an 'original_id'. Name a set that "
                          "stumper attack wrote, or attack these claims.")  # fmt: skip
        return data.instances

    @cached_property
    def originals(self) -> Sequence[Example]:
        """What the file's lines were made of."""
        return originals_of(self.given)

    def of(self, examples: Sequence[Example]) -> Sequence[Instance]:
        """The instances of these examples, with the evidence that the examples have, in the file's order.

        BadData where one was made of another claim of the same id, or its label cannot follow from its original's.
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
    claim, changed = example.query, given.perturbation.query
    assert isinstance(claim, Claim)
    assert isinstance(changed, Claim)
    if (before := given.example.query.text) != claim.text:
        raise BadData(f"{given.id!r} was made of {before!r}, but the claim {example.id!r} is {claim.text!r} in the "
                      "data set. Name the set that the file was made of.")  # fmt: skip
    gold = replace(given.perturbation.gold, evidence_sets=example.gold.evidence_sets)
    query = replace(changed, evidence=claim.evidence)
    perturbation = replace(given.perturbation, query=query, gold=gold)
    if (fault := broken(task_of(claim).constraints, example, perturbation)) is not None:
        raise BadData(f"{given.id!r}, {gold.answers[0].text}, cannot be made of {example.id!r}, "
                      f"{example.gold.answers[0].text}: {fault}. Correct the line, or take it out.")  # fmt: skip
    return Instance(given.id, example, perturbation)
