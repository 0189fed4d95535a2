"""Candidates that somebody made: each variant in a file of the data set's format is tried on its original."""

from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import ClassVar, Literal

from stumper.constraints import broken
from stumper.datasets import open_dataset, task_of_file
from stumper.datasets.originals import originals, originals_of, variants_by_original
from stumper.errors import BadData, BadOption
from stumper.protocols import Collection
from stumper.registry import task_of
from stumper.types import Example, Instance, Making, Nothing, Perturbation, Unmade, Verdict

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

    family: ClassVar[str] = "from a file"
    searches: ClassVar[bool] = False
    is_given: ClassVar[bool] = True

    file: Path
    pick: Pick = "worst"

    @cached_property
    def variants(self) -> Mapping[str, tuple[Example, ...]]:
        """The file's variants by the id of their original."""
        return variants_by_original(self._data)

    def variants_of(self, id: str) -> Sequence[Example]:
        """The variants of the example of that id, whether it stands in the file as well or in another."""
        return self.variants.get(id) or self._apart.get(id, ())

    @cached_property
    def originals(self) -> Mapping[str, Example]:
        """What in the file is no variant of anything in it, by its id."""
        return {example.id: example for example in originals(self._data)}

    @property
    def name(self) -> str:
        """What the file is called as a set."""
        return self._data.name

    @property
    def making(self) -> Making | None:
        """Who made the variants, where the file says so."""
        return getattr(self._data, "made", None)

    @cached_property
    def _apart(self) -> Mapping[str, Sequence[Example]]:
        """What the file has for each id that may be that of an original elsewhere."""
        found: dict[str, list[Example]] = defaultdict(list)
        for id, example in self.originals.items():
            parts = id.split("-")
            for count in range(1, len(parts)):
                found["-".join(parts[:count])].append(example)
        return found

    @cached_property
    def _data(self) -> Collection:
        return open_dataset(self.file)

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """One batch of the example's variants, in the file's order; the referee takes the worst."""
        found = self.variants_of(example.id)
        if not found:
            return Nothing(why_nothing(self.making, example.id))
        chosen = found if self.pick == "worst" else (rng.choice(found),)
        yield [Perturbation(example.id, one.query, one.gold, ()) for one in chosen]
        return None


@dataclass(frozen=True)
class InstancesFromFile:
    """Proposes every claim or tossup of a set that was made of another, under its own id."""

    family: ClassVar[str] = "from a file"

    file: Path

    @cached_property
    def given(self) -> Sequence[Instance]:
        """The file's instances, and those whose originals stand elsewhere; BadData where nothing in it says what it was
        made of."""
        data = self._data
        if not (data.instances or self.orphans):
            unit = task_of(data.examples[0].query).unit
            raise BadData(f"{self.file} holds no variant: nothing in it has an 'original_id'. Name a set that "
                          f"stumper attack wrote, or attack these {unit}s.")  # fmt: skip
        return (*data.instances, *self.orphans)

    @cached_property
    def orphans(self) -> Sequence[Instance]:
        """Those of them of whose originals the file has the id alone."""
        return getattr(self._data, "orphans", ())

    @property
    def goal(self) -> str:
        """What the variants are scored by where nobody says, as their task reads it off them; "" is its first."""
        data = self._data
        try:
            return task_of(data.examples[0].query).scoring.meant(data.instances)
        except BadData as error:
            raise BadData(f"{self.file}: {error}") from None

    @property
    def name(self) -> str:
        """What the file is called as a set."""
        return self._data.name

    @property
    def making(self) -> Making | None:
        """Who made the variants, where the file says so."""
        return getattr(self._data, "made", None)

    @cached_property
    def _data(self) -> Collection:
        return open_dataset(self.file)

    @cached_property
    def originals(self) -> Sequence[Example]:
        """What the file's instances were made of, where it says more of that than the id."""
        return originals_of(self._data.instances)

    def of(self, examples: Sequence[Example]) -> Sequence[Instance]:
        """The instances as ``given_of`` has them; one that is called as an example is has the id of its original before
        its own."""
        ids = {example.id for example in examples}
        return [
            replace(one, id=f"{one.example.id}-{one.id}") if one.id in ids else one for one in self.given_of(examples)
        ]

    def unmade_of(self, examples: Sequence[Example]) -> Sequence[Unmade]:
        """Those of these examples of which the file holds nothing, with the reason."""
        made = {given.example.id for given in self.given}
        return [Unmade(one, why_nothing(self.making, one.id)) for one in examples if one.id not in made]

    def given_of(self, examples: Sequence[Example]) -> Sequence[Instance]:
        """The instances of these examples, with the evidence that the examples have, in the file's order.

        BadData where one was made of another claim or tossup of the same id, or the label of a claim cannot follow from
        its original's.
        """
        by_id = {example.id: example for example in examples}
        try:
            return [_of(by_id[given.example.id], given) for given in self.given if given.example.id in by_id]
        except BadData as error:
            raise BadData(f"{self.file}: {error}") from None

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """What the file proposes for these examples."""
        made = [instance.perturbation for instance in self.of(examples)]
        return [*made, *(Nothing(one.reason, one.id) for one in self.unmade_of(examples))]


def why_nothing(making: Making | None, id: str) -> str:
    """Why a file has no variant of the original with this id: as it says itself, or as it holds none."""
    return (making.nothing if making else {}).get(id, "the file holds no variant of it")


def _of(example: Example, given: Instance) -> Instance:
    if not given.example.query.text:
        given = _paired(example, given)
    if (before := given.example.query.text) != example.query.text:
        raise BadData(f"{given.id!r} was made of {before!r}, but the {task_of(example.query).unit} {example.id!r} is "
                      f"{example.query.text!r} in the data set. Name the set that the file was made of.")  # fmt: skip
    task = task_of(example.query)
    gold, query = given.perturbation.gold, given.perturbation.query
    if not task.wire.retrieves:
        query = task.wire.regiven(query, given.example.query, example.query)
        return Instance(given.id, example, replace(given.perturbation, query=query))
    if not any(edit.label for edit in given.perturbation.edits):  # it has the evidence of its original
        gold = replace(gold, evidence_sets=example.gold.evidence_sets)
        query = task.wire.with_passages(query, task.wire.passages(example.query))
    perturbation = replace(given.perturbation, query=query, gold=gold)
    if (fault := broken(task.constraints, example, perturbation)) is not None:
        raise BadData(f"{given.id!r}, {gold.answers[0].text}, cannot be made of {example.id!r}, "
                      f"{example.gold.answers[0].text}: {fault}. Correct the line, or take it out.")  # fmt: skip
    return Instance(given.id, example, perturbation)


def _paired(example: Example, orphan: Instance) -> Instance:
    """The instance, of which only the id of its original was known, with this as the original."""
    perturbation = orphan.perturbation
    swaps_label = perturbation.gold.answers != example.gold.answers
    is_same = perturbation.query.text == example.query.text
    edits = [replace(edit, end=len(example.query.text), swaps_label=swaps_label) for edit in perturbation.edits]
    return Instance(orphan.id, example, replace(perturbation, edits=() if is_same else tuple(edits)))
