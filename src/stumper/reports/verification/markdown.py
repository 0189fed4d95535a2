"""The verification part as Markdown."""

from collections.abc import Sequence

from stumper.reports.tables import escaped, table
from stumper.reports.verification.values import JudgedAttack, KindShift, RuleRow, Standings, Verification
from stumper.reports.verification.words import (
    BASELINE,
    cell_figure,
    compared,
    correct_rate,
    difference,
    judged_estimate,
    judged_of_rule,
    kind_label,
    labels_of_rule,
    turn,
)
from stumper.reports.wording import count, with_interval
from stumper.scores.before_after import BeforeAfter

SHIFTS = ("system", "attack", "kind", "n", "before, %", "after, %", "difference")
RULES = ("attack", "kind", "rule", "example", "label", "n", "by label", "raw potency", "judged correct")
SHIFTED = (
    ("Label accuracy", "label_accuracy"),
    ("FEVER score", "fever_score"),
    ("Evidence precision", "evidence_precision"),
    ("Evidence recall", "evidence_recall"),
    ("Said to lack information (NOT ENOUGH INFO)", "not_enough_info"),
)


def parts(part: Verification) -> list[str]:
    """Headed tables: attacks against systems, resilience, rules, shifts; then what limits them."""
    told = [f"## Fact verification: {escaped(part.dataset)}"]
    for standings in part.standings:
        told += _standings(standings, part.judged)
    if part.rules:
        told += ["### By rule", table(RULES, 5, [_rule(row) for row in part.rules])]
    if part.shifts:
        told += ["### What shifts", "Of the originals of each kind of change against what was made of them."]
        for title, name in SHIFTED:
            rows = [_shift(row, getattr(row.shift, name)) for row in part.shifts]
            told += [f"**{title}**", table(SHIFTS, 3, rows)]
        told += ["**Predicted labels, before → after**", "\n".join(map(_turns, part.shifts))]
    return [*told, *(["\n".join(f"- {escaped(note)}" for note in part.notes)] if part.notes else [])]


def _standings(standings: Standings, judged: Sequence[JudgedAttack]) -> list[str]:
    found = standings.tournament
    victims = [row.victim for row in found.resiliences]
    scores = {(cell.adversary, cell.victim): cell.score for cell in found.cells}
    header = ("attack", "n", *(f"{victim}, %" for victim in victims), "raw potency", "correct, %", "potency")
    rows = [
        [
            f"{row.adversary} ({BASELINE})" if row.is_baseline else row.adversary,
            count(row.raw.n),
            *(cell_figure(scores.get((row.adversary, victim)), row) for victim in victims),
            with_interval(row.raw),
            correct_rate(row, judged),
            judged_estimate(row.potency),
        ]
        for row in found.potencies
    ]
    resilient = [
        [row.victim, ", ".join(row.adversaries), compared(found, row), judged_estimate(row.resilience)]
        for row in found.resiliences
    ]
    return [
        f"### Attacks against systems, by {standings.measure}",
        table(header, 1, rows),
        f"### Resilience, by {standings.measure}",
        table(("system", "over", "compared", "resilience"), 3, resilient),
    ]


def _rule(row: RuleRow) -> list[str]:
    old = "".join(change.text for change in row.example if change.kind != "added")
    new = "".join(change.text for change in row.example if change.kind != "removed")
    label = row.label_before if row.label_before == row.label_after else f"{row.label_before} → {row.label_after}"
    figures = [count(row.perturbations), labels_of_rule(row), with_interval(row.raw_potency), judged_of_rule(row)]
    return [row.attack, row.kind, row.rule, f"{old} → {new}", label, *figures]


def _shift(row: KindShift, scores: BeforeAfter) -> list[str]:
    names = [row.names.victim, row.names.attack, kind_label(row), count(scores.after.n)]
    return [*names, with_interval(scores.before), with_interval(scores.after), difference(scores.difference)]


def _turns(row: KindShift) -> str:
    turns: Sequence[str] = [turn(found, row.claims) for found in row.shift.turns]
    return f"- {escaped(f'{row.names.victim}, {row.names.attack}, {kind_label(row)}')}: {'; '.join(turns)}"
