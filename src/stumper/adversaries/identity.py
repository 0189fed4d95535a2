"""The first control: nothing is changed, so a score that moves is the tool's fault."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.protocols import Control
from stumper.types import Example, Perturbation, Verdict


@dataclass(frozen=True, slots=True)
class Identity:
    """Proposes the example as it is."""

    family: ClassVar[str] = "controls"
    control: ClassVar[Control] = "unchanged"
    searches: ClassVar[bool] = False

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | None]:
        """One batch of one perturbation that changes nothing."""
        unchanged = Perturbation(example.id, example.query, example.gold, ())
        yield [unchanged]
        return unchanged
