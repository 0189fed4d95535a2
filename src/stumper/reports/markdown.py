"""The report as Markdown, for a pull request or a paper's appendix."""

from collections.abc import Sequence

from stumper.reports.analysis_words import (
    answer_lengths,
    finding,
    other_counts,
    question_lengths,
    shared_words,
    type_label,
)
from stumper.reports.cells import told
from stumper.reports.judges import judged
from stumper.reports.pictures import groups
from stumper.reports.quizbowl import markdown as quizbowl
from stumper.reports.report import OUTCOMES, Analysis, AttackType, Comparison, Provenance, Report, Row
from stumper.reports.tables import escaped, table
from stumper.reports.verification import markdown as verification
from stumper.reports.wording import (
    OUTCOME_WORDS,
    attack_label,
    change,
    count,
    decimal,
    decimals,
    interval,
    left_out,
    percent,
    signed,
    signed_decimals,
    with_interval,
)
from stumper.scores.failures import Contrast
from stumper.scores.intervals import Estimate

SCORES = (
    "victim",
    "family",
    "attack",
    "n",
    "F1 before, %",
    "F1 after, %",
    "difference",
    "EM before, %",
    "EM after, %",
    "difference",
)
COSTS = (
    "victim",
    "family",
    "attack",
    *OUTCOME_WORDS.values(),
    "fooled, %",
    "queries: mean",
    "median",
    "total",
    "left out, %",
    "judged correct, %",
)
TYPES = (
    "victim",
    "family",
    "type of attack",
    "rule",
    "n",
    "fooled, %",
    "F1 before, %",
    "F1 after, %",
    "difference",
    "words changed, %",
    "queries: mean",
)
LIKENESS = ("questions", "still right", "turned wrong", "difference")
CHANGED = ("changed in the question", "n", "fooled, %")


def markdown(report: Report) -> str:
    """Sentences, tables, notes, and how it was computed."""
    parts = ["# Stumper report", *map(escaped, report.sentences)]
    if report.rows:
        rows = [row for group in groups(report) for family in group.families for row in family.rows]
        parts += ["## Scores", table(SCORES, 3, [_scores(row) for row in rows])]
        header = (*COSTS, *(["trained-on"] if any(row.trained_on for row in rows) else []))
        parts += ["## Outcomes and cost", table(header, 3, [_costs(row)[: len(header)] for row in rows])]
        parts += ["Percent; in brackets 95% intervals. Differences are paired: after − before, in points."]
        parts += ["\n".join(f"- {escaped(note)}" for note in report.notes)] if report.notes else []
        is_typed = any(row.kind for row in report.attack_types)
        if is_typed:
            parts += ["## By type of attack", table(TYPES, 4, [_type(row) for row in report.attack_types])]
        if report.analyses:
            said = other_counts(is_typed).replace("“All figures”", "“Outcomes and cost”")
            parts += ["## Where right answers turn wrong", said, *(_analysis(found) for found in report.analyses)]
    for part in report.verification:
        parts += verification.parts(part)
    parts += quizbowl.parts(report.quizbowl) if report.quizbowl else []
    for section in report.sections:
        shown = (
            table(found.header, found.names, [list(map(told, row)) for row in found.rows]) for found in section.tables
        )
        parts += [f"## {section.title}", *shown, *(f"- {escaped(note)}" for note in section.notes)]
    if report.provenance:
        parts += ["## How it was computed", *(_computed(run) for run in report.provenance)]
        parts += ["Computed with " + ", ".join(f"{name} {number}" for name, number in report.versions) + "."]
    return "\n\n".join(parts) + "\n"


def _scores(row: Row) -> list[str]:
    names = [row.names.victim, row.names.family, attack_label(row), count(row.f1.after.n)]
    return [*names, *_comparison(row.f1), *_comparison(row.exact_match)]


