"""A comparison as a gate: whether B is worse than A, or is not shown to be as good; and how it is said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from stumper.comparing.change import LEVEL, POWER, change
from stumper.comparing.compared import Compared, Comparison, not_ended, where
from stumper.sections.wording import count, percent, plural, signed_interval

FailIf = Literal["worse", "not-shown-equal"]
FEWEST = 5  # originals below which no test is made: not even if all of them fell would it say so at 5%
SEVERAL = 3  # failed tests that a sentence names
MOST_LOST = 0.1  # of the units of a cell: whoever fails on more of them might have failed on what it got wrong


@dataclass(frozen=True, slots=True)
class Tested:
    """A cell that was tested. ``p`` is that of a fall, corrected for the number of cells; of a test of equality NaN.

    ``finds`` is the smallest fall that the test of its cell finds four times in five, or the smallest margin that it
    confirms so often where nothing has changed.
    """

    cell: Compared
    p: float
    failed: bool
    finds: float


@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """Whether the second of two ``sides`` passed a gate against the first, with the tests of its cells; ``margin`` in
    [0, 1], of equality alone. None: there is no verdict, and ``why`` says the reason. Shown, it is its sentence."""

    sides: tuple[str, str]
    fail_if: FailIf
    margin: float
    passed: bool | None
    tested: tuple[Tested, ...]
    why: str = ""

    def __repr__(self) -> str:
        return gate_sentence(self)


def verdict(comparison: Comparison, fail_if: FailIf, margin: float) -> Verdict:
    """The verdict on B against A; there is none where runs did not end, or there is too little to test.

    ``worse``: any cell has fallen, by a one-sided test against no change at 5%, corrected by Holm's method for the
    number of cells. ``not-shown-equal``: not every cell is shown, at 5%, to have fallen by less than the margin; as all
    of them must be shown, none is corrected (Berger 1982, Technometrics 24:295).
    """
    between = comparison.a, comparison.b
    if comparison.unfinished:
        why = (
            f"{not_ended(comparison.unfinished[0])}: this is no verdict. Run its command again, which goes on with it."
        )
        return Verdict(between, fail_if, margin, None, (), why)
    enough = [cell for cell in comparison.cells if _originals(cell) >= FEWEST]
    tested = tuple(_worse(enough) if fail_if == "worse" else [_unequal(cell, margin) for cell in enough])
    if any(one.failed for one in tested):
        return Verdict(between, fail_if, margin, False, tested)
    why = (
        next(filter(None, map(_not_enough, comparison.cells)), "")
        or _unequal_attacks(comparison)
        or _hidden(enough, fail_if, margin)
    )
    return Verdict(between, fail_if, margin, None if why else True, tested, why)


def _unequal_attacks(found: Comparison) -> str:
    """Why there is no verdict where no attack could be compared, as those that both have met had other settings."""
    if not found.unequal or any(cell.attack and not cell.is_control for cell in found.cells):
        return ""
    return f"{found.unequal[0]} No other attack is in both: this is no verdict. Attack both with the same settings."


def _hidden(cells: Sequence[Compared], fail_if: FailIf, margin: float) -> str:
    """Why there is no verdict where B would fail the gate if it had lost what it failed on; "" where it would not."""
    counted = [_with_lost(cell) for cell in cells]
    tested = _worse(counted) if fail_if == "worse" else [_unequal(cell, margin) for cell in counted]
    for cell, one in zip(cells, tested, strict=True):
        if one.failed and len(cell.pairs.lost[0]):
            failed, n = len(cell.pairs.lost[0]), _originals(cell)
            return (f"{cell.systems[1]} failed on {count(failed)} of {plural(n + failed, cell.unit)} {where(cell)}, "
                    "and would not pass if these are lost: this is no verdict. Mend the system and run its command "
                    "again with --retry-errors.")  # fmt: skip
    return ""


def _with_lost(cell: Compared) -> Compared:
    """The cell with a score of 0 for B wherever it failed."""
    pairs, (originals, scores) = cell.pairs, cell.pairs.lost
    before, after = (np.concatenate(both) for both in zip(pairs.scores, (scores, np.zeros(len(scores))), strict=True))
    changed = change((*pairs.originals, *originals), before, after, pairs.groups)
    return replace(cell, figure=replace(cell.figure, changed=changed))


def _worse(cells: Sequence[Compared]) -> list[Tested]:
    corrected = holm([cell.figure.changed.p_worse for cell in cells])
    strictest = LEVEL / max(1, len(cells))
    return [
        Tested(cell, p, p < LEVEL, cell.figure.changed.finds(strictest))
        for cell, p in zip(cells, corrected, strict=True)
    ]


def _unequal(cell: Compared, margin: float) -> Tested:
    changed = cell.figure.changed
    return Tested(cell, float("nan"), not changed.floor > -margin, changed.finds())


def holm(values: Sequence[float]) -> list[float]:
    """The p-values corrected for their number (Holm 1979, Scandinavian Journal of Statistics 6:65)."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found, largest = [0.0] * len(values), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, values[place] * (len(values) - rank)))
        found[place] = largest
    return found


