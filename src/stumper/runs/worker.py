"""A worker: a process that attempts what the driver gives it, hands over all that comes of it, and writes nothing."""

import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from pathlib import Path

from stumper.errors import StumperError
from stumper.protocols import Cache
from stumper.runs.counts import Counts
from stumper.runs.oracle import Oracle
from stumper.runs.plan import Plan
from stumper.runs.work import Components, Progress, Trust, Work, oracle_of, steps
from stumper.store import Store
from stumper.types import Attempt, Prediction, Query


@dataclass(frozen=True, slots=True)
class Given:
    """Work for one worker; ``failed`` says of queries, by key, why they are not to be put to the victim any more."""

    work: Sequence[Work]
    failed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Start:
    """All that a worker needs to begin."""

    plan: Plan
    components: Components
    store_url: str
    batch_size: int
    threads: int
    trust: Trust
    given: Given


@dataclass(frozen=True, slots=True)
class Asking:
    """Says what the victim has been asked and not yet answered, by key; nothing: it is not at work.

    ``owing`` are the kept answers that it is asked for again; ``is_twice``: nobody waits for what it is asked now.
    """

    keys: tuple[str, ...]
    owing: tuple[tuple[Query, Prediction], ...] = ()
    is_twice: bool = False


@dataclass(frozen=True, slots=True)
class Making:
    """Says that a worker makes its victim, which has been made once it says anything else."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Says that a worker wants work."""


@dataclass(frozen=True, slots=True)
class Raised:
    """Says why a worker has ended."""

    error: Exception


Said = Asking | Idle | Making | Progress | Raised  # by a worker; to Idle and Progress the driver replies


def work(start: str, pipe: Connection) -> None:
    """Works until the driver wants nothing any more; ``start`` is the file of a pickled ``Start``."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what a victim prints is no result
    threading.Thread(target=_end_with_the_driver, daemon=True).start()
    driver = _Driver(pipe)
    try:
        _work(_read(Path(start)), driver)
    except Exception as error:  # whatever it is, the driver raises it
        driver.tell(Raised(portable(error)))


def _end_with_the_driver() -> None:
    """Ends this process when the driver is killed, as nobody is left to take what it makes."""
    driver = parent_process()
    assert driver is not None
    driver.join()
    os._exit(1)


def _read(path: Path) -> Start:
    """What the driver has written for this worker alone.

    A pipe would not do: while a process starts the driver holds both of its ends, and would write forever to a worker
    that was killed before it has read.
    """
    start: Start = pickle.loads(path.read_bytes())
    path.unlink()
    return start


def _work(start: Start, driver: "_Driver") -> None:
    os.environ.setdefault("STUMPER_THREADS", str(start.threads))
    plan, worker = start.plan, _Worker(Store.open(start.store_url).cache(), driver)
    driver.tell(Making())
    victim = start.components.victim()
    driver.tell(Asking(()))
    oracle = oracle_of(plan, victim, worker, start.batch_size, start.trust)
    oracle.announce = lambda keys: driver.tell(Asking(tuple(keys), tuple(oracle.owing), oracle.is_asking_twice))
    adversary, worker.oracle = start.components.adversary(), oracle
    given: object = start.given
    while isinstance(given, Given):
        oracle.failed.update(given.failed)
        for attempts in steps(plan, oracle, adversary, given.work):
            if attempts:
                worker.hand_over(attempts)
        worker.hand_over(())  # what was counted since
        given = driver.ask(Idle())


@dataclass(frozen=True, slots=True)
class _Driver:
    """The driver as a worker sees it; one that has hung up ends the worker."""

    pipe: Connection

    def tell(self, message: Said) -> None:
        try:
            self.pipe.send(message)
        except OSError:
            raise SystemExit from None

    def ask(self, message: Said) -> object:
        """The driver's reply."""
        self.tell(message)
        try:
            return self.pipe.recv()
        except (EOFError, OSError):
            raise SystemExit from None


@dataclass(slots=True)
class _Worker:
    """Hands over; to its oracle it is a cache that reads the store's, which the driver writes."""

    below: Cache
    driver: _Driver
    oracle: Oracle | None = None

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What the store holds of these."""
        return self.below.get(keys)

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """The driver has written them."""
        self.hand_over((), predictions)

    def hand_over(self, attempts: Sequence[Attempt], predictions: Mapping[str, bytes] | None = None) -> None:
        """The driver has written these, and knows what was counted until now."""
        assert self.oracle is not None
        counts, self.oracle.counts = self.oracle.counts, Counts()
        self.driver.ask(Progress(tuple(attempts), counts, predictions or {}))


def portable(error: Exception) -> Exception:
    """The error in a form that the driver can read; with where it was raised, unless it is the user's to mend."""
    if not isinstance(error, StumperError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # an error of foreign code may refuse in any way
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
