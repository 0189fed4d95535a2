"""The whole tool from Python: load, attack, evaluate, report. The command line is this and printing."""

import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Unpack

from stumper import media
from stumper.added_scores import examples_scored, instances_scored
from stumper.adversaries.from_file import InstancesFromFile, Pick
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
from stumper.datasets.originals import originals, originals_of, variants_by_original
from stumper.datasets.whole_files import write_files
from stumper.describing import convert, described
from stumper.errors import BadOption, BadOutput, BadStore, StumperError, VictimFailed
from stumper.evaluating import prepare_evaluation, scores_of
from stumper.given import System
from stumper.identity import bytes_fingerprint, content_id, file_fingerprint
from stumper.jobs import (
    Draft,
    Job,
    Keeping,
    Preparation,
    doubts_on,
    draft,
    open_store,
    prepare,
    prepare_replay,
    report_of,
    report_state,
    store_at,
)
from stumper.loading import (
    NONE,
    check_further,
    dataset_task,
    files_to_write,
    kept_fingerprint,
    load_adversary,
    load_dataset,
    load_victim,
    note_alone,
    with_map,
)
from stumper.material import ORACLE, Material, check_evidence, check_victim, drawn
from stumper.next_door.eval_logs import write_logs
from stumper.plan_file import Cell, cells, named_victims, read_plan, read_run
from stumper.predictions import best_answers
from stumper.protocols import Collection, Dataset, Victim
from stumper.registry import searches, task_of
from stumper.reports import Report, html, in_store, markdown, to_json
from stumper.reports.commands import called
from stumper.reports.report import BEGIN
from stumper.reports.tables import table_files
from stumper.runs import Counts, Memory, Oracle, Plan, Settings, from_json
from stumper.runs.again import ASK_AGAIN, Again
from stumper.runs.patience import TIMEOUT, Patience, patient
from stumper.scoring import Answering, Score
from stumper.sections.wording import listed
from stumper.store import Store, absolute_url, store_file, store_url
from stumper.table import Table, of_runs, views_of
from stumper.task import Task
from stumper.types import Example, Instance, Prediction
from stumper.victims.address import without_password
from stumper.victims.own_index import check_examples
from stumper.victims.predictions_file import whole_answers

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

CHUNK = 256  # queries between two signs of life
REPORT_FILES = ("report.html", "report.md", "report.json")
LARGEST_MEDIUM, MOST_MEDIA = 2_000_000, 25_000_000  # bytes of a picture or sound in a report, and of all in it


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


def score(
    dataset: str,
    predictions: Path,
    *,
    originals: str | None = None,
    limit: int | None = None,
    seed: int = 1,
    strict: bool = False,
) -> list[Score]:
    """The scores of a file of predictions that was made anywhere; with a limit, on those that ``predict`` draws by it.

    Originals are drawn, as ``evaluate`` does, each with its variants. What the file holds beside is left out, which is
    logged; ``strict``: BadData. The data set ``originals`` has what the variants were made of, where the set has not.
    """
    data, every = _with_originals(dataset, originals)
    examples, task = _drawn_with_variants(data, every, limit, seed), task_of(every[0].query)
    found, further = whole_answers(predictions, every, examples)
    check_further(further, strict)
    said = {id: (prediction,) for id, prediction in found.items()}
    answering = Answering(str(predictions), data.name, were_asked=False)
    if orphans := getattr(data, "orphans", ()):
        note_alone(dataset)
        return task.scoring.instances(said, said, _paired(orphans, every, examples), answering)
    if isinstance(data, Collection) and data.instances:
        return instances_scored(task, said, said, _paired(data.instances, every, examples), answering)
    return examples_scored(task, said, examples, answering)


def _with_originals(dataset: str, originals: str | None) -> tuple[Dataset, tuple[Example, ...]]:
    """The data set and its examples; with originals from elsewhere the set in which these stand beside the variants."""
    data = load_dataset(dataset)
    if originals is None:
        return data, tuple(data)
    adversary = load_adversary("from-file", {"file": dataset.removeprefix(ORACLE)})
    material = Material(originals, adversary)
    material.read()
    apart = adversary.given_of(material.examples) if isinstance(adversary, InstancesFromFile) else ()
    every = tuple({example.id: example for example in material.known}.values())
    paired: Collection = replace(material.attacked, name=data.name, examples=every, instances=tuple(apart))
    return paired, every


