"""The section of a task that brings none of its own: what each attack leaves of the score that its goal is about."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.scores.before_after import BeforeAfter, before_after
from stumper.scores.score import made_by
from stumper.scores.signature import signature
from stumper.scores.variants import counted
from stumper.sections.exhibits import GUESSES, Exhibit, Response, exhibit, shown_note
from stumper.sections.ran import NO_LACK, Lacking, Names, Ran, unanswered
from stumper.sections.section import Row, RunFigures, Section, Table
from stumper.sections.showing import columns, fooled, line, notes, part, points, shown
from stumper.sections.wording import lacking_notes, seen_notes, stopped_notes
from stumper.standing import Stopped
from stumper.statistics import Estimate, mean
from stumper.task import Task
from stumper.types import Attempt, Example, Gold, Verdict

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
    """One run in numbers, over ``n`` originals or variants, ``by`` the measure of this name that its goal is about,
    which people call ``measure``.

    They are of the ``total`` attempts on examples that the victim was not ``trained_on``, without the ``errored``
    originals or variants that it failed on.
    """

    run_id: str
    names: Names
    goal: str
    by: str
    measure: str
    seed: int
    n: int
    before: Estimate
    after: Estimate
    difference: Estimate
    success: Estimate
    total: int
    errored: int
    trained_on: int
    stopped: Stopped | None
    unanswered: int = 0
    lacking: Lacking = NO_LACK

    @property
    def attempted(self) -> int:
        """All attempts."""
        return self.trained_on + self.total

    @property
    def signatures(self) -> tuple[str, ...]:
        """What stands behind the figures."""
        how = {"goal": self.goal, "errored": "left-out", "seed": str(self.seed)}
        return (
            signature("score", self.n, **how, **made_by(self.after)),
            signature("success_rate", self.success.n, **how, **made_by(self.success)),
        )


def section(task: Task, runs: Sequence[Ran], with_examples: bool = True) -> Section:
    """What the runs of one task say, and what was asked and answered in them."""
    every = [_plain(run, task) for run in runs]
    told = sorted(every, key=lambda run: run.after.value)
    measures = dict.fromkeys(run.measure for run in told)
    tables = [_table([run for run in told if run.measure == one], one if len(measures) > 1 else "") for one in measures]
    of_shown = shown_note([len(run.attempts) for run in runs], f"{task.unit}s") if with_examples else ()
    said = (*stopped_notes(told), *seen_notes(told), *lacking_notes(told, task.unit), *of_shown)
    title = f"{task.unit[:1].upper()}{task.unit[1:]}s"
    return Section(
        task.name,
        title,
        (),
        (part(title, *map(shown, tables), *notes(said)),),
        tuple(
            RunFigures(
                run.run_id, run.names, run.by, BeforeAfter(run.before, run.after, run.difference), run.signatures
            )
            for run in every
        ),
        exhibits=tuple(_exhibit(task, run, *one) for run in runs for one in run.shown()) if with_examples else (),
        shows="texts",
    )


def _table(runs: Sequence[PlainRun], measure: str) -> Table:
    """The runs by one measure, under its name where there are others."""
    return Table(columns(*HEADER), tuple(map(_row, runs)), names=3, title=measure)


def _exhibit(task: Task, run: Ran, attempt: Attempt, example: Example) -> Exhibit:
    """An attempt by the texts that a function in Python would be asked with."""
    asked = task.wire.arguments
    texts = (lambda query: asked(query)[0]), (lambda query: asked(query)[1])
    return exhibit(run, attempt, example, task.name, *texts, response)


def response(verdict: Verdict, gold: Gold) -> Response:
    """What a victim said, as right as its run's goal says."""
    said = verdict.prediction
    return Response(said.guesses[:GUESSES] if said else (), said.mass if said else None, verdict.score, None)


def _plain(ran: Ran, task: Task) -> PlainRun:
    """A run in numbers."""
    by = task.scoring.by_goal.get(ran.goal, task.scoring.headline)
    found, ended = counted(ran.variants, by, task.counts_variants), ran.outcomes
    compared = before_after(found.originals, found.before[by], found.after[by], found.groups)
    of = [attempt.original_id or attempt.example_id for attempt in ran.made]
    turned = [float(attempt.outcome == "succeeded") for attempt in ran.made]
    return PlainRun(
        ran.id,
        ran.names,
        ran.goal,
        by,
        task.scoring.measures[by].label,
        ran.seed,
        len(found.units),
        compared.before,
        compared.after,
        compared.difference,
        mean(turned, of, found.groups),
        ended.total,
        found.missing.total,
        len(ran.attempts) - len(ran.unseen),
        ran.stopped,
        unanswered(ran, task.counts_variants),
        ran.lacking if task.counts_variants else NO_LACK,
    )


def _row(run: PlainRun) -> Row:
    figures = (run.n, run.before, run.after, points(run.difference), fooled(run.success, is_bare=False))
    return line(run.names.victim, run.names.attack, run.names.dataset, *figures, run.errored, run.trained_on)
