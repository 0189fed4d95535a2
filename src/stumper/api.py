"""The whole tool from Python: load, attack, evaluate, report. The command line is this and printing."""

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.added_scores import examples_scored, instances_scored
from stumper.datasets.originals import original_ids
from stumper.datasets.whole_files import write_files
from stumper.errors import BadOption, BadOutput, BadStore, StumperError, VictimFailed
from stumper.evaluating import scores_of
from stumper.identity import bytes_fingerprint, content_id, file_fingerprint
from stumper.jobs import Draft, Job, draft, open_store, prepare, report_of, report_state, store_at
from stumper.loading import (
    dataset_task,
    files_to_write,
    is_plain,
    kept_fingerprint,
    load_adversary,
    load_dataset,
    load_victim,
)
from stumper.material import ORACLE, check_evidence, check_victim, drawn
from stumper.plan_file import Cell, read_plan
from stumper.predictions import best_answers
from stumper.protocols import Collection, Victim
from stumper.registry import task_of
from stumper.reports import Report, html, markdown, to_json
from stumper.reports.sentences import BEGIN
from stumper.runs import Counts, Memory, Oracle, Settings
from stumper.runs.again import ASK_AGAIN, Again
from stumper.runs.patience import TIMEOUT, Patience, patient
from stumper.scoring import Answering, Score
from stumper.store import Store, absolute_url, store_file, store_url
from stumper.task import Task
from stumper.types import Example, Instance, Prediction
from stumper.victims.address import without_password

__all__ = [
    "Job",
    "Predicted",
    "Settings",
    "apart",
    "attack",
    "drawn",
    "evaluate",
    "existing_store",
    "load_adversary",
    "load_dataset",
    "load_victim",
    "open_store",
    "predict",
    "prepare",
    "prepare_evaluation",
    "prepare_plan",
    "report",
    "report_of",
    "score",
    "scores_of",
    "task_in",
    "writable",
    "write_predicted",
    "write_report",
    "write_report_of",
]

CHUNK = 256  # queries between two signs of life
REPORT_FILES = ("report.html", "report.md", "report.json")


def attack(dataset: str, adversary: str, victim: str = "embedded", **how: object) -> Job:
    """The job of ``prepare`` with the same arguments, carried out to the end."""
    job = _carried_out(prepare(dataset, adversary, victim, **how))  # type: ignore[arg-type]
    job.conclude()
    return job


def prepare_evaluation(file: str, victim: str = "embedded", *, pick: str = "worst", **how: object) -> Job:
    """The job in which each original of an adversarial set, or of ``oracle:`` one, meets the set's variants of it.

    Tossups without variants are asked as they are.
    """
    if is_plain(file):
        return prepare(file, "identity", victim, **how)  # type: ignore[arg-type]
    options = {"file": file.removeprefix(ORACLE), "pick": pick}
    return prepare(file, "from-file", victim, options=options, **how)  # type: ignore[arg-type]


def evaluate(file: str, victim: str = "embedded", **how: object) -> list[Score]:
    """The original and the adversarial scores of a victim on an adversarial set."""
    job = _carried_out(prepare_evaluation(file, victim, **how))  # type: ignore[arg-type]
    scores = scores_of(job)
    job.conclude()
    return scores


def score(dataset: str, predictions: Path, *, limit: int | None = None, seed: int = 1) -> list[Score]:
    """The scores of a file of predictions that was made anywhere; with a limit, on those that ``predict`` draws by it.

    Of the variants that are drawn, those count whose originals are.
    """
    data = load_dataset(dataset)
    every = tuple(data)
    examples, task = drawn(every, limit, seed), task_of(every[0].query)
    found = task.predictions.by_id(predictions, every, examples)
    said = {id: (prediction,) for id, prediction in found.items()}
    answering = Answering(str(predictions), data.name, were_asked=False)
    if isinstance(data, Collection) and data.instances:
        return instances_scored(task, said, said, _paired(data.instances, every, examples), answering)
    if not task.counts_variants:
        originals, kept = original_ids(example.id for example in every), {example.id for example in examples}
        examples = tuple(example for example in examples if originals[example.id] in kept)
    return examples_scored(task, said, examples, answering)


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