def _drawn_with_variants(data: Dataset, every: Sequence[Example], limit: int | None, seed: int) -> tuple[Example, ...]:
    """So many originals drawn by the seed, each with all its variants; all examples without a limit."""
    if limit is None:
        return tuple(every)
    variants = variants_by_original(data)
    has_instances = isinstance(data, Collection) and data.instances
    apart = originals_of(data.instances) if isinstance(data, Collection) and has_instances else originals(data)
    kept = {one.id for original in drawn(apart, limit, seed) for one in (original, *variants.get(original.id, ()))}
    return tuple(example for example in every if example.id in kept)


def _paired(instances: Sequence[Instance], every: Sequence[Example], asked: Sequence[Example]) -> list[Instance]:
    """Those that were drawn, with their originals where the set holds these; BadOption where none is."""
    left_out = {example.id for example in every} - {example.id for example in asked}
    found = [instance for instance in instances if left_out.isdisjoint((instance.id, instance.example.id))]
    if not found:
        raise BadOption(f"Of the {len(asked)} that were drawn, none is a variant whose original was drawn as well. "
                        "Draw more, or score the whole file.")  # fmt: skip
    return found


def write_predicted(path: Path, dataset: str, predictions: Mapping[str, Prediction]) -> None:
    """The file holds the predictions by example id, in the official format of the data set's task."""
    task_in(dataset).predictions.write(path, predictions)


def with_maps(datasets: Sequence[str], maps: Sequence[str] | None) -> list[str]:
    """The data sets with what is said of the columns of their rows, each as ``role=column,…``; BadOption where one is
    no file of rows."""
    return [with_map(dataset, maps or ()) for dataset in datasets]


def task_in(dataset: str) -> Task:
    """The task of a data set."""
    return dataset_task(dataset) or task_of(next(iter(load_dataset(dataset))).query)


@dataclass(frozen=True, slots=True)
class Predicted:
    """The newest predictions by example id; ``done`` of ``total`` examples have been asked.

    ``counts`` is what was asked for that.
    """

    predictions: Mapping[str, Prediction]
    done: int
    total: int
    counts: Counts

    @property
    def answers(self) -> Mapping[str, str]:
        """The best answers, where there are any."""
        return best_answers(self.predictions)


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


def predict(
    dataset: str,
    victim: str = "embedded",
    *,
    limit: int | None = None,
    seed: int = 1,
    store: Store | None = None,
    ask_again: float = ASK_AGAIN,
    timeout: float = TIMEOUT,
    allow_index_writes: bool = False,
) -> Iterator[Predicted]:
    """The victim's predictions, chunk by chunk, after a first step without any; BrokenVictim or VictimFailed ends it.

    ``ask_again`` is the share of the answers from the cache that the victim is asked for once more; 0: none. A victim
    has ``timeout`` seconds to answer a batch; 0: as long as it likes. ``allow_index_writes``: what a data set adds may
    be written to the index of a service that is not on this machine.
    """
    data = load_dataset(dataset)
    every = tuple(data)
    given = System(victim, may_write=allow_index_writes)
    with patient(without_password(victim), lambda: given.load(every), timeout) as (system, patience):
        examples = _drawn_with_variants(data, every, limit, seed)
        yield from _predicted(dataset, examples, victim, system, patience, seed, store, ask_again)


def _predicted(
    dataset: str,
    examples: Sequence[Example],
    victim: str,
    system: Victim,
    patience: Patience | None,
    seed: int,
    store: Store | None,
    ask_again: float,
) -> Iterator[Predicted]:
    task = task_of(examples[0].query)
    check_victim(system, victim, dataset, task)
    check_evidence(system, dataset, examples)
    check_examples(system, without_password(victim), dataset, examples)
    check_further(getattr(system, "further", None))
    salt = kept_fingerprint(victim, system, task)
    cache = Memory() if salt is None else (store or open_store()).cache()
    again = Again(ask_again, seed) if ask_again else None
    oracle = Oracle(without_password(victim), system, salt or "", cache, again=again, patience=patience)
    yield Predicted({}, 0, len(examples), oracle.counts)
    for begin in range(0, len(examples), CHUNK):
        chunk = examples[begin : begin + CHUNK]
        predictions = {}
        for example, reply in zip(chunk, oracle.ask([example.query for example in chunk]), strict=True):
            if reply.fault is not None:
                raise VictimFailed(f"The victim {oracle.name!r} failed on {example.id!r}: {reply.fault}.")
            assert reply.prediction is not None
            predictions[example.id] = reply.prediction
        if begin + len(chunk) == len(examples):
            oracle.recheck(is_last=True)
        yield Predicted(predictions, begin + len(chunk), len(examples), oracle.counts)


