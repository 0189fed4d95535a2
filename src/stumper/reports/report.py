"""The report as a value: everything that is said, shown and told in numbers, before it is written anywhere."""

import platform
import shlex
from dataclasses import dataclass
from typing import Any

from stumper.registry import tasks
from stumper.runs.plan import Plan
from stumper.sections.exhibits import Exhibit
from stumper.sections.ran import Names
from stumper.sections.section import RunFigures, Section
from stumper.sources import installed_version

NOTHING_YET = "Nothing has been attacked yet."
COMMANDS = ("stumper demo", "stumper attack reading --adversary add-any --out out/add-any.json")
BEGIN = f"Begin with {COMMANDS[0]}, or with {COMMANDS[1]}"


@dataclass(frozen=True, slots=True)
class Provenance:
    """How one run was computed: its plan, a signature a score, and the command that repeats it.

    ``queries`` says in words how the queries of all commands that worked on it ended ("" of a run of Stumper 0.1);
    ``joined`` is the run of Stumper 0.1 whose attempts it took over; ``continued`` how many of its own
    an earlier version made.
    """

    run_id: str
    names: Names
    dataset_fingerprint: str
    victim_fingerprint: str | None
    goal: str
    seed: int
    budget: int | None
    limit: int | None
    options: tuple[tuple[str, str], ...]
    signatures: tuple[str, ...]
    command: str
    queries: str = ""
    joined: str = ""
    continued: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """Sentences to quote, then what stands behind them, in the order in which it is read: a section a task."""

    sentences: tuple[str, ...]
    sections: tuple[Section, ...]
    provenance: tuple[Provenance, ...]
    versions: tuple[tuple[str, str], ...]

    @property
    def examples(self) -> tuple[Exhibit, ...]:
        """All that is shown, of all tasks."""
        return tuple(exhibit for section in self.sections for exhibit in section.exhibits)

    @property
    def figures(self) -> dict[str, Any]:
        """What is told in numbers of the tasks that have runs, by the keys of the report's JSON."""
        return {key: value for section in self.sections for key, value in (section.figures or {}).items()}

    def section(self, task: str) -> Section | None:
        """That of a task, where it has one."""
        return next((section for section in self.sections if section.name == task), None)


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
    """The shell command that repeats a run; "" of what people wrote, which none does."""
    if "project" in dict(plan.options) and not plan.adversary_code:
        return ""
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
