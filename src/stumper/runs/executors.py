"""Where attempts are made: in this process, or in several that return values. Only the caller writes the store."""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.synchronize import Event
from random import Random
from typing import Protocol

from stumper.errors import StumperError, VictimFailed
from stumper.goals import goal_named
from stumper.identity import prediction_key
from stumper.protocols import Adversary, Cache, Victim
from stumper.runs.again import Again
from stumper.runs.counts import Counts
from stumper.runs.lanes import advance
from stumper.runs.memory import Overlay
from stumper.runs.oracle import Oracle, Reply
from stumper.runs.plan import Plan
from stumper.runs.referee import Lane, Rules, attempt, attempt_on
from stumper.store import Store
from stumper.tasks import task_of
from stumper.types import Attempt, Example, Instance, Prediction, Query

Work = Example | Instance  # to be attacked, or changed already

CHUNK = 16  # the most pieces of work that a worker takes at once


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


@dataclass(frozen=True, slots=True)
class Trust:
    """What is asked of a victim once more: some of what the cache has of it, and of ``recorded`` answers."""

    again: Again | None = None
    recorded: tuple[tuple[Query, Prediction], ...] = ()


def serial(
    plan: Plan, components: Components, work: Sequence[Work], cache: Cache, batch_size: int, trust: Trust = Trust()
) -> Iterator[Progress]:
    """Attempts all of the work in this process."""
    oracle = _oracle(plan, components, cache, batch_size, trust)
    for attempts in _steps(oracle, _lanes(plan, components.adversary(), work)):
        yield Progress(tuple(attempts), oracle.counts)


def _oracle(plan: Plan, components: Components, cache: Cache, batch_size: int, trust: Trust) -> Oracle:
    oracle = Oracle(plan.victim, components.victim(), plan.victim_salt, cache, batch_size, trust.again)
    for query, prediction in trust.recorded:
        oracle.take(prediction_key(plan.victim_salt, query), query, Reply(prediction))
    return oracle


def _steps(oracle: Oracle, lanes: Iterator[Lane]) -> Iterator[list[Attempt]]:
    """The attempts that each merged batch ended, none before recorded answers have been asked for again."""
    before = oracle.counts.again
    oracle.recheck()
    yield from advance(lanes, oracle.ask)
    oracle.recheck(is_last=True)
    if oracle.counts.again > before:
        yield []


def _lanes(plan: Plan, adversary: Adversary, work: Sequence[Work]) -> Iterator[Lane]:
    names, goal = (plan.adversary, plan.victim), goal_named(plan.goal)
    for piece in work:
        if isinstance(piece, Instance):
            yield attempt_on(plan.id, names, Rules(goal, task_of(piece.example.query).constraints), piece)
            continue
        rules = Rules(goal, task_of(piece.query).constraints, plan.budget)
        yield attempt(plan.id, names, rules, adversary, piece, Random(f"{plan.seed}/{piece.id}"))


def processes(
    plan: Plan,
    components: Components,
    work: Sequence[Work],
    store_url: str,
    batch_size: int,
    workers: int,
    trust: Trust = Trust(),
) -> Iterator[Progress]:
    """Attempts the work in ``workers`` processes; each reads the store's cache and none writes it.

    A worker hands over what it has after every merged batch, and goes on once the caller comes back for more: by then
    the caller has written it, so that at most a batch a worker is ever lost.
    """
    size = min(CHUNK, -(-len(work) // workers))
    chunks = deque(work[begin : begin + size] for begin in range(0, len(work), size))
    total, threads = Counts(), max(1, (os.cpu_count() or 1) // workers)
    spawning = multiprocessing.get_context("spawn")
    stop = spawning.Event()
    many = min(workers, len(chunks))
    setups = [
        (plan, components, store_url, batch_size, threads, stop, _shared(trust, place, many)) for place in range(many)
    ]
    # A pool for each worker: only so can one be told to go on with what it alone has begun.
    pools = [ProcessPoolExecutor(1, spawning, _start, setup) for setup in setups]
    try:
        with _deaf_to_ctrl_c():
            running = {pool.submit(_begin, chunks.popleft()): pool for pool in pools}
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                pool, progress = running.pop(future), future.result()
                if progress is not None:
                    total.add(progress.counts)
                    yield Progress(progress.attempts, total, progress.predictions)
                    running[pool.submit(_go_on)] = pool
                elif chunks:
                    running[pool.submit(_begin, chunks.popleft())] = pool
    except BrokenProcessPool as error:
        raise VictimFailed(
            f"A worker ended abruptly while it asked {plan.victim!r}; is there memory for {workers} of them? "
            "What was done is kept: run the same command with fewer --workers."
        ) from error
    finally:
        stop.set()
        for pool in pools:
            pool.shutdown(wait=True, cancel_futures=True)


def _shared(trust: Trust, place: int, workers: int) -> Trust:
    """The part of one of the workers in what is asked again."""
    again = trust.again
    if again is not None:
        again = replace(again, least=-(-again.least // workers), most=-(-again.most // workers))
    return Trust(again, trust.recorded[place::workers])


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


@dataclass(slots=True)
class _Worker:
    plan: Plan
    adversary: Adversary
    oracle: Oracle
    overlay: Overlay
    stop: Event
    steps: Iterator[list[Attempt]] = field(default_factory=lambda: iter(()))  # of the chunk that it has begun


_workers: list[_Worker] = []  # the one of this process, made when it starts
_refusals: list[
    StumperError
] = []  # why there is none: said when work is asked for, as the pool would only say "broken"


def _start(
    plan: Plan, components: Components, store_url: str, batch_size: int, threads: int, stop: Event, trust: Trust
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a victim prints is no result
    threading.Thread(target=_end_with_the_driver, daemon=True).start()
    os.environ.setdefault("STUMPER_THREADS", str(threads))
    try:
        _workers[:] = [_worker(plan, components, store_url, batch_size, stop, trust)]
    except StumperError as error:
        _refusals.append(error)


def _worker(plan: Plan, components: Components, store_url: str, batch_size: int, stop: Event, trust: Trust) -> _Worker:
    overlay = Overlay(Store.open(store_url).cache())
    oracle = _oracle(plan, components, overlay, batch_size, trust)
    return _Worker(plan, components.adversary(), oracle, overlay, stop)


def _end_with_the_driver() -> None:
    """Ends this process when the driver is killed, as nobody is left to take what it makes."""
    driver = multiprocessing.parent_process()
    assert driver is not None
    driver.join()
    os._exit(1)


def _begin(work: Sequence[Work]) -> Progress | None:
    """What the first merged batch of a chunk brought."""
    if _refusals:
        raise _refusals[0]
    worker = _workers[0]
    worker.steps = _steps(worker.oracle, _lanes(worker.plan, worker.adversary, work))
    return _go_on()


def _go_on() -> Progress | None:
    """What the next merged batch brought; None once the chunk has ended, or nobody wants it any more."""
    worker = _workers[0]
    if worker.stop.is_set() or (ended := next(worker.steps, None)) is None:
        return None
    progress = Progress(tuple(ended), worker.oracle.counts, dict(worker.overlay.new))
    worker.oracle.counts = Counts()
    worker.overlay.new.clear()
    return progress
