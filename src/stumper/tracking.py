"""Results for trackers of experiments: what one is told of a run, and MLflow as one of them."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stumper.runs.plan import Plan
    from stumper.scoring import Score
    from stumper.statistics import Estimate
    from stumper.store import Store


@dataclass(frozen=True, slots=True)
class Tracked:
    """A run as trackers keep one: what was asked of what as ``parameters``, figures as ``metrics``, unrounded, and the
    folder with its ``report`` (report.html, report.md, report.json), which is gone once the tracker returns.

    A metric of an attack is called ``f1_before``, ``f1_after`` and ``f1_difference``, of an evaluation ``f1_original``
    and ``f1_adversarial``; the bounds of its interval end in ``_low`` and ``_high`` where it has one, and how many
    it is of in ``_n``.
    """

    id: str
    name: str
    parameters: Mapping[str, str]
    metrics: Mapping[str, float]
    report: Path


Tracker = Callable[[Tracked], object]


def track(store: "Store", run_ids: Sequence[str], scores: Sequence["Score"], tracker: Tracker) -> None:
    """Tells a tracker of each run, with the ``scores`` of an evaluation, where it was one; BadOutput where it fails, by
    when all results are in the store."""
    from stumper.api import write_report_of
    from stumper.errors import BadOutput, StumperError
    from stumper.reasons import reason_of
    from stumper.table.of_runs import plans_of

    plans = plans_of(store, run_ids)
    metrics = _scored(plans, scores) if scores else _attacked(store, run_ids)
    for id, plan in plans.items():
        with tempfile.TemporaryDirectory(prefix="stumper-report-") as folder:
            write_report_of([id], store, Path(folder))
            told = Tracked(
                id, f"{plan.adversary} x {plan.victim}", _parameters(plan), metrics.get(id, {}), Path(folder)
            )
            try:
                tracker(told)
            except StumperError:
                raise
            except Exception as error:  # a tracker is foreign code
                raise BadOutput(f"The tracker did not take the run {told.name!r}: {reason_of(error)}. The results are "
                                "in the store: mend it, then stumper.stored().track(tracker).") from error  # fmt: skip


def to_mlflow(tracked: Tracked) -> None:
    """Logs a run to MLflow as a run of its own, within the one that is active; MissingExtra without MLflow."""
    from stumper.registry import with_extras

    mlflow = with_extras("to_mlflow", lambda: __import__("mlflow"))
    with mlflow.start_run(run_name=tracked.name, nested=mlflow.active_run() is not None):
        mlflow.set_tag("stumper.run", tracked.id)
        mlflow.log_params(dict(tracked.parameters))
        mlflow.log_metrics(dict(tracked.metrics))
        mlflow.log_artifacts(str(tracked.report), "report")


def _parameters(plan: "Plan") -> dict[str, str]:
    from stumper.version import __version__

    told = {"dataset": plan.dataset, "victim": plan.victim, "adversary": plan.adversary, "goal": plan.goal,
            "seed": plan.seed, "limit": plan.limit, "budget": plan.budget, "only_right": plan.only_right,
            "stumper": __version__}  # fmt: skip
    options = {f"option.{name}": value for name, value in plan.options}
    return {name: str(value) for name, value in {**told, **options}.items() if value is not None}


def _attacked(store: "Store", run_ids: Sequence[str]) -> dict[str, dict[str, float]]:
    """What the report has of each attack, by the id of its run."""
    from stumper.jobs import report_of

    runs = [run for section in report_of(store, run_ids, with_examples=False).sections for run in section.runs]
    return {run.run_id: {name: value for side in ("before", "after", "difference")
                         for name, value in _of(f"{run.measure}_{side}", getattr(run.scores, side))}
            for run in runs}  # fmt: skip


def _scored(plans: Mapping[str, "Plan"], scores: Sequence["Score"]) -> dict[str, dict[str, float]]:
    """The scores of each system's evaluation, by the id of its run."""
    from stumper.table.naming import short_victims

    called = short_victims(plans.values())
    return {
        id: {
            name: value
            for one in scores
            if one.victim in (plan.victim, called.get(plan.victim))
            for name, value in _bounded(f"{one.name}_{one.on}", one.value, one.low, one.high, one.n)
        }
        for id, plan in plans.items()
    }


def _of(name: str, estimate: "Estimate") -> Iterator[tuple[str, float]]:
    return _bounded(name, estimate.value, estimate.low, estimate.high, estimate.n)


def _bounded(name: str, value: float, low: float, high: float, n: int) -> Iterator[tuple[str, float]]:
    """A figure with its bounds and n, without what is not known."""
    for called, number in ((name, value), (f"{name}_low", low), (f"{name}_high", high), (f"{name}_n", float(n))):
        if not isnan(number):
            yield called, number
