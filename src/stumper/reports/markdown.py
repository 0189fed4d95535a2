"""The report as Markdown, for a pull request or a paper's appendix."""

from collections.abc import Sequence

from stumper.reports.report import OUTCOMES, Comparison, Provenance, Report, Row
from stumper.reports.wording import (
    OUTCOME_WORDS,
    change,
    count,
    interval,
    judged,
    left_out,
    percent,
    signed,
    with_interval,
)
from stumper.scores.intervals import Estimate

SCORES = (
    "victim",
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
    "attack",
    *OUTCOME_WORDS.values(),
    "fooled, %",
    "queries: mean",
    "median",
    "total",
    "left out, %",
    "judged",
)


def markdown(report: Report) -> str:
    """Sentences, tables, notes, and how it was computed."""
    parts = ["# Stumper report", *map(_escaped, report.sentences)]
    if report.rows:
        parts += ["## Scores", _table(SCORES, 2, [_scores(row) for row in report.rows])]
        parts += ["## Outcomes and cost", _table(COSTS, 2, [_costs(row) for row in report.rows])]
        parts += ["Percent; in brackets 95% intervals. Differences are paired: after − before, in points."]
        parts += ["\n".join(f"- {_escaped(note)}" for note in report.notes)] if report.notes else []
        parts += ["## How it was computed", *(_computed(run) for run in report.provenance)]
        parts += ["Computed with " + ", ".join(f"{name} {number}" for name, number in report.versions) + "."]
    return "\n\n".join(parts) + "\n"


def _scores(row: Row) -> list[str]:
    names = [row.names.victim, row.names.attack, count(row.f1.after.n)]
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
    return [row.names.victim, row.names.attack, *ended, success, *spent, left_out(row), judged(row)]


def _computed(run: Provenance) -> str:
    limits = [f"{key} {value}" for key, value in (("budget", run.budget), ("limit", run.limit)) if value is not None]
    weights = run.victim_fingerprint or "none: cached for its run only"
    settings = [f"goal {run.goal}", f"seed {run.seed}", *limits, *(f"{key}={value}" for key, value in run.options)]
    lines = [
        f"### {_escaped(run.names.attack)} on {_escaped(run.names.victim)}",
        f"Data set {_escaped(run.names.dataset)} `{run.dataset_fingerprint}`, victim `{weights}`, "
        f"run `{run.run_id}`: {_escaped(', '.join(settings))}.",
        _fenced("sh", [run.command]),
        _fenced("", run.signatures),
    ]
    return "\n\n".join(lines)


def _fenced(language: str, lines: Sequence[str]) -> str:
    return "\n".join([f"```{language}", *lines, "```"])


def _table(header: Sequence[str], texts: int, rows: Sequence[Sequence[str]]) -> str:
    ruler = ["---" if place < texts else "---:" for place in range(len(header))]
    return "\n".join("| " + " | ".join(map(_escaped, cells)) + " |" for cells in (header, ruler, *rows))


def _escaped(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|").replace("<", "&lt;")