def predict(
    dataset: str,
    victim: str = "embedded",
    *,
    limit: int | None = None,
    seed: int = 1,
    store: Store | None = None,
    ask_again: float = ASK_AGAIN,
    timeout: float = TIMEOUT,
) -> Iterator[Predicted]:
    """The victim's predictions, chunk by chunk, after a first step without any; BrokenVictim or VictimFailed ends it.

    ``ask_again`` is the share of the answers from the cache that the victim is asked for once more; 0: none. A victim
    has ``timeout`` seconds to answer a batch; 0: as long as it likes.
    """
    every = tuple(load_dataset(dataset))
    with patient(without_password(victim), lambda: load_victim(victim, every), timeout) as (system, patience):
        yield from _predicted(dataset, every, victim, system, patience, limit, seed, store, ask_again)


def _predicted(
    dataset: str,
    every: Sequence[Example],
    victim: str,
    system: Victim,
    patience: Patience | None,
    limit: int | None,
    seed: int,
    store: Store | None,
    ask_again: float,
) -> Iterator[Predicted]:
    examples = drawn(every, limit, seed)
    task = task_of(every[0].query)
    check_victim(system, victim, dataset, task)
    check_evidence(system, dataset, examples)
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
    path: Path,
    *,
    store: Store | None = None,
    url: str | None = None,
    settings: Settings | None = None,
    retry_errors: bool = False,
    continue_earlier: bool = False,
) -> list[Job]:
    """The jobs of a plan file, in its order; where one of them cannot be had, StumperError, and no store is made."""
    place, folder, drafts = absolute_url(url or store_url(os.environ)), os.getcwd(), []
    found = store or store_at(place)
    for cell in read_plan(path):
        os.chdir(folder)  # the victim of the cell before may have changed it
        drafts.append(_drafted(path, cell, found))
    opened = found or open_store(place)
    return [drafted.job(opened, settings, retry_errors, continue_earlier) for drafted in drafts]


def _drafted(path: Path, cell: Cell, store: Store | None) -> Draft:
    """What a cell of the plan in the file makes; what is wrong with it is said of the file."""
    try:
        return draft(cell.dataset, cell.adversary, cell.victim, options=cell.options, **cell.settings, store=store)
    except StumperError as error:
        raise type(error)(f"{path}: {error}") from error


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
    run_ids = [_run_id(opened, start) for start in runs] or list(opened.plans())
    return report_of(opened, run_ids, with_examples)


def write_report(value: Report, folder: Path) -> Path:
    """The folder holds report.html, report.md and report.json; the path of the first."""
    return _write_files(_report_files(value), folder)


def write_report_of(run_ids: Sequence[str], store: Store, folder: Path) -> Path:
    """The folder holds what ``write_report`` writes of these runs; where it does already, all is left alone."""
    memos, state = store.memos(), report_state(store, run_ids)
    key = content_id("report files", *run_ids)
    there = [folder / name for name in REPORT_FILES]
    if all(path.is_file() for path in there) and memos.get(key, state) == content_id(*map(file_fingerprint, there)):
        return there[0]
    files = _report_files(report_of(store, run_ids))
    page = _write_files(files, folder)
    memos.put(key, state, content_id(*(bytes_fingerprint(files[name]) for name in REPORT_FILES)))
    return page


def writable(path: Path, source: str = "") -> None:
    """Nothing, where the file can be written; BadOutput before hours of work are spent where it cannot.

    ``source`` is a data set that it must not overwrite.
    """
    if path.is_dir():
        raise BadOutput(f"{path} is a folder: name a file, such as {path / 'adversarial.json'}.")
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
