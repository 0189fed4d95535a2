"""What one calls from Python: attack, evaluate, compare, and what they are given.

Nothing heavy is imported before one of them is called.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from stumper.results import Difference, Progress, Results, Tracked, carried, difference

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from pathlib import Path

    from stumper.errors import StumperError
    from stumper.given import Attack, System
    from stumper.jobs import Job
    from stumper.preparing import Choices, Keeping
    from stumper.protocols import Collection
    from stumper.python_objects import Attacks, Data, OneSystem, Rows, Systems
    from stumper.store import Store


@contextmanager
def _in_python() -> Iterator[None]:
    """Meanwhile an error names the keywords of a call where it would name the options of a command."""
    from stumper.errors import StumperError

    try:
        yield
    except StumperError as error:
        error.args = (_COMMAND_MAP.sub(_columns, _OPTION.sub(_keyword, str(error))),)
        raise


_COMMAND_MAP = re.compile(r"--map (\w+=\w+(?:,\w+=\w+)*)")
_OPTION = re.compile(r"--(limit|seed|budget|goal|originals|store|workers|max-errors|ask-again|timeout|retry-errors|"
                     r"only-right|allow-index-writes)\b(?: (\d[\d.]*))?")  # fmt: skip


def _columns(found: re.Match[str]) -> str:
    roles = (pair.split("=") for pair in found[1].split(","))
    return f"columns={{{', '.join(f'{role!r}: {column!r}' for role, column in roles)}}}"


def _keyword(found: re.Match[str]) -> str:
    is_flag = found[1] in ("retry-errors", "only-right", "allow-index-writes")
    return f"{found[1].replace('-', '_')}={found[2] or ('True' if is_flag else '')}"


@_in_python()
def attack(
    rows: "Rows",
    *,
    victim: "Systems" = "embedded",
    adversaries: "Attacks",
    name: str = "",
    limit: int | None = None,
    budget: int | None = None,
    seed: int = 1,
    goal: str | None = None,
    only_right: bool = False,
    columns: Mapping[str, str] | None = None,
    task: str | None = None,
    store: "str | Path | Store | None" = None,
    workers: int = 1,
    executor: "Executor | None" = None,
    max_errors: float = 0.1,
    ask_again: float = 0.01,
    timeout: float = 300,
    retry_errors: bool = False,
    allow_index_writes: bool = False,
    progress: Callable[[Progress], object] | None = None,
    tracker: Callable[[Tracked], object] | None = None,
) -> Results:
    """Attacks one system or several on a data set; what is done already is not done again.

    ``rows``: a path, a list of dicts, a data frame, a Hugging Face data set, a data set of Stumper's, or the name of
    one (``"reading"``, ``"verification"``, ``"quizbowl"``). ``columns`` says which column is what, where they have no
    usual names: ``{"question": "q", "context": "text", "answer": "gold", "group": "doc"}``; ``task`` says what they
    hold, where their columns do not tell.

    ``victim``: a function, of one query or of a batch, also one to await; an object with ``predict``; a name as on the
    command line (``"openai:MODEL@URL"``); a list of these, or a dict of names and these. ``name`` is what reports call
    a single one. How a function is asked is told by its parameters, and said in ``notes``.

    ``adversaries``: a name, (name, options), an object, or a list of these.

    ``limit`` draws so many originals by the ``seed``; ``budget`` is of distinct queries an original; ``goal`` and
    ``only_right`` are as on the command line. Results stand in the ``store``: a file, a URL, an open one, else what
    STUMPER_STORE names, else ``stumper.db`` in the current folder. An interrupted call that is made again goes on; a
    function that has changed is another system. Work goes to ``workers`` processes, or to an ``executor`` with the
    interface of ``concurrent.futures``, to whose workers system and attack are pickled, and which must be able to read
    the store; there may be ``workers`` of them, if it does not say how many it has. ``max_errors`` is the share of
    originals that a system may fail on, ``timeout`` the seconds that it has for a batch. ``allow_index_writes``:
    passages may be added to the index of an ``http:`` system that is not on this machine; they are taken out again.
    ``progress`` is called with each step: ``print`` will do. ``tracker`` is called with each run that has ended:
    ``stumper.to_mlflow``, or a function of a ``stumper.Tracked``.

    Raises StumperError: one clear sentence. Where one of several systems fails, the others go on, and the first error
    that you must mend is raised at the end, or the first of all.
    """
    from stumper.python_objects import attacks_of, data_of, systems_of

    attacks, systems, data = attacks_of(adversaries), systems_of(victim, name), data_of(rows, columns, task)
    keeping = _keeping(store, workers, executor, max_errors, ask_again, timeout, retry_errors)
    choices: Choices = {"limit": limit, "budget": budget, "seed": seed, "goal": goal, "only_right": only_right,
                        "allow_index_writes": allow_index_writes}  # fmt: skip
    cells = [(system, one) for system in systems for one in attacks]
    jobs = _prepared(data, cells, keeping, choices)
    ended, failed = _carried(jobs, progress)
    _check(failed, len(jobs))
    for job in ended:
        job.conclude()
    return _told(_results(ended, data, systems), tracker)


@_in_python()
def evaluate(
    rows: "Rows",
    *,
    victim: "Systems" = "embedded",
    name: str = "",
    limit: int | None = None,
    seed: int = 1,
    columns: Mapping[str, str] | None = None,
    task: str | None = None,
    originals: "str | Path | None" = None,
    store: "str | Path | Store | None" = None,
    workers: int = 1,
    executor: "Executor | None" = None,
    max_errors: float = 0.1,
    ask_again: float = 0.01,
    timeout: float = 300,
    retry_errors: bool = False,
    allow_index_writes: bool = False,
    progress: Callable[[Progress], object] | None = None,
    tracker: Callable[[Tracked], object] | None = None,
) -> Results:
    """Scores systems on a data set as it is; on a file with variants, the original and the adversarial scores.

    The arguments are those of ``attack``. ``originals`` names the data set that the variants of a file were made of,
    where the file does not hold it. Rows in memory that are variants are refused. ``scores`` of the results has every
    score with its interval and signature.
    """
    from dataclasses import replace

    from stumper.evaluating import prepare_evaluation, scores_of
    from stumper.given import Attack
    from stumper.preparing import prepared
    from stumper.python_objects import data_of, systems_of
    from stumper.sections.score_notes import notes_on
    from stumper.table.naming import short_dataset, short_victims

    systems, data = systems_of(victim, name), data_of(rows, columns, task)
    keeping = _keeping(store, workers, executor, max_errors, ask_again, timeout, retry_errors)
    choices: Choices = {"limit": limit, "seed": seed, "allow_index_writes": allow_index_writes}
    named = _named_set(originals)
    if not isinstance(data.dataset, str):
        _check_no_variants(data.dataset, data.variant or (data.perhaps if named else ""), named)
    jobs: list[Job] = []
    for system in systems:
        if jobs:  # a store in memory is one for all
            keeping["store"] = jobs[0].store
        if not isinstance(data.dataset, str):
            jobs.append(prepared(data.dataset, Attack("identity"), system, **choices, **keeping))
        else:
            jobs.append(prepare_evaluation(data.dataset, system, originals=named, is_noted=bool(jobs), **choices,
                                           **keeping))  # fmt: skip
    ended, failed = _carried(jobs, progress)
    _check(failed, len(jobs))
    scored = [(job, scores_of(job)) for job in ended]
    for job in ended:
        job.conclude()
    found = _results(ended, data, systems)
    told = [said for job, of_one in scored
            for said in notes_on(short_dataset(job.plan.dataset), of_one, job.material.task.unit,
                                 job.store.errors(job.plan.id))]  # fmt: skip
    called = short_victims(job.plan for job in ended)
    every = tuple(
        replace(score, victim=called.get(score.victim or "", score.victim)) for _, of_one in scored for score in of_one
    )
    return _told(replace(found, said=(*found.said, *told), scores=every), tracker)


@_in_python()
def compare(
    a: "Results | str",
    b: "Results | str",
    *,
    by: str | None = None,
    score: str | None = None,
    examples: int = 3,
    store: "str | Path | None" = None,
) -> Difference:
    """What improved and what fell from A to B, question by question: each results, or what ``stumper compare`` takes.

    ``by`` is a column of the table to group by instead of the task's own, ``score`` the one that leads.
    """
    return difference(a, b, by=by, score=score, examples=examples, store=None if store is None else str(store))


@_in_python()
def load(
    rows: "Rows", *, columns: Mapping[str, str] | None = None, task: str | None = None, name: str = "rows"
) -> "Collection":
    """The data set that rows are, or that stands at a path or under a name: its ``examples`` can be looked at.

    ``name`` is what reports call it, where it is no file. BadData where the rows fit no task; the sentence shows the
    first row and the columns found.
    """
    from stumper.loading import load_dataset
    from stumper.protocols import Collection
    from stumper.python_objects import data_of

    found = data_of(rows, columns, task, name).dataset
    data = load_dataset(found) if isinstance(found, str) else found
    return data if isinstance(data, Collection) else _collection(data_of(data))


def stored(runs: Sequence[str] = (), store: "str | Path | None" = None) -> Results:
    """The results of runs in a store, by their ids or the beginnings of these; of all, where none is named.

    BadStore where there is no store yet.
    """
    from stumper.api import existing_store, run_ids_in

    opened = existing_store(_url(store))
    return Results(opened, tuple(run_ids_in(opened, runs)))


def system(
    victim: "OneSystem", *, name: str = "", fingerprint: str | None = None, by_batch: bool | None = None
) -> "System":
    """A system with what cannot be seen from it, to be handed over as ``victim``.

    ``name`` is what reports call it. ``fingerprint`` vouches that it answers the same as long as this text is the same:
    then its answers are kept across runs. ``by_batch`` says whether it takes lists, where its parameters do not tell.
    """
    from stumper.python_objects import system_of

    return system_of(victim, name, fingerprint=fingerprint, by_batch=by_batch)


def _keeping(
    store: "str | Path | Store | None",
    workers: int,
    executor: "Executor | None",
    max_errors: float,
    ask_again: float,
    timeout: float,
    retry_errors: bool,
) -> "Keeping":
    from stumper.preparing import Keeping
    from stumper.runs import Settings
    from stumper.store import Store

    settings = Settings(workers, max_error_rate=max_errors, ask_again=ask_again, timeout=timeout, executor=executor)
    if isinstance(store, Store):
        return Keeping(store=store, settings=settings, retry_errors=retry_errors)
    return Keeping(url=_url(store), settings=settings, retry_errors=retry_errors)


def _url(store: "str | Path | None") -> str | None:
    return None if store is None else str(store)


def _prepared(
    data: "Data", cells: "Sequence[tuple[System, Attack]]", keeping: "Keeping", choices: "Choices"
) -> "list[Job]":
    """The jobs of all cells; where one cannot be had, StumperError, before anything is asked."""
    from stumper.preparing import prepared

    jobs: list[Job] = []
    for given, one in cells:
        if jobs:
            keeping["store"] = jobs[0].store
        jobs.append(prepared(data.dataset, one, given, **keeping, **choices))
    return jobs


def _carried(
    jobs: "Sequence[Job]", progress: Callable[[Progress], object] | None
) -> "tuple[list[Job], list[tuple[str, StumperError]]]":
    """The jobs that came to their end, and why others did not."""
    from stumper.errors import StumperError

    ended, failed = [], []
    for job in jobs:
        try:
            carried(job, progress)
        except StumperError as error:
            failed.append((f"{job.plan.adversary} x {job.plan.victim}", error))
        else:
            ended.append(job)
    return ended, failed


def _check(failed: "Sequence[tuple[str, StumperError]]", of: int) -> None:
    """Nothing, where all came to their end; else the error to be told first."""
    from stumper.errors import told_first

    if not failed:
        return
    name, error = told_first(failed)
    if of == 1:
        raise error
    raise type(error)(f"{len(failed)} of {of} did not come to their end, the first, {name}: {error} What the others "
                      "did is in the store: stumper.stored() has it.") from error  # fmt: skip


def _results(jobs: "Sequence[Job]", data: "Data", systems: "Sequence[System]") -> Results:
    from stumper.python_objects import said_of
    from stumper.table.naming import short_dataset

    run_ids = tuple(dict.fromkeys(job.plan.id for job in jobs))
    store, plan = jobs[0].store, jobs[0].plan
    store.put_left_out(plan.dataset_fingerprint, data.left_out)
    left_out = [f"{short_dataset(plan.dataset)}: {one}." for one in store.left_out(plan.dataset_fingerprint)]
    said = (*data.notes, *left_out, *filter(None, map(said_of, systems)))
    return Results(jobs[0].store, run_ids, said, jobs=tuple(jobs))


def _told(results: Results, tracker: Callable[[Tracked], object] | None) -> Results:
    """The results, of which the tracker has been told."""
    if tracker is not None:
        results.track(tracker)
    return results


def _named_set(originals: object) -> str | None:
    """The path or the name of the set of originals as text; BadOption where it is neither."""
    from os import PathLike, fsdecode

    from stumper.errors import BadOption

    if originals is None:
        return None
    if not isinstance(originals, str | PathLike):
        raise BadOption(f"originals= is the path or the name of a data set, not {type(originals).__name__}: write the "
                        "originals into a file, and name it.")  # fmt: skip
    return fsdecode(originals)


def _check_no_variants(dataset: "Collection", variant: str, originals: str | None) -> None:
    """Nothing; BadOption where a data set in memory holds variants, as their file says more of them, or where its rows
    name a ``variant``'s original, or the set of them is named."""
    from stumper.datasets.originals import variants_by_original
    from stumper.errors import BadOption

    if dataset.instances or getattr(dataset, "orphans", ()) or variants_by_original(dataset):
        raise BadOption(f"{dataset.name} holds variants: evaluate the file that they stand in, by its path.")
    if variant:
        raise BadOption(f"{dataset.name} holds variants, and rows in memory are scored as originals: {variant} as its "
                        "original_id. Write them into a file of JSON lines, and evaluate that by its path; leave the "
                        "column out where it means something else.")  # fmt: skip
    if originals is not None:
        raise BadOption(f"originals={originals!r} is the set that the variants of a file were made of, and "
                        f"{dataset.name} is no file. Name the file of the variants by its path, or leave originals "
                        "out.")  # fmt: skip


def _collection(data: "Data") -> "Collection":
    assert not isinstance(data.dataset, str)
    return data.dataset
