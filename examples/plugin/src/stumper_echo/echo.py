"""The question, said again as a statement: it shares every word with the question and answers nothing."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.insertion import Place, inserted
from stumper.types import Example, Perturbation, Verdict


@dataclass(frozen=True, slots=True)
class Echo:
    """Adds the question's words as a sentence, ``times`` over."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    searches: ClassVar[bool] = False  # it proposes the same whatever is said of it

    times: int = 1
    place: Place = "append"

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """One batch of one perturbation, by which it stands."""
        sentence = example.query.text.rstrip("?. ") + "."
        echoed = inserted(example, " ".join([sentence] * self.times), self.place)
        yield [echoed]
        return echoed
