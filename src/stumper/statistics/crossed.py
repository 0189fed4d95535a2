"""Figures of values that hang together in ways that cross, such as answers of several players to the same questions.

The variance is the sum of those by each way, less what they have in common, the variance if no two values had to do
with each other (Cameron, Gelbach and Miller 2011, Journal of Business & Economic Statistics 29:238). What belongs
together in a way may belong to coarser groups, as questions do to packets: the coarsest with enough groups counts. A
way with fewer groups than are enough is left out: of others than these players nothing is said then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan, sqrt
from types import MappingProxyType

import numpy as np

from stumper.statistics.estimate import UNKNOWN, Estimate, Grouping
from stumper.statistics.groups import NO_GROUPS, Groups, Level
from stumper.statistics.interval import SHARE, Range, Spread, around, left_out, quantile, spread
from stumper.statistics.intervals import NOTHING, Values, apart
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
    ways = {name: Frame(statistic.frame.originals, groups) for name, groups in _ways(column).items()}
    found = _spread(statistic, ways, column.unit)
    if found is None:
        return Estimate(statistic.value, nan, nan, statistic.n)
    return around(statistic, found, quantile(found.df), within)


def crossed_apart(first: Crossed, second: Crossed, within: Range | None = SHARE) -> Estimate:
    """The mean of the second values less that of the first: other values, which share some of their labels."""
    found = _contrasted(first, second)
    if found is None or not (found.mine.variance and found.its.variance):
        return apart(crossed(first, within), crossed(second, within))
    one, other = (
        around(statistic, side, quantile(side.df), within)
        for statistic, side in ((found.before, found.mine), (found.after, found.its))
    )
    return replace(apart(one, other, found.alike), by=found.by)


def crossed_test(first: Crossed, second: Crossed) -> float:
    """The probability of means that lie so far apart, or farther, if both were the same (a two-sided t-test); NaN where
    nothing can be said."""
    from scipy.special import stdtr  # scipy takes a moment to load, and not every command needs it

    found = _contrasted(first, second)
    if found is None or not found.variance:
        return nan
    return 2 * float(stdtr(found.df, -abs(found.after.value - found.before.value) / sqrt(found.variance)))


@dataclass(frozen=True, slots=True)
class _Contrast:
    """Two means, how far each may be off, and what moves both, their ``covariance``, all by groups of the same levels;
    ``df`` and ``by`` are those of their difference, of whose degrees of freedom there are no more than both have."""

    before: Statistic
    after: Statistic
    mine: Spread
    its: Spread
    covariance: float
    df: float
    by: Grouping

    @property
    def alike(self) -> float:
        """The correlation of the means."""
        return self.covariance / sqrt(self.mine.variance * self.its.variance)

    @property
    def variance(self) -> float:
        """That of the difference; 0 where the values do not vary."""
        found = self.mine.variance + self.its.variance - 2 * self.covariance
        return found if found > NOTHING * (self.mine.variance + self.its.variance) else 0.0


def _contrasted(first: Crossed, second: Crossed) -> _Contrast | None:
    """Both means and how they hang together; None where either is of too few values to say."""
    if not (len(first.values) and len(second.values)):
        return None
    before, after = means([Scored(column.units, column.values) for column in (first, second)])
    others = _ways(second)
    ways = {
        name: Frame(before.frame.originals, _of_both(groups, others[name])) for name, groups in _ways(first).items()
    }
    at = {name: frame.level_of(before.weight > 0, after.weight > 0) for name, frame in ways.items()}
    mine, its, difference = (_spread(one, ways, first.unit, at) for one in (before, after, after - before))
    if mine is None or its is None or difference is None:
        return None
    covariance, df = _covariance(before, after, ways, at), min(difference.df, _joint_df(mine, its))
    return _Contrast(before, after, mine, its, covariance, df, difference.by)


def _joint_df(mine: Spread, its: Spread) -> float:
    """The degrees of freedom of a difference, by Welch and Satterthwaite."""
    parts = mine.variance**2 / mine.df + its.variance**2 / its.df
    return (mine.variance + its.variance) ** 2 / parts if parts else mine.df + its.df


def _covariance(before: Statistic, after: Statistic, ways: Mapping[str, Frame], at: Mapping[str, Level]) -> float:
    """What moves both means: units do, and each way adds what it moves of both, but no more than it adds to their
    variances, so that no correlation is beyond 1."""
    sides = before, after
    of_units = float(np.prod([_more(one) for one in sides]) * (before.influence @ after.influence))
    found = of_units
    for name, level in at.items():
        spreads = [spread(replace(one, frame=ways[name]), level) for one in sides]
        if not all(one is not None and one.is_grouped for one in spreads):
            continue
        most = sqrt(np.prod([one.variance - one.single for one in spreads if one is not None]))
        added = float(left_out(before, level) @ left_out(after, level)) - of_units
        found += max(-most, min(most, added))
    return found


def _more(statistic: Statistic) -> float:
    """By how much the influences of a sample's units are too small to tell of others."""
    units = int((statistic.weight > 0).sum())
    return sqrt(units / (units - 1))


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
    """Joins the labels of the units of two sides. A unit whose side does not know a level of the other side is a group
    of its own at that level."""
    levels = (*dict.fromkeys((*one.levels[:-1], *other.levels[:-1])), one.levels[-1])
    told = [(groups.levels, id, labels) for groups in (one, other) for id, labels in groups.of.items()]
    named = {id: (dict(zip(names, labels, strict=True)), labels[-1]) for names, id, labels in told}
    return Groups(levels, {id: tuple(of.get(level, own) for level in levels) for id, (of, own) in named.items()})


def _spread(
    statistic: Statistic, ways: Mapping[str, Frame], unit: str, at: Mapping[str, Level] = MappingProxyType({})
) -> Spread | None:
    """How far the figure may be off by all ways that have enough groups, at these levels where any are named; None
    where fewer than ``FEWEST`` units made it."""
    units = statistic.frame.originals
    alone = spread(replace(statistic, frame=Frame(units)))
    if alone is None:
        return None
    met = [id for id, weight in zip(units, statistic.weight, strict=True) if weight > 0]
    variance, df, counted, too_few = alone.single, alone.df, list[tuple[str, int]](), list[tuple[str, int]]()
    ungrouped: list[tuple[str, int]] = []
    for name, frame in ways.items():
        labels = len({frame.groups.of[id][-1] for id in met})
        if labels == 1 < len(met):  # the figure is of this one alone
            continue
        found = spread(replace(statistic, frame=frame), at.get(name))
        assert found is not None, "there are as many units as above"
        too_few += found.by.too_few
        if found.is_grouped:
            counted.append((found.by.level, found.by.groups))
            ungrouped += found.by.alone
            variance += found.variance - alone.single
            df = min(df, found.df)
        elif labels == len(met):  # each unit has its own
            counted.append((name, labels))
    (level, number), *others = counted or [(unit, len(met))]
    effect = variance / alone.single if alone.single else 1.0
    by = Grouping(level, number, effect, tuple(too_few), tuple(others), tuple(ungrouped))
    return Spread(variance, alone.single, df, alone.originals, by)
