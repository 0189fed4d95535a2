"""Means, shares and differences of plain values, with their 95% intervals."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from math import hypot, nan, sqrt

import numpy as np

from stumper.statistics.estimate import UNKNOWN, Estimate
from stumper.statistics.groups import NO_GROUPS, Groups
from stumper.statistics.interval import CHANGE, SHARE, Range, around, interval, quantile, spread
from stumper.statistics.statistic import Floats, Scored, Statistic, by_groups, means

_Z = 1.959963984540054  # of the normal distribution's 97.5th percentile
NOTHING = 1e-9  # what sums differ by
Values = Sequence[float] | Floats


def mean(
    values: Values, originals: Sequence[str] | None = None, groups: Groups = NO_GROUPS, within: Range | None = SHARE
) -> Estimate:
    """The mean of values that lie within a range (None: anywhere), each of an original; without these each
    stands for itself."""
    return interval(_mean(values, originals, groups), within)


def difference(
    before: Values,
    after: Values,
    originals: Sequence[str] | None = None,
    groups: Groups = NO_GROUPS,
    within: Range | None = CHANGE,
) -> Estimate:
    """The mean of ``after - before``, paired: both are over the same questions in the same order."""
    assert len(before) == len(after)
    return interval(_mean(np.subtract(after, before), originals, groups), within)


def share(values: Sequence[bool], originals: Sequence[str] | None = None, groups: Groups = NO_GROUPS) -> Estimate:
    """The share that holds. Of values that are independent of each other the interval is that of Agresti and Coull."""
    if originals is not None:
        return mean([float(value) for value in values], originals, groups)
    return weighted_share(values, [1.0] * len(values))


def weighted_share(values: Sequence[bool], weights: Sequence[float]) -> Estimate:
    """The share that holds of independent values that count unlike, as those of strata do that were drawn more densely
    than others. The interval is that of Agresti and Coull for as many equal ones as have its variance (Kish 1965)."""
    whole = sum(weights)
    if not whole:
        return UNKNOWN
    alike = whole / sum(weight**2 for weight in weights)
    n, held = whole * alike, alike * sum(weight for weight, value in zip(weights, values, strict=True) if value)
    more = _Z**2
    centre = (held + more / 2) / (n + more)
    half = _Z * sqrt(centre * (1 - centre) / (n + more))
    low, high = max(0.0, min(held / n, centre - half)), min(1.0, max(held / n, centre + half))
    return Estimate(held / n, low, high, sum(weight > 0 for weight in weights))


def contrast(first: Scored, second: Scored, groups: Groups = NO_GROUPS, within: Range | None = SHARE) -> Estimate:
    """The mean of ``second`` less that of ``first``: other values, which may be of the same originals or groups. Both,
    and their correlation, are by the coarsest level that has enough groups for each."""
    one, other = means([first, second], groups)
    at = one.frame.level_of(one.weight > 0, other.weight > 0)
    mine, its = by_groups([one, other], at)
    return apart(interval(one, within, at=at), interval(other, within, at=at), float(mine @ its))


def apart(first: Estimate, second: Estimate, alike: float = 0.0) -> Estimate:
    """The second less the first, two figures that have such a correlation, by the squares of their intervals' halves;
    its ``n`` is the smaller of the two. (Zou and Donner 2008, Statistics in Medicine 27:1693; of figures that are
    correlated Zou 2007, Psychological Methods 12:399.)"""
    assert abs(alike) <= 1 + NOTHING, f"a correlation of {alike}"
    if not first.n or not second.n:
        return UNKNOWN

    def half(mine: float, its: float) -> float:
        found = mine**2 + its**2 - 2 * alike * mine * its
        return sqrt(max(found, 0.0))  # in this order NaN stays NaN

    change = second.value - first.value
    low = change - half(second.value - second.low, first.high - first.value)
    high = change + half(second.high - second.value, first.value - first.low)
    return Estimate(change, low, high, min(first.n, second.n))


def joined(one: Estimate, other: Estimate, within: Range) -> Estimate:
    """A figure with an interval for two things that it is uncertain by, of which each estimate holds one, by the
    squares of both intervals' halves (Zou and Donner 2008); the first one's ``n``."""
    if not (one.is_known and other.is_known):
        return Estimate(one.value, nan, nan, one.n)
    low = one.value - hypot(one.value - one.low, other.value - other.low)
    high = one.value + hypot(one.high - one.value, other.high - other.value)
    return Estimate(one.value, max(within[0], low), min(within[1], high), one.n)


def product(one: Estimate, other: Estimate, alike: float = 0.0) -> Estimate:
    """The product of two shares, whose figures have such a correlation, by the squares of their intervals' halves, as
    the variance of a product is made of those of its factors (Goodman 1960, Journal of the American Statistical
    Association 55:708); the first one's ``n``."""

    def half(mine: float, its: float) -> float:
        first, second = other.value * mine, one.value * its
        return sqrt(first**2 + second**2 + (mine * its) ** 2 + 2 * alike * first * second)

    value = one.value * other.value
    if not (one.is_known and other.is_known):
        return Estimate(value, nan, nan, one.n)
    low = value - half(one.value - one.low, other.value - other.low)
    high = value + half(one.high - one.value, other.high - other.value)
    return Estimate(value, max(0.0, low), min(1.0, high), one.n)


def one_sided(statistic: Statistic) -> float:
    """The probability of a figure so far below 0, or farther, if it were 0; NaN where nothing can be said."""
    from scipy.special import stdtr

    found = spread(statistic)
    if found is None or not found.variance:
        return nan
    return float(stdtr(found.df, statistic.value / found.error))


def simultaneous(statistics: Sequence[Statistic], within: Range | None = SHARE, seed: int = 0) -> list[Estimate]:
    """The figures with intervals that hold for all of them together, so that whoever picks one after having seen them
    is not misled: as wide as the largest of as many t-values that vary together as these figures do (max-T; Hothorn et
    al. 2008, Biometrical Journal 50:346).

    All figures are over one frame.
    """
    found = [spread(one) if one.value == one.value else None for one in statistics]
    known = [(one, of_one) for one, of_one in zip(statistics, found, strict=True) if of_one is not None]
    times = largest([one for one, _ in known], seed)(min((of_one.df for _, of_one in known), default=1.0))
    return [
        around(one, of_one, times, within) if of_one is not None else Estimate(one.value, nan, nan, one.n)
        for one, of_one in zip(statistics, found, strict=True)
    ]


DRAWS = 20_000


def largest(statistics: Sequence[Statistic], seed: int) -> Callable[[float], float]:
    """By degrees of freedom the value below which the largest of their t-values, by size, stays with a probability of
    95%."""
    if not statistics:
        return lambda df: nan
    moved = by_groups(statistics)
    moved = moved[moved.any(axis=1)]
    if len(moved) < 2:
        return quantile
    values, vectors = np.linalg.eigh(moved @ moved.T)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    rng = np.random.default_rng(seed)
    drawn = np.abs(rng.standard_normal((DRAWS, len(root))) @ root.T).max(axis=1)

    def of(df: float) -> float:
        return float(np.quantile(drawn / np.sqrt(deepcopy(rng).chisquare(df, DRAWS) / df), 0.95))

    return of


def _mean(values: Values, originals: Sequence[str] | None, groups: Groups) -> Statistic:
    if originals is None:  # sums differ in their last bits by the order of adding
        values, originals = np.sort(values), [f"{place:09}" for place in range(len(values))]
    return means([Scored(originals, values)], groups)[0]
