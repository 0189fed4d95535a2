"""People and machines on one scale of ability, and the questions on it: how difficult each is to either.

Docs: docs/scores.md, "One scale of ability". The likelihood is that of ``ability_likelihood``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, sqrt
from typing import Literal

import numpy as np

from stumper.statistics.ability_likelihood import (
    NONE,
    Coded,
    Known,
    begun,
    coded_answers,
    examined,
    penalised,
    unpacked,
)
from stumper.statistics.estimate import UNKNOWN, Estimate
from stumper.statistics.interval import LEVEL
from stumper.statistics.statistic import Floats

Side = Literal["people", "machines"]
SIDES: tuple[Side, ...] = ("people", "machines")
STEPS = 10  # of a text, at the ends of which right answers are counted
FEWEST_ITEMS = 8  # that both sides have answered, below which there is no scale
NUDGE = 1e-4  # by which a parameter is moved to see what follows


@dataclass(frozen=True, slots=True)
class Reply:
    """Somebody's answer to an item: whether and after which share of it they were right.

    Who is not right is taken to be so never, unless they were watched only so far (``is_censored``). Of a task without
    positions each reply has the whole.
    """

    who: str
    side: Side
    item: str
    position: float
    is_right: bool
    is_censored: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """Where somebody stands: ``ability`` is the log of the odds of being right by the end of a question of the middle,
    ``against`` that less the crowd's, and ``by_half`` the log of the odds of being right once half of it is read; over
    so many ``replies``."""

    who: str
    side: Side
    ability: Estimate
    against: Estimate
    by_half: Estimate
    replies: int


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How difficult a question is, in the scale of abilities and against the middle of all: to people, to machines,
    and the ``gap``, how much more so it is to machines."""

    item: str
    people: Estimate
    machines: Estimate
    gap: Estimate


@dataclass(frozen=True)
class Scale:
    """A fitted scale; ``crowd`` are all people together, each by how many replies they have."""

    coded: Coded
    vector: Floats
    sides: Sequence[Side]
    names: Sequence[tuple[str, Side]]
    items: Sequence[str]
    likelihood: float

    @property
    def spreads(self) -> Mapping[Side, float]:
        """The standard deviation of difficulties to each side."""
        found = unpacked(self.coded, self.vector).spreads
        return {side: float(value) for side, value in zip(self.sides, found, strict=True)}

    @property
    def alike(self) -> float:
        """The correlation of a question's difficulties to both sides."""
        return unpacked(self.coded, self.vector).alike

    @property
    def crowd(self) -> Estimate:
        """The ability of people together."""
        return self._contrast(self._of_crowd, self._replies_of("people"))

    @property
    def placed(self) -> list[Placed]:
        """Everybody, the ablest first."""
        counts = np.bincount(self.coded.who, minlength=self.coded.people)
        rows = []
        for place, (who, side) in enumerate(self.names):
            one = np.zeros(self.coded.people)
            one[place] = 1.0
            n = int(counts[place])
            against = self._contrast(one - self._of_crowd, n) if "people" in self.sides else UNKNOWN
            rows.append(Placed(who, side, self._contrast(one, n), against, self._by_half(place, side, n), n))
        return sorted(rows, key=lambda row: (-row.ability.value, row.who))

    @property
    def difficulties(self) -> list[Difficulty]:
        """The items that both sides have answered, those first that are most harder for machines."""
        if len(self.sides) < 2:
            return []
        met = [{*self.coded.item[self.coded.side == side].tolist()} for side in range(2)]
        counts = np.bincount(self.coded.item, minlength=self.coded.items)
        ways = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 1.0]])
        rows = [
            Difficulty(self.items[at], *(self._of_item(at, way, int(counts[at])) for way in ways))
            for at in sorted(met[0] & met[1])
        ]
        return sorted(rows, key=lambda row: (-row.gap.value, row.item))

    @property
    def _of_crowd(self) -> Floats:
        counts = np.bincount(self.coded.who, minlength=self.coded.people).astype(np.float64)
        counts[[side != "people" for _, side in self.names]] = 0.0
        shares: Floats = counts / max(1.0, float(counts.sum()))
        return shares

    def _replies_of(self, side: Side) -> int:
        return int((self.coded.side == self.sides.index(side)).sum()) if side in self.sides else 0

    @cached_property
    def _known(self) -> Known:
        return examined(self.coded, self.vector)[1]

    @cached_property
    def _moved(self) -> tuple[Floats, Floats]:
        """The covariance of the parameters, and by how much each moves the items' mean difficulties."""
        curved, means = [], []
        for place in range(len(self.vector)):
            step = np.zeros(len(self.vector))
            step[place] = NUDGE
            (more, further), (less, nearer) = (examined(self.coded, self.vector + by) for by in (step, -step))
            curved.append((less - more) / (2 * NUDGE))
            means.append((further.means - nearer.means) / (2 * NUDGE))
        curve = np.stack(curved)
        return np.asarray(np.linalg.pinv((curve + curve.T) / 2, hermitian=True), dtype=np.float64), np.stack(means)

    def _contrast(self, weights: Floats, n: int) -> Estimate:
        if not n:
            return UNKNOWN
        covariance = self._moved[0][: self.coded.people, : self.coded.people]
        value = float(weights @ self.vector[: self.coded.people])
        return _around(value, float(weights @ covariance @ weights), n)

    def _by_half(self, place: int, side: Side, n: int) -> Estimate:
        """The delta method, as waiting and the rise of the side are multiplied."""
        if self.coded.steps < 2:
            return UNKNOWN
        has, at, people = unpacked(self.coded, self.vector), self.sides.index(side), self.coded.people
        half, longer = self.coded.steps // 2, float(np.exp(has.waits[place]))
        before = longer * float(has.baseline[at, half])
        moved = np.zeros(len(self.vector))
        moved[place], moved[people + place] = 1.0, before
        first = 2 * people + at * (self.coded.steps - 1)
        moved[first + half - 1 : first + self.coded.steps - 1] = -longer * np.exp(has.rises[at, half - 1 :])
        variance = float(moved @ self._moved[0] @ moved)
        return _around(float(has.abilities[place]) + before, variance, n)

    def _of_item(self, at: int, way: Floats, n: int) -> Estimate:
        """With what is not known of the item, and of the parameters (Kass and Steffey 1989, Journal of the American
        Statistical Association 84:717, to first order)."""
        covariance, moved = self._moved
        by_parameter = moved[:, at, :] @ way
        variance = float(way @ self._known.covariances[at] @ way + by_parameter @ covariance @ by_parameter)
        return _around(float(self._known.means[at] @ way), variance, n)


