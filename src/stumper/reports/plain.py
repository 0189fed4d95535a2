"""The section of a task that brings none of its own: what each attack leaves of the score that its goal is about."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stumper.scores.by_original import Scored, drawn_means, observed
from stumper.scores.intervals import Estimate
from stumper.scores.signature import signature
from stumper.sections.ran import Names, Ran
from stumper.sections.section import Row, RunFigures, Section, Table
from stumper.sections.showing import columns, line, notes, part, points, shown
from stumper.sections.wording import over, seen_notes, stopped_notes, under_attack, with_interval
from stumper.standing import Stopped
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
    def attempted(self) -> int:
        """All attempts."""
        return self.trained_on + self.n + self.errored

    @property
    def signatures(self) -> tuple[str, ...]:
        """What stands behind the figures."""
        how = {"goal": self.goal, "errored": "left-out", "seed": str(self.seed), "ci": "95%-by-original"}
        return (signature("score", self.n, **how), signature("success_rate", self.success.n, **how))


def section(task: Task, runs: Sequence[Ran]) -> Section:
    """What the runs of one task say."""
    every = list(map(_plain, runs))
    told = sorted(every, key=lambda run: run.after.value)
    table = Table(columns(*HEADER), tuple(map(_row, told)), names=3)
    title = f"{task.unit[:1].upper()}{task.unit[1:]}s"
    return Section(
        task.name,
        title,
        tuple(_sentence(run) for run in told),
        (part(title, shown(table), *notes((*stopped_notes(told), *seen_notes(told)))),),
        tuple(RunFigures(run.run_id, run.names, run.after.value, run.signatures) for run in every),
        measures=(task.scoring.headline,),
    )


def _plain(ran: Ran) -> PlainRun:
    """A run in numbers."""
    unseen = ran.unseen
    ended = [attempt for attempt in unseen if attempt.outcome != "errored"]
    of = [_original(attempt) for attempt in ended]
    before = [attempt.before.score or 0.0 for attempt in ended]
    after = [_after(attempt) for attempt in ended]
    first, last = drawn_means([Scored(of, before), Scored(of, after)], np.random.default_rng(ran.seed))
    fooled = Scored([_original(attempt) for attempt in ran.made], [float(a.outcome == "succeeded") for a in ran.made])
    [success] = drawn_means([fooled], np.random.default_rng(ran.seed))
    return PlainRun(
        ran.id,
        ran.names,
        ran.goal,
        ran.seed,
        len(ended),
        observed(first, len(ended)),
        observed(last, len(ended)),
        observed(last - first, len(ended)),
        observed(success, len(ran.made)),
        len(unseen) - len(ended),
        len(ran.attempts) - len(unseen),
        ran.stopped,
    )


def _original(attempt: Attempt) -> str:
    """The id of what was attacked: an instance has one of its own."""
    return attempt.example_id if attempt.perturbation is None else attempt.perturbation.example_id


def _after(attempt: Attempt) -> float:
    """The score of what the attack stands by; of the original, where it stands by nothing."""
    verdict = attempt.after if attempt.after is not None and attempt.perturbation is not None else attempt.before
    return verdict.score or 0.0


def _sentence(run: PlainRun) -> str:
    victim, measure = run.names.victim, f"score ({run.goal})"
    if not run.n:
        return f"Nothing could be scored of {victim} under {run.names.attack}."
    if run.names.adversary == "identity":
        figure = with_interval(run.after)
        return f"Without an attack {victim} has {figure} {measure}, {over(run.n, run.trained_on, run.stopped)}."
    scores, on = (run.before, run.after), f" on {run.names.dataset}"
    return f"{under_attack(run.names.attack, victim, measure, scores, on, run.trained_on, run.stopped)}."


def _row(run: PlainRun) -> Row:
    figures = run.n, run.before, run.after, points(run.difference), run.success
    return line(run.names.victim, run.names.attack, run.names.dataset, *figures, run.errored, run.trained_on)
