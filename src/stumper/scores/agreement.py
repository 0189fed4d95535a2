"""How far annotators agree beyond chance, on judgements without an order: yes or no, or any labels."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import isnan, nan
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from stumper.statistics import NO_GROUPS, Groups, quantile
from stumper.statistics.draws import DRAWS
from stumper.statistics.groups import level

FEWEST_ITEMS = 5  # judged by several, that an interval of their agreement needs
PRIOR = 0.5  # items of each kind before the first is judged (Jeffreys' prior)
Degenerate = Literal["", "unvarying", "too few", "all alike"]
_LEVELS = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's alpha over ``n`` items that several judged, made of so many ``originals``, with its 95% interval.

    ``degenerate`` says why there is no interval: all say the same one thing of everything, so that there is no alpha
    either ("unvarying"); items of fewer than ``FEWEST_ITEMS`` originals ("too few"); the judges of every item said what
    those of every other did ("all alike").
    """

    value: float
    low: float
    high: float
    n: int
    degenerate: Degenerate = ""
    originals: int = 0


def cohens_kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> float:
    """The agreement of two annotators on the same items in the same order, 1 at most, 0 by chance (Cohen 1960).

    NaN without an item, and where both always say the same one thing: chance explains all of it.
    """
    assert len(first) == len(second), "both have judged every item"
    if not (items := len(first)):
        return nan
    observed = sum(one == other for one, other in zip(first, second, strict=True))
    counts = Counter(first), Counter(second)
    expected = sum(counts[0][value] * counts[1][value] for value in counts[0])  # times items
    return (observed * items - expected) / (items * items - expected) if expected < items * items else nan


def krippendorffs_alpha(items: Sequence[Sequence[Hashable]]) -> float:
    """The agreement of any number of annotators, 1 at most, 0 by chance; each item holds what those said who judged it.

    Items with fewer than two judgements say nothing of it. NaN without others, and where nobody ever differs in what is
    said of any item. (Krippendorff 2011, "Computing Krippendorff's alpha-reliability", nominal data.)
    """
    paired = [Counter(item) for item in items if len(item) > 1]
    totals = sum(paired, Counter())
    values = totals.total()
    differing = sum(_differing(item) / (item.total() - 1) for item in paired)
    expected = _differing(totals)
    return 1 - (values - 1) * differing / expected if expected else nan


def alpha_interval(
    items: Sequence[Sequence[Hashable]],
    originals: Sequence[str] | None = None,
    groups: Groups = NO_GROUPS,
    seed: int = 0,
) -> Alpha:
    """Krippendorff's alpha with its 95% interval, or with why there is none; ``originals`` says what each item was made
    of, each of one of its own where it is None, and ``groups`` what originals share.

    The kinds of items (both say yes, both no, one each) have shares that are drawn from their posterior under Jeffreys'
    prior, as of so many items as these are worth by groups of originals; the interval is the middle 95% of the alphas
    that these shares have. Resampling the items instead gives an interval that holds the true alpha as rarely as one
    time in five where few items are split.
    """
    made_of = originals if originals is not None else list(map(str, range(len(items))))
    of_several = [(Counter(item), id) for item, id in zip(items, made_of, strict=True) if len(item) > 1]
    paired, value = [item for item, _ in of_several], krippendorffs_alpha(items)
    judged = sorted({id for _, id in of_several})
    n, number = len(paired), len(judged)
    if why := _degenerate(paired, number, value):
        return Alpha(value, nan, nan, n, why, number)
    group_of = dict(zip(judged, level(groups, judged).codes, strict=True))
    worth = _worth(paired, [group_of[id] for _, id in of_several])
    low, high = np.quantile(_drawn_alphas(paired, worth, np.random.default_rng(seed)), _LEVELS)
    return Alpha(value, min(value, float(low)), max(value, float(high)), n, "", number)


def _degenerate(paired: Sequence[Counter[Hashable]], originals: int, value: float) -> Degenerate:
    if isnan(value):
        return "unvarying"
    if originals < FEWEST_ITEMS:
        return "too few"
    return "all alike" if all(item == paired[0] for item in paired) else ""


def _worth(paired: Sequence[Counter[Hashable]], group_of: Sequence[np.intp]) -> float:
    """How many independent items say as much of alpha as one of these does, 1 at most: by how far alpha moves with each
    item, summed within groups."""
    of = np.asarray(group_of)
    n, groups = len(paired), int(of.max()) + 1
    if groups == n:
        return 1.0
    values = sorted(sum(paired, Counter[Hashable]()), key=repr)
    counts = np.array([[item[value] for value in values] for item in paired], dtype=np.float64)
    differing = np.array([_differing(item) / (item.total() - 1) for item in paired])
    sizes, totals = counts.sum(axis=1), counts.sum(axis=0)
    said, expected = totals.sum(), totals.sum() ** 2 - (totals**2).sum()
    moved = (sizes * differing.sum() + said * differing) / expected
    moved -= said * differing.sum() * 2 * (said * sizes - counts @ totals) / expected**2
    alone = float((moved**2).sum()) * n / (n - 1)
    together = float((np.bincount(of, weights=moved) ** 2).sum()) * groups / (groups - 1)
    return min(1.0, alone / together * (quantile(n - 1) / quantile(groups - 1)) ** 2) if together else groups / n


def _drawn_alphas(paired: Sequence[Counter[Hashable]], worth: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """The alpha of a population of items, draw by draw of the shares that each kind of item has in it."""
    times = Counter(frozenset(item.items()) for item in paired)
    values = sorted(sum(paired, Counter[Hashable]()), key=repr)
    kinds = _kinds(values, paired)
    shares = rng.dirichlet([worth * times[frozenset(kind.items())] + PRIOR for kind in kinds], size=DRAWS)
    totals = shares @ np.array([[kind[value] for value in values] for kind in kinds], dtype=np.float64)
    differing = shares @ np.array([_differing(kind) / (kind.total() - 1) for kind in kinds])
    said = totals.sum(axis=1)
    alphas: NDArray[np.float64] = 1 - said * differing / (said**2 - (totals**2).sum(axis=1))
    return alphas


def _kinds(values: Sequence[Hashable], paired: Sequence[Counter[Hashable]]) -> list[Counter[Hashable]]:
    """All kinds of items that two or three judges can make; of more judges, whose kinds are many, those that were seen
    and those of one mind."""
    sizes = sorted({item.total() for item in paired})
    possible = [kind for size in sizes if size <= 3 for kind in combinations_with_replacement(values, size)]
    of_one_mind = [(value,) * size for size in sizes if size > 3 for value in values]
    seen = sorted((tuple(sorted(item.elements(), key=repr)) for item in paired), key=repr)
    return [Counter(kind) for kind in dict.fromkeys([*possible, *of_one_mind, *seen])]


def _differing(values: Counter[Hashable]) -> int:
    """The number of ordered pairs of values that differ."""
    return values.total() ** 2 - sum(count * count for count in values.values())
