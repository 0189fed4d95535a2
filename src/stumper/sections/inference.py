"""What the sentences of a report rest on: intervals for what was picked from many, and tests for no effect."""

from collections.abc import Sequence

from stumper.statistics import CHANGE, SHARE, Estimate, Groups, Scored, Statistic, interval, means, simultaneous

MARGIN = 0.02  # a smaller difference of scores is none
LEVEL = 0.9  # of the interval that must lie within the margin: two one-sided tests at 5%

Differences = tuple[Sequence[str], Sequence[float]]  # the original of each, and how much the score has changed


def differences(several: Sequence[Differences], groups: Groups) -> list[Estimate]:
    """The mean of each with an interval of its own."""
    return [interval(one, CHANGE) for one in _means(several, groups)]


def together(several: Sequence[Differences], groups: Groups) -> list[Estimate]:
    """The mean of each with intervals that hold for all of them at once, so that any may be picked."""
    return simultaneous(_means(several, groups), CHANGE)


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
