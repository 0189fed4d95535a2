"""`stumper evaluate`."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.executing import asks_twice, settings_for, workers_of
from stumper.cli.options import (
    Asked,
    Care,
    DryRunOption,
    Gate,
    Hands,
    LimitOption,
    MapOption,
    NamesOption,
    OriginalsOption,
    RetryOption,
    SeedOption,
    StrictOption,
    Told,
)
from stumper.errors import Spent, StumperError

if TYPE_CHECKING:
    from stumper.cli.cells import Carried
    from stumper.jobs import Job
    from stumper.scoring import Score
    from stumper.store import Store


def evaluate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Data sets as they are, or with variants.")],
    victim: Annotated[
        list[str] | None, typer.Option("--victim", "-v", help="As for attack; may be repeated.  [default: embedded]")
    ] = None,
    name: NamesOption = None,
    asked: Asked = Asked(),
    limit: LimitOption = None,
    seed: SeedOption = 1,
    hands: Hands = Hands(),
    care: Care = Care(),
    dry_run: DryRunOption = False,
    retry_errors: RetryOption = False,
    originals: OriginalsOption = None,
    map_: MapOption = None,
    strict: StrictOption = False,
    gate: Gate = Gate(),
    told: Told = Told(),
) -> None:
    """Score victims on data sets as they are; on adversarial sets original and adversarial, side by side."""
    from stumper import api
    from stumper.cli.against import baseline_of, check_baseline, judged_runs
    from stumper.cli.console import remark
    from stumper.cli.gate import pass_gate
    from stumper.cli.rehearsal import rehearse
    from stumper.comparing import Baseline, Predictions
    from stumper.kept import Kept, gated, kept_in, kept_under, withheld
    from stumper.sections.score_notes import little_known, notes_on

    files = api.with_maps(files, map_)
    systems = api.named_victims(asked.of(victim), name or ())
    if dry_run:
        rehearse(
            files, [one for one, _ in systems], {}, told.as_json, limit=limit, seed=seed, asks_twice=asks_twice(care)
        )
        return
    check_baseline(gate)
    settings = settings_for(workers_of(hands), care)
    held: list[Baseline | None] = []
    known = Predictions(files[0] if len(files) == 1 else None, originals, limit, seed)

    def prepared(file: str, system: tuple[str, str], opened: "Store | None") -> "Job":
        spec, called = system
        job = api.prepare_evaluation(
            file, spec, name=called, limit=limit, seed=seed, store=opened, url=told.store, settings=settings,
            retry_errors=retry_errors, strict=strict, originals=originals, allow_index_writes=care.allow_index_writes,
        )  # fmt: skip
        gated(job.material.task.scoring, score=gate.gate_score)
        if not held and len(systems) == 1:
            held.append(baseline_of(gate, [job], known))
        return job

    ended, whole = _scored([(file, system) for file in files for system in systems], prepared)
    jobs, kept, left_out = [one.job for one in ended], list[Kept](), list[str]()
    for one in ended:
        task = one.job.material.task
        named = f"{one.file} x {one.job.plan.victim}"
        if gate.gate_score is not None and one.has_goal_alone:  # its attempts have the other scores as well
            kept.append(replace(kept_under(one.job, gate.gate_score), cell=named))
        else:
            kept.append(kept_in(one.scores, task.scoring, named, withheld(one.job), gate.gate_score))
        left_out += notes_on(one.file, one.scores, task.unit, one.job.store.errors(one.job.plan.id))
        left_out += [f"{one.file}: {note}" for note in little_known(one.scores, task.unit)]
        one.job.conclude()
    judged = judged_runs(gate, held[0] if held else None, jobs, known)
    _show(ended, told, judged.told)
    doubtful = api.doubts_on(jobs[0].store, [job.plan.id for job in jobs]) if jobs else []
    for sentence in dict.fromkeys([*doubtful, *left_out]):
        remark(sentence)
    whole.check(len(ended))
    if gate.fail_under is not None:
        pass_gate(kept, gate.fail_under)
    judged.end(told.as_json)


@dataclass(frozen=True, slots=True)
class _Scored:
    """What a system scores on a file, and the job in which it was asked."""

    file: str
    job: "Job"
    scores: "list[Score]"

    @property
    def has_goal_alone(self) -> bool:
        """Whether its variants are scored by a goal that is told apart, and by nothing else."""
        scoring = self.job.material.task.scoring
        told = {scoring.by_goal[goal] for goal in scoring.apart}
        return any(one.on == "adversarial" for one in self.scores) and {one.name for one in self.scores} <= (
            told | {f"{name}_difference" for name in told}
        )


def _scored(
    cells: list[tuple[str, tuple[str, str]]], prepared: "Callable[[str, tuple[str, str], Store | None], Job]"
) -> "tuple[list[_Scored], Carried]":
    """Each system on each file; one that fails keeps no other back, and raises where it is alone."""
    from stumper import api
    from stumper.cli.cells import Carried
    from stumper.cli.console import aside, carry_out
    from stumper.cli.tally import tally
    from stumper.runs import Counts

    ended, whole = list[_Scored](), Carried()
    for file, system in cells:
        called = Path(file).name
        try:
            with aside():
                job = prepared(file, system, ended[0].job.store if ended else None)
                carry_out(job, f"{called} x {job.plan.victim}")
                found = api.scores_of(job, tally(Counts()))
        except StumperError as error:
            if len(cells) == 1 or isinstance(error, Spent):
                raise
            whole.failed.append((f"{called} x {system[1] or system[0]}", error))
        else:
            ended.append(_Scored(called, job, found))
    return ended, whole


def _show(ended: list[_Scored], told: Told, further: dict[str, object]) -> None:
    """Tells the scores, as JSON with what else is to be told."""
    from stumper.cli.console import show, tell
    from stumper.cli.tables import scores_json, scores_table
    from stumper.cli.tally import asked
    from stumper.table.naming import short_victims

    scores = [score for one in ended for score in one.scores]
    if told.as_json:
        tell(scores_json(scores, asked(), further))
    elif scores:
        short = short_victims(one.job.plan for one in ended)
        files = [one.file for one in ended for _ in one.scores]
        show(scores_table([replace(one, victim=short.get(one.victim or "", one.victim)) for one in scores], files))
        if told.verbose:
            tell("\n".join(score.signature for score in scores))
