"""How much sooner a run ends over an executor of more workers: rows of questions that we make, a system that sleeps.

A system that waits for an answer from elsewhere costs its worker nothing but time, so that the figures tell what the
driver leaves of a perfect division, on any number of cores (``share``); ``times`` is against one worker of the same
kind. One warm run comes before those that are timed. Rows are compared with those of one thread, whatever the kind:
outcome, texts, and how often the system was asked. Other work on the machine makes sleepers wake late, and its ``load``
(processes that want a core, over the last minute) is told with each figure; the ``core_seconds`` are of the process
that drives, with its threads.
"""

import os
import tempfile
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path

import stumper
from measuring import arguments, say
from stumper.runs.ray_executor import RayExecutor
from stumper.store import Store

WORKERS = (1, 2, 4, 8)
REST = 0.05  # seconds a query
KINDS: Mapping[str, Callable[[int], Executor]] = {
    "threads": ThreadPoolExecutor,
    "processes": lambda workers: ProcessPoolExecutor(workers, get_context("spawn")),
    "ray": lambda workers: RayExecutor(workers, {"cpu": 0.1}),  # where the package is installed
}
Row = tuple[str, str, str, int]


def first_word(question: str, context: str) -> str:
    """A system that waits before it answers with the paragraph's first word."""
    time.sleep(REST)
    return context.split()[0]


def main() -> None:
    args = arguments(__doc__, examples=64)
    first: list[Row] | None = None
    for kind, begun in KINDS.items():
        if kind == "ray" and find_spec("ray") is None:
            continue
        seconds = 0.0
        for workers in WORKERS:
            with begun(workers) as executor:
                attacked(executor, workers)  # so that no worker is begun while the clock runs
                used = time.process_time()
                found, took = attacked(executor, args.examples)
                used = time.process_time() - used
            seconds, first = took if workers == 1 else seconds, first or found
            queries = sum(queries for *_, queries in found)
            say("scaling", executor=kind, workers=str(workers), n=args.examples, seconds=took, times=seconds / took,
                share=queries * REST / workers / took, queries=queries, same_rows=found == first, core_seconds=used,
                load=os.getloadavg()[0])  # fmt: skip


def attacked(executor: Executor, examples: int) -> tuple[list[Row], float]:
    """The rows of an attack on so many questions, sorted, and the seconds that it took."""
    with tempfile.TemporaryDirectory() as folder, Store.open(str(Path(folder) / "stumper.db")) as store:
        begun = time.perf_counter()
        system = import_module("scaling").first_word  # as workers import it, not of the script
        found = stumper.attack(rows_of(examples), victim=system, adversaries="edit-misspell", executor=executor,
                               store=store)  # fmt: skip
        took = time.perf_counter() - begun
        made = [one for run_id in found.run_ids for one in store.attempts(run_id)]
        rows = [(one.example_id, one.outcome, str(one.perturbation and one.perturbation.query), one.queries)
                for one in made]  # fmt: skip
        return sorted(rows), took


def rows_of(examples: int) -> list[dict[str, str]]:
    """Questions of our own, each with a paragraph of its own."""
    return [
        {"id": f"made-{n}", "question": f"Which town stands at milestone number {n}?", "answer": f"Harwick{n}",
         "context": f"Harwick{n} stands at milestone number {n}. Travellers rest there before the long climb."}
        for n in range(examples)
    ]  # fmt: skip


if __name__ == "__main__":
    main()
