"""Means with 95% confidence intervals, by the percentile bootstrap over questions."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 10_000
_LEVELS = (0.025, 0.975)
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
