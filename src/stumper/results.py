"""What a call from Python has found: a view of the table of results."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:  # what `import stumper` imports must load at once
    from concurrent.futures import Executor
    from pathlib import Path

    from stumper.comparing import Baseline, Comparison, FailIf, Verdict
    from stumper.jobs import Job
    from stumper.reports import Report
    from stumper.runs.plan import Plan
    from stumper.scoring import Score
    from stumper.sections.exhibits import Exhibit
    from stumper.sections.section import RunFigures
    from stumper.store import Store
    from stumper.table import Table
    from stumper.text import Change

Told = Literal["fooled", "kept", "skipped", "error"]
OUTCOMES: Mapping[str, Told] = {
    "succeeded": "fooled",
    "failed": "kept",
    "exhausted": "kept",
    "skipped": "skipped",
    "errored": "error",
}
FEW = 4  # systems under attacks that a short text names


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: ``done`` of ``total`` originals or variants, of which ``fooled`` fooled the system. As text it
    is the line that the command line shows."""

    attack: str
    system: str
    done: int
    total: int
    fooled: int

    def __str__(self) -> str:
        return f"{self.attack} x {self.system}  {self.done}/{self.total}  fooled {self.fooled}"


@dataclass(frozen=True, slots=True)
class Shown:
    """One attempt: what was asked before and after, what was answered, and how it ended."""

    attack: str
    system: str
    id: str
    outcome: Told
    question: str
    context: str
    question_after: str
    context_after: str
    right: tuple[str, ...]
    answer: str | None
    answer_after: str | None
    reason: str | None

    def __str__(self) -> str:
        asked = self.question_after or self.context_after
        return f"{self.outcome}: {asked} | right: {', '.join(self.right)} | {self.answer} -> {self.answer_after}"


@dataclass(frozen=True, slots=True)
class Tracked:
    """A run as trackers of experiments keep one: what was asked of what as ``parameters``, figures as ``metrics``,
    unrounded, and the folder with its ``report`` (report.html, report.md, report.json), which is gone once the tracker
    returns.

    A metric of an attack is called ``f1_before``, ``f1_after`` and ``f1_difference``, of an evaluation ``f1_original``
    and ``f1_adversarial``; the bounds of its interval end in ``_low`` and ``_high`` where it has one, and how many it
    is of in ``_n``.
    """

    id: str
    name: str
    parameters: Mapping[str, str]
    metrics: Mapping[str, float]
    report: "Path"


def to_mlflow(tracked: Tracked) -> None:
    """Logs a run to MLflow as a run of its own, within the one that is active; MissingExtra without MLflow."""
    from stumper.registry import with_extras

    mlflow = with_extras("to_mlflow", lambda: __import__("mlflow"))
    with mlflow.start_run(run_name=tracked.name, nested=mlflow.active_run() is not None):
        mlflow.set_tag("stumper.run", tracked.id)
        mlflow.log_params(dict(tracked.parameters))
        mlflow.log_metrics(dict(tracked.metrics))
        mlflow.log_artifacts(str(tracked.report), "report")


