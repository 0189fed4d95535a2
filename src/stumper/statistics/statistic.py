"""Figures over the same originals, with what each original contributes to them.

A mean, and what is computed of means (differences, products, ratios), moves by a known amount when an original is drawn
once more: its influence. The variance of the figure is that of the influences, summed within groups of originals, as
what is of one article, or made of one question, fails together (the delete-one-group jackknife, to first order; Efron
and Stein 1981, Annals of Statistics 9:586; Bell and McCaffrey 2002, Survey Methodology 28:169).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from stumper.statistics.groups import NO_GROUPS, Codes, Groups, Level, Mask, coarsest, codes

Floats = NDArray[np.float64]
FEWEST = 5  # originals that an interval needs: fewer say next to nothing of others


@dataclass(frozen=True, slots=True)
class Scored:
    """A value of each variant, NaN where there is none, and the ids of their originals in the same order."""

    originals: Sequence[str]
    values: Sequence[float] | Floats

    @property
    def size(self) -> int:
        """How many values there are."""
        return int(np.count_nonzero(~np.isnan(np.asarray(self.values, dtype=np.float64))))


@dataclass(frozen=True, eq=False)
class Frame:
    """The originals that figures are over, all in one order, and their groups."""

    originals: Sequence[str]
    groups: Groups = NO_GROUPS

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each original stands."""
        return {id: place for place, id in enumerate(self.originals)}

    @cached_property
    def codes(self) -> Codes:
        """For each level, coarsest first, the number of each original's group."""
        return codes(self.groups, self.originals)

    @cached_property
    def level(self) -> Level:
        """The coarsest level that has enough groups."""
        return self.level_of()

    def level_of(self, *sides: Mask) -> Level:
        """The coarsest level that has enough groups among the originals of these sides."""
        return coarsest(self.groups.levels, self.codes, *sides)


@dataclass(frozen=True, slots=True, eq=False)
class Statistic:
    """A figure: its ``value``, the ``influence`` of each original of the frame on it, and the ``weight`` of each, which
    add up to 1. ``n`` values made it. NaN where there are none."""

    frame: Frame = field(repr=False)
    value: float
    influence: Floats = field(repr=False)
    weight: Floats = field(repr=False)
    n: int

    def __add__(self, other: Statistic) -> Statistic:
        return self._with(other, self.value + other.value, 1.0, 1.0)

    def __sub__(self, other: Statistic) -> Statistic:
        return self._with(other, self.value - other.value, 1.0, -1.0)

    def __mul__(self, other: Statistic) -> Statistic:
        return self._with(other, self.value * other.value, other.value, self.value)

    def __truediv__(self, other: Statistic) -> Statistic:
        if not other.value:
            return replace(self, value=nan)
        ratio = self.value / other.value
        return self._with(other, ratio, 1 / other.value, -ratio / other.value)

    def scaled(self, factor: float, added: float = 0.0) -> Statistic:
        """The figure times a number, and another number more."""
        return replace(self, value=added + factor * self.value, influence=factor * self.influence)

    def _with(self, other: Statistic, value: float, mine: float, its: float) -> Statistic:
        """A function of two figures, of this value; it grows by ``mine`` with the first and ``its`` with the other."""
        assert self.frame is other.frame, "both figures are over one frame"
        influence = mine * self.influence + its * other.influence
        return Statistic(self.frame, value, influence, (self.weight + other.weight) / 2, min(self.n, other.n))


def means(columns: Sequence[Scored], groups: Groups = NO_GROUPS) -> list[Statistic]:
    """The mean of each column, all over the frame of the originals that stand in any of them."""
    frame = Frame(sorted({id for column in columns for id in column.originals}), groups)
    return [mean_in(frame, column) for column in columns]


def mean_in(frame: Frame, column: Scored) -> Statistic:
    """The mean of a column's values, whose originals are in the frame; an original counts with all of its values."""
    values = np.asarray(column.values, dtype=np.float64)
    known = ~np.isnan(values)
    size, n = len(frame.originals), int(known.sum())
    if not n:
        return Statistic(frame, nan, np.zeros(size), np.zeros(size), 0)
    at = np.array([frame.places[id] for id in column.originals], dtype=np.intp)[known]
    values = values[known]
    order = np.lexsort((values, at))  # sums differ in their last bits by the order of adding
    sums = np.bincount(at[order], weights=values[order], minlength=size)
    counts = np.bincount(at, minlength=size).astype(np.float64)
    mean = float(sums.sum() / n)
    return Statistic(frame, mean, (sums - counts * mean) / n, counts / n, n)


def average(statistics: Sequence[Statistic]) -> Statistic:
    """The mean of several figures over one frame, each of the same weight; its ``n`` is the largest of theirs."""
    return weighed(statistics, [1.0] * len(statistics))


def weighed(statistics: Sequence[Statistic], weights: Sequence[float]) -> Statistic:
    """The mean of several figures over one frame, each with its weight, which says nothing of others where one of them
    does not; NaN where all weights are 0. Its ``n`` is the largest of theirs."""
    frame, n = statistics[0].frame, max(one.n for one in statistics)
    nothing: Floats = np.zeros(len(frame.originals))
    if not sum(weights):
        return Statistic(frame, nan, nothing, nothing, n)
    parts = [(weight / sum(weights), one) for weight, one in zip(weights, statistics, strict=True)]
    value = sum(part * one.value for part, one in parts)
    influence = sum((part * one.influence for part, one in parts), nothing)
    met = sum((part * one.weight for part, one in parts), nothing)
    is_enough = all(np.count_nonzero(one.weight) >= FEWEST for one in statistics)
    return Statistic(frame, value, influence, met if is_enough else nothing, n)


def harmonic(first: Statistic, second: Statistic) -> Statistic:
    """The harmonic mean of two figures, as F1 is of precision and recall; 0 where both are."""
    total = first.value + second.value
    if isnan(total) or not total:
        return replace(first, value=total, influence=np.zeros_like(first.influence))
    return (first * second).scaled(2.0) / (first + second)


def by_groups(statistics: Sequence[Statistic], at: Level | None = None) -> Floats:
    """How far each group of a level, else of the frame's, moves each figure, all of which are over one frame, a row a
    figure, each of length 1; 0 for a figure of values that are all alike. The products of rows are the correlations of
    figures."""
    level = statistics[0].frame.level if at is None else at
    moved: Floats = np.stack(
        [np.bincount(level.codes, weights=one.influence, minlength=level.number) for one in statistics]
    )
    lengths = np.sqrt((moved**2).sum(axis=1))
    return moved / np.where(lengths > 0, lengths, 1.0)[:, None]
