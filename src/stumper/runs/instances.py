"""Perturbations that count by themselves: all that an enumerator proposes, checked, each under an id of its own."""

from collections import Counter
from collections.abc import Generator, Sequence
from random import Random

from stumper.constraints import broken
from stumper.errors import BrokenAdversary
from stumper.identity import query_id
from stumper.protocols import Enumerator, Inducer
from stumper.registry import task_of
from stumper.runs.oracle import Oracle
from stumper.types import Example, Instance, Prediction, Query


def instances_of(name: str, enumerator: Enumerator, examples: Sequence[Example], rng: Random) -> list[Instance]:
    """What the adversary of that name proposes, in its order, each text of an example once.

    The ids are `<id>-<name>-<number>`. BrokenAdversary where a proposal breaks what the engine demands.
    """
    by_id = {example.id: example for example in examples}
    found: list[Instance] = []
    numbers, seen = Counter[str](), set[tuple[str, str]]()
    for perturbation in enumerator.instances(examples, rng):
        id = perturbation.example_id
        if id not in by_id:
            raise BrokenAdversary(f"The adversary {name!r} perturbs {id!r}, which it was not given.")
        if (fault := broken(task_of(by_id[id].query).constraints, by_id[id], perturbation)) is not None:
            rule = next((f" by its rule {edit.rule!r}" for edit in perturbation.edits if edit.rule), "")
            raise BrokenAdversary(f"The adversary {name!r} made {perturbation.query.text!r} of {id!r}{rule}, "
                                  f"but {fault}. Mend it there.")  # fmt: skip
        if (key := (id, query_id(perturbation.query))) in seen:
            continue
        seen.add(key)
        numbers[id] += 1
        found.append(Instance(f"{id}-{name}-{numbers[id]}", by_id[id], perturbation))
    return found


def learned(
    inducer: Inducer, examples: Sequence[Example], rng: Random, oracle: Oracle
) -> Generator[int, None, Enumerator]:
    """What the attack has learned by asking; meanwhile, after each batch, how many queries were put."""
    lesson, put = inducer.induce(examples, rng), 0
    queries = _begun(lesson)
    while isinstance(queries, Sequence):
        put += len(queries)
        replies = oracle.ask(queries)
        yield put
        queries = _said(lesson, [reply.prediction for reply in replies])
    return queries


_Lesson = Generator[Sequence[Query], Sequence[Prediction | None], Enumerator]


def _begun(lesson: _Lesson) -> Sequence[Query] | Enumerator:
    try:
        return next(lesson)
    except StopIteration as end:
        return _enumerator(end.value)


def _said(lesson: _Lesson, predictions: Sequence[Prediction | None]) -> Sequence[Query] | Enumerator:
    try:
        return lesson.send(predictions)
    except StopIteration as end:
        return _enumerator(end.value)


def _enumerator(value: object) -> Enumerator:
    if not isinstance(value, Enumerator):
        raise BrokenAdversary(f"An attack that learns returns what has instances, not {value!r}. Mend it there.")
    return value
