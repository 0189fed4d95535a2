"""How far annotators agree beyond chance, on judgements without an order: yes or no, or any labels."""

from collections import Counter
from collections.abc import Hashable, Sequence
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from stumper.scores.intervals import RESAMPLES, Estimate

_LEVELS = (0.025, 0.975)


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


def alpha_interval(items: Sequence[Sequence[Hashable]], seed: int = 0) -> Estimate:
    """Krippendorff's alpha with the middle 95% of what resampled items give; its ``n`` is of items judged by several.

    Draws in which nobody differs in what is said of any item have no alpha and are left out; NaN where none has one.
    """
    paired = [Counter(item) for item in items if len(item) > 1]
    value, n = krippendorffs_alpha(items), len(paired)
    if isnan(value):
        return Estimate(nan, nan, nan, n)
    draws = _drawn_alphas(paired, np.random.default_rng(seed))
    low, high = np.quantile(draws[~np.isnan(draws)], _LEVELS)
    return Estimate(value, min(value, float(low)), max(value, float(high)), n)


def _drawn_alphas(paired: Sequence[Counter[Hashable]], rng: np.random.Generator) -> NDArray[np.float64]:
    """The alpha of as many items as there are, drawn with replacement, draw by draw; items that are alike at once."""
    times = Counter(frozenset(item.items()) for item in paired)
    kinds = [Counter(dict(kind)) for kind in times]
    values = list(sum(paired, Counter[Hashable]()))
    counts = np.array([[kind[value] for value in values] for kind in kinds], dtype=np.float64)
    differing = np.array([_differing(kind) / (kind.total() - 1) for kind in kinds])
    drawn = rng.multinomial(len(paired), np.array(list(times.values())) / len(paired), size=RESAMPLES)
    totals = drawn @ counts
    said = totals.sum(axis=1)
    expected = said**2 - (totals**2).sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        alphas: NDArray[np.float64] = np.where(expected > 0, 1 - (said - 1) * (drawn @ differing) / expected, nan)
    return alphas


def _differing(values: Counter[Hashable]) -> int:
    """The number of ordered pairs of values that differ."""
    return values.total() ** 2 - sum(count * count for count in values.values())
