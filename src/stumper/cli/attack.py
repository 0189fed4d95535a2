"""`stumper attack`."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from stumper.cli.executing import asks_twice, settings_for, workers_of
from stumper.cli.options import (
    Asked,
    Attacking,
    Care,
    ContinueOption,
    DryRunOption,
    Gate,
    Hands,
    NamesOption,
    OnlyRightOption,
    RetryOption,
    Told,
    VictimsOption,
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
    asked: Asked = Asked(),
    what: Attacking = Attacking(),
    only_right: OnlyRightOption = False,
    hands: Hands = Hands(),
    care: Care = Care(),
    dry_run: DryRunOption = False,
    retry_errors: RetryOption = False,
    continue_earlier: ContinueOption = False,
    gate: Gate = Gate(),
    told: Told = Told(),
) -> None:
    """Attack systems on data sets and write the adversarial sets; what is done already is not done again."""
    from stumper import api
    from stumper.cli.against import baseline_of, check_baseline, judged_runs
    from stumper.cli.cells import carried
    from stumper.cli.console import aside, say_earlier, tell
    from stumper.cli.gate import pass_gate
    from stumper.comparing import Predictions
    from stumper.kept import gated, kept_under

    datasets = api.with_maps(datasets, what.map_)
    if dry_run:
        _rehearse(datasets, adversary, asked.of(victim), name or (), what, care, told.as_json)
        return
    how = settings_for(workers_of(hands), care)
    check_baseline(gate)
    shared = {"seed": what.seed, "budget": what.budget, "limit": what.limit, "goal": what.goal,
              "only_right": only_right, "allow_index_writes": care.allow_index_writes}  # fmt: skip
    cells = api.cells(datasets, adversary, asked.of(victim), pairs(what.settings), shared, name or ())
    is_one = len(cells) == 1
    api.writable(out if is_one else _folder(out) / "report.html", datasets[0])
    there = out.absolute()  # a victim may change the current folder
    with aside():
        jobs = api.prepare_cells(
            cells, url=told.store, retry_errors=retry_errors, continue_earlier=continue_earlier, settings=how
        )
        for job in jobs if gate.fail_under is not None else ():
            gated(job.material.task.scoring, job.plan.goal, gate.gate_score)
        say_earlier(jobs)
        paths = [there] if is_one else [there / name for name in api.file_names(jobs)]
        for cell, path in zip(cells, paths, strict=True):
            api.apart(path, cell.adversary, cell.options)
        known = Predictions(datasets[0] if len(datasets) == 1 else None, limit=what.limit, seed=what.seed)
        held = baseline_of(gate, jobs, known)
        whole = carried(jobs, lambda number, job: job.plan.adversary if is_one else _named(number, len(jobs), job))
    place = dict(zip(map(id, jobs), paths, strict=True))
    ended = [job for job, _, _ in whole.ended]
    wrote = [job.write(path) for path, job in api.written_by(ended, [place[id(job)] for job in ended]).items()]
    for job in ended:
        job.conclude()
    judged = judged_runs(gate, held, ended)
    if told.as_json:
        rows = [_cell(job, done, took, out if is_one else out / place[id(job)].name) for job, done, took in whole.ended]
        tell(json.dumps({**(rows[0] if is_one else {"cells": rows}), **judged.told}))
    elif ended:
        _show(ended, f"wrote {out}" if any(wrote) else f"{out} is as it was written", told)
    whole.check()
    if gate.fail_under is not None:
        pass_gate([kept_under(job, gate.gate_score) for job in jobs], gate.fail_under)
    judged.end(told.as_json)


def _rehearse(
    datasets: list[str],
    adversary: list[str],
    victims: list[str],
    names: Sequence[str],
    what: Attacking,
    care: Care,
    as_json: bool,
) -> None:
    """Shows what would be asked."""
    from stumper import api
    from stumper.cli.rehearsal import rehearse

    cells = api.cells(datasets[:1], adversary, victims, pairs(what.settings), {}, names)
    own = {one.adversary: one.options for one in cells}
    rehearse(
        datasets, victims, own, as_json, limit=what.limit, seed=what.seed, budget=what.budget, goal=what.goal,
        asks_twice=asks_twice(care),
    )  # fmt: skip


def _show(jobs: "list[Job]", wrote: str, told: Told) -> None:
    """Tells what came of these jobs, and what was written."""
    from stumper import api
    from stumper.cli.console import named, remark, show
    from stumper.reports.terminal import terminal

    run_ids = list(dict.fromkeys(job.plan.id for job in jobs))
    show(terminal(api.report_of(jobs[0].store, run_ids, with_examples=False), told.verbose))
    remark(f"{wrote}; {named('stumper report', told.store)} --out FOLDER shows it example by example")


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
    return {**of, **_work(done, seconds), "scores": _scores(job), **where}


def _scores(job: "Job") -> object:
    """What the system scores before and after, and the change, each with its interval."""
    from stumper.reports.json_file import plain

    [run] = [run for section in job.report(with_examples=False).sections for run in section.runs]
    return plain({"name": run.measure, **asdict(run.scores)})


def _work(done: "Done", seconds: float) -> dict[str, object]:
    """What ``--json`` says of the work itself."""
    counts = done.counts
    return {
        "examples": done.examples,
        "outcomes": done.outcomes,
        "queries": counts.told,
        "seconds": {"wall": seconds, "victim": counts.victim_seconds},
        **({"usage": asdict(counts.usage)} if counts.usage.requests else {}),
    }
