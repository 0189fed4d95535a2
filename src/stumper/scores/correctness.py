"""How much of what an attack makes is correct, by what was judged of it.

A perturbation whose judges are split, and which nobody has settled, is open: neither correct nor not. A share leaves it
out, and its interval reaches from where all that is open is wrong to where all of it is right (bounds without any
assumption; Manski 1989, Journal of Human Resources 24:343).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.statistics import NO_GROUPS, UNKNOWN, Estimate, Groups, Scored, means, quantile, spread
from stumper.statistics import share as interval_of_share
from stumper.statistics.groups import level

OPEN = 0.5  # stands, among 1 for correct and 0 for not, for what judges are split on


@dataclass(frozen=True, slots=True)
class Checked:
    """What was judged: of each perturbation the id of its original, and whether it is correct, None where that is
    open."""

    originals: Sequence[str] = ()
    correct: Sequence[bool | None] = ()

    @classmethod
    def counted(cls, correct: int, judged: int) -> "Checked":
        """So many judged, of which so many are correct, each made of an original of its own."""
        said = [place < correct for place in range(judged)]
        return cls([f"judged {place}" for place in range(judged)], said)

    @property
    def judged(self) -> int:
        """How many were judged."""
        return len(self.correct)

    @property
    def open(self) -> int:
        """How many of them are open."""
        return sum(said is None for said in self.correct)

    @property
    def settled(self) -> int:
        """How many of them are not."""
        return self.judged - self.open

    @property
    def right(self) -> int:
        """How many are correct."""
        return sum(said is True for said in self.correct)


NOTHING_CHECKED = Checked()


def correct_rate(checked: Checked, groups: Groups = NO_GROUPS) -> Estimate:
    """The share of correct ones among those that are settled, of which there are ``n``; NaN without one.

    What was made of one original is never independent: the interval is by original at least, and reaches over what the
    open ones may come to.
    """
    known = [(id, said) for id, said in zip(checked.originals, checked.correct, strict=True) if said is not None]
    rate = _share([id for id, _ in known], [said for _, said in known], groups)
    if not checked.open or not rate.n:
        return rate
    lowest, highest = (
        _share(checked.originals, [filled if said is None else said for said in checked.correct], groups)
        for filled in (False, True)
    )
    return Estimate(rate.value, min(rate.low, lowest.low), max(rate.high, highest.high), rate.n, rate.by)


def worth(checked: Checked, groups: Groups = NO_GROUPS) -> float:
    """Of how many independent perturbations the settled ones say as much as they do of their groups of originals (Korn
    and Graubard 1998); where all are right, or all wrong, as much as their originals do."""
    known = [(id, float(said)) for id, said in zip(checked.originals, checked.correct, strict=True) if said is not None]
    if not known:
        return 0.0
    [rate] = means([Scored(*zip(*known, strict=True))], groups)
    found, alone = spread(rate), rate.value * (1 - rate.value)
    if found is None:
        return 1 / float((rate.weight**2).sum())
    worth = 1 + alone / found.variance if alone else found.originals
    return min(len(known), worth * (quantile(len(known) - 1) / quantile(found.df)) ** 2)


def _share(originals: Sequence[str], values: Sequence[bool], groups: Groups) -> Estimate:
    """The share with its interval: by original or coarser, and as of so many tosses where each is of its own original
    and no two share anything."""
    apart = sorted(set(originals))
    is_grouped = len(apart) < len(originals) or not level(groups, apart).is_apart
    return interval_of_share(values, originals, groups) if is_grouped else interval_of_share(values)


NOT_JUDGED = UNKNOWN
