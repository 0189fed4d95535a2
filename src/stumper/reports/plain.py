"""The section of a task that brings none of its own: what each attack leaves of the score that its goal is about."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stumper.reports.naming import Names
from stumper.reports.report import MADE
from stumper.reports.sections import Cell, Section, Table, counted, points, share
from stumper.reports.wording import over, stopped_notes, trained_on_notes, under_attack, with_interval
from stumper.runs.plan import Plan
from stumper.scores.by_original import Scored, drawn_means, observed
from stumper.scores.intervals import Estimate
from stumper.scores.signature import signature
from stumper.store.standing import Stopped
from stumper.task import Task
from stumper.types import Attempt

HEADER = (
    "system",
    "attack",
    "data set",
    "n",
    "before, %",
    "after, %",
    "difference",
    "fooled, %",
    "errors",
    "trained-on",
)


@dataclass(frozen=True, slots=True)
class PlainRun:
    """One run in numbers, over the ``n`` attempts that ended without an error, on examples that the victim was not
    ``trained_on``; intervals draw originals."""

    run_id: str
    names: Names
    goal: str
    seed: int
    n: int
    before: Estimate
    after: Estimate
    difference: Estimate
    success: Estimate
    errored: int
    trained_on: int
    stopped: Stopped | None

    @property
    def signatures(self) -> tuple[str, ...]:
        """What stands behind the figures."""
        how = {"goal": self.goal, "errored": "left-out", "seed": str(self.seed), "ci": "95%-by-original"}
        return (signature("score", self.n, **how), signature("success_rate", self.success.n, **how))


def plain_run(run_id: str, names: Names, plan: Plan, attempts: Sequence[Attempt], stopped: Stopped | None) -> PlainRun:
    """A run in numbers."""
    unseen = [attempt for attempt in attempts if not attempt.trained_on]
    ended = [attempt for attempt in unseen if attempt.outcome != "errored"]
    made = [attempt for attempt in ended if attempt.outcome in MADE]
    of = [_original(attempt) for attempt in ended]
    before = [attempt.before.score or 0.0 for attempt in ended]
    after = [_after(attempt) for attempt in ended]
    rng = np.random.default_rng(plan.seed)
    first, last = drawn_means([Scored(of, before), Scored(of, after)], rng)
    fooled = Scored([_original(attempt) for attempt in made], [float(a.outcome == "succeeded") for a in made])
    [success] = drawn_means([fooled], np.random.default_rng(plan.seed))
    return PlainRun(
        run_id,
        names,
        plan.goal,
        plan.seed,
        len(ended),
        observed(first, len(ended)),
        observed(last, len(ended)),
        observed(last - first, len(ended)),
        observed(success, len(made)),
        len(unseen) - len(ended),
        len(attempts) - len(unseen),
        stopped,
    )


def section(task: Task, runs: Sequence[PlainRun]) -> Section:
    """What the runs of one task say."""
    told = sorted(runs, key=lambda run: run.after.value)
    rows = tuple(_row(run) for run in told)
    return Section(
        task.name,
        f"{task.unit[:1].upper()}{task.unit[1:]}s",
        tuple(_sentence(task, run) for run in told),
        (Table(HEADER, rows, names=3),),
        (*stopped_notes(runs), *trained_on_notes(_seen(runs))),
    )


def _seen(runs: Sequence[PlainRun]) -> dict[str, tuple[int, int]]:
    """By system how many attempts are on examples that it was trained on, of how many."""
    found: dict[str, tuple[int, int]] = {}
    for run in runs:
        seen, attempts = found.get(run.names.victim, (0, 0))
        found[run.names.victim] = seen + run.trained_on, attempts + run.trained_on + run.n + run.errored
    return found


def _original(attempt: Attempt) -> str:
    """The id of what was attacked: an instance has one of its own."""
    return attempt.example_id if attempt.perturbation is None else attempt.perturbation.example_id


def _after(attempt: Attempt) -> float:
    """The score of what the attack stands by; of the original, where it stands by nothing."""
    verdict = attempt.after if attempt.after is not None and attempt.perturbation is not None else attempt.before
    return verdict.score or 0.0


def _sentence(task: Task, run: PlainRun) -> str:
    victim, measure = run.names.victim, f"score ({run.goal})"
    if not run.n:
        return f"Nothing could be scored of {victim} under {run.names.attack}."
    if run.names.adversary == "identity":
        figure = with_interval(run.after)
        return f"Without an attack {victim} has {figure} {measure}, {over(run.n, run.trained_on, run.stopped)}."
    scores, on = (run.before, run.after), f" on {run.names.dataset}"
    return f"{under_attack(run.names.attack, victim, measure, scores, on, run.trained_on, run.stopped)}."


def _row(run: PlainRun) -> tuple[Cell, ...]:
    names = Cell(run.names.victim), Cell(run.names.attack), Cell(run.names.dataset)
    figures = counted(run.n), share(run.before), share(run.after), points(run.difference), share(run.success)
    return (*names, *figures, counted(run.errored), counted(run.trained_on))
