"""A figure with its 95% interval, and what that interval is made by."""

from dataclasses import dataclass
from math import isnan, nan


@dataclass(frozen=True, slots=True)
class Grouping:
    """By what an interval is made: ``groups`` of a ``level`` ("original": by the originals themselves).

    ``design_effect`` is how many times wider the variance is than if originals were independent of each other; below 1
    groups differ less than chance would have them. ``too_few`` are coarser levels whose groups were too few, each with
    their number; ``crossing`` are further ways in which values hang together (by player besides by question), each with
    the number of its groups; the interval counts all of them. ``alone`` says by level how many originals are in no
    group of it: the interval takes each for a group of its own, and ``groups`` does not count them.
    """

    level: str
    groups: int
    design_effect: float
    too_few: tuple[tuple[str, int], ...] = ()
    crossing: tuple[tuple[str, int], ...] = ()
    alone: tuple[tuple[str, int], ...] = ()

    @property
    def fewest(self) -> int:
        """Of how many groups there are at the level that has the fewest, those of one original among them."""
        alone = dict(self.alone)
        return min(groups + alone.get(level, 0) for level, groups in ((self.level, self.groups), *self.crossing))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure over ``n`` values and its interval, in their unit; NaN where there are none. An interval of NaN says
    that so few values, or values that are all alike, tell nothing of others."""

    value: float
    low: float
    high: float
    n: int
    by: Grouping | None = None

    @property
    def is_known(self) -> bool:
        """Whether there is an interval."""
        return not (isnan(self.low) or isnan(self.high))

    @property
    def ends(self) -> tuple[float, float]:
        """Where a picture draws the ends of the interval; both at the value where there is none."""
        return (self.low, self.high) if self.is_known else (self.value, self.value)


UNKNOWN = Estimate(nan, nan, nan, 0)


def negated(estimate: Estimate) -> Estimate:
    """The same the other way round: what a loss costs."""
    return Estimate(-estimate.value, -estimate.high, -estimate.low, estimate.n, estimate.by)
