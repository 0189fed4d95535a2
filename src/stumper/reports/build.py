"""From the store to the report."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, median

from stumper.errors import BadOption
from stumper.identity import perturbation_id
from stumper.reports import curves, sentences
from stumper.reports.exhibits import exhibit, verdict_score
from stumper.reports.naming import names
from stumper.reports.provenance import provenance, versions
from stumper.reports.report import Comparison, Curve, Names, Outcomes, Queries, Report, Row
from stumper.runs.plan import Plan, from_json
from stumper.scores.answers import AnswerScore
from stumper.scores.intervals import difference_interval, mean_interval
from stumper.store import Store
from stumper.types import Attempt, Example

MADE = ("succeeded", "failed", "exhausted")


def build_report(store: Store, run_ids: Sequence[str], with_examples: bool = True) -> Report:
    """The report of these runs, in this order; BadOption where the store holds no such run.

    Without examples it is made much faster, and is all that a table needs.
    """
    plans = _plans(store, run_ids)
    called = names(plans)
    examples = {plan.dataset_fingerprint: store.examples(plan.dataset_fingerprint) for plan in plans.values()}
    attempts = {
        run_id: _ordered(store.attempts(run_id), examples[plan.dataset_fingerprint]) for run_id, plan in plans.items()
    }
    rows = tuple(
        _row(store, run_id, called[run_id], attempts[run_id], examples[plan.dataset_fingerprint])
        for run_id, plan in plans.items()
    )
    return Report(
        sentences=sentences.summary(rows),
        notes=sentences.notes(rows),
        rows=rows,
        curves=tuple(_curve(run_id, called[run_id], plan, attempts[run_id]) for run_id, plan in plans.items()),
        examples=tuple(
            exhibit(called[run_id], attempt, examples[plan.dataset_fingerprint][attempt.example_id])
            for run_id, plan in plans.items()
            for attempt in attempts[run_id]
            if with_examples
        ),
        provenance=tuple(
            provenance(plan, row, _official(examples[plan.dataset_fingerprint].values()))
            for plan, row in zip(plans.values(), rows, strict=True)
        ),
        versions=versions(),
    )


def _plans(store: Store, run_ids: Sequence[str]) -> dict[str, Plan]:
    documents = store.plans()
    if unknown := [run_id for run_id in run_ids if run_id not in documents]:
        known = ", ".join(documents) or "none yet"
        raise BadOption(f"The store holds no run {unknown[0]!r}; it holds: {known}.")
    return {run_id: from_json(documents[run_id]) for run_id in run_ids}


def _ordered(attempts: Sequence[Attempt], examples: Mapping[str, Example]) -> list[Attempt]:
    """In the examples' order, as the order of recording differs where a run was interrupted or had several workers."""
    places = {id: place for place, id in enumerate(examples)}
    return sorted(attempts, key=lambda attempt: places[attempt.example_id])


def _official(examples: Iterable[Example]) -> str:
    return "squad-1.1" if all(example.gold.answerable is None for example in examples) else "squad-2.0"


def _curve(run_id: str, called: Names, plan: Plan, attempts: Sequence[Attempt]) -> Curve:
    return Curve(run_id, called, "exact match" if plan.goal == "not_exact" else "F1", curves.points(attempts))


def _row(store: Store, run_id: str, called: Names, attempts: Sequence[Attempt], examples: Mapping[str, Example]) -> Row:
    pairs = [_pair(attempt, examples[attempt.example_id]) for attempt in attempts if attempt.outcome != "errored"]
    made = [attempt for attempt in attempts if attempt.outcome in MADE]
    spent = [attempt.queries for attempt in made]
    return Row(
        run_id=run_id,
        names=called,
        f1=_comparison([before.f1 for before, _ in pairs], [after.f1 for _, after in pairs]),
        exact_match=_comparison([b.exact_match for b, _ in pairs], [a.exact_match for _, a in pairs]),
        success=mean_interval([float(attempt.outcome == "succeeded") for attempt in made]),
        outcomes=_outcomes(attempts),
        queries=Queries(
            fmean(spent) if spent else float("nan"),
            float(median(spent)) if spent else float("nan"),
            sum(attempt.queries for attempt in attempts),
        ),
        uncovered=_uncovered(attempts),
        judgements=_judgements(store, attempts),
        refused=sum(attempt.outcome != "errored" and attempt.reason is not None for attempt in attempts),
    )


def _pair(attempt: Attempt, example: Example) -> tuple[AnswerScore, AnswerScore]:
    before = verdict_score(attempt.before, example.gold)
    if attempt.after is None or attempt.after.prediction is None or attempt.perturbation is None:
        return before, before
    return before, verdict_score(attempt.after, attempt.perturbation.gold)


def _comparison(before: Sequence[float], after: Sequence[float]) -> Comparison:
    return Comparison(mean_interval(before), mean_interval(after), difference_interval(before, after))


def _outcomes(attempts: Sequence[Attempt]) -> Outcomes:
    ended = [attempt.outcome for attempt in attempts]
    return Outcomes(*(ended.count(outcome) for outcome in ("succeeded", "failed", "exhausted", "skipped", "errored")))


def _uncovered(attempts: Sequence[Attempt]) -> float | None:
    verdicts = [verdict for attempt in attempts for verdict in (attempt.before, attempt.after) if verdict is not None]
    masses = [
        verdict.prediction.mass
        for verdict in verdicts
        if verdict.prediction is not None and verdict.prediction.mass is not None
    ]
    return fmean(max(0.0, 1 - mass) for mass in masses) if masses else None


def _judgements(store: Store, attempts: Sequence[Attempt]) -> int:
    changed = [perturbation_id(a.perturbation) for a in attempts if a.perturbation is not None]
    return len(store.judgements(changed)) if changed else 0
