"""`stumper transfer`."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.executing import settings_for, workers_of
from stumper.cli.options import (
    Asked,
    Attacking,
    Care,
    Hands,
    JsonOption,
    NamesOption,
    StoreOption,
    VictimsOption,
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
    asked: Asked = Asked(),
    what: Attacking = Attacking(),
    hands: Hands = Hands(),
    care: Care = Care(),
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

    victims = asked.of(victim)
    if len(set(victims)) < 2:
        raise BadOption("Transfer is from one system to another: name at least two with --victim.")
    if out is not None:
        api.writable(out / "report.html")
        there = out.absolute()  # a victim may change the current folder
    shared = {"seed": what.seed, "budget": what.budget, "limit": what.limit, "goal": what.goal,
              "allow_index_writes": care.allow_index_writes}  # fmt: skip
    how = settings_for(workers_of(hands), care)
    with aside():
        every = api.cells(
            api.with_maps(datasets, what.map_), adversary, victims, pairs(what.settings), shared, name or ()
        )
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
    page = None if out is None else api.write_report_of(run_ids, opened, there, store)
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
