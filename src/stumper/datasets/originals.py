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


def original_ids(examples: Iterable[Example]) -> dict[str, str]:
    """Each id with that of its original: the shortest other id that it continues after a ``-``, else itself.

    A variant asks what its original asks, or asks for the same of the same text: whoever numbers questions 1, 1-1, 1-2
    has no variants, also where two of them have the same answer, or none.
    """
    known = {example.id: example for example in examples}
    return {id: _original(example, known) for id, example in known.items()}


def _original_ids(dataset: Iterable[Example], examples: tuple[Example, ...]) -> Mapping[str, str]:
    instances: Sequence[Instance] = getattr(dataset, "instances", ())
    if not instances and examples and task_of(examples[0].query).variants_by_id:
        return original_ids(examples)
    of_variant = {instance.id: instance.example.id for instance in instances}
    return {example.id: of_variant.get(example.id, example.id) for example in examples}


def _original(example: Example, known: Mapping[str, Example]) -> str:
    dash = example.id.find("-")
    while dash >= 0:
        other = known.get(example.id[:dash])
        if other is not None and _is_variant(example, other, example.id[dash + 1 :]):
            return other.id
        dash = example.id.find("-", dash + 1)
    return example.id


def _is_variant(example: Example, other: Example, tag: str) -> bool:
    if example.query.text == other.query.text:
        return True
    if tag.replace("-", "").isdigit():  # the number of another question; whoever changes one says how
        return False
    texts = [task_of(one.query).wire.paragraph(one.query) for one in (example, other)]
    answers = [{answer.text for answer in one.gold.answers} for one in (example, other)]
    return texts[0] == texts[1] and (not answers[0].isdisjoint(answers[1]) or answers[0] == answers[1])
