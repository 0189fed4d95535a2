"""Where attempts are made: in this process, or in several that return values. Only the caller writes the store."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from random import Random
from typing import Protocol

from stumper.constraints import READING
from stumper.errors import VictimFailed
from stumper.goals import goal_named
from stumper.protocols import Adversary, Cache, Victim
from stumper.runs.lanes import advance
from stumper.runs.memory import Overlay
from stumper.runs.oracle import Counts, Oracle
from stumper.runs.plan import Plan
from stumper.runs.referee import Lane, Rules, attempt
from stumper.store import Store
from stumper.types import Attempt, Example

CHUNK = 16  # the most examples that a worker takes at once


@dataclass(frozen=True, slots=True)
class Progress:
    """What one step of a run brought; ``predictions`` are still to be written where the worker could not."""

    attempts: tuple[Attempt, ...]
    counts: Counts
    predictions: Mapping[str, bytes] = field(default_factory=dict)


class Components(Protocol):
    """Makes a plan's parts anew in any process; picklable."""

    def victim(self) -> Victim: ...

    def adversary(self) -> Adversary: ...


def serial(
    plan: Plan, components: Components, examples: Sequence[Example], cache: Cache, batch_size: int
) -> Iterator[Progress]:
    """Attempts all examples in this process."""
    oracle = Oracle(plan.victim, components.victim(), plan.victim_salt, cache, batch_size)
    for attempts in advance(_lanes(plan, components.adversary(), examples), oracle.ask):
        yield Progress(tuple(attempts), oracle.counts)


def _lanes(plan: Plan, adversary: Adversary, examples: Sequence[Example]) -> Iterator[Lane]:
    rules = Rules(goal_named(plan.goal), READING, plan.budget)
    for example in examples:
        rng = Random(f"{plan.seed}/{example.id}")
        yield attempt(plan.id, (plan.adversary, plan.victim), rules, adversary, example, rng)


def processes(
    plan: Plan, components: Components, examples: Sequence[Example], store_url: str, batch_size: int, workers: int
) -> Iterator[Progress]:
    """Attempts the examples in ``workers`` processes; each reads the store's cache and none writes it."""
    size = min(CHUNK, -(-len(examples) // workers))
    chunks = [examples[begin : begin + size] for begin in range(0, len(examples), size)]
    total, threads = Counts(), max(1, (os.cpu_count() or 1) // workers)
    spawning = multiprocessing.get_context("spawn")
    stop = spawning.Event()
    with ProcessPoolExecutor(workers, spawning, _start,
                             (plan, components, store_url, batch_size, threads, stop)) as pool:  # fmt: skip
        try:
            with _deaf_to_ctrl_c():
                futures = {pool.submit(_work, chunk) for chunk in chunks}
            while futures:
                done, futures = wait(futures, return_when=FIRST_COMPLETED)
                for future in done:
                    progress = future.result()
                    total.add(progress.counts)
                    yield Progress(progress.attempts, total, progress.predictions)
        except BrokenProcessPool as error:
            raise VictimFailed(
                f"A worker ended abruptly while it asked {plan.victim!r}; is there memory for {workers} of them? "
                "What was done is kept: run the same command with fewer --workers."
            ) from error
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C, which a terminal sends to all: the driver, who does, stops them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True, slots=True)
class _Worker:
    plan: Plan
    adversary: Adversary
    oracle: Oracle
    overlay: Overlay
    stop: Event


_workers: list[_Worker] = []  # the one of this process, made when it starts


def _start(plan: Plan, components: Components, store_url: str, batch_size: int, threads: int, stop: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a victim prints is no result
    threading.Thread(target=_end_with_the_driver, daemon=True).start()
    os.environ.setdefault("STUMPER_THREADS", str(threads))
    overlay = Overlay(Store.open(store_url).cache())
    oracle = Oracle(plan.victim, components.victim(), plan.victim_salt, overlay, batch_size)
    _workers[:] = [_Worker(plan, components.adversary(), oracle, overlay, stop)]


def _end_with_the_driver() -> None:
    """Ends this process when the driver is killed, as nobody is left to take what it makes."""
    driver = multiprocessing.parent_process()
    assert driver is not None
    driver.join()
    os._exit(1)


def _work(examples: Sequence[Example]) -> Progress:
    worker = _workers[0]
    worker.oracle.counts = Counts()
    lanes = _lanes(worker.plan, worker.adversary, examples)
    attempts: list[Attempt] = []
    steps = advance(lanes, worker.oracle.ask)
    while not worker.stop.is_set() and (ended := next(steps, None)) is not None:
        attempts += ended
    predictions = dict(worker.overlay.new)
    worker.overlay.new.clear()
    return Progress(tuple(attempts), worker.oracle.counts, predictions)
