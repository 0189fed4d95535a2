"""The likelihood of an item response model over the time to the right answer, and its gradient.

Somebody of ability a has answered a question right by the step k of its text with the odds exp(a + exp(w) t[k] - d),
where d is how difficult the question is to their side, t[k] rises to 0 at the end, in a way of the side's own, and w is
how long they wait beyond what is usual there. So a is told by whether they are right in the end, and w by when. It is
the graded response model of Samejima (1969, Psychometrika Monograph 17) with thresholds of each respondent's own, which
is a model of proportional odds for questions (Bennett 1983, Statistics in Medicine 2:273) in steps; its last step alone
is the model of Rasch (1960).

The difficulties of a question to both sides are drawn together from a normal distribution around 0. What is maximised
is the likelihood of all answers without them, integrated over a grid (marginal maximum likelihood, Bock and Aitkin
1981, Psychometrika 46:443), with weak penalties that keep what hardly anything is known of from running away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from stumper.statistics.statistic import Floats

Ints = NDArray[np.intp]
WIDEST = 4.5  # standard deviations of difficulties that the grid reaches to
FEWEST_NODES, MOST_NODES = 61, 121  # of the grid, in each direction
MOST_ALIKE = 0.95  # the largest correlation of both difficulties, which the grid can still tell apart
FARTHEST = 500.0  # the log of odds beyond which numbers would run over
NONE = 0  # no step: nothing is said of that side of an answer
ABILITIES, WAITS, STEPS, SPREADS, ALIKE = 3.0, 0.5, 2.0, 1.0, 1.0  # the standard deviations of the penalties


@dataclass(frozen=True)
class Coded:
    """Answers by numbers: by whom, to which item, of which side; right at the step ``upper``, or ``NONE``; and by
    ``lower`` not yet, or ``NONE`` where that says nothing."""

    who: Ints
    item: Ints
    side: Ints
    upper: Ints
    lower: Ints
    items: int
    people: int  # all who answer, of all sides
    sides: int
    steps: int

    @cached_property
    def nodes(self) -> Floats:
        """The points of the grid, in standard deviations: the closer the more answers there are to one item, whose
        difficulty is known as much better."""
        most = int(np.bincount(self.side * self.items + self.item).max())
        number = min(MOST_NODES, max(FEWEST_NODES, 2 * ceil(6 * sqrt(most)) + 1))
        return np.linspace(-WIDEST, WIDEST, number)

    @cached_property
    def in_order(self) -> tuple[Ints, Ints, Ints]:
        """The answers by side and item, where each of these begins among them, and its number."""
        key = self.side * self.items + self.item
        order = np.argsort(key, kind="stable")
        keys, firsts = np.unique(key[order], return_index=True)
        return order, firsts, keys

    @property
    def size(self) -> int:
        """How many parameters there are."""
        return 2 * self.people + self.sides * self.steps + (1 if self.sides == 2 else 0)

    @property
    def spreads_at(self) -> slice:
        """Where the logs of the spreads stand among the parameters."""
        first = 2 * self.people + self.sides * (self.steps - 1)
        return slice(first, first + self.sides)


@dataclass(frozen=True, slots=True)
class Parameters:
    """By whom their ability, and how long they wait; ``rises`` are the logs of the steps of t, a row a side, and
    ``spreads`` the standard deviations of difficulties."""

    abilities: Floats
    waits: Floats
    rises: Floats
    spreads: Floats
    alike: float

    @property
    def baseline(self) -> Floats:
        """t by side and step, beginning with the column of no step, in which nothing stands."""
        steps = np.exp(self.rises)
        before = -np.cumsum(steps[:, ::-1], axis=1)[:, ::-1]
        return np.concatenate([np.zeros((len(steps), 1)), before, np.zeros((len(steps), 1))], axis=1)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the items once their answers are: by item, the mean difficulty to each side, and the covariance;
    ``likelihoods`` are the logs of those of all answers to each."""

    means: Floats
    covariances: Floats
    likelihoods: Floats


