"""Means over perturbations, resampled by the originals that they were made of.

What was made of one original fails together: as separate values, ten variants of a claim would seem to say ten times as
much of other claims as one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from stumper.scores.intervals import RESAMPLES, Estimate

Floats = NDArray[np.float64]
FEWEST = 5  # originals that an interval needs: of fewer that are alike, every draw would be the same
_LEVELS = (0.025, 0.975)
_CHUNK = 400_000  # draws held in memory at once: no more than a processor's cache takes
_DEARER = 10  # times as dear as drawing a row is drawing how often a distinct one comes


@dataclass(frozen=True, slots=True)
class Scored:
    """A value of each perturbation, NaN where there is none, and the ids of their originals in the same order."""

    originals: Sequence[str]
    values: Sequence[float]

    @property
    def size(self) -> int:
        """How many values there are."""
        return sum(not isnan(value) for value in self.values)


def drawn_means(columns: Sequence[Scored], rng: np.random.Generator) -> list[Floats]:
    """For each column its mean, and then its means in draws of the originals, the same for all columns.

    A draw holds as many originals as there are in all columns together, each with everything made of it; NaN where none
    of them stands in the column. A few originals say too little of others: below ``FEWEST`` every draw has NaN.
    """
    places = {id: place for place, id in enumerate(sorted({id for column in columns for id in column.originals}))}
    if not places:
        return [np.full(RESAMPLES + 1, nan) for _ in columns]
    parts = [_by_original(column, places) for column in columns]
    sums, counts = np.stack([total for total, _ in parts], axis=1), np.stack([number for _, number in parts], axis=1)
    totals = np.concatenate([np.hstack([sums, counts]).sum(axis=0)[None], _resampled(np.hstack([sums, counts]), rng)])
    with np.errstate(invalid="ignore"):
        means = totals[:, : len(columns)] / totals[:, len(columns) :]
    means[1:, np.count_nonzero(counts, axis=0) < FEWEST] = nan
    return list(means.T)


def observed(values: Floats, size: int) -> Estimate:
    """What ``drawn_means`` or a function of it gave first, within the middle 95% of the draws that have a value.

    NaN stands for the interval where none has, as there are too few originals.
    """
    value, draws = float(values[0]), values[1:][~np.isnan(values[1:])]
    if isnan(value) or not len(draws):
        return Estimate(value, nan, nan, 0 if isnan(value) else size)
    low, high = np.quantile(draws, _LEVELS)
    return Estimate(value, min(value, float(low)), max(value, float(high)), size)


def _resampled(rows: Floats, rng: np.random.Generator) -> Floats:
    """The sums of as many rows as there are, drawn with replacement, in every draw.

    Rows repeat, and how often each distinct one is drawn is multinomial: that costs the distinct ones alone.
    """
    distinct, counts = np.unique(rows, axis=0, return_counts=True)
    number = len(rows)
    few = len(distinct) * _DEARER < number
    size = max(1, _CHUNK // (len(distinct) if few else number))
    sums = []
    for start in range(0, RESAMPLES, size):
        draws = min(size, RESAMPLES - start)
        if few:
            sums.append(rng.multinomial(number, counts / number, size=draws) @ distinct)
        else:
            sums.append(_times_drawn(draws, number, rng) @ rows)
    return np.concatenate(sums)


def _times_drawn(draws: int, number: int, rng: np.random.Generator) -> Floats:
    """How often each of so many rows is drawn, draw by draw."""
    chosen = rng.integers(number, size=(draws, number), dtype=np.uint32) + number * np.arange(draws)[:, None]
    return np.bincount(chosen.ravel(), minlength=draws * number).reshape(draws, number).astype(np.float64)


def _by_original(column: Scored, places: dict[str, int]) -> tuple[Floats, Floats]:
    """The sum of the values of each original's perturbations, and their number."""
    values = np.asarray(column.values, dtype=np.float64)
    known = ~np.isnan(values)
    at = np.array([places[id] for id in column.originals], dtype=np.intp)[known]
    values = values[known]
    order = np.lexsort((values, at))  # sums differ in their last bits by the order of adding
    sums: Floats = np.bincount(at[order], weights=values[order], minlength=len(places)).astype(np.float64)
    counts: Floats = np.bincount(at, minlength=len(places)).astype(np.float64)
    return sums, counts
