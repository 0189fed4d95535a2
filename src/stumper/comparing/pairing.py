"""From the rows of two systems to pairs of scores: by original, or by variant where these count."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stumper.comparing.matching import Match, altered
from stumper.errors import BadOption
from stumper.registry import task_named
from stumper.scores.variants import Counted, counted
from stumper.statistics import Groups
from stumper.statistics.statistic import Floats
from stumper.table import Table
from stumper.table.columns import AFTER, BEFORE, Mask
from stumper.table.counted import as_they_are, failures, variants


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What is in no pair: so many units that ``only_a`` or ``only_b`` has a score of; those on which either system
    ``failed``; originals that either was ``trained_on``; ``elsewhere``: originals of one id that stand in other groups;
    ``altered``: the ids of those that ask something else or have other right answers on the two sides."""

    only_a: int = 0
    only_b: int = 0
    failed: int = 0
    trained_on: int = 0
    elsewhere: int = 0
    altered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairs:
    """What two systems score on the same units by one measure, in one order, with whatever belongs to each.

    ``by``: a unit is an ``original`` at its worst variant or as it is, a ``variant``, or the ``mean`` of the variants
    that were made of an original against each system. ``ids`` are those of the variants that counted, "" where it was
    the original. ``answers`` were given to these; None where there is none. ``unanswered`` are the units that a system
    left without an answer, which score 0; of a mean, any of its variants. ``groups`` are those of the originals.
    ``lost`` are the originals of units on which the second system failed, with what the first scores there: in no pair.
    ``failed`` are the units in no pair on which each system failed, and ``at_least`` what the second one scores in each
    pair, had it been wrong on whatever else it failed on of the original.
    """

    by: str
    units: tuple[str, ...]
    originals: tuple[str, ...]
    ids: tuple[tuple[str, ...], tuple[str, ...]]
    scores: tuple[Floats, Floats]
    answers: tuple[tuple[str | None, ...], tuple[str | None, ...]]
    unanswered: tuple[Mask, Mask]
    groups: Groups
    left_out: LeftOut
    lost: tuple[tuple[str, ...], Floats]
    failed: tuple[frozenset[str], frozenset[str]]
    at_least: Floats

    def __len__(self) -> int:
        return len(self.units)


def paired(match: Match, measure: str, by: str | None) -> Pairs:
    """The pairs of a match by one measure, grouped ``by`` a column, or by all groups that the tables have."""
    counts_variants = task_named(match.task).counts_variants
    how, sides = "original", []
    for rows in match.rows:
        if match.attack:
            sides.append(counted(variants(rows, [measure]), measure, counts_variants))
        else:
            sides.append(_unattacked(as_they_are(rows, measure), measure))
    if match.attack and counts_variants:
        how = "variant"
        if match.is_own:
            how, sides = "mean", [_means(side, measure) for side in sides]
    return _paired(match, how, sides[0], sides[1], measure, by)


def _unattacked(rows: Table, measure: str) -> Counted:
    """Each original once, by the first of its rows."""
    first: dict[str, float] = {}
    for id, score in zip(rows.texts("original"), rows.numbers(BEFORE + measure).tolist(), strict=True):
        first.setdefault(id or "", score)
    ids, scores = tuple(first), np.array(list(first.values()))
    return Counted(ids, ids, [""] * len(ids), {measure: scores}, {measure: scores})


def _means(side: Counted, measure: str) -> Counted:
    """Each original once, with the mean over its variants."""
    found: dict[str, list[float]] = {}
    for id, score in zip(side.originals, side.after[measure].tolist(), strict=True):
        found.setdefault(id, []).append(score)
    ids, means = tuple(found), np.array([np.mean(scores) for scores in found.values()])
    return Counted(ids, ids, [""] * len(ids), {measure: means}, {measure: means})


def _paired(match: Match, how: str, a: Counted, b: Counted, measure: str, by: str | None) -> Pairs:
    places = [_first_places(side.units) for side in (a, b)]
    both = [unit for unit in places[0] if unit in places[1]]
    groups, elsewhere = _groups(match, by)
    other = set(altered(*match.rows))
    of_both = [a.originals[places[0][unit]] for unit in both]
    kept = [place for place, id in enumerate(of_both) if id not in elsewhere and id not in other]
    gone = [id for id in of_both if id in other]
    units = [both[place] for place in kept]
    at = [[held[unit] for unit in units] for held in places]
    ids = tuple(tuple(side.ids[place] for place in own) for side, own in zip((a, b), at, strict=True))
    scores = tuple(side.after[measure][own] if own else np.empty(0) for side, own in zip((a, b), at, strict=True))
    originals = tuple(a.originals[place] for place in at[0])
    # A system that failed on a variant alone has not failed on the original as it is.
    had = [set(units) if match.attack else set(own) for own in places]
    failed = [_failed(rows, how, (a, b)) - own for rows, own in zip(match.rows, had, strict=True)]
    lost = [at for unit, at in places[0].items() if unit not in places[1] and unit in failed[1]]
    of_sides = [_said(rows) for rows in match.rows]
    said = [
        tuple(map(answers.get, zip(originals, own, strict=True))) for answers, own in zip(of_sides, ids, strict=True)
    ]
    unanswered = [
        _unanswered(answers, rows, zip(originals, own, strict=True), how)
        for answers, rows, own in zip(of_sides, match.rows, ids, strict=True)
    ]
    return Pairs(
        by=how,
        units=tuple(units),
        originals=originals,
        ids=(ids[0], ids[1]),
        scores=(scores[0], scores[1]),
        answers=(said[0], said[1]),
        unanswered=(unanswered[0], unanswered[1]),
        groups=groups,
        left_out=LeftOut(
            only_a=len(places[0]) - len(both),
            only_b=len(places[1]) - len(both),
            failed=len(failed[0] | failed[1]),
            trained_on=len(set().union(*(_originals(_trained_on(side)) for side in match.rows))),
            elsewhere=len(both) - len(kept) - len(gone),
            altered=tuple(dict.fromkeys(gone)),
        ),
        lost=(tuple(a.originals[at] for at in lost), a.after[measure][lost] if lost else np.empty(0)),
        failed=(failed[0], failed[1]),
        at_least=scores[1] * _shares_answered(match.rows[1], how, units) if match.attack else scores[1],
    )


