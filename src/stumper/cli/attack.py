"""`stumper attack`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.executing import settings_for, workers_of
from stumper.cli.options import (
    AgainstOption,
    AskAgainOption,
    BudgetOption,
    ClusterOption,
    ContinueOption,
    DryRunOption,
    ExecutorOption,
    FailIfOption,
    FailUnderOption,
    GateScoreOption,
    GoalOption,
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
    OnlyRightOption,
    RequestOption,
    ResourcesOption,
    ResponseOption,
    RetryOption,
    SeedOption,
    SetOption,
    StoreOption,
    TimeoutOption,
    VerboseOption,
    VictimsOption,
    WorkersOption,
    asked_so,
    pairs,
)
from stumper.errors import BadOutput

if TYPE_CHECKING:
    from stumper.cli.console import Done
    from stumper.jobs import Job


def attack(
    datasets: Annotated[
        list[str],
        typer.Argument(
            metavar="DATASET...",
            help="Files, or names: reading, verification, quizbowl, rag (embedded; also quizbowl:guesstrain, "
            "quizbowl:all), oracle:FILE, open:FILE, hf:NAME.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            help="The adversarial set, in the data set's format (.json, .jsonl or .gz); of several attacks, systems or "
            "data sets the folder for them.",
        ),
    ],
    adversary: Annotated[
        list[str], typer.Option("--adversary", "-a", help="See: stumper list adversaries. May be repeated.")
    ],
    victim: VictimsOption = None,
    name: NamesOption = None,
    request: RequestOption = None,
    response: ResponseOption = None,
    header: HeaderOption = None,
    settings: SetOption = None,
    map_: MapOption = None,
    limit: LimitOption = None,
    seed: SeedOption = 1,
    budget: BudgetOption = None,
    goal: GoalOption = None,
    only_right: OnlyRightOption = False,
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
    continue_earlier: ContinueOption = False,
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
    """Attack systems on data sets and write the adversarial sets; what is done already is not done again."""
    from stumper import api
    from stumper.cli.against import Against, judged_runs
    from stumper.cli.cells import carried
    from stumper.cli.console import aside, remark, say_earlier, show, tell
    from stumper.cli.gate import gate, gated, kept_under
    from stumper.cli.rehearsal import rehearse
    from stumper.comparing import Predictions
    from stumper.reports import terminal

    datasets = api.with_maps(datasets, map_)
    if dry_run:
        cells = api.cells(datasets[:1], adversary, ["embedded"], pairs(settings), {})
        own = {one.adversary: one.options for one in cells}
        victims = asked_so(victim, request, response, header)
        rehearse(datasets, victims, own, as_json, limit=limit, seed=seed, budget=budget, goal=goal)
        return
    how = settings_for(
        workers_of(workers, executor, resources, cluster), (max_requests, max_cost),
        max_error_rate=max_errors, ask_again=ask_again, timeout=timeout,
    )  # fmt: skip
    compared = Against(against, fail_if, margin)
    compared.check()
    shared = {"seed": seed, "budget": budget, "limit": limit, "goal": goal, "only_right": only_right,
              "allow_index_writes": allow_index_writes}  # fmt: skip
    systems = asked_so(victim, request, response, header)
    cells = api.cells(datasets, adversary, systems, pairs(settings), shared, name or ())
    is_one = len(cells) == 1
    api.writable(out if is_one else _folder(out) / "report.html", datasets[0])
    there = out.absolute()  # a victim may change the current folder
    with aside():
        jobs = api.prepare_cells(
            cells, url=store, retry_errors=retry_errors, continue_earlier=continue_earlier,
            settings=how,
        )  # fmt: skip
        for job in jobs if fail_under is not None else ():
            gated(job.material.task.scoring, job.plan.goal, gate_score)
        say_earlier(jobs)
        paths = [there] if is_one else [there / name for name in api.file_names(jobs)]
        for cell, path in zip(cells, paths, strict=True):
            api.apart(path, cell.adversary, cell.options)
        known = Predictions(datasets[0] if len(datasets) == 1 else None, limit=limit, seed=seed)
        held = compared.held(jobs, known)
        whole = carried(jobs, lambda number, job: job.plan.adversary if is_one else _named(number, len(jobs), job))
    place = dict(zip(map(id, jobs), paths, strict=True))
    ended = [job for job, _, _ in whole.ended]
    wrote = [job.write(path) for path, job in api.written_by(ended, [place[id(job)] for job in ended]).items()]
    for job in ended:
        job.conclude()
    judged = judged_runs(compared, held, ended)
    if as_json:
        told = [_cell(job, done, took, out if is_one else out / place[id(job)].name) for job, done, took in whole.ended]
        tell(json.dumps({**(told[0] if is_one else {"cells": told}), **judged.told}))
    elif ended:
        run_ids = list(dict.fromkeys(job.plan.id for job in ended))
        show(terminal(api.report_of(ended[0].store, run_ids, with_examples=False), verbose))
        said = f"wrote {out}" if any(wrote) else f"{out} is as it was written"
        remark(f"{said}; stumper report --out FOLDER shows it example by example")
    whole.check()
    if fail_under is not None:
        gate([kept_under(job, gate_score) for job in jobs], fail_under)
    judged.end(as_json)


def _named(number: int, of: int, job: "Job") -> str:
    return f"[{number}/{of}] {job.plan.adversary} x {job.plan.victim}"


def _folder(out: Path) -> Path:
    """Where several sets go; BadOutput where a file is there already, or the name is one of a file."""
    if out.is_file() or out.suffix in (".json", ".jsonl", ".gz"):
        raise BadOutput(f"{out} is a file, and there are several sets to write: name a folder as --out.")
    return out


def _cell(job: "Job", done: "Done", seconds: float, out: Path) -> dict[str, object]:
    """What ``--json`` says of one attack on one system."""
    of = {"adversary": job.plan.adversary, "victim": job.plan.victim}
    where = {"out": str(out), "trained_on": job.store.trained_on(job.plan.id),
             "nothing_proposed": job.unproposed()}  # fmt: skip
    return {**of, **_told(done, seconds), "scores": _scores(job), **where}


def _scores(job: "Job") -> object:
    """What the system scores before and after, and the change, each with its interval."""
    from stumper.reports.json_file import plain

    [run] = [run for section in job.report(with_examples=False).sections for run in section.runs]
    return plain({"name": run.measure, **asdict(run.scores)})


def _told(done: "Done", seconds: float) -> dict[str, object]:
    """What ``--json`` says of the work itself."""
    counts = done.counts
    return {
        "examples": done.examples,
        "outcomes": done.outcomes,
        "queries": counts.told,
        "seconds": {"wall": seconds, "victim": counts.victim_seconds},
        **({"usage": asdict(counts.usage)} if counts.usage.requests else {}),
    }