@dataclass(frozen=True, slots=True, repr=False)
class Results:
    """Runs in a store. ``said`` is how data and systems were understood; ``scores`` are those of an evaluation."""

    store: "Store"
    run_ids: tuple[str, ...]
    said: tuple[str, ...] = ()
    scores: tuple["Score", ...] = ()
    jobs: tuple["Job", ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What makes all figures doubtful, for which the rows are read, then how data and systems were understood."""
        from stumper.reports.of_runs import doubts_on

        return tuple(dict.fromkeys((*doubts_on(self.store, self.run_ids), *self.said)))

    @property
    def table(self) -> "Table":
        """The table of results: a row for each variant that a system met."""
        from stumper.table import of_runs

        return of_runs(self.store, self.run_ids)

    @property
    def runs(self) -> "tuple[RunFigures, ...]":
        """What each attack leaves of each system, by the score that leads: before, after and the difference."""
        return tuple(run for section in self._report(False).sections for run in section.runs)

    def frame(self, kind: Literal["pandas", "polars", "arrow"] = "pandas") -> Any:
        """The table as a frame; MissingExtra without the package (pip install 'stumper[frames]' pandas)."""
        return self.table.frame(kind)

    def summary(self) -> str:
        """The sentences of the report, each value with its interval, or of an evaluation each score; then all notes
        that a terminal shows, and how data and systems were understood."""
        report = self._report(False)
        return "\n".join(dict.fromkeys([*report.sentences, *self._lines(report), *report.notes, *self.notes]))

    def report(self, folder: "str | Path") -> "Path":
        """Writes report.html, report.md and report.json into a folder; the path of the first."""
        from pathlib import Path

        from stumper.api import write_report_of

        return write_report_of(list(self.run_ids), self.store, Path(folder))

    def examples(self, outcome: Told | None = None) -> list[Shown]:
        """The attempts that the report shows (of a long run 400, at even distances), or those that ended so.

        ``outcome``: ``"fooled"``, ``"kept"``, ``"skipped"`` (wrong already) or ``"error"``. BadOption for any other.
        """
        from stumper.errors import BadOption

        if outcome is not None and outcome not in OUTCOMES.values():
            known = ", ".join(dict.fromkeys(OUTCOMES.values()))
            raise BadOption(f"No attempt ends as {outcome!r}. The outcomes are {known}.")
        every = map(_shown, self._report(True).examples)
        return [one for one in every if outcome is None or one.outcome == outcome]

    def track(self, tracker: Callable[[Tracked], object]) -> None:
        """Tells a tracker of each run, as ``tracker=`` of a call does: ``stumper.to_mlflow``, or a function of a
        ``stumper.Tracked``. BadOutput where it fails."""
        import tempfile
        from pathlib import Path

        from stumper.api import write_report_of
        from stumper.errors import BadOutput, StumperError
        from stumper.reasons import reason_of
        from stumper.tracking import noted

        for run in noted(self.store, self.run_ids, self.scores):
            with tempfile.TemporaryDirectory(prefix="stumper-report-") as folder:
                write_report_of([run.id], self.store, Path(folder))
                told = Tracked(run.id, run.name, run.parameters, run.metrics, Path(folder))
                try:
                    tracker(told)
                except StumperError:
                    raise
                except Exception as error:  # a tracker is foreign code
                    why = reason_of(error).rstrip(".")
                    raise BadOutput(f"The tracker did not take the run {run.name!r}: {why}. The results are in the "
                                    "store: mend it, then stumper.stored().track(tracker).") from error  # fmt: skip

    def compare(
        self, other: "Results | str", *, by: str | None = None, score: str | None = None, examples: int = 3
    ) -> "Difference":
        """What improved and what fell from these results to others, in pairs of the same questions."""
        return difference(self, other, by=by, score=score, examples=examples)

    def transfer(
        self, progress: Callable[[Progress], object] | None = None, executor: "Executor | None" = None
    ) -> "Results":
        """Puts what was made against each of these systems to the others; with all of that, the results.

        What does not look at answers was put to all of them already. The systems are asked over an ``executor``, else
        by as many workers as the attack had. BadOption with fewer than two systems.
        """
        from stumper.api import crossings
        from stumper.errors import BadOption

        if len({job.plan.victim for job in self.jobs}) < 2:
            raise BadOption(
                "What transfers is known of two systems or more, attacked in one call: give victim= several."
            )
        jobs = crossings(self.jobs, replace(self.jobs[0].settings, executor=executor))
        for job in jobs:
            carried(job, progress)
            job.conclude()
        every = tuple(dict.fromkeys((*self.run_ids, *(job.plan.id for job in jobs))))
        return Results(self.store, every, self.said, jobs=self.jobs)

    def _report(self, with_examples: bool) -> "Report":
        from stumper.reports.of_runs import report_of

        return report_of(self.store, self.run_ids, with_examples)

    def __repr__(self) -> str:
        told = self._lines(None if self.scores else self._report(False))
        left = f"\n… and {len(told) - FEW} more: summary() has all" if len(told) > FEW else ""
        return "\n".join(told[:FEW]) + left

    def _lines(self, report: "Report | None") -> list[str]:
        """A line for each score of an evaluation, or for what each attack leaves of each system by a report."""
        if self.scores or report is None:
            return [*map(score_line, self.scores)]
        return [_run_line(run) for section in report.sections for run in section.runs]

    def _repr_html_(self) -> str:
        """What a notebook shows: the sentences, the tables and the pictures of the report."""
        from stumper.reports.html import results_html

        report = self._report(False)
        further = [note for note in self.notes if note not in report.sentences]
        return results_html(report, [*map(score_line, self.scores)], further)


@dataclass(frozen=True, slots=True, repr=False)
class Difference:
    """Two sides compared in pairs; ``found`` has every figure."""

    found: "Comparison"

    def summary(self) -> str:
        """The sentence to quote, then what is paired with what and what is in no pair."""
        from stumper.comparing.saying import headline, paired_notes

        return "\n".join([headline(self.found), *paired_notes(self.found), *self.found.notes])

    def verdict(self, fail_if: "FailIf" = "worse", margin: float = 2) -> "Verdict":
        """The verdict of a gate: whether B has got ``"worse"``, or is ``"not-shown-equal"`` to A within so many
        percentage points."""
        from stumper.comparing import verdict

        return verdict(self.found, fail_if, margin / 100)

    def __repr__(self) -> str:
        from stumper.comparing.saying import headline

        return headline(self.found)

    def _repr_html_(self) -> str:
        """What a notebook shows: the sentence, the table and the notes."""
        from stumper.comparing.saying import headline, paired_notes, table
        from stumper.reports.html import boxed
        from stumper.sections.section import Block

        notes = [*paired_notes(self.found), *self.found.notes]
        return boxed([headline(self.found)], [Block("table", table=table(self.found))], notes)


def difference(
    a: Results | str,
    b: Results | str,
    *,
    by: str | None = None,
    score: str | None = None,
    examples: int = 3,
    store: str | None = None,
) -> Difference:
    """What improved and what fell from A to B: each results, or what a text names in the store of the other, or in the
    one that is named."""
    from stumper.comparing import Runs, Specs, compared, of_one_version, sides
    from stumper.sections.wording import listed
    from stumper.store import store_at

    def side(given: Results | str, other: Results | str, tested: "Mapping[str, Plan]") -> "Baseline":
        if isinstance(given, Results):
            return Runs(listed(dict.fromkeys(_victims(given))), given.store, given.run_ids)
        opened = other.store if store is None and isinstance(other, Results) else store_at(store)
        return Specs(opened, tested=tested).side(given)

    second = side(b, a, _plans(a))
    first = side(a, b, _plans(b) or of_one_version(second))
    return Difference(compared(*sides(first, second), by=by, score=score, examples=examples))


def _plans(given: Results | str) -> "Mapping[str, Plan]":
    from stumper.table.of_runs import plans_of

    return {} if isinstance(given, str) else plans_of(given.store, given.run_ids)


def carried(job: "Job", progress: Callable[[Progress], object] | None) -> None:
    """The job has come to its end, and ``progress`` was told of each step."""
    from stumper.standing import ended

    fooled = job.outcomes().get("succeeded", 0)
    for step in job.steps():
        fooled += sum(ended(attempt) == "succeeded" for attempt in step.ended)
        if progress is not None:
            progress(Progress(job.plan.adversary, job.plan.victim, step.done, step.total, fooled))


def _run_line(run: "RunFigures") -> str:
    """What an attack leaves of a system, in words."""
    from stumper.sections.wording import attack_words, percent, signed_interval, with_interval

    scores = run.scores
    values = f"{run.measure} in percent {percent(scores.before.value)} -> {with_interval(scores.after)}"
    sure = "" if scores.after.is_known else ", too few for an interval"
    changed = f"({signed_interval(scores.difference)}), n = {scores.after.n:,}{sure}"
    return f"{run.names.victim} under {attack_words(run.names.attack)}: {values} {changed}"


def score_line(score: "Score") -> str:
    """A score in words: whose, on what, with its interval and n."""
    from math import isnan

    few = ", too few for an interval" if isnan(score.low) and score.n else ""
    sure = "" if isnan(score.low) else f" [{100 * score.low:.1f}, {100 * score.high:.1f}]"
    value = f"in percent {100 * score.value:.1f}{sure}" if score.n else "nothing scored"
    return f"{score.victim}: {score.name} on {score.on} {value}, n = {score.n:,}{few}"


def _shown(exhibit: "Exhibit") -> Shown:
    before, after = exhibit.before.guesses, exhibit.after.guesses if exhibit.after else ()
    return Shown(
        exhibit.names.attack,
        exhibit.names.victim,
        exhibit.example_id,
        OUTCOMES[exhibit.outcome],
        _side(exhibit.question, "added"),
        _side(exhibit.paragraph, "added"),
        _side(exhibit.question, "removed"),
        _side(exhibit.paragraph, "removed"),
        tuple(dict.fromkeys(answer.text for answer in exhibit.golds)),
        before[0].answer if before else None,
        after[0].answer if after else None,
        exhibit.reason,
    )


def _side(changes: "Iterable[Change]", left_out: str) -> str:
    return "".join(change.text for change in changes if change.kind != left_out)


def _victims(found: Results) -> list[str]:
    from stumper.runs import from_json

    plans = found.store.plans()
    return [from_json(plans[run_id]).victim for run_id in found.run_ids]
