"""Runs as trackers of experiments keep them: parameters and metrics by name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from stumper.reports.of_runs import report_of
from stumper.runs.plan import Plan
from stumper.scoring import Score
from stumper.statistics import Estimate
from stumper.store import Store
from stumper.table.naming import short_victims
from stumper.table.of_runs import plans_of
from stumper.version import __version__


@dataclass(frozen=True, slots=True)
class Noted:
    """A run by its ``id``, with what was asked of what, and each figure with its bounds and n where they are known."""

    id: str
    name: str
    parameters: Mapping[str, str]
    metrics: Mapping[str, float]


def noted(store: Store, run_ids: Sequence[str], scores: Sequence[Score]) -> list[Noted]:
    """Each run with the figures of the report, or with the ``scores`` of an evaluation, where it was one."""
    plans = plans_of(store, run_ids)
    metrics = _scored(plans, scores) if scores else _attacked(store, run_ids)
    return [
        Noted(id, f"{plan.adversary} x {plan.victim}", _parameters(plan), metrics.get(id, {}))
        for id, plan in plans.items()
    ]


def _parameters(plan: Plan) -> dict[str, str]:
    told = {"dataset": plan.dataset, "victim": plan.victim, "adversary": plan.adversary, "goal": plan.goal,
            "seed": plan.seed, "limit": plan.limit, "budget": plan.budget, "only_right": plan.only_right,
            "stumper": __version__}  # fmt: skip
    options = {f"option.{name}": value for name, value in plan.options}
    return {name: str(value) for name, value in {**told, **options}.items() if value is not None}


def _attacked(store: Store, run_ids: Sequence[str]) -> dict[str, dict[str, float]]:
    """What the report has of each attack, by the id of its run."""
    runs = [run for section in report_of(store, run_ids, with_examples=False).sections for run in section.runs]
    return {run.run_id: {name: value for side in ("before", "after", "difference")
                         for name, value in _of(f"{run.measure}_{side}", getattr(run.scores, side))}
            for run in runs}  # fmt: skip


def _scored(plans: Mapping[str, Plan], scores: Sequence[Score]) -> dict[str, dict[str, float]]:
    """The scores of each system's evaluation, by the id of its run."""
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


def _of(name: str, estimate: Estimate) -> Iterator[tuple[str, float]]:
    return _bounded(name, estimate.value, estimate.low, estimate.high, estimate.n)


def _bounded(name: str, value: float, low: float, high: float, n: int) -> Iterator[tuple[str, float]]:
    """A figure with its bounds and n, without what is not known."""
    for called, number in ((name, value), (f"{name}_low", low), (f"{name}_high", high), (f"{name}_n", float(n))):
        if not isnan(number):
            yield called, number
