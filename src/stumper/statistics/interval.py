"""The 95% interval of any figure in a range, by groups: a t-interval around a figure that is drawn to the middle.

The variance is that of the delete-one-group jackknife (statistic.py), never less than that of originals that are
independent of each other, and the degrees of freedom are those of the groups by their size. A sample of few, or one
whose values are nearly all alike, knows less of others than its own variance says: as if some more had been seen at
either end of the range, as many as Agresti and Coull (1998, American Statistician 52:119) add to a share, to as
many originals as the groups are worth (Korn and Graubard 1998, Survey Methodology 24:193; Franco et al. 2019, Journal
of Survey Statistics and Methodology 7:334). How many are added, and the variance, were chosen by
`benchmarks/coverage_of_intervals.py`, which measures that the intervals hold.
"""

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt

import numpy as np

from stumper.statistics.estimate import UNKNOWN, Estimate, Grouping
from stumper.statistics.groups import Level
from stumper.statistics.statistic import FEWEST, Floats, Statistic
from stumper.types import ORIGINAL

Range = tuple[float, float]
SHARE: Range = (0.0, 1.0)
CHANGE: Range = (-1.0, 1.0)
AMOUNT: Range = (0.0, inf)  # a number of words, or a share that may exceed 1
LEVEL = 0.95
ENDS_OF_CHANGE = 1.25  # as if so many more had been seen at either end of a difference's range


@dataclass(frozen=True, slots=True)
class Spread:
    """How far a figure may be off: its ``variance`` by ``groups`` with so many degrees of freedom ``df``; ``single`` is
    the variance if originals were independent, of which there are so many as ``originals``, if all weighed alike.
    Unless it ``is_grouped`` each original is a group of its own."""

    variance: float
    single: float
    df: float
    originals: float
    by: Grouping
    is_grouped: bool = False

    @property
    def error(self) -> float:
        """The standard error."""
        return sqrt(self.variance)


def interval(
    statistic: Statistic, within: Range | None = SHARE, level: float = LEVEL, at: Level | None = None
) -> Estimate:
    """The figure and its interval within its range. Of a figure without a range (None), or with one that has no upper
    end, it is a plain t-interval, which ends where the range does. It is by groups of the level ``at``, else of the
    coarsest that has enough of them.

    NaN stands for the interval where there are fewer than ``FEWEST`` originals, or where a figure without a range is of
    values that are all alike.
    """
    if isnan(statistic.value):
        return UNKNOWN
    found = spread(statistic, at)
    if found is None:
        return Estimate(statistic.value, nan, nan, statistic.n)
    return around(statistic, found, quantile(found.df, level), within)


def around(statistic: Statistic, found: Spread, times: float, within: Range | None) -> Estimate:
    """The figure and the interval that reaches so many ``times`` its standard error to both sides."""
    value, n = statistic.value, statistic.n
    low, high = (-inf, inf) if within is None else within
    if high == inf:
        half = times * found.error if found.variance else nan
        return Estimate(value, max(value - half, low), value + half, n, found.by)  # in this order NaN stays NaN
    ends = ENDS_OF_CHANGE if low < 0 else times**2 / 2
    centre, half = _drawn_in(value, found, ends, low, high)
    half *= times
    return Estimate(value, max(low, min(value, centre - half)), min(high, max(value, centre + half)), n, found.by)


def spread(statistic: Statistic, at: Level | None = None) -> Spread | None:
    """How far a figure may be off, by groups of a level, else of the coarsest that has enough of them among the
    originals that made it; None where these are fewer than ``FEWEST``."""
    met = statistic.weight > 0
    originals = int(met.sum())
    if originals < FEWEST:
        return None
    level = statistic.frame.level_of(met) if at is None else at
    weight = statistic.weight[met] / statistic.weight[met].sum()
    worth = 1 / float((weight**2).sum())
    single = originals / (originals - 1) * float((statistic.influence**2).sum())
    groups, alone = level.counted(met)
    if groups + alone == originals:
        return Spread(single, single, worth - 1, worth, Grouping(ORIGINAL, originals, 1.0, level.too_few))
    grouped = float((left_out(statistic, level) ** 2).sum())
    df = max(1.0, 1 / float((_shares(statistic, level) ** 2).sum()) - 1)
    effect = grouped / single if single else 1.0
    by = Grouping(level.name, groups, effect, level.too_few, alone=((level.name, alone),) if alone else ())
    return Spread(max(grouped, single), single, df, worth, by, is_grouped=True)


def left_out(statistic: Statistic, level: Level) -> Floats:
    """By how much the figure falls if each group of a level, which are several, is left out."""
    moved = np.bincount(level.codes, weights=statistic.influence, minlength=level.number)
    found: Floats = moved / (1 - _shares(statistic, level))
    return found


def _shares(statistic: Statistic, level: Level) -> Floats:
    weights = np.bincount(level.codes, weights=statistic.weight, minlength=level.number)
    shares: Floats = weights / weights.sum()
    return shares


def quantile(df: float, level: float = LEVEL) -> float:
    """The t-value within which Student's t with so many degrees of freedom lies with this probability."""
    from scipy.special import stdtrit  # scipy takes a moment to load, and not every command needs it

    return float(stdtrit(df, (1 + level) / 2))


def _drawn_in(value: float, found: Spread, ends: float, low: float, high: float) -> tuple[float, float]:
    """The centre and the standard error as if so many values more had been seen at either ``end`` of the range."""
    effect = found.variance / found.single if found.single else 1.0
    worth, more = found.originals / effect, 2 * ends
    own = found.single * max(0.0, found.originals - 1)
    centre = (worth * value + more * (low + high) / 2) / (worth + more)
    off = worth * (own + (value - centre) ** 2) + ends * ((low - centre) ** 2 + (high - centre) ** 2)
    return centre, sqrt(off / (worth + more) / (worth + more))
