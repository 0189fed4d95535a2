"""How far annotators agree beyond chance, on judgements without an order: yes or no, or any labels."""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import nan


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


def _differing(values: Counter[Hashable]) -> int:
    """The number of ordered pairs of values that differ."""
    return values.total() ** 2 - sum(count * count for count in values.values())
