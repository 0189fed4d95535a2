"""`stumper transfer`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.executing import settings_for, workers_of
from stumper.cli.options import (
    AskAgainOption,
    BudgetOption,
    ClusterOption,
    ExecutorOption,
    GoalOption,
    HeaderOption,
    IndexWritesOption,
    JsonOption,
    LimitOption,
    MapOption,
    MaxCostOption,
    MaxErrorsOption,
    MaxRequestsOption,
    NamesOption,
    RequestOption,
    ResourcesOption,
    ResponseOption,
    SeedOption,
    SetOption,
    StoreOption,
    TimeoutOption,
    VictimsOption,
    WorkersOption,
    asked_so,
    pairs,
)
from stumper.errors import BadOption

if TYPE_CHECKING:
    from stumper.jobs import Job


def transfer(
    datasets: Annotated[list[str], typer.Argument(metavar="DATASET...", help="As for attack.")],
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
    out: Annotated[Path | None, typer.Option("--out", help="Write the report with all of it to this folder.")] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put what was made against each system to the others: what is missing is attacked, searched for once and asked."""
    from stumper import api
    from stumper.cli.cells import carried
    from stumper.cli.console import aside, remark, show, tell
    from stumper.reports.json_file import plain
    from stumper.reports.terminal import table_on_terminal
    from stumper.sections.transfer import matrix

    victims = asked_so(victim, request, response, header)
    if len(set(victims)) < 2:
        raise BadOption("Transfer is from one system to another: name at least two with --victim.")
    if out is not None:
        api.writable(out / "report.html")
        there = out.absolute()  # a victim may change the current folder
    shared = {"seed": seed, "budget": budget, "limit": limit, "goal": goal, "allow_index_writes": allow_index_writes}
    how = settings_for(
        workers_of(workers, executor, resources, cluster), (max_requests, max_cost),
        max_error_rate=max_errors, ask_again=ask_again, timeout=timeout,
    )  # fmt: skip
    with aside():
        every = api.cells(api.with_maps(datasets, map_), adversary, victims, pairs(settings), shared, name or ())
        made = api.prepare_cells(every, url=store, settings=how)
        first = carried(made, lambda number, job: f"[{number}/{len(made)}] {job.plan.adversary} x {job.plan.victim}")
        met = [job for job, _, _ in first.ended]
        crossed = api.crossings(met, how)
        second = carried(crossed, lambda number, job: _crossing(number, len(crossed), job))
        met += [job for job, _, _ in second.ended]
    if not met:
        first.check()
    run_ids, opened = list(dict.fromkeys(job.plan.id for job in met)), made[0].store
    found = api.report_of(opened, run_ids, with_examples=False).transfers
    page = None if out is None else api.write_report_of(run_ids, opened, there)
    for job in met:
        job.conclude()
    if as_json:
        tell(json.dumps(plain([asdict(one) for one in found])))
    for one in () if as_json else found:
        show(table_on_terminal(matrix(one, several=True)))
    if met and all(job.plan.goal in job.material.task.scoring.apart for job in met):
        remark("What these attacks want has no score that could transfer: stumper report tells how often each system "
               "does it.")  # fmt: skip
    elif not found:
        remark("These attacks look at no system's answers: what they make is the same for all, and stumper attack "
               "compares the systems on it.")  # fmt: skip
    if out is not None and page is not None:
        remark(f"open {out / page.name}")
    first.check()
    second.check()


def _crossing(number: int, of: int, job: "Job") -> str:
    return f"[{number}/{of}] {job.plan.adversary} against {job.plan.made_against} x {job.plan.victim}"
