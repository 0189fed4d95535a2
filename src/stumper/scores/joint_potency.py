"""Potency instance by instance: correct and missed at once.

The paper's potency multiplies two means, as if what is correct were missed as often as what is not. Where an attack
fools with what is wrong, the product says more than there is. The joint potency is the mean over judged instances of
correct x (1 - score).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

import numpy as np

from stumper.scores.correctness import NOT_JUDGED, OPEN
from stumper.statistics import CHANGE, NO_GROUPS, SHARE, Estimate, Groups, Scored, Statistic, average, interval, means


@dataclass(frozen=True, slots=True)
class Instances:
    """What an attack made and one victim met: of each instance the id of its original, the victim's score, and whether
    it is correct: 1, 0, ``OPEN`` where its judges are split, NaN where nobody has judged it."""

    originals: Sequence[str]
    scores: Sequence[float]
    right: Sequence[float]


@dataclass(frozen=True, slots=True)
class Joint:
    """The joint ``potency`` of the instances that there are, over ``n`` judged and settled ones, and its ``difference``
    from the product of correct rate and raw potency over the same instances. What is open is in neither, and both
    intervals reach from where all of it is wrong to where all is right.

    The interval of the potency is of these instances, of which some were judged: where all were it is counted, and the
    interval has no width. That of the difference is of others like them.
    """

    potency: Estimate
    difference: Estimate
    is_counted: bool = False

    @property
    def is_another(self) -> bool:
        """Whether the product differs by more than the interval of the difference."""
        return self.difference.low > 0 or self.difference.high < 0


NO_JOINT = Joint(NOT_JUDGED, NOT_JUDGED)


def joint_potency(by_victim: Mapping[str, Instances], groups: Groups = NO_GROUPS) -> Joint:
    """The mean over victims of their joint potencies, by original at least; NaN without a judged and settled
    instance."""
    found = _joint({name: _filled(one, nan) for name, one in by_victim.items()}, groups)
    if not found.potency.n or not any(OPEN in one.right for one in by_victim.values()):
        return found
    ends = [_joint({name: _filled(one, said) for name, one in by_victim.items()}, groups) for said in (0.0, 1.0)]
    potency, difference = (
        _reaching(of_one, [getattr(one, name) for one in ends])
        for name, of_one in (("potency", found.potency), ("difference", found.difference))
    )
    return Joint(potency, difference)


def _filled(one: Instances, said: float) -> Instances:
    """The instances with this said of what is open."""
    return replace(one, right=[said if right == OPEN else right for right in one.right])


def _reaching(found: Estimate, ends: Sequence[Estimate]) -> Estimate:
    """The figure with an interval that reaches over those of the ends, too."""
    known = [one for one in (found, *ends) if not isnan(one.low)]
    low, high = min((one.low for one in known), default=nan), max((one.high for one in known), default=nan)
    return Estimate(found.value, low, high, found.n)


def _joint(by_victim: Mapping[str, Instances], groups: Groups) -> Joint:
    known = [one for one in by_victim.values() if not np.isnan(np.add(one.right, one.scores)).all()]
    if not known:
        return NO_JOINT
    columns = [column for one in known for column in _columns(one)]
    found = means([Scored(one.originals, column) for one, column in columns], groups)
    joint = average(found[::3])
    product = average([rate * raw for rate, raw in zip(found[1::3], found[2::3], strict=True)])
    judged, made = sum(one.n for one in found[::3]), sum(one.n for one in found[2::3])
    return Joint(_of_these(joint, judged / made), interval(joint - product, CHANGE), judged == made)


def _columns(one: Instances) -> list[tuple[Instances, Sequence[float]]]:
    """Of each instance what is correct and missed; whether it is correct; what is missed."""
    missed = 1 - np.asarray(one.scores, dtype=np.float64)
    right = np.where(np.isnan(missed), np.nan, np.asarray(one.right, dtype=np.float64))
    return [(one, column.tolist()) for column in (right * missed, right, missed)]


def _of_these(statistic: Statistic, judged: float) -> Estimate:
    """The figure with the interval of a finite population of which such a share was judged (Cochran 1977, section
    2.6)."""
    found = interval(statistic, SHARE)
    left = sqrt(1 - judged)
    low, high = (found.value + left * (end - found.value) for end in (found.low, found.high))
    return replace(found, low=found.value if judged == 1 else low, high=found.value if judged == 1 else high)
