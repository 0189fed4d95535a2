"""What was made against one system, put to others (Jia & Liang 2017, table 5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from stumper.scores.variants import Counted, Variants
from stumper.statistics import NO_GROUPS, UNKNOWN, Estimate, Groups, Scored, interval, means

TWICE = (-2.0, 2.0)  # the range of a difference of two changes


@dataclass(frozen=True, slots=True)
class Crossing:
    """What one victim scored on what was made against another, or against itself: a score before and after of each
    unit, with its original."""

    made_against: str
    victim: str
    units: Sequence[str]
    originals: Sequence[str]
    before: Sequence[float]
    after: Sequence[float]
    groups: Groups = NO_GROUPS


@dataclass(frozen=True, slots=True)
class Transferred:
    """The mean score of a victim on what was made against another, over what all crossings share.

    ``before`` is the victim's score on the originals. ``beyond`` is how much more it keeps than of what was made
    against itself, in pairs: above 0, the attack takes less on its way. Two victims are not subtracted from each other:
    one that scores more has more to lose.
    """

    made_against: str
    victim: str
    before: Estimate
    after: Estimate
    beyond: Estimate


def crossing(made_against: str, victim: str, counted: Counted, by: str) -> Crossing:
    """What a victim met that was made against this one, by a measure."""
    before, after = counted.before[by].tolist(), counted.after[by].tolist()
    return Crossing(made_against, victim, counted.units, counted.originals, before, after, counted.groups)


def at_chosen(rows: Variants, chosen: Counted, by: str) -> Counted:
    """What another victim scored on those variants that were chosen against the first; originals that it did not meet,
    and variants that it was not asked, are left out. An original without a variant stands in for itself."""
    places = {(original, id): place for place, (original, id) in enumerate(zip(rows.originals, rows.ids, strict=True))}
    own = {original: place for place, original in enumerate(rows.originals)}
    kept = []
    for original, id in zip(chosen.originals, chosen.ids, strict=True):
        place = places.get((original, id)) if id else own.get(original)
        if place is not None and (not id or not np.isnan(rows.after[by][place])):
            kept.append((place, bool(id)))
    at, changed = np.array([place for place, _ in kept], dtype=np.intp), np.array([had for _, had in kept], dtype=bool)
    before = {name: values[at] for name, values in rows.before.items()}
    after = {name: np.where(changed, values[at], before[name]) for name, values in rows.after.items()}
    originals, ids = [rows.originals[place] for place in at], [rows.ids[place] for place in at]
    return Counted(originals, originals, ids, before, after, int((~changed).sum()), rows.groups)


def transferred(crossings: Sequence[Crossing]) -> list[Transferred]:
    """Every crossing over the originals that all of them share, in their order, with 95% intervals.

    Of units that are variants, those count that all victims met of what was made against one.
    """
    kept = _shared(crossings)
    columns = [Scored(one.originals, values) for one in kept for values in (one.before, one.after)]
    figures = means(columns, kept[0].groups if kept else NO_GROUPS)
    pairs = list(zip(kept, figures[::2], figures[1::2], strict=True))
    own = {one.victim: after - before for one, before, after in pairs if one.victim == one.made_against}
    found = []
    for one, before, after in pairs:
        beyond = interval(after - before - own[one.victim], TWICE) if one.victim in own else UNKNOWN
        found.append(Transferred(one.made_against, one.victim, interval(before), interval(after), beyond))
    return found


def _shared(crossings: Sequence[Crossing]) -> list[Crossing]:
    common = set.intersection(*(set(one.originals) for one in crossings)) if crossings else set()
    units: dict[str, set[str]] = {}
    for one in crossings:
        units.setdefault(one.made_against, set(one.units)).intersection_update(one.units)
    found = []
    for one in crossings:
        met = units[one.made_against]
        pairs = zip(one.units, one.originals, one.before, one.after, strict=True)
        kept = [pair for pair in pairs if pair[0] in met and pair[1] in common]
        units_of, originals = [pair[0] for pair in kept], [pair[1] for pair in kept]
        before, after = [pair[2] for pair in kept], [pair[3] for pair in kept]
        found.append(replace(one, units=units_of, originals=originals, before=before, after=after))
    return found
