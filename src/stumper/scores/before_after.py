"""What a perturbation shifts: a mean before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stumper.scores.by_original import Floats, Scored, drawn_means, observed
from stumper.scores.intervals import Estimate


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """A mean over originals and over what they were changed to; ``difference`` is after - before, paired."""

    before: Estimate
    after: Estimate
    difference: Estimate


def before_after(
    originals: Sequence[str], before: Sequence[float], after: Sequence[float], seed: int = 0
) -> BeforeAfter:
    """The two means and their difference over perturbations of these originals, resampled by original."""
    columns = [Scored(originals, before), Scored(originals, after)]
    first, second = drawn_means(columns, np.random.default_rng(seed))
    return compared(first, second, columns[1].size)


def compared(before: Floats, after: Floats, size: int) -> BeforeAfter:
    """What ``drawn_means`` gave before and after, each mean over ``size`` values."""
    return BeforeAfter(observed(before, size), observed(after, size), observed(after - before, size))
