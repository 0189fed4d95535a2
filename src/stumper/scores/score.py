"""A score as it is printed: one row of a table and of ``--json``."""

from dataclasses import dataclass
from typing import Literal

from stumper.scores.intervals import Estimate

On = Literal["original", "adversarial"]


@dataclass(frozen=True, slots=True)
class Score:
    """A figure in [0, 1] (a difference: in [-1, 1]) with its 95% interval, never rounded."""

    name: str
    on: On
    victim: str | None
    adversary: str | None
    value: float
    low: float
    high: float
    n: int
    signature: str


def from_estimate(
    estimate: Estimate,
    name: str,
    on: On,
    victim: str | None,
    adversary: str | None,
    signature: str,
) -> Score:
    """The row that shows an estimate."""
    return Score(name, on, victim, adversary, estimate.value, estimate.low, estimate.high, estimate.n, signature)
