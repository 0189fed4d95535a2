"""How many values of a kind would tell a change from none, by the intervals that figures of so many have."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from math import ceil, isnan, nan, sqrt

from stumper.statistics.interval import CHANGE, Spread, around, spread
from stumper.statistics.intervals import largest
from stumper.statistics.statistic import FEWEST, Statistic

POWER = 0.8416212335729143  # of the normal distribution's 80th percentile: four of five samples tell it
MOST_TIMES = 1024  # as many: beyond that nobody is told to ask
NEAR = 1.01  # how close the number of times is sought
SEED = 0  # of the draws


def enough(statistics: Sequence[Statistic], places: Collection[int], loss: float) -> dict[int, float]:
    """How many values the figures at these ``places`` need so that a ``loss`` lies below 0 with its whole interval in
    four of five samples; NaN where nothing can be said, or no number that anybody would ask would do.

    The values are taken to differ as much as those that are there do, in groups as large; the interval is the one that
    holds for all of these figures together (``simultaneous``), of so many values each: its width does not shrink with
    their root alone, as of few the largest of several t-values is larger, and the figure is drawn to the middle.
    """
    if not places:
        return {}
    found = [spread(one) if one.value == one.value else None for one in statistics]
    known = [(one, of_one) for one, of_one in zip(statistics, found, strict=True) if of_one is not None]
    df = min((of_one.df for _, of_one in known), default=1.0)
    wide = largest([one for one, _ in known], SEED)
    told = {}
    for place in places:
        mine, one = found[place], statistics[place]
        told[place] = nan if mine is None else _rounded_up(one.n * _times(one, mine, df, wide, loss))
    return told


def _times(one: Statistic, mine: Spread, df: float, wide: Callable[[float], float], loss: float) -> float:
    """How many times as many; ``df`` are the degrees of freedom of all figures together."""

    def tells(times: float) -> bool:
        more = _with_times_as_many(mine, times)
        seen = replace(one, value=min(0.0, POWER * more.error - loss))
        return around(seen, more, wide(_more(df, times)), CHANGE).high < 0

    low, high = FEWEST / mine.originals, float(MOST_TIMES)
    if not tells(high):
        return nan
    while high / low > NEAR:
        middle = sqrt(low * high)
        low, high = (low, middle) if tells(middle) else (middle, high)
    return high


def _with_times_as_many(found: Spread, times: float) -> Spread:
    return replace(
        found,
        variance=found.variance / times,
        single=found.single / times,
        df=_more(found.df, times),
        originals=found.originals * times,
    )


def _more(df: float, times: float) -> float:
    return max(1.0, (df + 1) * times - 1)


def _rounded_up(number: float) -> float:
    return number if isnan(number) else ceil(number)
