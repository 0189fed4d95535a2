"""What of a file people are asked to judge, in words that need no knowledge of the field."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from stumper.datasets.originals import originals, variants_by_original
from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.judgeable import Judge, Judgeable
from stumper.protocols import Dataset
from stumper.registry import task_of
from stumper.sections.judged import judged_ids
from stumper.statistics import NO_GROUPS, Groups, groups_of
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class JudgeableSet:
    """The distinct perturbations of a data set, in its order, and the programs that judge such, by name.

    ``originals`` says by the id of a perturbation what it was made of, ``groups`` what these share with others.
    """

    judgeables: tuple[Judgeable, ...]
    judges: Mapping[str, Judge] = field(default_factory=dict)
    originals: Mapping[str, str] = field(default_factory=dict)
    groups: Groups = NO_GROUPS

    @property
    def population(self) -> str:
        """What a sheet calls all that it is a sample of."""
        return content_id(sorted(one.perturbation_id for one in self.judgeables))

    def drawn(self, size: int, seed: int) -> tuple[Judgeable, ...]:
        """So many drawn by the seed, each with the same chance, in an order of chance; all, where there are no more.

        The same for the same file, size and seed, so that two annotators judge the same. BadOption below 1.
        """
        if size < 1:
            raise BadOption(f"The sample is a number of 1 or more, not {size}.")
        found = self.judgeables
        return tuple(Random(f"{seed}/judge").sample(found, min(size, len(found))))


def judgeable_set(dataset: Dataset) -> JudgeableSet:
    """What is to be judged of an adversarial set: its variants; of a plain one its examples, which is the baseline."""
    distinct: dict[str, Judgeable] = {}
    judges: Mapping[str, Judge] = {}
    made_of: dict[str, Example] = {}
    for example, perturbation, evidence in perturbations_of(dataset):
        id = judged_ids(perturbation)[-1]
        if id not in distinct:
            task = task_of(perturbation.query)
            distinct[id], judges = task.judgeable(id, example, perturbation, evidence), task.judges
            made_of[id] = example
    groups = groups_of(made_of.values(), lambda example: task_of(example.query).groups(example))
    of = {id: example.id for id, example in made_of.items()}
    return JudgeableSet(tuple(distinct.values()), judges, of, groups)


def perturbations_of(dataset: Dataset) -> Iterator[tuple[Example, Perturbation, str]]:
    """What a set is judged by, each with its original and the words that its data set has for the evidence, if any."""
    known: Mapping[str, str] = getattr(dataset, "evidence_texts", {})
    if instances := getattr(dataset, "instances", ()):
        for instance in instances:
            yield instance.example, instance.perturbation, known.get(instance.id, "")
        return
    examples = tuple(dataset)
    counts_variants = not examples or task_of(examples[0].query).counts_variants
    variants = {} if counts_variants else variants_by_original(dataset)
    for example in originals(dataset) if variants else examples:
        for shown in variants.get(example.id, ()) if variants else (example,):
            yield example, Perturbation(example.id, shown.query, shown.gold, ()), known.get(example.id, "")


def judgeable(example: Example, perturbation: Perturbation, evidence: str = "") -> Judgeable:
    """One perturbation as a person sees it; ``evidence`` are the words that its data set has for it, if any."""
    id = judged_ids(perturbation)[-1]
    return task_of(perturbation.query).judgeable(id, example, perturbation, evidence)