def unpacked(coded: Coded, vector: Floats) -> Parameters:
    """The parameters of a vector of numbers without bounds."""
    at = coded.spreads_at
    return Parameters(
        vector[: coded.people],
        vector[coded.people : 2 * coded.people],
        vector[2 * coded.people : at.start].reshape(coded.sides, coded.steps - 1),
        np.exp(vector[at]),
        MOST_ALIKE * float(np.tanh(vector[at.stop])) if coded.sides == 2 else 0.0,
    )


def begun(coded: Coded) -> Floats:
    """A vector to begin with: everybody is as able as the others, and right answers are spread over the text."""
    return np.concatenate([
        np.zeros(2 * coded.people),
        np.full(coded.sides * (coded.steps - 1), float(np.log(4.0 / coded.steps))),
        np.zeros(coded.sides + (1 if coded.sides == 2 else 0)),
    ])  # fmt: skip


def penalised(coded: Coded, vector: Floats) -> tuple[float, Floats]:
    """The log of the likelihood less the penalties, and its gradient."""
    value, gradient, _ = _likelihood(coded, vector)
    middle, deviations = _penalties(coded)
    off = (vector - middle) / deviations
    return value - 0.5 * float(off @ off), gradient - off / deviations


def examined(coded: Coded, vector: Floats) -> tuple[Floats, Known]:
    """The gradient of what is ``penalised``, and what these parameters and the answers say of the items."""
    _, gradient, found = _likelihood(coded, vector)
    middle, deviations = _penalties(coded)
    return gradient - (vector - middle) / deviations**2, found


def _penalties(coded: Coded) -> tuple[Floats, Floats]:
    """Around what, and how far, each number is expected to lie."""
    deviations = np.concatenate([
        np.full(coded.people, ABILITIES),
        np.full(coded.people, WAITS),
        np.full(coded.sides * (coded.steps - 1), STEPS),
        np.full(coded.sides, SPREADS),
        np.full(1 if coded.sides == 2 else 0, ALIKE),
    ])  # fmt: skip
    return begun(coded), deviations


def _likelihood(coded: Coded, vector: Floats) -> tuple[float, Floats, Known]:
    has, baseline = unpacked(coded, vector), unpacked(coded, vector).baseline
    own, moved = has.abilities[coded.who], has.spreads[coded.side][:, None] * coded.nodes
    is_right, is_late = coded.upper != NONE, coded.lower != NONE
    longer = np.exp(has.waits[coded.who])
    upper, lower = (longer * baseline[coded.side, step] for step in (coded.upper, coded.lower))
    above = (own + upper)[is_right, None] - moved[is_right]
    below = (own + lower)[is_late, None] - moved[is_late]
    apart = np.where(is_right & is_late, upper - lower, np.inf)
    apart = np.maximum(apart, 1e-12)
    said = np.repeat(np.log(-np.expm1(-apart))[:, None], len(coded.nodes), axis=1)
    up, down = (_odds(-above), _odds(below))
    said[is_right] -= np.log1p(up)
    said[is_late] -= np.log1p(down)
    weights, likelihoods = _posterior(_by_item(coded, said), coded.nodes, has.alike)
    mine = _marginal(weights, coded.sides)[coded.side, coded.item]
    turned = np.zeros_like(said)  # by how much more likely an answer is, the easier its item
    turned[is_right] = up / (1 + up)
    turned[is_late] -= down / (1 + down)
    between = np.exp(-apart) / -np.expm1(-apart)  # 0 where an answer has one side alone
    risen, fallen = between.copy(), -between
    risen[is_right] += (mine[is_right] * up / (1 + up)).sum(axis=1)
    fallen[is_late] -= (mine[is_late] * down / (1 + down)).sum(axis=1)
    gradient = np.concatenate([
        np.bincount(coded.who, risen + fallen, minlength=coded.people),
        np.bincount(coded.who, risen * upper + fallen * lower, minlength=coded.people),
        _of_rises(coded, has, longer * risen, longer * fallen).ravel(),
        np.bincount(coded.side, (mine * turned * -moved).sum(axis=1), minlength=coded.sides),
        [_of_likeness(weights, coded.nodes, has.alike)] if coded.sides == 2 else [],
    ])  # fmt: skip
    return float(likelihoods.sum()), gradient, _told(weights, coded.nodes, has.spreads, likelihoods)


def _odds(logs: Floats) -> Floats:
    found: Floats = np.exp(np.minimum(logs, FARTHEST))
    return found


