"""Means with 95% confidence intervals, by the percentile bootstrap over questions; shares of few by score intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, nan, sqrt

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
_LEVELS = (0.025, 0.975)
_Z = 1.959963984540054  # of the normal distribution's 97.5th percentile
_CHUNK = 2_000_000  # draws held in memory at once


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of ``n`` values and its interval, in their unit; NaN where there are none."""

    value: float
    low: float
    high: float
    n: int


def mean_interval(values: Sequence[float], seed: int = 0) -> Estimate:
    """The mean and its interval, the same for the same values in any order."""
    array = np.asarray(values, dtype=np.float64)
    if not len(array):
        return Estimate(nan, nan, nan, 0)
    mean = float(array.mean())
    low, high = np.quantile(_resampled_means(array, np.random.default_rng(seed)), _LEVELS)
    # The sums of equal values differ in their last bits by the order of adding.
    return Estimate(mean, min(mean, float(low)), max(mean, float(high)), len(array))


def difference_interval(before: Sequence[float], after: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of ``after - before`` over the same questions in the same order, resampled in pairs."""
    assert len(before) == len(after)
    return mean_interval(np.subtract(after, before).tolist(), seed)


def harmonic_interval(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Estimate:
    """The harmonic mean of two means over the same questions in the same order, resampled in pairs; 0 where both are.

    F1 of a macro-averaged precision and recall.
    """
    assert len(first) == len(second)
    if not first:
        return Estimate(nan, nan, nan, 0)
    pairs = np.column_stack([np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)])
    distinct, counts = np.unique(pairs, axis=0, return_counts=True)
    n = len(pairs)
    value = float(harmonic_means(counts @ distinct / n))
    rng, rows = np.random.default_rng(seed), max(1, _CHUNK // len(distinct))
    sizes = [min(rows, RESAMPLES - start) for start in range(0, RESAMPLES, rows)]
    drawn = [harmonic_means(rng.multinomial(n, counts / n, size=size) @ distinct / n) for size in sizes]
    low, high = np.quantile(np.concatenate(drawn), _LEVELS)
    return Estimate(value, min(value, float(low)), max(value, float(high)), n)


def harmonic_means(pairs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the two numbers in the last dimension; 0 where both are 0."""
    product, total = pairs.prod(axis=-1), pairs.sum(axis=-1)
    means: NDArray[np.float64] = np.divide(2 * product, total, out=np.zeros_like(total), where=total != 0)
    return means


def contrast_interval(first: Sequence[float], second: Sequence[float], seed: int = 0) -> Estimate:
    """The mean of ``second`` minus that of ``first``, over other questions each, resampled apart.

    Its ``n`` is the smaller number of the two.
    """
    if not first or not second:
        return Estimate(nan, nan, nan, 0)
    arrays = [np.asarray(values, dtype=np.float64) for values in (first, second)]
    rng = np.random.default_rng(seed)
    before, after = (_resampled_means(array, rng) for array in arrays)
    low, high = np.quantile(after - before, _LEVELS)
    difference = float(arrays[1].mean() - arrays[0].mean())
    return Estimate(difference, min(difference, float(low)), max(difference, float(high)), min(map(len, arrays)))


def share_interval(values: Sequence[bool]) -> Estimate:
    """The share that holds and its Wilson score interval, which few values do not make too narrow."""
    if not values:
        return Estimate(nan, nan, nan, 0)
    n, share = len(values), sum(values) / len(values)
    centre = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    half = _Z * sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n)) / (1 + _Z**2 / n)
    return Estimate(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)), n)


def share_contrast(first: Sequence[bool], second: Sequence[bool]) -> Estimate:
    """The share of ``second`` minus that of ``first``, over other questions each, by Newcombe's hybrid score interval.

    Its ``n`` is the smaller number of the two. (Newcombe 1998, Statistics in Medicine 17:873, method 10.)
    """
    if not first or not second:
        return Estimate(nan, nan, nan, 0)
    return estimate_contrast(share_interval(first), share_interval(second))


def paired_share_contrast(first: Sequence[bool], second: Sequence[bool]) -> Estimate:
    """The share of ``second`` minus that of ``first``, over the same questions in the same order, by Newcombe's hybrid
    score interval for pairs. (Newcombe 1998, Statistics in Medicine 17:2635, method 10.)"""
    assert len(first) == len(second)
    before, after = share_interval(first), share_interval(second)
    n, both = len(first), sum(a and b for a, b in zip(first, second, strict=True))
    rights = sum(first), sum(second)
    spread = sqrt(rights[0] * (n - rights[0]) * rights[1] * (n - rights[1]))
    together = n * both - rights[0] * rights[1]
    alike = max(together - n / 2, min(together, 0.0)) / spread if spread else 0.0
    difference = after.value - before.value
    down, up = (
        (after.value - after.low, before.high - before.value),
        (after.high - after.value, before.value - before.low),
    )
    low, high = (sqrt(max(0.0, a * a - 2 * alike * a * b + b * b)) for a, b in (down, up))
    return Estimate(difference, difference - low, difference + high, n)


def estimate_contrast(first: Estimate, second: Estimate) -> Estimate:
    """The second less the first, two estimates that have nothing to do with each other, by the squares of their
    intervals' halves; its ``n`` is the smaller of the two. (Zou and Donner 2008, Statistics in Medicine 27:1693.)"""
    difference = second.value - first.value
    low = difference - hypot(second.value - second.low, first.high - first.value)
    high = difference + hypot(second.high - second.value, first.value - first.low)
    return Estimate(difference, low, high, min(first.n, second.n))


def negated(estimate: Estimate) -> Estimate:
    """The same the other way round: what a loss costs."""
    return Estimate(-estimate.value, -estimate.high, -estimate.low, estimate.n)


def confidence_how(seed: int = 0) -> str:
    """How the intervals were made, for a signature."""
    return f"bootstrap-{RESAMPLES}-seed{seed}"


def _resampled_means(array: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """Scores repeat, and how often each distinct one is drawn is multinomial: that costs the distinct values alone."""
    distinct, counts = np.unique(array, return_counts=True)
    n = len(array)
    few = len(distinct) * 10 < n
    rows = max(1, _CHUNK // (len(distinct) if few else n))
    ordered = np.sort(array)
    means = []
    for start in range(0, RESAMPLES, rows):
        size = min(rows, RESAMPLES - start)
        if few:
            means.append(rng.multinomial(n, counts / n, size=size) @ distinct / n)
        else:
            means.append(ordered[rng.integers(n, size=(size, n), dtype=np.uint32)].mean(axis=1))
    return np.concatenate(means)
