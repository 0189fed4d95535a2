"""Which of several is right, as shares that mean what they say: a conditional logit over features of each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
PENALTY = 0.05  # on the square of each weight: that of a twentieth of a case, however many there are
STEPS = 40


@dataclass(frozen=True, slots=True)
class Case:
    """A choice that was made: a row of features for each of those to choose from, and which one was right."""

    rows: Floats
    right: int


def shares(weights: Floats, rows: Floats) -> Floats:
    """The probability of each row to be the right one; they sum to 1. No row's weight depends on how it is summed."""
    worth = (rows * weights).sum(axis=1)
    raised: Floats = np.exp(worth - worth.max())
    return raised / raised.sum()


def fitted(cases: Sequence[Case], weights: Floats) -> Floats:
    """The weights under which the cases are likeliest, by Newton's method from some to start with."""
    for _ in range(STEPS):
        step = _step(cases, weights)
        size, before = 1.0, _loss(cases, weights)
        while size > 1e-4 and _loss(cases, weights - size * step) > before:
            size /= 2
        weights = weights - size * step
        if np.abs(size * step).max() < 1e-6:
            break
    return weights


def _step(cases: Sequence[Case], weights: Floats) -> Floats:
    slope: Floats = 2 * PENALTY / len(cases) * weights
    bend: Floats = 2 * PENALTY / len(cases) * np.eye(len(weights))
    for case in cases:
        chance = shares(weights, case.rows)
        mean = chance @ case.rows
        slope += (mean - case.rows[case.right]) / len(cases)
        apart = case.rows - mean
        bend += (apart * chance[:, None]).T @ apart / len(cases)
    step: Floats = np.linalg.solve(bend, slope).astype(np.float64)
    return step


def _loss(cases: Sequence[Case], weights: Floats) -> float:
    likely = [np.log(max(1e-300, shares(weights, case.rows)[case.right])) for case in cases]
    return PENALTY / len(cases) * float(weights @ weights) - float(np.mean(likely))
