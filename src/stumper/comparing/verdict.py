"""A comparison as a gate: whether B is worse than A, or is not shown to be as good; and how it is said."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from stumper.comparing.change import LEVEL, POWER, change
from stumper.comparing.compared import Compared, Comparison, called, not_ended, over, where
from stumper.sections.wording import count, listed, percent, plural, signed_interval

FailIf = Literal["worse", "not-shown-equal"]
FEWEST = 5  # originals below which no test is made: not even if all of them fell would it say so at 5%
SEVERAL = 3  # failed tests that a sentence names
MOST_LOST = 0.1  # of the units of a cell: whoever fails on more of them might have failed on what it got wrong
MOST_UNANSWERED = 0.1  # of the units of a cell: of more nobody knows whether a system had no answer or a file was cut


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
    """The verdict on B against A; there is none where runs did not end, there is too little to test, or it hangs on
    what was left unanswered.

    ``worse``: any cell has fallen, by a one-sided test against no change at 5%, corrected by Holm's method for the
    number of cells, among which those by the right answers stand beside those of goals that are told apart.
    ``not-shown-equal``: not every cell is shown, at 5%, to have fallen by less than the margin; as all
    of them must be shown, none is corrected (Berger 1982, Technometrics 24:295).

    What is unanswered scores 0, but nobody can tell a system without an answer from a file of a part of its answers. So
    a cell has failed if it does so both with what either side left unanswered, and without it.
    """
    between = comparison.a, comparison.b
    if comparison.unfinished:
        why = (
            f"{not_ended(comparison.unfinished[0])}: this is no verdict. Run its command again, which goes on with it."
        )
        return Verdict(between, fail_if, margin, None, (), why)
    enough = [one for cell in comparison.cells if _originals(cell) >= FEWEST for one in (cell, cell.answers) if one]
    counted = _tested(enough, fail_if, margin)
    apart = _failed_apart(enough, counted, fail_if, margin)
    tested = tuple(replace(one, failed=one.failed and also) for one, also in zip(counted, apart, strict=True))
    if any(one.failed for one in tested):
        return Verdict(between, fail_if, margin, False, tested)
    differ = [one for one, also in zip(counted, apart, strict=True) if one.failed != also]
    why = (
        next(filter(None, (_not_enough(cell, between) for cell in comparison.cells)), "")
        or _unequal_attacks(comparison)
        or next((_hanging(one, enough, between) for one in differ), "")
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
    tested = _tested([_with_lost(cell) for cell in cells], fail_if, margin)
    for cell, one in zip(cells, tested, strict=True):
        if one.failed and (failed := len(cell.pairs.lost[0]) + int((cell.pairs.at_least < cell.pairs.scores[1]).sum())):
            of = plural(len(cell.pairs) + len(cell.pairs.lost[0]), cell.counts)
            return (f"{cell.systems[1]} failed on {count(failed)} of {of} {where(cell)}, "
                    "and would not pass if these are lost: this is no verdict. Mend the system and run its command "
                    "again with --retry-errors.")  # fmt: skip
    return ""


def _with_lost(cell: Compared) -> Compared:
    """The cell with B wrong wherever it failed."""
    pairs, (originals, scores) = cell.pairs, cell.pairs.lost
    sides = (pairs.scores[0], scores), (pairs.at_least, np.zeros(len(scores)))
    before, after = (np.concatenate(both) for both in sides)
    changed = change((*pairs.originals, *originals), before, after, pairs.groups)
    return replace(cell, figure=replace(cell.figure, changed=changed))


def _failed_apart(cells: Sequence[Compared], counted: Sequence[Tested], fail_if: FailIf, margin: float) -> list[bool]:
    """Whether each cell fails without the units that either side left unanswered. Too few of the others show nothing:
    no fall, and no equality."""
    if not any(any(cell.unanswered) for cell in cells):
        return [one.failed for one in counted]
    answered = [_answered(cell) for cell in cells]
    tested = iter(_tested([cell for cell in answered if cell is not None], fail_if, margin, len(cells)))
    return [fail_if == "not-shown-equal" if cell is None else next(tested).failed for cell in answered]


def _answered(cell: Compared) -> Compared | None:
    """The cell over the units that both sides answered; None where these are too few to test."""
    pairs = cell.pairs
    kept = np.flatnonzero(~(pairs.unanswered[0] | pairs.unanswered[1]))
    originals = [pairs.originals[place] for place in kept]
    if len(set(originals)) < FEWEST:
        return None
    before, after = (scores[kept] for scores in pairs.scores)
    return replace(cell, figure=replace(cell.figure, changed=change(originals, before, after, pairs.groups)))


def _hanging(one: Tested, cells: Sequence[Compared], sides: tuple[str, str]) -> str:
    """That there is no verdict, as a cell fails only with what was left unanswered in it or in another that is tested
    with it, or only without that."""
    silent = dict.fromkeys(said for cell in cells for said in _silence(cell, sides))  # cells of one attack say the same
    b, told = called(one.cell, sides)[1], listed(silent)
    ways = ("fails", "passes") if one.failed else ("passes", "fails")
    return (f"Whether {b} is to pass hangs on what was left unanswered: {told}. It {ways[0]} if these count as wrong, "
            f"and {ways[1]} without them: this is no verdict. {ANSWER_THEM}")  # fmt: skip


ANSWER_THEM = "Have them answered, and compare again."


def _silence(cell: Compared, sides: tuple[str, str]) -> list[str]:
    """How much each system that left something unanswered left so."""
    of = f"of {plural(len(cell.pairs), cell.counts)} {where(cell)}"
    numbers = zip(cell.unanswered, called(cell, sides), strict=True)
    return [f"{name} has no answer to {count(number)} {of}" for number, name in numbers if number]


def _tested(cells: Sequence[Compared], fail_if: FailIf, margin: float, number: int = 0) -> list[Tested]:
    """Each cell, as one of so many that are tested together: of all that are given, unless ``number`` says more."""
    return _worse(cells, number or len(cells)) if fail_if == "worse" else [_unequal(cell, margin) for cell in cells]


def _worse(cells: Sequence[Compared], number: int) -> list[Tested]:
    untested = [1.0] * (number - len(cells))
    corrected = holm([*(cell.figure.changed.p_worse for cell in cells), *untested])[: len(cells)]
    strictest = LEVEL / max(1, number)
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


def _not_enough(cell: Compared, sides: tuple[str, str]) -> str:
    at, n = where(cell), _originals(cell)
    if n < FEWEST:
        return (f"There {'is' if n == 1 else 'are'} only {plural(n, cell.unit)} to pair {at}, and a test needs "
                f"{FEWEST} at least: this is no verdict. Compare on more.")  # fmt: skip
    failed = cell.pairs.left_out.failed
    met = len(cell.pairs) + failed
    if failed > MOST_LOST * met:
        return (f"A system failed on {count(failed)} of {plural(met, cell.counts)} {at}, and no score counts "
                "them: this is no verdict. Mend the system and run its command again with --retry-errors.")  # fmt: skip
    if max(cell.unanswered) > MOST_UNANSWERED * len(cell.pairs):
        return f"{listed(_silence(cell, sides))}: this is no verdict. {ANSWER_THEM}"
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
    told = [one for one in found.tested if one.failed or found.passed]
    lowest = min(told, key=lambda one: one.cell.figure.changed.floor)
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
    by = f"{signed_interval(changed.difference)} points, {over(cell, found.sides)}"
    return f"{cell.figure.label}{of} {where(cell)} went from {moved}, {by}"


def _finds(tested: Sequence[Tested]) -> str:
    """The smallest fall, or from which to which it is in several cells."""
    ends = dict.fromkeys((percent(min(one.finds for one in tested)), percent(max(one.finds for one in tested))))
    return f"{' to '.join(ends)} points"