def _first_places(units: Sequence[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, unit in enumerate(units):
        found.setdefault(unit, place)
    return found


def _groups(match: Match, by: str | None) -> tuple[Groups, set[str]]:
    """The groups of the first side's originals, and which originals stand in other ones on the second side."""
    a, b = match.rows
    if by is not None and by not in a.groups:
        has = f"it has {', '.join(a.groups)}" if a.groups else "it has none"
        raise BadOption(f"There is no column {by!r} to group by: {has}. Name one of these, or leave --by out.")
    names = a.groups if by is None else (by,)
    here = _labels(a, names)
    shared = [name for name in names if name in b.groups]
    before, after = _labels(a, shared), _labels(b, shared)
    elsewhere = {id for id, labels in after.items() if id in before and before[id] != labels}
    return Groups(tuple(names), here), elsewhere


def _labels(rows: Table, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """By the id of an original its labels; "" where it has none."""
    columns = [rows.texts(name) for name in names]
    found: dict[str, tuple[str, ...]] = {}
    for place, id in enumerate(rows.texts("original")):
        if id is not None and id not in found:
            found[id] = tuple(column[place] or "" for column in columns)
    return found


def _said(rows: Table) -> dict[tuple[str, str], str | None]:
    """What was answered wherever there is a score, by the ids of original and variant ("": to the original)."""
    columns = [rows.texts(name) for name in ("original", "variant", "answer_before", "answer_after")]
    scores = [~np.isnan(rows.numbers(when + _headline(rows))) for when in (BEFORE, AFTER)]
    found: dict[tuple[str, str], str | None] = {}
    for original, variant, before, after, *known in zip(*columns, *scores, strict=True):
        if known[0]:
            found.setdefault((original or "", ""), before)
        if known[1] and variant is not None:
            found.setdefault((original or "", variant), after)
    return found


def _headline(rows: Table) -> str:
    """The score that leads in the task of these rows."""
    return task_named(rows.texts("task").found()[0]).scoring.headline


def _unanswered(
    said: Mapping[tuple[str, str], str | None], rows: Table, keys: Iterable[tuple[str, str]], how: str
) -> Mask:
    """Which units have a score and no answer; none where the rows have lost which answers are texts without
    characters."""
    if _lost_empty_texts(rows):
        return np.array([False for _ in keys], dtype=bool)
    silent = {key for key, answer in said.items() if answer is None}
    originals = {original for original, variant in silent if variant}
    return np.array([key[0] in originals if how == "mean" else key in silent for key in keys], dtype=bool)


def _lost_empty_texts(rows: Table) -> bool:
    """Whether a score above 0 stands beside no answer: to leave a question unanswered scores 0, and to say rightly that
    there is no answer is a text without characters, which programs that write CSV anew take for none."""
    return any(
        (rows.texts(f"answer_{when}").equal(None) & (rows.numbers(f"{when}_{_headline(rows)}") > 0)).any()
        for when in ("before", "after")
    )


def _failed(rows: Table, how: str, sides: Sequence[Counted]) -> frozenset[str]:
    """The units on which a system failed: where variants count and it failed on an original already, those of both
    sides, or the original itself where these have none."""
    lost = failures(rows)
    if how != "variant":
        return frozenset(_originals(lost))
    ended = list(zip(lost.texts("variant"), lost.texts("original"), strict=True))
    found = {variant for variant, _ in ended if variant is not None}
    unasked = {original for variant, original in ended if variant is None and original is not None}
    of_others = [
        (unit, id) for side in sides for unit, id in zip(side.units, side.originals, strict=True) if id in unasked
    ]
    return frozenset(found | {unit for unit, _ in of_others} | (unasked - {id for _, id in of_others}))


def _shares_answered(rows: Table, how: str, units: Sequence[str]) -> Floats:
    """Of each unit the share of its score that is left, had the system been wrong on whatever it failed on beside: of a
    mean that of the variants that were answered, of an original at its worst variant nothing."""
    lost = Counter(failures(rows).texts("original"))
    if how == "variant" or not lost:
        return np.ones(len(units))
    asked = Counter(id for id, is_asked in zip(rows.texts("original"), rows.texts("status").equal("asked").tolist(),
                                               strict=True) if is_asked)  # fmt: skip
    own = [asked[unit] if how == "mean" else 0 for unit in units]
    return np.array([1.0 if not lost[unit] else of / (of + lost[unit]) for unit, of in zip(units, own, strict=True)])


def _trained_on(rows: Table) -> Table:
    return rows.where(rows.texts("status").equal("trained-on"))


def _originals(rows: Table) -> set[str]:
    return {id for id in rows.texts("original") if id is not None}
