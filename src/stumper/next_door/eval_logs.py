"""Runs of a store as logs that Inspect's viewer opens: a log a run, of its originals and of what was made of them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadOutput
from stumper.identity import perturbation_id
from stumper.next_door.asked import NOTHING, ORIGINAL, VARIANT
from stumper.predictions import best_answer
from stumper.registry import task_of, with_extras
from stumper.reports import Report
from stumper.reports.tables import file_name
from stumper.runs import Plan, from_json
from stumper.sections.section import RunFigures
from stumper.standing import ended
from stumper.statistics import Estimate
from stumper.store import Store
from stumper.types import Attempt, Example, Gold, Query, Verdict
from stumper.version import __version__

SCORER = "stumper"


def write_logs(folder: Path, store: Store, run_ids: Sequence[str], report: Report, now: datetime) -> list[Path]:
    """Writes a log for each run into a folder, with the figures that the report has of it; their paths. MissingExtra
    without Inspect, BadOutput where a log cannot be written."""
    inspect = with_extras("--inspect", lambda: __import__("inspect_ai.log").log)
    figures = {run.run_id: run for section in report.sections for run in section.runs}
    plans = store.plans()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOutput(f"{folder} cannot be made: {error.strerror}. Name another folder.") from error
    paths = []
    for id in run_ids:
        plan = from_json(plans[id])
        log = _log(inspect, store, plan, figures.get(id), now)
        path = folder / f"{file_name(f'{plan.adversary} {plan.victim}')}_{id}.eval"
        draft = folder / f".{id}.partial.eval"
        try:
            inspect.write_eval_log(log, str(draft.absolute()), format="eval")
            write_bytes(path, draft.read_bytes())
        except OSError as error:
            raise BadOutput(f"{path} cannot be written: {error.strerror or error}. Name another folder.") from error
        finally:
            draft.unlink(missing_ok=True)
        paths.append(path)
    return paths


def _log(inspect: Any, store: Store, plan: Plan, figures: RunFigures | None, now: datetime) -> Any:
    attempts = store.attempts(plan.id)
    originals = store.examples_of(plan.dataset_fingerprint, {_original(one) for one in attempts})
    samples = [one for attempt in attempts for one in _samples(inspect, plan, attempt, originals)]
    samples = list({one.id: one for one in reversed(samples)}.values())[::-1]  # an original stands there once
    told = {"attack": plan.adversary, "goal": plan.goal, "seed": plan.seed, "run": plan.id, **dict(plan.options)}
    begun = now.isoformat(timespec="seconds")
    return inspect.EvalLog(
        status="success",
        eval=inspect.EvalSpec(
            created=begun,
            task=f"stumper/{plan.adversary}",
            task_id=plan.id,
            run_id=plan.id,
            dataset=inspect.EvalDataset(
                name=plan.dataset, samples=len(samples), sample_ids=[one.id for one in samples]
            ),
            model=plan.victim,
            config=inspect.EvalConfig(),
            packages={"stumper": __version__},
            metadata={**told, **({} if figures is None else {"signatures": list(figures.signatures)})},
        ),
        results=inspect.EvalResults(
            total_samples=len(samples),
            completed_samples=sum(one.error is None for one in samples),
            scores=[] if figures is None else [_figures(inspect, figures)],
        ),
        stats=inspect.EvalStats(started_at=begun, completed_at=begun),
        samples=samples,
    )


def _figures(inspect: Any, run: RunFigures) -> Any:
    """What the report says of the run, with the bounds of its intervals."""
    estimates: dict[str, Estimate] = {"before": run.scores.before, "after": run.scores.after,
                                      "difference": run.scores.difference}  # fmt: skip
    values = {f"{name}{end}": value for name, one in estimates.items()
              for end, value in (("", one.value), ("_low", one.low), ("_high", one.high))}  # fmt: skip
    metrics = {name: inspect.EvalMetric(name=name, value=value) for name, value in values.items()}
    return inspect.EvalScore(name=run.measure, scorer=SCORER, scored_samples=run.scores.after.n, metrics=metrics)


def _original(attempt: Attempt) -> str:
    return attempt.original_id or attempt.example_id


def _samples(inspect: Any, plan: Plan, attempt: Attempt, originals: dict[str, Example]) -> Iterator[Any]:
    """The original of an attempt and all variants that were asked."""
    example = originals.get(_original(attempt))
    if example is not None:
        outcome = ended(attempt)
        reason = attempt.reason if outcome == attempt.outcome else None  # else the error of a variant, which has it
        told: dict[str, object] = {"of": ORIGINAL, "original_id": example.id, "outcome": outcome, "reason": reason}
        yield _sample(inspect, plan.victim, example.id, example.query, example.gold, attempt.before, told)
    stood_by = [] if attempt.perturbation is None or attempt.after is None else [(attempt.perturbation, attempt.after)]
    made = [(one.perturbation, one.verdict) for one in attempt.candidates] or stood_by
    for perturbation, verdict in made:
        said: dict[str, object] = {"of": VARIANT, "original_id": _original(attempt), "fooled": verdict.succeeded,
                "rule": ", ".join(dict.fromkeys(edit.rule for edit in perturbation.edits if edit.rule))}  # fmt: skip
        id = f"{_original(attempt)}-{perturbation_id(perturbation)}"  # stands beside its original in lists
        yield _sample(inspect, plan.victim, id, perturbation.query, perturbation.gold, verdict, said)


def _sample(
    inspect: Any, victim: str, id: str, query: Query, gold: Gold, verdict: Verdict, told: dict[str, object]
) -> Any:
    models, scorers = __import__("inspect_ai.model").model, __import__("inspect_ai.scorer").scorer
    task, prediction = task_of(query), verdict.prediction
    answer = None if prediction is None else best_answer(prediction)
    right = list(dict.fromkeys(one.text for one in gold.answers)) or [NOTHING]
    scores = {name: one.score(gold, prediction) for name, one in task.scoring.measures.items()}
    failed = (
        None if verdict.fault is None else inspect.EvalError(message=verdict.fault, traceback="", traceback_ansi="")
    )
    return inspect.EvalSample(
        id=id,
        epoch=1,
        input="\n\n".join(filter(None, task.wire.arguments(query))),
        target=right,
        output=models.ModelOutput.from_content(victim, answer or ""),
        scores=None if failed else {SCORER: scorers.Score(value=dict(scores), answer=answer)},
        metadata=told,
        error=failed,
    )
