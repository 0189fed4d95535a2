"""`stumper evaluate`."""

from typing import Annotated

import typer

from stumper.cli.executing import settings_for, workers_of
from stumper.cli.options import (
    AgainstOption,
    AskAgainOption,
    ClusterOption,
    DryRunOption,
    ExecutorOption,
    FailIfOption,
    FailUnderOption,
    GateScoreOption,
    HeaderOption,
    IndexWritesOption,
    JsonOption,
    JunitOption,
    LimitOption,
    MapOption,
    MarginOption,
    MaxCostOption,
    MaxErrorsOption,
    MaxRequestsOption,
    NamesOption,
    OriginalsOption,
    RequestOption,
    ResourcesOption,
    ResponseOption,
    RetryOption,
    SeedOption,
    StoreOption,
    StrictOption,
    TimeoutOption,
    VerboseOption,
    WorkersOption,
    asked_so,
)
from stumper.errors import Spent, StumperError


def evaluate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Data sets as they are, or with variants.")],
    victim: Annotated[
        list[str] | None,
        typer.Option("--victim", "-v", help="As for attack; may be repeated.  [default: embedded]"),
    ] = None,
    name: NamesOption = None,
    request: RequestOption = None,
    response: ResponseOption = None,
    header: HeaderOption = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = 1,
    executor: ExecutorOption = "local",
    resources: ResourcesOption = None,
    cluster: ClusterOption = None,
    max_errors: MaxErrorsOption = 0.1,
    ask_again: AskAgainOption = 0.01,
    timeout: TimeoutOption = 300,
    allow_index_writes: IndexWritesOption = False,
    max_requests: MaxRequestsOption = None,
    max_cost: MaxCostOption = None,
    dry_run: DryRunOption = False,
    retry_errors: RetryOption = False,
    originals: OriginalsOption = None,
    map_: MapOption = None,
    strict: StrictOption = False,
    fail_under: FailUnderOption = None,
    gate_score: GateScoreOption = None,
    against: AgainstOption = None,
    fail_if: FailIfOption = None,
    margin: MarginOption = 2,
    store: StoreOption = None,
    junit: JunitOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Score victims on data sets as they are; on adversarial sets original and adversarial, side by side."""
    from dataclasses import replace
    from pathlib import Path

    from stumper import api
    from stumper.cli.against import Against, judged_runs
    from stumper.cli.cells import Carried
    from stumper.cli.console import aside, carry_out, remark, show, tell
    from stumper.cli.gate import gate, gated, kept_in, withheld
    from stumper.cli.rehearsal import rehearse
    from stumper.cli.tables import scores_json, scores_table
    from stumper.cli.tally import asked, tally
    from stumper.comparing import Baseline, Predictions
    from stumper.runs import Counts
    from stumper.scoring import Score
    from stumper.sections.score_notes import little_known, notes_on
    from stumper.table.naming import short_victims

    files = api.with_maps(files, map_)
    if dry_run:
        rehearse(files, asked_so(victim, request, response, header), {}, as_json, limit=limit, seed=seed)
        return
    compared = Against(against, fail_if, margin)
    compared.check()
    settings = settings_for(
        workers_of(workers, executor, resources, cluster), (max_requests, max_cost),
        max_error_rate=max_errors, ask_again=ask_again, timeout=timeout,
    )  # fmt: skip
    systems = api.named_victims(asked_so(victim, request, response, header), name or ())
    cells, whole = [(file, system) for file in files for system in systems], Carried()
    ended: list[tuple[str, api.Job, list[Score]]] = []
    held: list[Baseline | None] = []
    known = Predictions(files[0] if len(files) == 1 else None, originals, limit, seed)

    def scored(file: str, system: tuple[str, str]) -> tuple[api.Job, list[Score]]:
        spec, called = system
        job = api.prepare_evaluation(
            file, spec, name=called, limit=limit, seed=seed, store=ended[0][1].store if ended else None, url=store,
            settings=settings, retry_errors=retry_errors, strict=strict, originals=originals,
            allow_index_writes=allow_index_writes,
        )  # fmt: skip
        gated(job.material.task.scoring, score=gate_score)
        if not held and len(systems) == 1:
            held.append(compared.held([job], known))
        carry_out(job, f"{Path(file).name} x {job.plan.victim}")
        return job, api.scores_of(job, tally(Counts()))

    for file, system in cells:
        try:
            with aside():
                job, found = scored(file, system)
        except StumperError as error:
            if len(cells) == 1 or isinstance(error, Spent):
                raise
            whole.failed.append((f"{Path(file).name} x {system[1] or system[0]}", error))
        else:
            ended.append((Path(file).name, job, found))
    scores, kept, left_out = [], [], []
    for called, job, found in ended:
        scores += found
        named = f"{called} x {job.plan.victim}"
        kept.append(kept_in(found, job.material.task.scoring, named, withheld(job), gate_score))
        unit = job.material.task.unit
        left_out += [*notes_on(called, found, unit), *(f"{called}: {note}" for note in little_known(found, unit))]
        job.conclude()
    judged = judged_runs(compared, held[0] if held else None, [job for _, job, _ in ended], known)
    if as_json:
        tell(scores_json(scores, asked(), judged.told))
    elif scores:
        short = short_victims(job.plan for _, job, _ in ended)
        files_of = [called for called, _, found in ended for _ in found]
        named_so = [replace(score, victim=short.get(score.victim or "", score.victim)) for score in scores]
        show(scores_table(named_so, files_of))
        if verbose:
            tell("\n".join(score.signature for score in scores))
    doubtful = api.doubts_on(ended[0][1].store, [job.plan.id for _, job, _ in ended]) if ended else []
    for sentence in [*doubtful, *left_out]:
        remark(sentence)
    whole.check(len(ended))
    if fail_under is not None:
        gate(kept, fail_under)
    judged.end(as_json)
