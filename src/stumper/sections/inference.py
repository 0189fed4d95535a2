"""What the sentences of a report rest on: intervals for what was picked from many, and tests for no effect."""

from collections.abc import Sequence
from math import nan

from stumper.statistics import CHANGE, SHARE, Estimate, Groups, Scored, Statistic, enough, interval, means, simultaneous

MARGIN = 0.02  # a smaller difference of scores is none
LOSS = 0.2  # points of which it is said how many would show them, whatever few happen to show
FEW = 30  # of so many at most a loss that is seen and not shown is said to want more
SEEN = 0.1  # points that are lost, so that it is
LEVEL = 0.9  # of the interval that must lie within the margin: two one-sided tests at 5%

Differences = tuple[Sequence[str], Sequence[float]]  # the original of each, and how much the score has changed


def differences(several: Sequence[Differences], groups: Groups) -> list[Estimate]:
    """The mean of each with an interval of its own."""
    return [interval(one, CHANGE) for one in _means(several, groups)]


def together(several: Sequence[Differences], groups: Groups) -> list[Estimate]:
    """The mean of each with intervals that hold for all of them at once, so that any may be picked."""
    return simultaneous(_means(several, groups), CHANGE)


def telling(several: Sequence[Differences], held: Sequence[Estimate], groups: Groups) -> list[float]:
    """How many of each would tell a loss of 20 points, four times in five, by the interval that holds for all of them
    at once when there are so many of each; NaN but where a loss is seen in few and not shown by the interval ``held``,
    and where no number would do."""
    wanted = [place for place, one in enumerate(held) if one.n <= FEW and one.value <= -SEEN and one.high >= 0]
    found = enough(_means(several, groups), wanted, LOSS)
    return [found.get(place, nan) for place in range(len(several))]


def left_together(several: Sequence[tuple[Sequence[str], Sequence[float]]], groups: Groups) -> list[Estimate]:
    """The mean of each column of scores with intervals that hold for all of them at once."""
    return simultaneous(_means(several, groups), SHARE)


def is_no_effect(originals: Sequence[str], values: Sequence[float], groups: Groups, several: int) -> bool:
    """Whether the mean difference was shown to lie within the margin (Schuirmann 1987's two one-sided tests), at a
    level at which it holds for so many systems at once (Bonferroni)."""
    [found] = _means([(originals, values)], groups)
    return is_within(interval(found, CHANGE, 1 - (1 - LEVEL) / several))


def is_within(found: Estimate) -> bool:
    """Whether the whole interval of a difference lies within the margin."""
    return found.is_known and found.low >= -MARGIN and found.high <= MARGIN


def _means(several: Sequence[Differences], groups: Groups) -> list[Statistic]:
    return means([Scored(originals, values) for originals, values in several], groups)
