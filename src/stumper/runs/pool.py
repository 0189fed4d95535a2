"""Attempts made over any ``concurrent.futures.Executor``: threads, processes, or the workers of a cluster.

A task carries all that it needs and returns all that it made, so that an executor needs to know nothing of either.
"""

import logging
import pickle
import platform
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import islice
from threading import local
from typing import Any, TypeVar
from uuid import uuid4
from weakref import finalize

from stumper.errors import BadOption, BadStore, BrokenVictim, StumperError, VictimFailed
from stumper.identity import prediction_key
from stumper.protocols import Adversary, Cache
from stumper.runs.counts import Counts
from stumper.runs.memory import Bounded
from stumper.runs.oracle import Oracle, Reply
from stumper.runs.patience import patient
from stumper.runs.plan import Plan
from stumper.runs.work import Components, Progress, Trust, Work, oracle_of, steps
from stumper.runs.worker import portable
from stumper.store import Store, store_file
from stumper.types import Attempt, Query
from stumper.version import __version__

LOG = logging.getLogger(__name__)
CHUNK = 16  # the most pieces of work in one task
AHEAD = 2  # tasks a worker that are under way at once: none waits for work, and no more than these are held in memory
Made = TypeVar("Made")  # by a task
REMEMBERED = 20_000  # predictions that a worker keeps, as the driver may not have written the newest yet


@dataclass(frozen=True, slots=True)
class Setting:
    """What all tasks of one run share."""

    plan: Plan
    components: Components
    store_url: str
    batch_size: int
    timeout: float
    trust: Trust
    token: str = ""  # another for each time that a run is begun, so that no worker goes on with what an earlier one met


@dataclass(frozen=True, slots=True)
class Returned:
    """What came of a task; with ``error``, up to what ended it early. ``originals`` are to be asked a second time once
    all has been recorded."""

    attempts: tuple[Attempt, ...]
    counts: Counts
    predictions: Mapping[str, bytes]
    error: Exception | None = None
    originals: tuple[Query, ...] = ()


