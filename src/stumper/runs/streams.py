"""Threads that take the answers of a victim that hands over each as it arrives, for the one thread that keeps them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from numbers import Integral
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic

from stumper.errors import BrokenVictim, StumperError
from stumper.forking import in_one_process
from stumper.protocols import Streamer
from stumper.reasons import reason_of
from stumper.types import Query

END = object()  # stands where a stream has no item left
LEAVING = 1.0  # seconds that are waited for threads that end with the next answer, which nobody wants any more


@dataclass(frozen=True, slots=True)
class Failed:
    """Stands where a prediction would: why there is none."""

    fault: str


@dataclass(frozen=True, slots=True)
class _Ending:
    """Stands where an answer would: what ends everything."""

    error: BaseException


@dataclass(slots=True)
class Streams:
    """The streams of one victim that are open, each in a thread of its own."""

    _told: SimpleQueue[tuple[str, object]] = field(default_factory=SimpleQueue)
    _threads: list[Thread] = field(default_factory=list)
    _stopped: Event = field(default_factory=Event)

    def begin(self, name: str, victim: Streamer, queries: Mapping[str, Query]) -> None:
        """The victim is asked these queries, given by key, in a stream of their own."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = Thread(target=self._run, args=(name, victim, queries), name=f"stream of {name}", daemon=True)
        thread.start()
        self._threads.append(thread)

    def told(self, seconds: float | None) -> list[tuple[str, object]]:
        """What has arrived by key, a prediction or ``Failed``; where nothing has, the first is waited for so long.

        Raises what makes it useless to go on.
        """
        found: list[tuple[str, object]] = []
        with suppress(Empty):
            found.append(self._told.get(timeout=seconds))
            while True:
                found.append(self._told.get_nowait())
        for _, answer in found:
            if isinstance(answer, _Ending):
                self._put_back(found)
                raise answer.error
        return found

    def stop(self) -> list[tuple[str, object]]:
        """What had arrived and was not told yet; the streams have ended, or end with their next answer."""
        self.leave()
        deadline = monotonic() + LEAVING
        for thread in self._threads:
            thread.join(max(0.0, deadline - monotonic()))
        found = []
        with suppress(Empty):
            while True:
                found.append(self._told.get_nowait())
        return [(key, answer) for key, answer in found if not isinstance(answer, _Ending)]

    def leave(self) -> None:
        """No stream goes on behind its next answer."""
        self._stopped.set()

    def _put_back(self, found: Iterable[tuple[str, object]]) -> None:
        for key, answer in found:
            if not isinstance(answer, _Ending):
                self._told.put((key, answer))

    def _run(self, name: str, victim: Streamer, queries: Mapping[str, Query]) -> None:
        try:
            self._each(name, victim, queries)
        except BaseException as error:  # the thread that has asked raises it
            self._told.put(("", _Ending(error)))

    def _each(self, name: str, victim: Streamer, queries: Mapping[str, Query]) -> None:
        """Tells the answer to each; those that a stream leaves out, or does not come to, are asked alone."""
        fault, missing = self._streamed(name, victim, queries)
        if len(queries) > 1:
            for key in missing:
                if self._stopped.is_set():
                    return
                fault, left = self._streamed(name, victim, {key: queries[key]})
                if left:
                    self._told.put((key, Failed(fault)))
        elif missing:
            self._told.put((missing[0], Failed(fault)))

    def _streamed(self, name: str, victim: Streamer, queries: Mapping[str, Query]) -> tuple[str, list[str]]:
        """The queries that one stream did not answer, and why."""
        left, last = dict(queries), None
        try:
            for key, answer in _checked(name, victim.predict_each(list(queries.values())), list(queries)):
                if key not in left:
                    raise BrokenVictim(f"The victim {name!r} handed over two answers to one query: predict_each "
                                       "yields the place of each query once.")  # fmt: skip
                del left[key]
                if isinstance(answer, StumperError):
                    raise answer
                if isinstance(answer, Exception):
                    answer = Failed(reason_of(answer))
                if left:
                    self._told.put((key, answer))
                else:  # told when the stream has ended well: it might yet hand over one more
                    last = key, answer
                if self._stopped.is_set():
                    break
        except (StumperError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a victim is foreign code: whatever it raises is its outcome
            fault = reason_of(error)
        else:
            fault = "predict_each handed over no answer"
        if last is not None:
            self._told.put(last)
        return fault, list(left)


def _checked(name: str, stream: object, keys: list[str]) -> Iterable[tuple[str, object]]:
    """What is handed over, by key; BrokenVictim where it does not say which query it answers."""
    shape = "predict_each yields pairs of a query's place and its Prediction."
    if not isinstance(stream, Iterable):
        raise BrokenVictim(f"The victim {name!r} returned a {type(stream).__name__} for a stream: {shape}")
    items = iter(stream)
    while (item := _next(items)) is not END:
        if not (isinstance(item, tuple) and len(item) == 2):
            raise BrokenVictim(f"The victim {name!r} handed over a {type(item).__name__}: {shape}")
        at, answer = item
        if not (isinstance(at, Integral) and 0 <= int(at) < len(keys)):
            raise BrokenVictim(f"The victim {name!r} handed over an answer to the query {at!r} of {len(keys)}: {shape}")
        yield keys[int(at)], answer


def _next(items: Iterator[object]) -> object:
    with in_one_process():
        return next(items, END)
