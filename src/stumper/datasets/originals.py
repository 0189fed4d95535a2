"""The originals and the variants of an adversarial set, told apart by their ids; of tossups by what the file says."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from stumper.registry import task_of
from stumper.types import Example, Instance


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


def originals_of(instances: Sequence[Instance]) -> tuple[Example, ...]:
    """The examples that were modified, each once, in order."""
    return tuple({instance.example.id: instance.example for instance in instances}.values())


def original_ids(ids: Iterable[str]) -> dict[str, str]:
    """Each id with that of its original: the shortest other id that it continues after a ``-``, else itself."""
    known = dict.fromkeys(ids)
    return {id: _original(id, known) for id in known}


def _original_ids(dataset: Iterable[Example], examples: tuple[Example, ...]) -> Mapping[str, str]:
    if not examples or task_of(examples[0].query).variants_by_id:
        return original_ids(example.id for example in examples)
    instances: Sequence[Instance] = getattr(dataset, "instances", ())
    of_variant = {instance.id: instance.example.id for instance in instances}
    return {example.id: of_variant.get(example.id, example.id) for example in examples}


def _original(id: str, known: Mapping[str, None]) -> str:
    dash = id.find("-")
    while dash >= 0:
        if id[:dash] in known:
            return id[:dash]
        dash = id.find("-", dash + 1)
    return id
