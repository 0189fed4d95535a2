"""Whether two means differ by more than chance: Welch's t-test, and Hedges' g with its interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log, nan, sqrt

import numpy as np

_Z = 1.959963984540054  # of the normal distribution's 97.5th percentile
_TINY, _CLOSE, _MOST_STEPS = 1e-300, 1e-15, 500


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
    half = error * t_quantile(0.975, df)
    g, g_half = _effect(difference, ((n - 1) * v + (m - 1) * w) / (n + m - 2), n, m)
    return WelchTest(
        t, df, t_two_sided(t, df), difference, difference - half, difference + half, g, g - g_half, g + g_half, n, m
    )


def t_two_sided(t: float, df: float) -> float:
    """The probability that Student's t with so many degrees of freedom lies further from 0 than this."""
    return _incomplete_beta(df / (df + t * t), df / 2, 0.5)


def t_quantile(share: float, df: float) -> float:
    """The value that Student's t stays below with this probability, which is above a half."""
    low, high = 0.0, 2.0
    while t_two_sided(high, df) > 2 * (1 - share):
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if t_two_sided(middle, df) > 2 * (1 - share) else (low, middle)
    return (low + high) / 2


def _effect(difference: float, pooled: float, n: int, m: int) -> tuple[float, float]:
    g = difference / sqrt(pooled) * (1 - 3 / (4 * (n + m) - 9))
    return g, _Z * sqrt((n + m) / (n * m) + g * g / (2 * (n + m)))


def _unknown(difference: float, n: int, m: int) -> WelchTest:
    return WelchTest(nan, nan, nan, difference, nan, nan, nan, nan, nan, n, m)


def _incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction on the side where that converges fast."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(1 - x, b, a)
    front = exp(a * log(x) + b * log(1 - x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    return front / _fraction(x, a, b)


def _fraction(x: float, a: float, b: float) -> float:
    """1 + d1 / (1 + d2 / (1 + ...)), from the front (Lentz's method)."""
    value, above, below = 1.0, 1.0, 0.0
    for step in range(1, _MOST_STEPS):
        k = step // 2
        if step % 2:
            term = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1))
        else:
            term = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k))
        below = 1 / (1 + term * below or _TINY)
        above = 1 + term / above or _TINY
        value *= above * below
        if abs(above * below - 1) < _CLOSE:
            break
    return value