def _by_item(coded: Coded, said: Floats) -> Floats:
    """The sums over the answers to each item, by side and item; 0 where there are none."""
    order, firsts, keys = coded.in_order
    found = np.zeros((coded.sides * coded.items, said.shape[1]))
    found[keys] = np.add.reduceat(said[order], firsts, axis=0)
    return found.reshape(coded.sides, coded.items, -1)


def _prior(nodes: Floats, sides: int, alike: float) -> Floats:
    """The logs of the weights of the grid's points, which add up to 1."""
    logs: Floats = -0.5 * nodes**2
    if sides == 2:
        first = nodes[:, None]
        logs = -0.5 * (first**2 - 2 * alike * first * nodes + nodes**2) / (1 - alike**2)
    return logs - float(np.log(np.exp(logs).sum()))


def _posterior(by_item: Floats, nodes: Floats, alike: float) -> tuple[Floats, Floats]:
    """By item the weights of the grid's points, and the log of the likelihood of its answers."""
    sides = len(by_item)
    logs = by_item[0] if sides == 1 else by_item[0][:, :, None] + by_item[1][:, None, :]
    logs = logs + _prior(nodes, sides, alike)
    axes = tuple(range(1, logs.ndim))
    top = logs.max(axis=axes, keepdims=True)
    weights = np.exp(logs - top)
    total = weights.sum(axis=axes, keepdims=True)
    return weights / total, (top + np.log(total)).reshape(len(logs))


def _marginal(weights: Floats, sides: int) -> Floats:
    """The weights of each side's points, by side and item."""
    return weights[None] if sides == 1 else np.stack([weights.sum(axis=2), weights.sum(axis=1)])


def _of_rises(coded: Coded, has: Parameters, risen: Floats, fallen: Floats) -> Floats:
    """The gradient by the logs of the steps: each lowers t at all steps before it."""
    at = np.zeros((coded.sides, coded.steps + 1))
    np.add.at(at, (coded.side, coded.upper), np.where(coded.upper != NONE, risen, 0.0))
    np.add.at(at, (coded.side, coded.lower), np.where(coded.lower != NONE, fallen, 0.0))
    found: Floats = -np.cumsum(at[:, 1:-1], axis=1) * np.exp(has.rises)
    return found


def _of_likeness(weights: Floats, nodes: Floats, alike: float) -> float:
    """The gradient by the number whose hyperbolic tangent the correlation is, ``MOST_ALIKE`` times."""
    first = nodes[:, None]
    left = 1 - alike**2
    by_point = (first * nodes * (1 + alike**2) - alike * (first**2 + nodes**2)) / left**2
    expected = float((np.exp(_prior(nodes, 2, alike)) * by_point).sum())
    found = float((weights * by_point).sum()) - len(weights) * expected
    return found * (MOST_ALIKE - alike**2 / MOST_ALIKE)


def _told(weights: Floats, nodes: Floats, spreads: Floats, likelihoods: Floats) -> Known:
    sides = _marginal(weights, len(spreads))
    means = (sides @ nodes).T * spreads
    covariances = np.zeros((len(weights), len(spreads), len(spreads)))
    for side, spread in enumerate(spreads):
        covariances[:, side, side] = (sides[side] @ nodes**2) * spread**2 - means[:, side] ** 2
    if len(spreads) == 2:
        both = np.einsum("iab,a,b->i", weights, nodes, nodes) * spreads.prod() - means.prod(axis=1)
        covariances[:, 0, 1] = covariances[:, 1, 0] = both
    return Known(means, covariances, likelihoods)


def coded_answers(
    who: Sequence[int],
    item: Sequence[int],
    side: Sequence[int],
    reached: Sequence[tuple[int, int]],
    *,
    items: int,
    people: int,
    sides: int,
    steps: int,
) -> Coded:
    """The answers as arrays; ``reached`` are the steps of each, the upper and the lower."""
    upper, lower = zip(*reached, strict=True)
    columns = [np.asarray(column, dtype=np.intp) for column in (who, item, side, upper, lower)]
    return Coded(columns[0], columns[1], columns[2], columns[3], columns[4], items, people, sides, steps)
