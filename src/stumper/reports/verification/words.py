"""Figures of the verification part as they are said, the same in every form of the report."""

from collections.abc import Sequence
from math import isnan

from stumper.reports.judges import NOT_JUDGED, correct_of
from stumper.reports.verification.sentences import indistinguishable_from, judges_of
from stumper.reports.verification.values import JudgedAttack, KindShift, RuleRow
from stumper.reports.wording import NOTHING, change, count, listed, percent, signed_interval, with_interval
from stumper.scores.adversarial import Potency, Resilience, Tournament
from stumper.scores.intervals import Estimate
from stumper.tasks.verification.shift import Turn

BASELINE = "the baseline: no resilience counts it"


def judged_estimate(estimate: Estimate) -> str:
    """A figure that stands on judgements; in words where there are none."""
    return NOT_JUDGED if isnan(estimate.value) else with_interval(estimate)


def cell_figure(score: Estimate | None, row: Potency) -> str:
    """A system's score under an attack, with its n where that is not the attack's; empty where they did not meet."""
    if score is None:
        return ""
    return with_interval(score) + (f", n = {count(score.n)}" if score.n not in (0, row.raw.n) else "")


def correct_rate(row: Potency, judged: Sequence[JudgedAttack]) -> str:
    """The correct rate with how many were judged, and by whom."""
    return correct_of(row.correct_rate, judges_of(judged, row.adversary)) if row.correct_rate.n else NOT_JUDGED


def labels_of_rule(row: RuleRow) -> str:
    """How many of a rule's perturbations have which label."""
    return ", ".join(f"{count(number)} {label}" for label, number in row.labels)


def judged_of_rule(row: RuleRow) -> str:
    """How many of a rule's perturbations are correct, of how many judged: too few for a rate."""
    return f"{count(row.correct)} of {count(row.judged)}" if row.judged else NOT_JUDGED


def compared(found: Tournament, row: Resilience) -> str:
    """Which systems a system's resilience cannot be told from, in words."""
    if isnan(row.resilience.value) or len(found.resiliences) < 2:
        return ""
    alike = indistinguishable_from(found, row.victim)
    return f"indistinguishable from {listed(alike)}" if alike else "told apart from all others"


def difference(estimate: Estimate) -> str:
    """A difference in points with its interval, or in a word."""
    if estimate.n < 2 or isnan(estimate.low):
        return NOTHING if estimate.n == 0 else change(Estimate(estimate.value, estimate.low, estimate.high, 1))
    said = signed_interval(estimate)
    return f"{said} indistinguishable" if change(estimate) == "indistinguishable" else said


def kind_label(row: KindShift) -> str:
    """The kind of the claims of a row."""
    return row.kind or "all"


def turn(found: Turn, claims: int) -> str:
    """A turn of predicted labels with its share of the claims."""
    return f"{found.before} → {found.after}: {count(found.claims)} ({percent(found.claims / claims)}%)"
