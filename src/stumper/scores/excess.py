"""What an attack takes beyond what its originals lose, in pairs, so that always saying one label takes nothing.

Who always says SUPPORTS loses each claim that is turned to REFUTES and gains each that is turned back. So both ways of
a turn count alike (each as half of both), and what keeps its label as often as there is of it: then either side has
each label as often as the other. What is turned one way alone has no part in it, unless nothing else is left.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import nan
from operator import add

import numpy as np

from stumper.statistics import Groups, Scored, Statistic, means
from stumper.statistics.statistic import Floats

Labels = tuple[str, str]  # the right ones of an original and of what was made of it


@dataclass(frozen=True, slots=True)
class Turned:
    """A label that an attack turns into another: so many changes ``there`` and ``back``, and of how many originals the
    way is that has fewer of those. What goes one way alone ``is_left_out`` where there is anything else."""

    label: str
    other: str
    there: int
    back: int
    originals: int
    is_left_out: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """What of one attack a victim lost: a score before and after for each of what was made of the ``originals``, with
    the ``labels`` where there are any."""

    originals: Sequence[str]
    before: Sequence[float]
    after: Sequence[float]
    labels: Sequence[Labels] = ()

    @property
    def change(self) -> Floats:
        """What each lost, NaN where something is not known."""
        found: Floats = np.subtract(self.before, self.after)
        return found


def excesses(several: Sequence[Lost], groups: Groups) -> list[Statistic]:
    """How much each loses on average, all over one frame, with labels as the module says."""
    parts = [_parts(one) for one in several]
    told = iter(means([Scored(one.originals, part.values) for one, of in zip(several, parts, strict=True)
                       for part in of], groups))  # fmt: skip
    return [_joined(of, [next(told) for _ in of]) for of in parts]


def as_they_are(lost: Lost) -> float:
    """The mean of what was lost over all that was made, whatever label it has; NaN where there is none."""
    change = lost.change
    known = change[~np.isnan(change)]
    return float(known.mean()) if len(known) else nan


def turns(originals: Sequence[str], labels: Sequence[Labels]) -> tuple[Turned, ...]:
    """The labels that were turned, the way that was gone most often first."""
    made: dict[Labels, list[str]] = {}
    for original, pair in zip(originals, labels, strict=True):
        if pair[0] != pair[1]:
            made.setdefault(pair, []).append(original)
    is_else = len(originals) > sum(len(made[pair]) for pair in made if pair[::-1] not in made)
    ordered = sorted(made, key=lambda pair: (-len(made[pair]), pair))
    found = []
    for place, (label, other) in enumerate(ordered):
        there, back = made[label, other], made.get((other, label), [])
        if (other, label) not in ordered[:place]:
            of = min(len(set(way)) for way in (there, back) if way)
            found.append(Turned(label, other, len(there), len(back), of, not back and is_else))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Part:
    """The mean of these values counts with this ``weight``; NaN where one has no part in it."""

    values: Floats
    weight: float


def _parts(lost: Lost) -> list[_Part]:
    """What keeps its label, and each way of a turn that is gone both ways; all, where that leaves nothing."""
    change = lost.change
    pairs = np.array(lost.labels, dtype=object).reshape(-1, 2)
    known = ~np.isnan(change)

    def way(label: str, other: str) -> Floats:
        taken = known & (pairs[:, 0] == label) & (pairs[:, 1] == other)
        return np.where(taken, change, nan)

    found = []
    if lost.labels:
        kept = known & (pairs[:, 0] == pairs[:, 1])
        found = [_Part(np.where(kept, change, nan), float(kept.sum()))] if kept.any() else []
        for label, other in sorted({(min(pair), max(pair)) for pair in lost.labels if pair[0] != pair[1]}):
            both = [way(label, other), way(other, label)]
            sizes = [int(np.count_nonzero(~np.isnan(one))) for one in both]
            found += [_Part(one, sum(sizes) / 2) for one in both] if all(sizes) else []
    return found or [_Part(change, 1.0)]


def _joined(parts: Sequence[_Part], told: Sequence[Statistic]) -> Statistic:
    """The mean of the parts by their weights; its ``n`` is that of all that has a part in it."""
    whole = sum(part.weight for part in parts)
    shares = [part.weight / whole for part in parts]
    found = reduce(add, [one.scaled(share) for one, share in zip(told, shares, strict=True)])
    nothing: Floats = np.zeros(len(found.weight))
    weight = sum((one.weight * share for one, share in zip(told, shares, strict=True)), nothing)
    return replace(found, weight=weight, n=sum(one.n for one in told))
