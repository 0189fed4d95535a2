"""Whether two shares differ by more than chance: Fisher's exact test, and the odds ratio with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, nan, sqrt

_Z = 1.959963984540054  # of the normal distribution's 97.5th percentile


@dataclass(frozen=True, slots=True)
class ExactTest:
    """``p`` is two-sided; ``odds_ratio`` is of the second group against the first, with a 95% interval.

    ``first`` and ``second`` are how many each group has of how many. NaN where a group is empty.
    """

    p: float
    odds_ratio: float
    low: float
    high: float
    first: tuple[int, int]
    second: tuple[int, int]


def exact_test(first: Sequence[bool], second: Sequence[bool]) -> ExactTest:
    """Fisher's exact test of what holds in the second group against the first.

    Two-sided: the probability of all tables with these margins that are at most as likely as the one seen. The odds
    ratio is that of the sample with Woolf's logit interval; where a cell is empty, each counts a half more (Haldane and
    Anscombe).
    """
    from scipy.stats import fisher_exact  # dear to load

    a, n = sum(second), len(second)
    c, m = sum(first), len(first)
    if not n or not m:
        return ExactTest(nan, nan, nan, nan, (c, m), (a, n))
    return ExactTest(
        float(fisher_exact([[a, n - a], [c, m - c]]).pvalue), *_odds_ratio(a, n - a, c, m - c), (c, m), (a, n)
    )


def _odds_ratio(a: float, b: float, c: float, d: float) -> tuple[float, float, float]:
    if 0 in (a, b, c, d):
        a, b, c, d = a + 0.5, b + 0.5, c + 0.5, d + 0.5
    centre, half = log(a * d / (b * c)), _Z * sqrt(1 / a + 1 / b + 1 / c + 1 / d)
    return exp(centre), exp(centre - half), exp(centre + half)