def _originals(cell: Compared) -> int:
    return len(set(cell.pairs.originals))


def _not_enough(cell: Compared) -> str:
    at, n = where(cell), _originals(cell)
    if n < FEWEST:
        return (f"There {'is' if n == 1 else 'are'} only {plural(n, cell.unit)} to pair {at}, and a test needs "
                f"{FEWEST} at least: this is no verdict. Compare on more.")  # fmt: skip
    failed = cell.pairs.left_out.failed
    met = len(cell.pairs) + failed
    if failed > MOST_LOST * met:
        unit = "variant" if cell.pairs.by == "variant" else cell.unit
        return (f"A system failed on {count(failed)} of {plural(met, unit)} {at}, and no score counts "
                "them: this is no verdict. Mend the system and run its command again with --retry-errors.")  # fmt: skip
    return ""


def gate_sentence(found: Verdict) -> str:
    """Whether B passed, what was tested, and which fall that finds; without a verdict, why."""
    if found.passed is None:
        return found.why
    return _told_worse(found) if found.fail_if == "worse" else _told_equal(found)


def _told_worse(found: Verdict) -> str:
    (a, b), several = found.sides, len(found.tested)
    holm = f", corrected for {several} comparisons by Holm's method" if several > 1 else ""
    power = f"it finds a fall of {_finds(found.tested)} {POWER:.0%} of the time"
    test = f"One-sided test against no change at 5%{holm}; {power}"
    if found.passed:
        least = min(found.tested, key=lambda one: one.p)
        return (
            f"{b} is not shown to be worse than {a}: {_moved(least, found)} (p = {least.p:.2g}). {test}. Whether it is "
            "as good is what --fail-if not-shown-equal tests."
        )
    fallen = sorted((one for one in found.tested if one.failed), key=lambda one: one.p)
    told = "; ".join(f"{_moved(one, found)} (p = {one.p:.2g})" for one in fallen[:SEVERAL])
    more = f"; and {len(fallen) - SEVERAL} more" if len(fallen) > SEVERAL else ""
    return f"{b} is worse than {a}: {told}{more}. {test}."


def _told_equal(found: Verdict) -> str:
    (a, b), several = found.sides, len(found.tested)
    margin = f"{100 * found.margin:g} point{'' if found.margin == 0.01 else 's'}"
    lowest = min(found.tested, key=lambda one: one.cell.figure.changed.floor)
    floor = f"{percent(max(0.0, -lowest.cell.figure.changed.floor))} points"
    each = f" in each of {several} comparisons" if several > 1 else ""
    test = (
        f"One-sided test at 5%{each}; where nothing has changed, it confirms a margin of {_finds(found.tested)} "
        f"{POWER:.0%} of the time."
    )
    if found.passed:
        return f"{b} is as good as {a} within {margin}: a fall of {floor} is ruled out, {_moved(lowest, found)}. {test}"
    failed = sum(one.failed for one in found.tested)
    of = f" in {failed} of {several} comparisons" if several > 1 else ""
    return (
        f"{b} is not shown to be as good as {a} within {margin}{of}: a fall of up to {floor} is not ruled out, "
        f"{_moved(lowest, found)}. {test}"
    )


def _moved(one: Tested, found: Verdict) -> str:
    cell, changed = one.cell, one.cell.figure.changed
    several = len({each.cell.systems for each in found.tested}) > 1
    of = f" of {' → '.join(dict.fromkeys(cell.systems))}" if several else ""
    moved = f"{percent(changed.before.value)} to {percent(changed.after.value)}"
    by = f"{signed_interval(changed.difference)} points, n = {count(changed.difference.n)}"
    return f"{cell.figure.label}{of} {where(cell)} went from {moved}, {by}"


def _finds(tested: Sequence[Tested]) -> str:
    """The smallest fall, or from which to which it is in several cells."""
    ends = dict.fromkeys((percent(min(one.finds for one in tested)), percent(max(one.finds for one in tested))))
    return f"{' to '.join(ends)} points"
