"""Jobs of a queue, such as submitit's, as an executor of ``concurrent.futures``."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Protocol

GLANCE = 0.2  # seconds between two looks at the jobs


class Job(Protocol):
    """What a queue hands out for a call."""

    def done(self) -> bool:
        """Whether it has ended, in whatever way."""

    def result(self) -> Any:
        """What the call returned; raises whatever stands for an error where it did not return."""

    def cancel(self) -> None:
        """Ends it, or has it not begin."""


class Queue(Protocol):
    """Where calls are handed in, such as ``submitit.AutoExecutor``."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Job:
        """The job of a call."""


class JobExecutor(Executor):
    """Hands each task to ``queue`` as a job of its own: twice ``workers`` jobs, at most, are in the queue at one time.

    A job makes system and attack anew, as it shares its process with no other. One thread looks at all jobs until the
    executor is shut down; jobs whose futures are cancelled are cancelled.
    """

    def __init__(self, queue: Queue, workers: int = 1) -> None:
        self._queue = queue
        self._max_workers = workers
        self._jobs: dict[Future[Any], Job] = {}
        self._lock, self._over = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        """The future of a call by a job, which takes no keywords."""
        assert not kwargs
        future = Future[Any]()
        with self._lock:
            if self._over.is_set():
                raise RuntimeError("cannot schedule new futures after shutdown")
            job = self._jobs[future] = self._queue.submit(fn, *args)
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, daemon=True)
                self._thread.start()
        future.add_done_callback(lambda ended: job.cancel() if ended.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls; with ``wait``, ends when all jobs have ended, those that are cancelled at once."""
        with self._lock:
            self._over.set()
        if cancel_futures:
            for future in self._open():
                future.cancel()
        if wait and self._thread is not None:
            self._thread.join()

    def _open(self) -> dict[Future[Any], Job]:
        with self._lock:
            return dict(self._jobs)

    def _watch(self) -> None:
        """Settles futures whose jobs have ended; ends once there are none and will be none."""
        while not self._over.is_set() or self._open():
            for future, job in self._open().items():
                if future.cancelled() or _has_ended(job):
                    _settle(future, job)
                    with self._lock:
                        del self._jobs[future]
            time.sleep(GLANCE)


def _has_ended(job: Job) -> bool:
    try:
        return job.done()
    except Exception:  # a queue may fail in any way: its result says how
        return True


def _settle(future: "Future[Any]", job: Job) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = job.result()
    except Exception as error:  # a queue may fail in any way; whoever waits for the future hears it
        future.set_exception(error)
    else:
        future.set_result(result)
