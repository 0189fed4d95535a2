"""A score as it is printed: one row of a table and of ``--json``."""

from dataclasses import dataclass
from typing import Literal

from stumper.scores.intervals import Estimate

On = Literal["original", "adversarial"]


@dataclass(frozen=True, slots=True)
class Score:
    """A figure in [0, 1] (a difference: in [-1, 1]) with its 95% interval, never rounded.

    ``trained_on`` examples were left out, as the victim says that it was trained or tuned on them.
    """

    name: str
    on: On
    victim: str | None
    adversary: str | None
    value: float
    low: float
    high: float
    n: int
    signature: str
    trained_on: int = 0


def from_estimate(
    estimate: Estimate,
    name: str,
    on: On,
    victim: str | None,
    adversary: str | None,
    signature: str,
    trained_on: int = 0,
) -> Score:
    """The row that shows an estimate."""
    shown = estimate.value, estimate.low, estimate.high, estimate.n
    return Score(name, on, victim, adversary, *shown, signature, trained_on)


def left_out(errored: int, trained_on: int) -> dict[str, str]:
    """What a signature says of examples that no score counts: the victim failed on them, or was trained on them."""
    counts = {"errored": errored, "trained_on": trained_on}
    return {name: str(count) for name, count in counts.items() if count}