def pooled(
    setting: Setting, work: Iterable[Work], most: int, executor: Executor, workers: int, counts: Counts | None = None
) -> Generator[Progress]:
    """Attempts the work, ``most`` pieces at most, by tasks for an executor of so many workers.

    At most ``AHEAD`` tasks a worker are under way, so that memory does not grow with the work. BadOption where the
    system or the attack cannot be sent; VictimFailed where the executor breaks.
    """
    again = setting.trust.part(0, workers).again
    packed = packed_for_workers(replace(setting, trust=Trust(again), token=uuid4().hex))
    total, under_way, originals = counts or Counts(), set[Future[Returned]](), dict[str, Query]()
    tasks = _tasks(work, max(1, min(CHUNK, -(-most // workers))), setting.trust, workers)
    try:
        while True:
            for task in islice(tasks, AHEAD * workers - len(under_way)):
                under_way.add(_submitted(executor, attempted, packed, task, setting.plan))
            if not under_way:
                break
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                returned = _result(future, setting.plan)
                total.add(returned.counts)
                originals |= {prediction_key(setting.plan.victim_salt, one): one for one in returned.originals}
                yield Progress(returned.attempts, total, returned.predictions)
                if returned.error is not None:
                    raise returned.error
    finally:
        for future in under_way:
            future.cancel()
    for counted in _asked_twice(packed, list(originals.values()), executor, workers, setting.plan):
        total.add(counted)
        yield Progress((), total)


def _asked_twice(
    packed: bytes, originals: Sequence[Query], executor: Executor, workers: int, plan: Plan
) -> Iterator[Counts]:
    """What is counted as originals are asked a second time, in tasks of their own: all attempts are recorded by then,
    and no failure of a system, a worker or the executor ends the run, but an index that was left changed. That the
    executor takes no task from now on is logged, as whoever made it may go on with it."""
    under_way, is_broken = list[Future[Returned]](), False
    try:
        for place in range(min(workers, len(originals))):
            try:
                under_way.append(_submitted(executor, asked_twice, packed, originals[place::workers], plan))
            except StumperError as error:
                is_broken |= isinstance(error.__cause__, BrokenExecutor)
        for future in under_way:
            try:
                returned = _result(future, plan)
            except StumperError as error:
                is_broken |= isinstance(error.__cause__, BrokenExecutor)
                continue
            yield returned.counts
            if isinstance(returned.error, BrokenVictim) and returned.error.leaves_changed:
                raise returned.error
    finally:
        for future in under_way:
            future.cancel()
    if is_broken and not _takes_tasks(executor):
        LOG.warning("A worker ended abruptly while %r was asked a second time. All attempts of the run are recorded, "
                    "but the executor takes no more tasks: make a new one.", plan.victim)  # fmt: skip


def _takes_tasks(executor: Executor) -> bool:
    """Whether an executor that has lost a task takes others, as one does that begins new workers."""
    try:
        executor.submit(len, ()).cancel()
    except RuntimeError:  # it is broken, or was shut down
        return False
    return True


@dataclass(frozen=True, slots=True)
class Heard:
    """What a system in a worker said to queries, in their order; with ``error``, what ended that."""

    replies: tuple[Reply, ...]
    counts: Counts
    predictions: Mapping[str, bytes]
    error: Exception | None = None


@dataclass(slots=True)
class Together:
    """Asks a system by all workers of an executor, as one oracle asks it: no query twice.

    ``cache`` has what they were told, as soon as they hand it over. VictimFailed where the executor breaks.
    """

    setting: Setting
    cache: Cache
    executor: Executor
    workers: int
    counts: Counts
    _replies: dict[str, Reply] = field(default_factory=dict)
    _packed: bytes = b""

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order; who fails on one fails on it for as long as it is asked together."""
        keys = [prediction_key(self.setting.plan.victim_salt, query) for query in queries]
        new = {key: query for key, query in zip(keys, queries, strict=True) if key not in self._replies}
        self.counts.asked += len(queries) - len(new)
        if new:
            self._ask(new)
        return [self._replies[key] for key in keys]

    def _ask(self, new: Mapping[str, Query]) -> None:
        self._packed = self._packed or packed_for_workers(replace(self.setting, token=uuid4().hex))
        size = max(1, min(self.setting.batch_size, -(-len(new) // self.workers)))
        items, under_way = list(new.items()), dict[Future[Heard], Sequence[str]]()
        parts = (items[begin : begin + size] for begin in range(0, len(items), size))
        try:
            while True:
                for part in islice(parts, AHEAD * self.workers - len(under_way)):
                    queries = [query for _, query in part]
                    future = _submitted(self.executor, asked, self._packed, queries, self.setting.plan)
                    under_way[future] = [key for key, _ in part]
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    heard = _result(future, self.setting.plan)
                    self.counts.add(heard.counts)
                    self.cache.put(heard.predictions)
                    if heard.error is not None:
                        raise heard.error
                    self._replies.update(zip(under_way.pop(future), heard.replies, strict=True))
        finally:
            for future in under_way:
                future.cancel()


def versions() -> tuple[str, str]:
    """What must be equal between the driver and its workers: the versions of Stumper and of Python."""
    return __version__, ".".join(platform.python_version_tuple()[:2])


def workers_of(executor: Executor) -> int:
    """How many tasks an executor says that it does at one time, as those of the standard library and mpi4py say it, or
    as Dask's client counts its threads; 0 of one that does not say."""
    threads = getattr(getattr(executor, "_client", None), "nthreads", None)
    return sum(threads().values()) if threads else getattr(executor, "_max_workers", 0)


def _submitted(
    executor: Executor,
    function: Callable[[tuple[str, str], bytes, bytes], Made],
    packed: bytes,
    task: object,
    plan: Plan,
) -> Future[Made]:
    """The future of a task; BadOption where the executor is one by its name alone, VictimFailed where it takes none."""
    with _whole(plan):
        future: object = executor.submit(function, versions(), packed, pickle.dumps(task))
    if not isinstance(future, Future):
        getattr(future, "cancel", lambda: None)()  # nobody would take what it makes
        raise BadOption(f"The executor {type(executor).__name__!r} hands out {type(future).__name__!r} objects, which "
                        "are no futures of concurrent.futures. Where they have done(), result() and cancel(), as the "
                        "jobs of submitit, wrap it: stumper.runs.job_executor.JobExecutor(executor, workers=4)."
                        )  # fmt: skip
    return future


def packed_for_workers(setting: Setting) -> bytes:
    """The setting as bytes; BadOption where code of others cannot be pickled."""
    try:
        return pickle.dumps(setting)
    except Exception as error:  # an object of others may refuse in any way
        raise BadOption(f"The system {setting.plan.victim!r} or the attack {setting.plan.adversary!r} cannot be sent "
                        f"to workers ({type(error).__name__}: {error}). Put it into a module, without open files, "
                        "locks or functions inside functions, or leave out the executor.") from error  # fmt: skip


def attempted(driver: tuple[str, str], packed: bytes, task: bytes) -> Returned:
    """Carries out one task in a worker, which keeps system and attack for the next task of the same run.

    What it is refused for is returned, too: what an executor raises is then its own failure.
    """
    opened = _opened(driver, packed, task)
    if isinstance(opened, Exception):
        return Returned((), Counts(), {}, opened)
    held, (work, trust) = opened
    return held.attempted(work, trust)


def asked_twice(driver: tuple[str, str], packed: bytes, task: bytes) -> Returned:
    """Asks the system of a run in a worker for originals a second time; refuses as above."""
    opened = _opened(driver, packed, task)
    if isinstance(opened, Exception):
        return Returned((), Counts(), {}, opened)
    held, queries = opened
    return held.asked_twice(queries)


def asked(driver: tuple[str, str], packed: bytes, task: bytes) -> Heard:
    """Asks the system of a run in a worker, which keeps it for the next task of the same run; refuses as above."""
    opened = _opened(driver, packed, task)
    if isinstance(opened, Exception):
        return Heard((), Counts(), {}, opened)
    held, queries = opened
    return held.asked(queries)


def _opened(driver: tuple[str, str], packed: bytes, task: bytes) -> "tuple[_Held, Any] | Exception":
    """What this worker keeps of the run, and the task; else why it is refused, whatever that is, for the driver."""
    try:
        check_versions(driver)
        return _held(packed), pickle.loads(task)
    except Exception as error:
        return portable(error)


def check_versions(driver: tuple[str, str]) -> None:
    """Nothing; BadOption in a worker whose Stumper or Python is not the driver's."""
    for name, theirs, ours in zip(("Stumper", "Python"), driver, versions(), strict=True):
        if theirs != ours:
            raise BadOption(f"The driver has {name} {theirs}, and the worker on {platform.node()} {name} {ours}: rows "
                            "might differ. Install one version on both.")  # fmt: skip


Task = tuple[Sequence[Work], Trust]


def _tasks(work: Iterable[Work], size: int, trust: Trust, workers: int) -> Iterable[Task]:
    """The work in chunks; the first tasks, one a worker, also ask recorded answers again."""
    pieces, place = iter(work), 0
    while True:
        chunk = list(islice(pieces, size))
        recorded = trust.recorded[place::workers] if place < workers else ()
        place += 1
        if chunk or recorded:
            yield chunk, Trust(None, recorded)
        elif place >= workers:
            return


def _result(future: Future[Made], plan: Plan) -> Made:
    with _whole(plan):
        return future.result()


@contextmanager
def _whole(plan: Plan) -> Iterator[None]:
    """Nothing; VictimFailed where the executor fails meanwhile, which each of them tells in a way of its own."""
    try:
        yield
    except StumperError:
        raise
    except BrokenExecutor as error:
        raise VictimFailed(f"A worker ended abruptly while it asked {plan.victim!r}; is there memory for all of them? "
                           "What was done is kept: run the same command with fewer workers.") from error  # fmt: skip
    except Exception as error:
        said = " ".join(str(error).split())
        raise VictimFailed(f"The executor did not bring back a task that asks {plan.victim!r} ({type(error).__name__}: "
                           f"{said[:200]}). What was done is kept: run the same again.") from error  # fmt: skip


@dataclass(slots=True, weakref_slot=True)
class _Held:
    """System and attack of one run in one thread of a worker."""

    setting: Setting
    key: bytes
    oracle: Oracle
    adversary: Adversary
    cache: "_Returning"
    open: ExitStack

    def attempted(self, work: Sequence[Work], trust: Trust) -> Returned:
        """What comes of the work, up to what ends it."""
        attempts, error = list[Attempt](), None
        self.oracle.counts, self.cache.new = Counts(), {}
        self.oracle.owe(trust.recorded)
        try:
            for ended in steps(self.setting.plan, self.oracle, self.adversary, work, asks_twice=False):
                attempts += ended
        except Exception as raised:  # whatever it is, the driver raises it, once it has what was made before
            error = portable(raised)
        return Returned(tuple(attempts), self.oracle.counts, self.cache.new, error, self.oracle.noted())

    def asked_twice(self, queries: Sequence[Query]) -> Returned:
        """What is counted when the system is asked a second time for queries that it has answered."""
        error = None
        self.oracle.counts = Counts()
        for query in queries:
            self.oracle.note_original(query)
        try:
            self.oracle.ask_twice()
        except Exception as raised:  # whatever it is, the driver is told
            error = portable(raised)
        return Returned((), self.oracle.counts, {}, error)

    def asked(self, queries: Sequence[Query]) -> Heard:
        """What the system says to the queries."""
        replies, error = list[Reply](), None
        self.oracle.counts, self.cache.new = Counts(), {}
        try:
            replies = self.oracle.ask(queries)
        except Exception as raised:  # whatever it is, the driver raises it, once it has what was told before
            error = portable(raised)
        return Heard(tuple(replies), self.oracle.counts, self.cache.new, error)


_here = local()  # by thread: neither a system nor what it has open need bear several


def _held(packed: bytes) -> _Held:
    """What this thread holds of a run; what it held of another is closed."""
    key, held = sha256(packed).digest(), getattr(_here, "held", None)
    if isinstance(held, _Held):
        if held.key == key:
            return held
        _here.held = None
        held.open.close()
    setting = _unpacked(packed)
    cache, opened = _Returning(Bounded(_cache(setting.store_url), REMEMBERED)), ExitStack()
    plan, parts = setting.plan, setting.components
    victim, patience = opened.enter_context(patient(plan.victim, parts.victim, setting.timeout))
    oracle = oracle_of(plan, victim, cache, setting.batch_size, setting.trust)
    oracle.patience = patience
    held = _here.held = _Held(setting, key, oracle, parts.adversary(), cache, opened)
    finalize(held, opened.close).atexit = False  # when the thread ends, so does the one that its system is asked in
    return held


def _unpacked(packed: bytes) -> Setting:
    try:
        setting: Setting = pickle.loads(packed)
    except Exception as error:  # what is missing here may be told in any way
        raise BadOption(f"The system or the attack cannot be made in the worker on {platform.node()} "
                        f"({type(error).__name__}: {error}). Put it into a module that is installed there."
                        ) from None  # fmt: skip
    return setting


def _cache(url: str) -> Cache:
    """What the store holds; BadStore where it is a file that this machine does not have."""
    file = store_file(url)
    if file is not None and not file.exists():
        raise BadStore(f"The worker on {platform.node()} cannot read the store {file}, which it needs for what is "
                       "known already. Put the store into PostgreSQL, or into a folder of all machines.")  # fmt: skip
    return Store.open(url).cache()


@dataclass(slots=True)
class _Returning:
    """Reads the store's cache, and gathers what is new for the driver, who alone writes."""

    below: Bounded
    new: dict[str, bytes] = field(default_factory=dict)

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What the store or this worker holds of these."""
        return self.below.get(keys)

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """The driver is told them with the task's result."""
        self.new.update(predictions)
        self.below.put(predictions)
