"""Passages that state a false answer, written to be retrieved."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.adversaries.rag.as_read import as_read, clauses_by_id, lacking
from stumper.adversaries.rag.false_answers import NONE_FALSE, Falsehood, falsehoods
from stumper.adversaries.rag.poisoned import FRAMES, poisoned
from stumper.adversaries.rag.putting import Place, of_each, put
from stumper.errors import BadOption
from stumper.language.clauses import Clause
from stumper.types import Example, Nothing, Perturbation

KIND = "passage poison"


@dataclass(frozen=True, slots=True)
class PassagePoison:
    """Adds ``k`` passages that ask the question and state a false answer (Zou et al. 2025).

    The gold passages stay. It is scored by how often the false answer is said.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = False
    goal: ClassVar[str] = "target_given"

    k: int = 1
    place: Place = "random"
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        if not 1 <= self.k <= len(FRAMES):
            raise BadOption(f"The option 'k' of passage-poison is a number of 1 to {len(FRAMES)}, not {self.k}.")

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One proposal for each example, with all its passages."""
        asked = clauses_by_id(examples, self.pipeline)
        return of_each(examples, rng, lambda example, chance: self._made(example, asked[example.id], chance))

    def _made(self, example: Example, asked: Clause | None, rng: Random) -> list[Perturbation] | Nothing:
        read = as_read(example)
        if read is None:
            return lacking(example)
        found = falsehoods(read, asked, rng, self.pipeline) if asked is not None else []
        if not found:
            return Nothing(NONE_FALSE)
        return [self._poisoned(example, found[0], rng)]

    def _poisoned(self, example: Example, false: Falsehood, rng: Random) -> Perturbation:
        gold = replace(example.gold, rejects=(false.answer,))
        passages = poisoned(example.query.text, false, self.k)
        return put(example, passages, (KIND, false.type), rng, self.place, gold)
