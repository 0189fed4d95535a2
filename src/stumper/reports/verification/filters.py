"""What the page's templates ask of the verification part."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from math import isnan

from stumper.reports.judges import counted
from stumper.reports.verification.sentences import judges_of
from stumper.reports.verification.values import KindShift, RuleRow, Verification
from stumper.reports.verification.words import compared, difference, judged_estimate, judged_of_rule, labels_of_rule
from stumper.scores.adversarial import Tournament
from stumper.scores.intervals import Estimate
from stumper.tasks.verification.claim import LABELS
from stumper.tasks.verification.shift import NO_LABEL

COLOURS = 5  # more systems than this share grey


def system_colours(part: Verification) -> Mapping[str, int]:
    """The colour of each system, in the order in which they were attacked."""
    victims = dict.fromkeys(run.names.victim for run in part.runs)
    return {victim: place if place <= COLOURS else 0 for place, victim in enumerate(victims, 1)}


def has_resilience(found: Tournament) -> bool:
    """Whether any system met an attack that was judged."""
    return any(not isnan(row.resilience.value) for row in found.resiliences)


def judged_by(part: Verification, attack: str) -> str:
    """Who judged what the attack made."""
    return counted(judges_of(part.judged, attack))


def cell(found: Tournament, adversary: str, victim: str) -> Estimate | None:
    """The score of a system under an attack; None where they did not meet."""
    return next((one.score for one in found.cells if (one.adversary, one.victim) == (adversary, victim)), None)


def whole_runs(rows: Sequence[KindShift]) -> list[KindShift]:
    """The rows over all of a run."""
    return [row for row in rows if not row.kind]


def by_kind(rows: Sequence[KindShift]) -> list[KindShift]:
    """The rows by kind; those of a run of one kind stand for it."""
    several = {row.run_id for row in rows if row.kind}
    return [row for row in rows if row.kind or row.run_id not in several]


def turned_labels(row: KindShift) -> list[str]:
    """The labels that are predicted before or after."""
    said = {label for turn in row.shift.turns for label in (turn.before, turn.after)}
    return [label for label in (*LABELS, NO_LABEL) if label in said]


def turned(row: KindShift, before: str, after: str) -> int:
    """On how many claims the one label turned to the other."""
    return sum(turn.claims for turn in row.shift.turns if (turn.before, turn.after) == (before, after))


def groupby_kind(rows: Sequence[RuleRow]) -> list[list[RuleRow]]:
    """The rules of each attack and kind."""
    return [list(group) for _, group in groupby(rows, key=lambda row: (row.attack, row.kind))]


FILTERS: Mapping[str, Callable[..., object]] = {
    "judged_estimate": judged_estimate,
    "judged_of_rule": judged_of_rule,
    "labels_of_rule": labels_of_rule,
    "told_difference": difference,
    "compared": compared,
    "judged_by": judged_by,
    "system_colours": system_colours,
    "has_resilience": has_resilience,
    "cell": cell,
    "whole_runs": whole_runs,
    "by_kind": by_kind,
    "turned_labels": turned_labels,
    "turned": turned,
    "groupby_kind": groupby_kind,
}
