"""The baseline that attacks are compared with: what the systems score on claims that nobody changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.protocols import Control
from stumper.types import Example, Nothing, Perturbation


@dataclass(frozen=True, slots=True)
class Unmodified:
    """Counts each claim as it is, the baseline of attacks (Thorne et al. 2019).

    ``balanced`` draws so many, as evenly as possible by label.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    control: ClassVar[Control] = "unchanged"
    searches: ClassVar[bool] = False

    balanced: int | None = None

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """The claims unchanged."""
        unchanged = [Perturbation(example.id, example.query, example.gold, ()) for example in examples]
        return balanced(unchanged, self.balanced, rng)
