"""An adversary and a system for questions with choices."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar

from stumper.types import Edit, Example, Guess, Perturbation, Prediction, Query


@dataclass(frozen=True, slots=True)
class Turned:
    """Turns the choices ``by`` so many places: a system that understands them does not mind."""

    tasks: ClassVar[Sequence[str]] = ("choice",)

    by: int = 1

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation]:
        """One perturbation an example."""
        return [self._turned(example) for example in examples]

    def _turned(self, example: Example) -> Perturbation:
        options = example.query.options
        by = self.by % len(options)
        query = replace(example.query, options=options[by:] + options[:by])
        return Perturbation(example.id, query, example.gold, (Edit("options", 0, 0, "", "turned"),))


class First:
    """Always chooses what stands first."""

    fingerprint = "first-1"

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a query, without a probability."""
        return [Prediction((Guess(query.options[0], None),), None) for query in queries]