def prepare_plan(
    path: Path, *, only_right: bool = False, allow_index_writes: bool = False, **how: Unpack[Keeping]
) -> list[Job]:
    """The jobs of a plan file, in its order; where one of them cannot be had, StumperError, and no store is made.

    ``only_right`` and ``allow_index_writes`` hold for all of them.
    """
    said = {"only_right": only_right, "allow_index_writes": allow_index_writes}
    own = {name: True for name, is_said in said.items() if is_said}
    every = [replace(cell, settings={**cell.settings, **own}) for cell in read_plan(path)]
    return prepare_cells(every, f"{path}: ", **how)


def prepare_cells(every: Sequence[Cell], where: str = "", **how: Unpack[Keeping]) -> list[Job]:
    """The jobs of these cells, in their order; StumperError, which begins with ``where`` they stand, if one of them
    cannot be had, and then no store is made."""
    place, folder, drafts = absolute_url(how.get("url") or store_url(os.environ)), os.getcwd(), []
    found = how.get("store") or store_at(place)
    for cell in every:
        os.chdir(folder)  # the victim of the cell before may have changed it
        drafts.append(_drafted(where, cell, found))
    opened = found or open_store(place)
    settings = how.get("settings"), how.get("retry_errors", False), how.get("continue_earlier", False)
    return [drafted.job(opened, *settings) for drafted in drafts]


def _drafted(where: str, cell: Cell, store: Store | None) -> Draft:
    """What a cell makes; what is wrong with it is said of where it stands."""
    try:
        return draft(cell.dataset, cell.adversary, cell.victim, options=cell.options, name=cell.name,
                     **cell.settings, store=store)  # fmt: skip
    except StumperError as error:
        raise type(error)(f"{where}{error}") from error


def crossings(jobs: Sequence[Job], settings: Settings | None = None) -> list[Job]:
    """The jobs in which the victims of these jobs, all of which have ended, meet what was made against each other.

    Of what does not look at answers nothing is made against anybody: all victims have met it already.
    """
    found = {}
    for job in jobs:
        if not searches(job.material.adversary):
            continue
        for other in jobs:
            if (job.plan.dataset, job.plan.goal) == (
                other.plan.dataset,
                other.plan.goal,
            ) and job.system != other.system:
                os.chdir(job.material.folder)  # a victim may have changed it
                replay = prepare_replay(job.plan.id, other.system, store=job.store, settings=settings)
                found[replay.plan.id] = replay
    return list(found.values())


def file_names(jobs: Sequence[Job]) -> list[str]:
    """What the sets that these jobs write are called in one folder: by adversary, and by data set, victim and run where
    that leaves two alike.

    What does not look at answers is one set for all its victims.
    """
    datasets, victims = {job.plan.dataset for job in jobs}, {job.plan.victim for job in jobs}
    plain = [
        "-".join(
            re.sub(r"[^\w.]+", "-", part).strip("-")
            for part in (
                *([called(job.plan.dataset)] if len(datasets) > 1 else []),
                job.plan.adversary,
                *([called(job.plan.victim)] if len(victims) > 1 and _is_of_victim(job) else []),
            )
        )
        for job in jobs
    ]
    of_sets = {name: {_set(job) for job, other in zip(jobs, plain, strict=True) if other == name} for name in plain}
    return [
        f"{name}{'' if len(of_sets[name]) == 1 else f'-{job.plan.id[:8]}'}{job.suffix}"
        for name, job in zip(plain, jobs, strict=True)
    ]


def written_by(jobs: Sequence[Job], paths: Sequence[Path]) -> dict[Path, Job]:
    """Which of the jobs that make one set writes it: the one whose victim failed least."""
    found: dict[Path, Job] = {}
    for job, path in zip(jobs, paths, strict=True):
        if path not in found or _errored(job) < _errored(found[path]):
            found[path] = job
    return found


def _errored(job: Job) -> int:
    return job.outcomes().get("errored", 0)


def _set(job: Job) -> object:
    """What makes the set that a job writes."""
    plan = job.plan
    own = (plan.dataset_fingerprint, plan.options_fingerprint or plan.options, plan.seed, plan.limit, plan.budget)
    return plan.id if _is_of_victim(job) else own


