"""The originals and the variants of an adversarial set, told apart by their ids; of tossups by what the file says."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from stumper.datasets.quizbowl import Quizbowl
from stumper.scores.variants import original_ids
from stumper.types import Example


def originals(dataset: Iterable[Example]) -> tuple[Example, ...]:
    """The examples that are no variant of another, in order: of a plain set, all."""
    examples = tuple(dataset)
    original_of = _original_ids(dataset, examples)
    return tuple(example for example in examples if original_of[example.id] == example.id)


def variants_by_original(dataset: Iterable[Example]) -> Mapping[str, tuple[Example, ...]]:
    """The variants in order by the id of their original; originals without variants are left out."""
    examples = tuple(dataset)
    original_of = _original_ids(dataset, examples)
    found: dict[str, list[Example]] = defaultdict(list)
    for example in examples:
        if original_of[example.id] != example.id:
            found[original_of[example.id]].append(example)
    return {id: tuple(variants) for id, variants in found.items()}


def _original_ids(dataset: Iterable[Example], examples: tuple[Example, ...]) -> Mapping[str, str]:
    if isinstance(dataset, Quizbowl):
        of_variant = {instance.id: instance.example.id for instance in dataset.instances}
        return {example.id: of_variant.get(example.id, example.id) for example in examples}
    return original_ids(example.id for example in examples)
