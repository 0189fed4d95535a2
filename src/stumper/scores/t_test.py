"""Whether two means differ by more than chance: Welch's t-test, and Hedges' g with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

_Z = 1.959963984540054  # of the normal distribution's 97.5th percentile


@dataclass(frozen=True, slots=True)
class WelchTest:
    """``difference`` is the mean of the second group minus that of the first, ``low`` and ``high`` its 95% interval.

    ``p`` is two-sided; ``g`` is Hedges' effect size with its 95% interval. NaN where a group has fewer than two values,
    or neither varies.
    """

    t: float
    df: float
    p: float
    difference: float
    low: float
    high: float
    g: float
    g_low: float
    g_high: float
    first: int
    second: int


def welch_test(first: Sequence[float], second: Sequence[float]) -> WelchTest:
    """Welch's two-sided t-test, which does not ask that both groups vary alike.

    Hedges' g is the difference over the pooled deviation, times 1 - 3 / (4 (n + m) - 9); its interval is that of the
    normal approximation (Hedges and Olkin 1985, chapter 5).
    """
    from scipy.special import stdtr, stdtrit  # Student's t: its distribution and its quantiles; dear to load

    n, m = len(first), len(second)
    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    difference = float(other.mean() - one.mean()) if n and m else nan
    if n < 2 or m < 2:
        return _unknown(difference, n, m)
    v, w = float(one.var(ddof=1)), float(other.var(ddof=1))
    if v + w == 0:
        return _unknown(difference, n, m)
    error = sqrt(v / n + w / m)
    df = error**4 / ((v / n) ** 2 / (n - 1) + (w / m) ** 2 / (m - 1))
    t = difference / error
    half = error * float(stdtrit(df, 0.975))
    g, g_half = _effect(difference, ((n - 1) * v + (m - 1) * w) / (n + m - 2), n, m)
    p = 2 * float(stdtr(df, -abs(t)))
    return WelchTest(t, df, p, difference, difference - half, difference + half, g, g - g_half, g + g_half, n, m)


def _effect(difference: float, pooled: float, n: int, m: int) -> tuple[float, float]:
    g = difference / sqrt(pooled) * (1 - 3 / (4 * (n + m) - 9))
    return g, _Z * sqrt((n + m) / (n * m) + g * g / (2 * (n + m)))


def _unknown(difference: float, n: int, m: int) -> WelchTest:
    return WelchTest(nan, nan, nan, difference, nan, nan, nan, nan, nan, n, m)