def scale(replies: Iterable[Reply], steps: int = STEPS) -> Scale | None:
    """The scale of these; None where one side is missing, or both have too few items in common."""
    every = list(replies)
    met = [{one.item for one in every if one.side == side} for side in SIDES]
    if len(met[0] & met[1]) < FEWEST_ITEMS:
        return None
    return fitted(every, steps)


def fitted(every: Sequence[Reply], steps: int = STEPS, is_flat: bool = False) -> Scale:
    """The scale of these replies, of one side or both; that on which all questions are of the middle if it
    ``is_flat``."""
    from scipy.optimize import minimize  # dear to load

    coded, sides, names, items = _coded(every, steps)
    bounds: list[tuple[float | None, float | None]] = [(None, None)] * coded.size
    if is_flat:
        bounds[coded.spreads_at] = [FLAT] * coded.sides
    found = minimize(lambda vector: _turned(penalised(coded, vector)), begun(coded), jac=True, method="L-BFGS-B",
                     bounds=bounds, options={"maxiter": 500, "ftol": 1e-11})  # fmt: skip
    return Scale(coded, found.x, sides, names, items, -float(found.fun))


FLAT = (-7.0, -7.0)  # the log of a spread that is next to nothing


def held_out(trained: Scale, replies: Sequence[Reply]) -> float:
    """The log of the likelihood of replies to other items, whose difficulties nobody knows; of those alone who are on
    the scale."""
    names = {name: place for place, name in enumerate(trained.names)}
    kept = [one for one in replies if (one.who, one.side) in names]
    if not kept:
        return 0.0
    coded = _of_names(kept, names, trained.sides, trained.coded.steps)
    return float(examined(coded, trained.vector)[1].likelihoods.sum())


def _turned(found: tuple[float, Floats]) -> tuple[float, Floats]:
    return -found[0], -found[1]


def _coded(every: Sequence[Reply], steps: int) -> tuple[Coded, list[Side], list[tuple[str, Side]], list[str]]:
    sides = [side for side in SIDES if any(one.side == side for one in every)]
    names = sorted({(one.who, one.side) for one in every}, key=lambda name: (name[1], name[0]))
    coded = _of_names(every, {name: place for place, name in enumerate(names)}, sides, steps)
    return coded, sides, names, _items(every)


def _items(every: Sequence[Reply]) -> list[str]:
    return sorted({one.item for one in every})


def _of_names(
    every: Sequence[Reply], names: Mapping[tuple[str, Side], int], sides: Sequence[Side], steps: int
) -> Coded:
    items = {item: place for place, item in enumerate(_items(every))}
    return coded_answers(
        [names[one.who, one.side] for one in every], [items[one.item] for one in every],
        [sides.index(one.side) for one in every], [_steps(one, steps) for one in every],
        items=len(items), people=len(names), sides=len(sides), steps=steps,
    )  # fmt: skip


def _steps(one: Reply, steps: int) -> tuple[int, int]:
    """The step at which it was right, and the last at which it was not yet."""
    if one.is_right:
        at = min(steps, max(1, ceil(one.position * steps - 1e-9)))
        return at, at - 1
    return NONE, floor(one.position * steps + 1e-9) if one.is_censored else steps


def _around(value: float, variance: float, n: int) -> Estimate:
    from scipy.special import ndtri

    half = float(ndtri((1 + LEVEL) / 2)) * sqrt(max(variance, 0.0))
    return Estimate(value, value - half, value + half, n)