def _is_of_victim(job: Job) -> bool:
    """Whether what its victim says has a part in the set that a job writes."""
    return searches(job.material.adversary) or job.plan.only_right


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


def run_ids_in(store: Store, runs: Sequence[str] = ()) -> list[str]:
    """The ids of runs that are named by their beginnings, or of all in the store."""
    return [_run_id(store, start) for start in runs] or list(store.plans())


def views(runs: Sequence[str] = (), store: Store | None = None) -> Table:
    """What was said of each view of those runs' originals and variants: of a tossup, after each of its sentences. A
    child of ``table``; without rows where no task asks in views."""
    opened = store or existing_store()
    return views_of(opened, [_run_id(opened, start) for start in runs] or list(opened.plans()))


def with_media(value: Report, specs: Sequence[str]) -> Report:
    """The report with the pictures and sounds that these data sets name of its examples, where their files lie beside
    the data set's own: at most 2 MB each and 25 MB together, so that the page stays one file. BadOption where a data
    set has none, or none of an example that is shown."""
    reader, found = media.Reader(LARGEST_MEDIUM, MOST_MEDIA), dict[str, tuple[media.NamedMedium, ...]]()
    ids = {exhibit.example_id for exhibit in value.examples}
    for spec in specs:
        data, folder = load_dataset(spec), Path(mapped(spec).spec).parent
        paths = {one.id: task_of(one.query).media(data, one.id) for one in data}
        if not any(map(any, paths.values())):
            raise BadOption(f"{spec!r} names no pictures and no sounds. Name a packet that does, or leave out --media.")
        if ids.isdisjoint(paths):
            raise BadOption(f"No example of the report is of {spec!r}. Name the data set that was attacked.")
        found |= {id: reader.read(folder, of) for id, of in paths.items() if id in ids and any(of)}
    return replace(value, media=found)


def write_report(value: Report, folder: Path) -> Path:
    """The folder holds report.html, report.md and report.json; the path of the first."""
    return _write_files(_report_files(_dated(value)), folder)


def write_tables(value: Report, folder: Path) -> list[Path]:
    """The folder holds each table of the report as CSV and as LaTeX; their paths."""
    texts = {f"{name}.{ending}": text for name, ending, text in table_files(value)}
    _write_files({name: text.encode("utf-8") for name, text in texts.items()}, folder)
    return [folder / name for name in texts]


def write_inspect_logs(runs: Sequence[str], store: Store, folder: Path) -> list[Path]:
    """The folder holds a log for Inspect's viewer of each of those runs (ids or their beginnings), or of all in the
    store; their paths."""
    run_ids = run_ids_in(store, runs)
    return write_logs(folder, store, run_ids, report_of(store, run_ids, with_examples=False), datetime.now(UTC))


def write_report_of(run_ids: Sequence[str], store: Store, folder: Path, named: str | None = None) -> Path:
    """The folder holds what ``write_report`` writes of these runs, with commands that name the store so, where it is
    ``named``; where it does already, all is left alone."""
    memos, state = store.memos(), report_state(store, run_ids)
    key = content_id("report files", *run_ids, *([named] if named else []))
    there = [folder / name for name in REPORT_FILES]
    if all(path.is_file() for path in there) and memos.get(key, state) == content_id(*map(file_fingerprint, there)):
        return there[0]
    files = _report_files(_dated(in_store(report_of(store, run_ids), named)))
    page = _write_files(files, folder)
    memos.put(key, state, content_id(*(bytes_fingerprint(files[name]) for name in REPORT_FILES)))
    return page


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


def _dated(value: Report) -> Report:
    """The report of today."""
    today = date.today()
    return replace(value, made=f"{today.day} {today:%B %Y}")


def _report_files(value: Report) -> dict[str, bytes]:
    texts = (html(value), markdown(value), to_json(value))
    return dict(zip(REPORT_FILES, (text.encode("utf-8") for text in texts), strict=True))


def _write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """They are there; the path of the first."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOutput(f"The report cannot be written to {folder}: {error.strerror}. Name another --out.") from error
    write_files({folder / name: data for name, data in files.items()})
    return folder / next(iter(files))


def _run_id(store: Store, start: str) -> str:
    known = list(store.plans())
    found = [run_id for run_id in known if run_id.startswith(start)]
    if len(found) != 1:
        problem = "several runs begin" if found else "no run begins"
        there = ", ".join(run_id[:8] for run_id in known) or "none yet"
        raise BadOption(f"In the store {store.name} {problem} with {start!r}; there are: {there}.")
    return found[0]
