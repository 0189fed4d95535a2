"""From variants to what is averaged: each original at its worst variant, or each variant by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from stumper.statistics import NO_GROUPS, Groups
from stumper.statistics.statistic import Floats

Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Variants:
    """What one victim scored on originals and on what one attack made of them.

    A row is a variant, in the order of proposing; an original without a variant has one row, whose id is "" and whose
    scores after are NaN. ``before`` and ``after`` hold scores by the names of measures. ``groups`` are those of the
    originals. ``capabilities`` and ``tests`` are what each row tests, None where nobody knows; ``slices`` what is told
    of each original, by name.
    """

    originals: Sequence[str]
    ids: Sequence[str]
    before: Mapping[str, Floats]
    after: Mapping[str, Floats]
    groups: Groups = NO_GROUPS
    capabilities: Sequence[str | None] = ()
    tests: Sequence[str | None] = ()
    slices: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Counted:
    """The rows that a mean is over, with no score missing.

    ``units`` pair what two victims scored: ids of originals where each counts once, else ids of variants.
    ``without`` counts the originals for which nothing was made: where each original counts once they stand in for
    themselves, else they are left out.
    """

    units: Sequence[str]
    originals: Sequence[str]
    ids: Sequence[str]
    before: Mapping[str, Floats]
    after: Mapping[str, Floats]
    without: int = 0
    groups: Groups = NO_GROUPS


def counted(rows: Variants, by: str, counts_variants: bool) -> Counted:
    """What a mean of the measure ``by`` is over: each variant where these count by themselves, else each original."""
    return each(rows) if counts_variants else at_worst(rows, by)


def at_worst(rows: Variants, by: str) -> Counted:
    """Each original once, at the variant with the lowest score ``by`` that measure, of equal ones the first.

    What the original itself scores decides nothing. An original without a variant stands in for itself (Jia & Liang
    2017, section 3.1, and their scorer).
    """
    score = np.where(np.isnan(rows.after[by]), np.inf, rows.after[by])
    places: dict[str, int] = {}
    codes = np.array([places.setdefault(id, len(places)) for id in rows.originals], dtype=np.intp)
    order = np.lexsort((np.arange(len(codes)), score, codes))
    firsts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    chosen: Places = order[firsts]
    found = _chosen(rows, chosen)
    missing = np.isnan(found.after[by])
    after = {name: np.where(missing, found.before[name], values) for name, values in found.after.items()}
    return Counted(found.originals, found.originals, found.ids, found.before, after, int(missing.sum()), rows.groups)


def each(rows: Variants) -> Counted:
    """Each variant by itself, beside its original as often as that was changed (Thorne et al. 2019).

    Originals without a variant are left out.
    """
    known = np.logical_and.reduce([~np.isnan(values) for values in rows.after.values()])
    found = _chosen(rows, np.flatnonzero(known))
    return replace(found, without=len(set(rows.originals) - set(found.originals)))


def _chosen(rows: Variants, places: Places) -> Counted:
    originals, ids = ([column[place] for place in places] for column in (rows.originals, rows.ids))
    before, after = ({name: values[places] for name, values in side.items()} for side in (rows.before, rows.after))
    return Counted(ids, originals, ids, before, after, groups=rows.groups)
