"""The originals and the variants of an adversarial set, told apart by their ids; of tossups by what the file says."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

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


def numbered_alike(dataset: Iterable[Example]) -> tuple[str, ...]:
    """The ids that continue another's with a number, of which the answer and the text are the other's, too: they are
    originals of their own, and may have been meant as variants."""
    examples = tuple(dataset)
    if getattr(dataset, "instances", ()) or not examples or not task_of(examples[0].query).variants_by_id:
        return ()
    known = {example.id: example for example in examples}
    of = original_ids(examples)
    return tuple(
        id
        for id, example in known.items()
        if of[id] == id and any(example.gold.answers and _says_same(example, other) for other in _begun(id, known))
    )


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
    return next((other.id for other in _begun(example.id, known) if _is_variant(example, other)), example.id)


def _begun(id: str, known: Mapping[str, Example]) -> Iterator[Example]:
    """The examples whose ids this one continues after a ``-``, the shortest first."""
    dash = id.find("-")
    while dash >= 0:
        if (other := known.get(id[:dash])) is not None:
            yield other
        dash = id.find("-", dash + 1)


def _is_variant(example: Example, other: Example) -> bool:
    if example.query.text == other.query.text:
        return True
    tag = example.id[len(other.id) + 1 :]
    if tag.replace("-", "").isdigit():  # the number of another question; whoever changes one says how
        return False
    return _says_same(example, other)


def _says_same(example: Example, other: Example) -> bool:
    """Whether both have a right answer in common, or none at all, and it is asked of the same text."""
    texts = [task_of(one.query).wire.paragraph(one.query) for one in (example, other)]
    answers = [{answer.text for answer in one.gold.answers} for one in (example, other)]
    return texts[0] == texts[1] and (not answers[0].isdisjoint(answers[1]) or answers[0] == answers[1])