def _comparison(comparison: Comparison) -> list[str]:
    return [with_interval(comparison.before), with_interval(comparison.after), _difference(comparison.difference)]


def _difference(difference: Estimate) -> str:
    if difference.n < 2:
        return change(difference)
    span = f"[{signed(difference.low)}, {signed(difference.high)}]"
    said = f"{signed(difference.value)} {span}"
    return f"{said} indistinguishable" if change(difference) == "indistinguishable" else said


def _costs(row: Row) -> list[str]:
    ended = [count(getattr(row.outcomes, outcome)) for outcome in OUTCOMES]
    spent = [count(row.queries.mean), count(row.queries.median), count(row.queries.total)]
    success = f"{percent(row.success.value)} {interval(row.success)} of {row.success.n}"
    return [
        row.names.victim,
        row.names.family,
        attack_label(row),
        *ended,
        success,
        *spent,
        left_out(row),
        judged(row),
        count(row.trained_on),
    ]


def _type(row: AttackType) -> list[str]:
    label, attack = type_label(row)
    names = [row.names.victim, row.names.family, f"{label} ({attack})" if attack else label, row.rule]
    figures = [count(row.success.n), with_interval(row.success), *_comparison(row.f1), with_interval(row.edit_distance)]
    return [*names, *figures, decimal(row.queries)]


def _analysis(found: Analysis) -> str:
    failures = found.failures
    said = [finding(found), shared_words(found), question_lengths(found), answer_lengths(found)]
    words, number = (
        failures.question_words,
        [failures.question_words.still_right.n, failures.question_words.turned_wrong.n],
    )
    rows = [["number", *map(count, number), ""]]
    rows += [["words, mean", decimals(words.still_right), decimals(words.turned_wrong), _told(words.difference)]]
    rows += [[f"{row.n} in a row from the paragraph, %", *_comparison_of(row.share)] for row in failures.shared]
    parts = [
        f"### {escaped(found.names.attack)} on {escaped(found.names.victim)}: right answers that turned wrong",
        escaped(" ".join(filter(None, said))),
        table(LIKENESS, 1, rows),
    ]
    changed = [[row.category, count(row.success.n), with_interval(row.success)] for row in found.changed_words]
    return "\n\n".join([*parts, table(CHANGED, 1, changed)] if changed else parts)


def _comparison_of(share: Contrast) -> list[str]:
    return [with_interval(share.still_right), with_interval(share.turned_wrong), _difference(share.difference)]


def _told(difference: Estimate) -> str:
    word = change(difference)
    if difference.n < 2:
        return word
    return (
        f"{signed_decimals(difference)} indistinguishable"
        if word == "indistinguishable"
        else signed_decimals(difference)
    )


def _computed(run: Provenance) -> str:
    limits = [f"{key} {value}" for key, value in (("budget", run.budget), ("limit", run.limit)) if value is not None]
    weights = run.victim_fingerprint or "none: cached for its run only"
    settings = [f"goal {run.goal}", f"seed {run.seed}", *limits, *(f"{key}={value}" for key, value in run.options)]
    lines = [
        f"### {escaped(run.names.attack)} on {escaped(run.names.victim)}",
        f"Data set {escaped(run.names.dataset)} `{run.dataset_fingerprint}`, victim `{weights}`, "
        f"run `{run.run_id}`: {escaped(', '.join(settings))}.",
        *([f"{run.queries}."] if run.queries else []),
        *([f"{JOINED} `{run.joined}`."] if run.joined else []),
        *(
            [f"Of these the first {run.continued:,} attempts were made by an earlier version of Stumper."]
            if run.continued
            else []
        ),
        _fenced("sh", [run.command]),
        _fenced("", run.signatures),
    ]
    return "\n\n".join(lines)


JOINED = "What people wrote with Stumper 0.1 against the same model is joined with it, from the run"


def _fenced(language: str, lines: Sequence[str]) -> str:
    return "\n".join([f"```{language}", *lines, "```"])
