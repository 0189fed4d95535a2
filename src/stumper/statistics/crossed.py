"""Figures of values that hang together in ways that cross, such as answers of several players to the same questions.

The variance is the sum of those by each way, less what they have in common, the variance if no two values had to do
with each other (Cameron, Gelbach and Miller 2011, Journal of Business & Economic Statistics 29:238). A way with fewer
groups than are enough is left out: of others than these players nothing is said then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan, sqrt

import numpy as np

from stumper.statistics.estimate import UNKNOWN, Estimate, Grouping
from stumper.statistics.groups import Groups
from stumper.statistics.interval import SHARE, Range, Spread, around, quantile, spread
from stumper.statistics.intervals import Values, apart
from stumper.statistics.statistic import Frame, Scored, Statistic, means

Ways = Mapping[str, Mapping[str, str]]  # by the name of a way the label of each unit


@dataclass(frozen=True, slots=True)
class Crossed:
    """Values, each with a label in each of several ways; values with the same labels throughout are one ``unit``, as
    what is computed by no way is by."""

    values: Values
    by: Mapping[str, Sequence[str]]
    unit: str

    @property
    def units(self) -> list[str]:
        """The id of each value's unit."""
        return ["\n".join(labels) for labels in zip(*self.by.values(), strict=True)]


def crossed(column: Crossed, within: Range | None = SHARE) -> Estimate:
    """The mean of the values, with its interval."""
    if not len(column.values):
        return UNKNOWN
    [statistic] = means([Scored(column.units, column.values)])
    found = _spread(statistic, _ways(column), column.unit)
    if found is None:
        return Estimate(statistic.value, nan, nan, statistic.n)
    return around(statistic, found, quantile(found.df), within)


def crossed_apart(first: Crossed, second: Crossed, within: Range | None = SHARE) -> Estimate:
    """The mean of the second values less that of the first: other values, which share some of their labels."""
    one, other = crossed(first, within), crossed(second, within)
    if not (one.is_known and other.is_known):
        return apart(one, other)
    mine, its, difference = _contrasted(first, second)
    if difference is None or not (mine and its and mine.variance and its.variance):
        return apart(one, other)
    alike = (mine.variance + its.variance - difference.variance) / (2 * sqrt(mine.variance * its.variance))
    return replace(apart(one, other, max(-1.0, min(1.0, alike))), by=difference.by)


def crossed_test(first: Crossed, second: Crossed) -> float:
    """The probability of means that lie so far apart, or farther, if both were the same (a two-sided t-test); NaN where
    nothing can be said."""
    from scipy.special import stdtr  # scipy takes a moment to load, and not every command needs it

    if not (len(first.values) and len(second.values)):
        return nan
    mine, its, difference = _contrasted(first, second)
    if not (mine and its and difference and difference.variance):
        return nan
    distance = abs(float(np.mean(second.values)) - float(np.mean(first.values)))
    return 2 * float(stdtr(difference.df, -distance / difference.error))


def _contrasted(first: Crossed, second: Crossed) -> list[Spread | None]:
    """How far both means may be off, and the second less the first."""
    before, after = means([Scored(column.units, column.values) for column in (first, second)])
    others = _ways(second)
    ways = {name: {**of, **others[name]} for name, of in _ways(first).items()}
    return [_spread(statistic, ways, first.unit) for statistic in (before, after, after - before)]


def _ways(column: Crossed) -> Ways:
    units = column.units
    return {name: dict(zip(units, labels, strict=True)) for name, labels in column.by.items()}


def _spread(statistic: Statistic, ways: Ways, unit: str) -> Spread | None:
    """How far the figure may be off by all ways that have enough groups; None where fewer than ``FEWEST`` units made
    it."""
    units = statistic.frame.originals
    alone = spread(replace(statistic, frame=Frame(units)))
    if alone is None:
        return None
    met = [id for id, weight in zip(units, statistic.weight, strict=True) if weight > 0]
    variance, df, counted, too_few = alone.single, alone.df, list[tuple[str, int]](), list[tuple[str, int]]()
    for name, of in ways.items():
        labels = len({of[id] for id in met})
        if labels == 1 < len(met):  # the figure is of this one alone
            continue
        if labels == len(met):  # each unit has its own
            counted.append((name, labels))
            continue
        frame = Frame(units, Groups((name,), {id: (of[id],) for id in units}))
        found = spread(replace(statistic, frame=frame))
        if found is None or found.by.level != name:
            too_few.append((name, labels))
            continue
        counted.append((name, found.by.groups))
        variance += found.variance - alone.single
        df = min(df, found.df)
    (level, groups), *others = counted or [(unit, len(met))]
    effect = variance / alone.single if alone.single else 1.0
    by = Grouping(level, groups, effect, tuple(too_few), tuple(others))
    return Spread(variance, alone.single, df, alone.originals, by)
