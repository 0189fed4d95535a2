"""Intervals of figures that are drawn, such as shares from their posterior and what is made of these."""

from collections.abc import Sequence
from math import isnan, nan

import numpy as np

from stumper.statistics.estimate import Estimate
from stumper.statistics.interval import LEVEL
from stumper.statistics.statistic import Floats

DRAWS = 10_000
NOTHING = 1e-12  # draws that are no farther apart are one number, computed in different ways


def observed(values: Floats, size: int, share: float = LEVEL) -> Estimate:
    """The first of these values within the middle ``share`` of the others, which are draws of it; NaN stands for the
    interval where there are none."""
    value, draws = float(values[0]), values[1:][~np.isnan(values[1:])]
    if isnan(value) or not len(draws):
        return Estimate(value, nan, nan, 0 if isnan(value) else size)
    low, high = np.quantile(draws, ((1 - share) / 2, (1 + share) / 2))
    return Estimate(value, min(value, float(low)), max(value, float(high)), size)


def observed_together(several: Sequence[Floats], sizes: Sequence[int]) -> list[Estimate]:
    """Figures with intervals that hold for all of them together: each within as many of its own draws, as equal a share
    on both sides, as it takes for 95 of 100 draws to lie within all of them (Beran 1988, Journal of the American
    Statistical Association 83:679). Of one figure it is ``observed``; what does not vary, or is NaN in some draws, is
    left out."""
    known = [values for values in several if np.ptp(values) > NOTHING]
    if not known:
        return [observed(values, size) for values, size in zip(several, sizes, strict=True)]
    ranks = [np.argsort(np.argsort(values[1:])) for values in known]
    middle = (DRAWS - 1) / 2
    share = float(np.quantile(np.max([abs(rank - middle) for rank in ranks], axis=0) / middle, 0.95))
    return [
        observed(values, size, share if any(values is one for one in known) else LEVEL)
        for values, size in zip(several, sizes, strict=True)
    ]
