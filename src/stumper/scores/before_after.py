"""What a perturbation shifts: a mean before and after."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.statistics import CHANGE, NO_GROUPS, Estimate, Groups, Scored, Statistic, interval, means
from stumper.statistics.statistic import Floats


@dataclass(frozen=True, slots=True)
class BeforeAfter:
    """A mean over originals and over what they were changed to; ``difference`` is after - before, paired."""

    before: Estimate
    after: Estimate
    difference: Estimate


def before_after(
    originals: Sequence[str],
    before: Sequence[float] | Floats,
    after: Sequence[float] | Floats,
    groups: Groups = NO_GROUPS,
) -> BeforeAfter:
    """The two means and their difference over perturbations of these originals."""
    return compared(*means([Scored(originals, before), Scored(originals, after)], groups))


def compared(before: Statistic, after: Statistic) -> BeforeAfter:
    """Two means over the same originals, and their difference."""
    return BeforeAfter(interval(before), interval(after), interval(after - before, CHANGE))
