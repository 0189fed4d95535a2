"""The whole tool from Python: load, attack, evaluate, report. The command line is this and printing."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from stumper.adversaries.from_file import Pick
from stumper.comparing import (
    Baseline,
    Comparison,
    Predictions,
    Runs,
    Specs,
    compared,
    of_one_version,
    of_predictions,
    sides,
)
from stumper.datasets.mapped import mapped
from stumper.describing import convert, described
from stumper.errors import BadOutput, BadStore
from stumper.evaluating import prepare_evaluation, scores_of
from stumper.jobs import Job
from stumper.loading import NONE, files_to_write, load_adversary, load_dataset, load_victim, with_map
from stumper.many_jobs import crossings, file_names, prepare_cells, prepare_plan, written_by
from stumper.material import drawn
from stumper.plan_file import cells, named_victims, read_run
from stumper.predicting import Predicted, predict, score, task_in, write_predicted
from stumper.preparing import Keeping, Preparation, prepare
from stumper.report_files import with_media, write_inspect_logs, write_report, write_report_of, write_tables
from stumper.reports import Report
from stumper.reports.of_runs import doubts_on, report_of, run_ids_in
from stumper.reports.report import BEGIN
from stumper.runs import Plan, Settings, from_json
from stumper.scoring import Score
from stumper.sections.wording import listed
from stumper.store import Store, open_store, store_at, store_file, store_url
from stumper.table import Table, of_runs, views_of

__all__ = [
    "Job",
    "Keeping",
    "Predicted",
    "Preparation",
    "Settings",
    "apart",
    "attack",
    "baseline",
    "cells",
    "compare",
    "compare_predictions",
    "compare_runs",
    "convert",
    "crossings",
    "described",
    "doubts_on",
    "drawn",
    "evaluate",
    "existing_store",
    "file_names",
    "load_adversary",
    "load_dataset",
    "load_victim",
    "named_victims",
    "open_store",
    "predict",
    "prepare",
    "prepare_cells",
    "prepare_evaluation",
    "prepare_plan",
    "read_run",
    "report",
    "report_of",
    "run_ids_in",
    "score",
    "scores_of",
    "table",
    "task_in",
    "views",
    "with_maps",
    "with_media",
    "writable",
    "write_inspect_logs",
    "write_predicted",
    "write_report",
    "write_report_of",
    "write_tables",
    "written_by",
]


def attack(
    dataset: str,
    adversary: str,
    victim: str = "embedded",
    *,
    options: Mapping[str, str] = NONE,
    name: str = "",
    **how: Unpack[Preparation],
) -> Job:
    """The job of ``prepare`` with the same arguments, carried out to the end."""
    job = _carried_out(prepare(dataset, adversary, victim, options=options, name=name, **how))
    job.conclude()
    return job


def evaluate(
    file: str,
    victim: str = "embedded",
    *,
    originals: str | None = None,
    pick: Pick = "worst",
    name: str = "",
    **how: Unpack[Preparation],
) -> list[Score]:
    """The original and the adversarial scores of a victim on an adversarial set."""
    job = _carried_out(prepare_evaluation(file, victim, originals=originals, pick=pick, name=name, **how))
    scores = scores_of(job)
    job.conclude()
    return scores


def with_maps(datasets: Sequence[str], maps: Sequence[str] | None) -> list[str]:
    """The data sets with what is said of the columns of their rows, each as ``role=column,…``; BadOption where one is
    no file of rows."""
    return [with_map(dataset, maps or ()) for dataset in datasets]


def compare(
    a: str,
    b: str,
    *,
    predictions: Predictions | None = None,
    url: str | None = None,
    by: str | None = None,
    score: str | None = None,
    examples: int = 3,
) -> Comparison:
    """What improved and what fell from A to B: each the id of a run (or its beginning), a system in the store, a store,
    a table in a file, a report in JSON or a file of ``predictions``, of which these say what they are of.

    ``by`` is a column to group by instead of the task's own groups, ``score`` the one that leads, of whatever changed
    most so many ``examples`` are kept each way. ``comparing.verdict`` makes a gate of it. BadOption where A and B share
    nothing.
    """
    specs = Specs(store_at(url), predictions or Predictions())
    second = specs.side(b)
    first = replace(specs, tested=of_one_version(second)).side(a)
    return compared(*sides(first, second), by=by, score=score, examples=examples)


def baseline(
    spec: str, store: Store | None = None, tested: Sequence[Plan] = (), predictions: Predictions | None = None
) -> Baseline:
    """What a text names that the runs of these plans are to be compared with, as for ``compare``. A system that is
    tested itself is what the store holds of it by other code."""
    return Specs(store, predictions or Predictions(), {plan.id: plan for plan in tested}).side(spec)


def compare_runs(against: Baseline, store: Store, run_ids: Sequence[str]) -> Comparison:
    """What improved and what fell from a baseline to these runs."""
    names = dict.fromkeys(from_json(store.plans()[run_id]).victim for run_id in run_ids)
    return compared(*sides(against, Runs(listed(names), store, tuple(run_ids))))


def compare_predictions(against: Baseline, path: Path, predictions: Predictions) -> Comparison:
    """What improved and what fell from a baseline to a file of predictions."""
    return compared(*sides(against, of_predictions(str(path), predictions)))


def existing_store(url: str | None = None) -> Store:
    """The store that ``open_store`` opens, where it is there already; BadStore where it would have to be made."""
    if (found := store_at(url)) is None:
        file = store_file(url or store_url(os.environ))
        raise BadStore(f"There is no store {file}, so there is nothing to report yet. {BEGIN}, or name a store that is "
                       "there with --store.")  # fmt: skip
    return found


def report(runs: Sequence[str] = (), store: Store | None = None, with_examples: bool = True) -> Report:
    """The report of those runs (ids or their beginnings), or of all in the store; BadStore where there is none yet.

    Without examples it is all that a table needs, and computed once until something changes.
    """
    opened = store or existing_store()
    return report_of(opened, run_ids_in(opened, runs), with_examples)


def table(runs: Sequence[str] = (), store: Store | None = None) -> Table:
    """The results of those runs (ids or their beginnings), or of all in the store, as one table; BadStore where there
    is none yet."""
    opened = store or existing_store()
    return of_runs(opened, run_ids_in(opened, runs))


def views(runs: Sequence[str] = (), store: Store | None = None) -> Table:
    """What was said of each view of those runs' originals and variants: of a tossup, after each of its sentences. A
    child of ``table``; without rows where no task asks in views."""
    opened = store or existing_store()
    return views_of(opened, run_ids_in(opened, runs))


def writable(path: Path, source: str = "") -> None:
    """Nothing, where the file can be written; BadOutput before hours of work are spent where it cannot.

    ``source`` is a data set that it must not overwrite.
    """
    if path.is_dir():
        raise BadOutput(f"{path} is a folder: name a file, such as {path / 'adversarial.json'}.")
    source = mapped(source).spec
    if path.exists() and Path(source).is_file() and path.samefile(source):
        raise BadOutput(f"{path} is the data set itself, and would be overwritten. Name another --out.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=path.parent).close()
    except OSError as error:
        raise BadOutput(f"{path} cannot be written: {error.strerror}. Name another --out.") from error


def apart(out: Path, adversary: str, options: Mapping[str, str]) -> None:
    """Nothing, where the adversary writes no file of its own at ``out``; BadOutput where it does."""
    if any(path.absolute() == out.absolute() for path in files_to_write(adversary, options)):
        raise BadOutput(f"{out} is both --out and a file that an option of {adversary} names. Name another --out.")


def _carried_out(job: Job) -> Job:
    for _ in job.steps():
        pass
    return job
