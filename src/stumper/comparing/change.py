"""What paired scores change by, and whether they have fallen: the statistics of a comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

from stumper.statistics import CHANGE, Estimate, Groups, Scored, Statistic, interval, means, one_sided, quantile
from stumper.statistics import spread as spread_of
from stumper.statistics.statistic import Floats

LEVEL = 0.05  # of every one-sided test
POWER = 0.8  # with which a test finds the fall that it is said to find


@dataclass(frozen=True, slots=True)
class Change:
    """The means of paired scores ``before`` and ``after``, and their ``difference`` with its 95% interval.

    ``p_worse`` is the p-value of a one-sided test for a fall against no change; NaN where nothing varies. ``floor``: a
    fall below it is ruled out, one-sided, at 5%. ``error`` is the standard error of the difference with so many degrees
    of freedom ``df``. All are NaN below two originals.
    """

    before: Estimate
    after: Estimate
    difference: Estimate
    p_worse: float
    floor: float
    error: float
    df: float

    def finds(self, level: float = LEVEL) -> float:
        """The smallest fall that a one-sided test at this level finds with ``POWER``, at this n and spread."""
        return (quantile(self.df, 1 - 2 * level) + quantile(self.df, 2 * POWER - 1)) * self.error


def change(originals: Sequence[str], before: Floats, after: Floats, groups: Groups) -> Change:
    """What the scores of the same units, in the same order, change by; each unit is of an original."""
    first, second = means([Scored(originals, before), Scored(originals, after)], groups)
    difference = second - first
    found, estimate = spread_of(difference), interval(difference, CHANGE)
    if found is None:
        return Change(interval(first), interval(second), estimate, nan, nan, nan, nan)
    low = interval(difference, CHANGE, 1 - 2 * LEVEL).low
    error = found.error or max(estimate.value - estimate.low, estimate.high - estimate.value) / quantile(found.df)
    return Change(interval(first), interval(second), estimate, _p(difference), low, error, found.df)


def _p(difference: Statistic) -> float:
    """Where nothing varies, nothing has fallen unless all has, by one amount."""
    p = one_sided(difference)
    return p if p == p else float(difference.value >= 0)
