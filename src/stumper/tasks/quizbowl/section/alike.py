"""Whether two sets of questions are alike enough to be compared, and what is left of a difference among like ones."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from stumper.buzz import Buzz
from stumper.sections.play import NOTHING_UNLIKE, Alike
from stumper.statistics import UNKNOWN, Crossed, crossed_apart, crossed_test

UNLIKE = 0.1  # of the answers, that would have to be to questions of another kind for both sets to be alike
NAN = float("nan")
Kind = Callable[[Buzz], str]


def held_alike(
    before: Sequence[Buzz],
    after: Sequence[Buzz],
    kinds: Mapping[str, Kind],
    figure: Callable[[Sequence[Buzz]], Crossed],
) -> Alike:
    """How the second set differs from the first among questions of the same kinds; by each kind in which both sets
    differ (direct standardisation to the second set)."""
    unlike = tuple(name for name, kind in kinds.items() if _distance(before, after, kind) > UNLIKE)
    if not unlike:
        return NOTHING_UNLIKE

    def stratum(buzz: Buzz) -> tuple[str, ...]:
        return tuple(kinds[name](buzz) for name in unlike)

    both = {*map(stratum, before)} & {*map(stratum, after)}
    first, second = ([buzz for buzz in side if stratum(buzz) in both] for side in (before, after))
    if not both:
        return Alike(unlike, UNKNOWN, NAN, (0, 0))
    one, other = _weighed(figure(first), _weights(first, second, stratum)), figure(second)
    return Alike(unlike, crossed_apart(one, other), crossed_test(one, other), (len(first), len(second)))


def _distance(before: Sequence[Buzz], after: Sequence[Buzz], kind: Kind) -> float:
    """The share of answers that are to questions of another kind (the total variation distance)."""
    one, other = Counter(map(kind, before)), Counter(map(kind, after))
    return 0.5 * sum(abs(one[name] / len(before) - other[name] / len(after)) for name in one | other)


def _weights(first: Sequence[Buzz], second: Sequence[Buzz], stratum: Callable[[Buzz], tuple[str, ...]]) -> list[float]:
    """What each answer of the first set weighs for its kinds to be as frequent as in the second; 1 on average."""
    one, other = Counter(map(stratum, first)), Counter(map(stratum, second))
    return [other[stratum(buzz)] / len(second) / (one[stratum(buzz)] / len(first)) for buzz in first]


def _weighed(column: Crossed, weights: Sequence[float]) -> Crossed:
    """Values whose mean is the weighed mean of these, each with as much as it moves that."""
    values, weigh = np.asarray(column.values, dtype=np.float64), np.asarray(weights)
    mean = float(values @ weigh / weigh.sum())
    return replace(column, values=mean + weigh * (values - mean))
