"""Figures of values that hang together in ways that cross, such as answers of several players to the same questions.

The variance is the sum of those by each way, less what they have in common, the variance if no two values had to do
with each other (Cameron, Gelbach and Miller 2011, Journal of Business & Economic Statistics 29:238). What belongs
together in a way may belong to coarser groups, as questions do to packets: the coarsest with enough groups counts. A
way with fewer groups than are enough is left out: of others than these players nothing is said then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan, sqrt

import numpy as np

from stumper.statistics.estimate import UNKNOWN, Estimate, Grouping
from stumper.statistics.groups import NO_GROUPS, Groups
from stumper.statistics.interval import SHARE, Range, Spread, around, quantile, spread
from stumper.statistics.intervals import Values, apart
from stumper.statistics.statistic import Frame, Scored, Statistic, means
from stumper.types import ORIGINAL

Ways = Mapping[str, Groups]  # by the name of a way the labels of each unit, its own last


@dataclass(frozen=True, slots=True)
class Crossed:
    """Values, each with a label in each of several ways; values with the same labels throughout are one ``unit``, as
    what is computed by no way is by. ``coarser`` has by the name of a way the groups that its labels belong to. All
    ways, their levels and the unit have names of their own, by which a signature tells them apart."""

    values: Values
    by: Mapping[str, Sequence[str]]
    unit: str
    coarser: Mapping[str, Groups] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [ORIGINAL, self.unit, *self.by, *(level for groups in self.coarser.values() for level in groups.levels)]
        assert len(set(names)) == len(names), f"each of {', '.join(names)} has a name of its own"

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
    ways = {name: _of_both(groups, others[name]) for name, groups in _ways(first).items()}
    return [_spread(statistic, ways, first.unit) for statistic in (before, after, after - before)]


def _ways(column: Crossed) -> Ways:
    return {name: _way(column, name, column.coarser.get(name, NO_GROUPS)) for name in column.by}


def _way(column: Crossed, name: str, coarser: Groups) -> Groups:
    """The labels of each unit in one way; one that is in no coarser group is a group of its own there."""
    nothing = ("",) * len(coarser.levels)
    labels = {own: (*(told or own for told in coarser.of.get(own, nothing)), own) for own in set(column.by[name])}
    return Groups(
        (*coarser.levels, name), dict(zip(column.units, (labels[own] for own in column.by[name]), strict=True))
    )


def _of_both(one: Groups, other: Groups) -> Groups:
    """The labels of all units of both; one that has no label at a level of the others is a group of its own there."""
    levels = (*dict.fromkeys((*one.levels[:-1], *other.levels[:-1])), one.levels[-1])
    told = [(groups.levels, id, labels) for groups in (one, other) for id, labels in groups.of.items()]
    named = {id: (dict(zip(names, labels, strict=True)), labels[-1]) for names, id, labels in told}
    return Groups(levels, {id: tuple(of.get(level, own) for level in levels) for id, (of, own) in named.items()})


def _spread(statistic: Statistic, ways: Ways, unit: str) -> Spread | None:
    """How far the figure may be off by all ways that have enough groups; None where fewer than ``FEWEST`` units made
    it."""
    units = statistic.frame.originals
    alone = spread(replace(statistic, frame=Frame(units)))
    if alone is None:
        return None
    met = [id for id, weight in zip(units, statistic.weight, strict=True) if weight > 0]
    variance, df, counted, too_few = alone.single, alone.df, list[tuple[str, int]](), list[tuple[str, int]]()
    for name, groups in ways.items():
        labels = len({groups.of[id][-1] for id in met})
        if labels == 1 < len(met):  # the figure is of this one alone
            continue
        found = spread(replace(statistic, frame=Frame(units, groups)))
        assert found is not None, "there are as many units as above"
        too_few += found.by.too_few
        if found.is_grouped:
            counted.append((found.by.level, found.by.groups))
            variance += found.variance - alone.single
            df = min(df, found.df)
        elif labels == len(met):  # each unit has its own
            counted.append((name, labels))
    (level, number), *others = counted or [(unit, len(met))]
    effect = variance / alone.single if alone.single else 1.0
    by = Grouping(level, number, effect, tuple(too_few), tuple(others))
    return Spread(variance, alone.single, df, alone.originals, by)
