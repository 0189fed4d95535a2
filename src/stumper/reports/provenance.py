"""How a run was computed, and how to compute it again."""

import platform
import shlex

from stumper.registry import tasks
from stumper.reports.report import Provenance
from stumper.runs.plan import Plan
from stumper.sections.section import RunFigures
from stumper.sources import installed_version

PACKAGES = ("stumper", "numpy", "onnxruntime", "tokenizers")


def provenance(plan: Plan, run: RunFigures) -> Provenance:
    """The plan of a run, the signatures of its scores, its command."""
    return Provenance(
        run_id=run.run_id,
        names=run.names,
        dataset_fingerprint=plan.dataset_fingerprint,
        victim_fingerprint=plan.victim_fingerprint,
        goal=plan.goal,
        seed=plan.seed,
        budget=plan.budget,
        limit=plan.limit,
        options=plan.options,
        signatures=run.signatures,
        command=command(plan),
        joined=plan.joined,
        continued=plan.continued,
    )


def command(plan: Plan) -> str:
    """The shell command that repeats a run."""
    parts = ["stumper", "attack", plan.dataset, "--adversary", plan.adversary, "--victim", plan.victim]
    for key, value in plan.options:
        parts += ["--set", f"{key}={value}"]
    for flag, number in (("--limit", plan.limit), ("--seed", plan.seed), ("--budget", plan.budget)):
        if number is not None:
            parts += [flag, str(number)]
    if plan.goal not in [next(iter(task.goals)) for task in tasks()]:
        parts += ["--goal", plan.goal]
    ending = next(task.suffix for task in tasks() if plan.goal in task.goals)
    return shlex.join([*parts, "--out", f"out/{plan.adversary}{ending}"])


def versions() -> tuple[tuple[str, str], ...]:
    """The versions of what computed this report."""
    return (*((name, installed_version(name) or "absent") for name in PACKAGES), ("python", platform.python_version()))
