"""Perturbations that count by themselves: all that an enumerator proposes, checked, each under an id of its own.

An attack that parses makes nonsense of another language than English: such examples it is not given.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Protocol

from stumper.constraints import broken
from stumper.errors import BadOption, BrokenAdversary
from stumper.identity import query_id
from stumper.language.english import is_english
from stumper.protocols import Enumerator, Inducer
from stumper.registry import task_of
from stumper.runs.counts import Counts
from stumper.runs.oracle import Reply
from stumper.runs.proposed import instances_of
from stumper.shown import shown
from stumper.types import Example, Instance, Nothing, Perturbation, Prediction, Query, Unmade, Verdict

MATCHES_NOTHING = "nothing that the attack makes matches it"


@dataclass(frozen=True, slots=True)
class Made:
    """What an attack has made of a data set: instances, and the originals of which it has made none."""

    instances: Sequence[Instance]
    unmade: Sequence[Unmade]


def made_of(name: str, enumerator: Enumerator, examples: Sequence[Example], rng: Random) -> Made:
    """What the adversary of that name proposes, in its order, each text of an example once.

    The ids are `<id>-<name>-<number>`, without those by which examples are called already. BrokenAdversary where a
    proposal breaks what the engine demands.
    """
    by_id = {example.id: example for example in examples}
    found: list[Instance] = []
    reasons: dict[str, str] = {}
    numbers, seen = Counter[str](), set[tuple[str, str]]()
    legible = [example for example in examples if is_legible(enumerator, example)]
    reasons |= {example.id: NOT_ENGLISH for example in examples if not is_legible(enumerator, example)}
    for perturbation in instances_of(name, enumerator, legible, rng):
        id = perturbation.example_id
        if id not in by_id:
            raise BrokenAdversary(f"The adversary {name!r} perturbs {id!r}, which it was not given.")
        if isinstance(perturbation, Nothing):
            reasons.setdefault(id, perturbation.reason)
            continue
        if (fault := broken(task_of(by_id[id].query).constraints, by_id[id], perturbation)) is not None:
            rule = next((f" by its rule {edit.rule!r}" for edit in perturbation.edits if edit.rule), "")
            raise BrokenAdversary(f"The adversary {name!r} made {perturbation.query.text!r} of {id!r}{rule}, "
                                  f"but {fault}. Mend it there.")  # fmt: skip
        if (key := (id, query_id(perturbation.query))) in seen:
            continue
        seen.add(key)
        numbers[id] += 1
        while f"{id}-{name}-{numbers[id]}" in by_id:
            numbers[id] += 1
        found.append(Instance(f"{id}-{name}-{numbers[id]}", by_id[id], perturbation))
    return Made(found, unmade(examples, found, reasons, MATCHES_NOTHING))


def unmade(
    examples: Sequence[Example], instances: Sequence[Instance], reasons: Mapping[str, str], otherwise: str = ""
) -> list[Unmade]:
    """Those of the examples of which there is no instance, each with its reason or ``otherwise``; without either, an
    example is left out."""
    made = {instance.example.id for instance in instances}
    told = ((example, reasons.get(example.id, otherwise)) for example in examples if example.id not in made)
    return [Unmade(example, reason) for example, reason in told if reason]


@dataclass(frozen=True, slots=True)
class MakesNothing:
    """Stands for an attack that proposes for a whole data set, on an example of which it has made nothing."""

    reason: str
    searches: ClassVar[bool] = False

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """Nothing is proposed."""
        yield from ()
        return Nothing(self.reason)


class Asks(Protocol):
    """Whatever answers queries and counts them: an oracle, or several workers with one each."""

    @property
    def counts(self) -> Counts:
        """What was asked so far."""

    def ask(self, queries: Sequence[Query]) -> Sequence[Reply]:
        """One reply a query, in order."""


def learned(
    inducer: Inducer, examples: Sequence[Example], rng: Random, oracle: Asks
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


NOT_ENGLISH = "it is not in English, which is all that the attack reads"
LOOKED_AT = 200  # examples of a data set


def reads_english(adversary: object) -> bool:
    """Whether an adversary reads what it attacks, rather than adding to it: it has a ``pipeline`` that parses."""
    return getattr(adversary, "pipeline", None) is not None


def is_legible(adversary: object, example: Example) -> bool:
    """Whether an adversary can read an example: it does not read at all, or the example is in English or too short to
    tell."""
    return not reads_english(adversary) or is_english(_text(example))


def check_legible(adversary: object, name: str, dataset: str, examples: Iterable[Example]) -> None:
    """Nothing; BadOption where the adversary reads English, and the examples, taken together, are not in it."""
    looked_at = [example for example, _ in zip(examples, range(LOOKED_AT), strict=False)]
    if not looked_at or is_legible_together(adversary, looked_at):
        return
    raise BadOption(f"{name!r} reads English alone, and {dataset} is in another language (it begins "
                    f"{shown(looked_at[0].query.text)}). Name an attack that adds words without reading, such as "
                    "add-any, or variants that others have made: from-file.")  # fmt: skip


def is_legible_together(adversary: object, examples: Iterable[Example]) -> bool:
    """Whether an adversary can read examples of one language, however short each is."""
    return not reads_english(adversary) or is_english("\n".join(_text(example) for example in examples))


def _text(example: Example) -> str:
    return "\n".join(task_of(example.query).wire.fields(example.query).values())
