"""From variants to what is averaged: each original at its worst variant, or each variant by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, nan

import numpy as np
from numpy.typing import NDArray

from stumper.statistics import NO_GROUPS, Groups
from stumper.statistics.statistic import Floats

Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Failed:
    """What one victim failed on: ``variants``, each as the id of its original and its own, and ``originals`` that it
    failed on before anything was made of them."""

    variants: Sequence[tuple[str, str]] = ()
    originals: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """How much a mean lacks, as the victim failed on it: ``variants`` of so many that it was asked, and ``originals``
    of so many. With them the mean would be over so many ``units`` more: of an original that the victim failed on as
    many as were made, on average, of each other one of which any was, so that a bound is none too narrow. The
    ``unsure`` units count by what was answered, and may be worse by what was not.
    """

    variants: int = 0
    of_variants: int = 0
    originals: int = 0
    of_originals: int = 0
    units: float = 0.0
    unsure: frozenset[str] = frozenset()

    @property
    def total(self) -> int:
        """How many it failed on, be they variants or originals."""
        return self.variants + self.originals


NO_FAILURES = Failed()
NOTHING_MISSING = Missing()


@dataclass(frozen=True, slots=True)
class Variants:
    """What one victim scored on originals and on what one attack made of them.

    A row is a variant, in the order of proposing; an original without a variant has one row, whose id is "" and whose
    scores after are NaN. ``before`` and ``after`` hold scores by the names of measures. ``groups`` are those of the
    originals. ``capabilities`` and ``tests`` are what each row tests, None where nobody knows; ``slices`` what is told
    of each original, by name. What the victim ``failed`` on has no row.
    """

    originals: Sequence[str]
    ids: Sequence[str]
    before: Mapping[str, Floats]
    after: Mapping[str, Floats]
    groups: Groups = NO_GROUPS
    capabilities: Sequence[str | None] = ()
    tests: Sequence[str | None] = ()
    slices: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    failed: Failed = NO_FAILURES


@dataclass(frozen=True, slots=True)
class Counted:
    """The rows that a mean is over, with no score missing.

    ``units`` pair what two victims scored: ids of originals where each counts once, else ids of variants.
    ``without`` counts the originals for which nothing was made: where each original counts once they stand in for
    themselves, else they are left out. What is ``missing`` got no answer.
    """

    units: Sequence[str]
    originals: Sequence[str]
    ids: Sequence[str]
    before: Mapping[str, Floats]
    after: Mapping[str, Floats]
    without: int = 0
    groups: Groups = NO_GROUPS
    missing: Missing = NOTHING_MISSING

    @property
    def failed_rate(self) -> float:
        """The share of the units that the victim failed on, be it on a part of them; 0 where there are none."""
        every = len(self.units) + self.missing.units
        return (self.missing.units + len(self.missing.unsure)) / every if every else 0.0

    def bounds(self, by: str) -> tuple[float, float]:
        """What the mean of a measure would be at the least, had the victim been wrong on all that it failed on, and at
        the most, had it been right; NaN without a score."""
        scores = self.after[by].tolist()
        every = len(scores) + self.missing.units
        if not scores:
            return nan, nan
        sure = sum(score for unit, score in zip(self.units, scores, strict=True) if unit not in self.missing.unsure)
        return sure / every, (sum(scores) + self.missing.units) / every

    @property
    def sure(self) -> "Counted":
        """What counts whatever was lost: of the unsure units there is no score, so they are missing as well."""
        unsure = self.missing.unsure
        kept = _where(self, [unit not in unsure for unit in self.units])
        lacks = replace(self.missing, units=self.missing.units + len(unsure), unsure=frozenset())
        return replace(kept, missing=lacks)

    @property
    def made(self) -> "Counted":
        """What counts without the originals that stand in for themselves."""
        return replace(_where(self, [bool(id) for id in self.ids]), without=0)


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
    known = {*found.originals}
    settled = {id for id, score in zip(found.originals, after[by].tolist(), strict=True) if score == 0}  # none is worse
    lost = {*(id for id, _ in rows.failed.variants), *rows.failed.originals} - settled
    lacks = Missing(originals=len(lost), of_originals=len(lost | known), units=len(lost - known),
                    unsure=frozenset(lost & known))  # fmt: skip
    return Counted(
        found.originals, found.originals, found.ids, found.before, after, int(missing.sum()), rows.groups, lacks
    )


def each(rows: Variants) -> Counted:
    """Each variant by itself, beside its original as often as that was changed (Thorne et al. 2019).

    Originals without a variant are left out, and so are variants without an answer: those of one original that has an
    answer count, whatever became of the others.
    """
    known = np.logical_and.reduce([~np.isnan(values) for values in rows.after.values()])
    found = _chosen(rows, np.flatnonzero(known))
    return replace(found, without=len(set(rows.originals) - set(found.originals)), missing=_missing(rows, found))


def _missing(rows: Variants, found: Counted) -> Missing:
    """What lacks where each variant counts."""
    lost, unmade = rows.failed.variants, set(rows.failed.originals)
    of_variants = len(found.units) + len(lost)
    made_of = {*found.originals, *(id for id, _ in lost)}
    each_has = of_variants / len(made_of) if made_of else 1.0
    first = next(iter(rows.before.values()), np.empty(0)).tolist()
    asked = {id for id, score in zip(rows.originals, first, strict=True) if not isnan(score)}
    units = len(lost) + len(unmade) * each_has
    return Missing(len(lost), of_variants, len(unmade), len(asked | made_of | unmade), units)


def _where(found: Counted, kept: Sequence[bool]) -> Counted:
    """These units alone."""
    places: Places = np.flatnonzero(kept)
    units, originals, ids = (
        [column[place] for place in places] for column in (found.units, found.originals, found.ids)
    )
    before, after = ({name: values[places] for name, values in side.items()} for side in (found.before, found.after))
    return replace(found, units=units, originals=originals, ids=ids, before=before, after=after)


def _chosen(rows: Variants, places: Places) -> Counted:
    originals, ids = ([column[place] for place in places] for column in (rows.originals, rows.ids))
    before, after = ({name: values[places] for name, values in side.items()} for side in (rows.before, rows.after))
    return Counted(ids, originals, ids, before, after, groups=rows.groups)
