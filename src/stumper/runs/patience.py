"""A victim in a thread of its own, which is left alone when it does not answer."""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

from stumper.errors import VictimFailed
from stumper.forking import in_one_process
from stumper.protocols import Victim

TIMEOUT = 300.0  # seconds that a victim may take to answer, where nothing else is said
Returned = TypeVar("Returned")
LEAVING = 2.0  # seconds that are waited for a victim that is at work when nobody wants its answer any more


class Silent(Exception):
    """A victim did not answer in time."""


def silence(seconds: float) -> str:
    """What is said of a query that was not answered within so many seconds."""
    return f"did not answer within {seconds:g} seconds"


def not_made(name: str, seconds: float) -> VictimFailed:
    """What is raised where a victim that was made before is not made again within so many seconds."""
    return VictimFailed(
        f"The victim {name!r} was made once, but not again within {seconds:.3g} seconds. What was done is kept. Mend "
        "what its constructor waits for, or raise --timeout (0: it is waited for)."
    )


@dataclass(slots=True)
class Patience:
    """Waits ``timeout`` seconds for each call of a victim, which is made and asked in one thread: what it opens there,
    such as a database, may be of use in no other.

    ``making`` are the seconds that it took to make the victim of this ``name`` for the first time, to which it has
    ``timeout`` more each time that it is made again; None: it was not made yet, and may take as long as it likes, as it
    may load gigabytes from a hub.
    """

    name: str
    make: Callable[[], Victim]
    timeout: float
    making: float | None = None
    _thread: "_Caller | None" = None
    _victim: Victim | None = None

    def victim(self) -> Victim:
        """The victim; a new one, where the last has not answered. VictimFailed where none can be made in time."""
        if self._thread is None:
            self._thread, began = _Caller(), monotonic()
            most = None if self.making is None else self.making + self.timeout
            try:
                self._victim = self._thread.called(self.make, most)
            except Silent:
                self.give_up()
                assert most is not None
                raise not_made(self.name, most) from None
            if self.making is None:
                self.making = monotonic() - began
        assert self._victim is not None
        return self._victim

    def called(self, call: Callable[[Victim], Returned]) -> Returned:
        """What a call of the victim returns, or raises; Silent where it does neither in time, and then the victim is
        asked no more."""
        victim = self.victim()
        assert self._thread is not None
        try:
            returned: Returned = self._thread.called(lambda: call(victim), self.timeout)
        except Silent:
            self.give_up()
            raise
        return returned

    def give_up(self) -> None:
        """The victim that there is will be asked no more."""
        if self._thread is not None:
            self._thread.leave(0.0)
        self._thread = self._victim = None

    def close(self) -> None:
        """The thread has ended, or is left alone with what it does."""
        if self._thread is not None:
            self._thread.leave(LEAVING)


@contextmanager
def patient(
    name: str, make: Callable[[], Victim], timeout: float, making: float | None = None
) -> Iterator[tuple[Victim, Patience | None]]:
    """A victim, and the patience with which it is asked; none with a ``timeout`` of 0, when it is waited for."""
    if not timeout:
        yield make(), None
        return
    patience = Patience(name, make, timeout, making)
    try:
        yield patience.victim(), patience
    finally:
        patience.close()


@dataclass(slots=True)
class _Caller:
    """A thread that calls what it is given, one thing after the other."""

    _calls: SimpleQueue[Callable[[], Any] | None] = field(default_factory=SimpleQueue)
    _outcomes: SimpleQueue[tuple[Any, BaseException | None]] = field(default_factory=SimpleQueue)
    _thread: Thread | None = None

    def called(self, call: Callable[[], Any], seconds: float | None) -> Any:
        """What the call returns, or raises; Silent where it has not ended after so many seconds."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="victim", daemon=True)
            self._thread.start()
        self._calls.put(call)
        try:
            returned, raised = self._outcomes.get(timeout=seconds)
        except Empty:
            raise Silent from None
        if raised is not None:
            raise raised
        return returned

    def leave(self, seconds: float) -> None:
        """The thread ends after the call that it is at; one that still computes after so many seconds is broken off."""
        if self._thread is None:
            return
        self._calls.put(None)
        self._thread.join(seconds)
        if (
            self._thread.is_alive() and not self._calls.empty()
        ):  # it is at a call; takes effect where the call runs Python code: it cannot be waited for
            ident = ctypes.c_ulong(self._thread.ident or 0)
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ident, ctypes.py_object(SystemExit))

    def _run(self) -> None:
        with suppress(SystemExit):  # that it is broken off may come a moment late
            while (call := self._calls.get()) is not None:
                outcome: tuple[Any, BaseException | None]
                try:
                    with in_one_process():
                        outcome = call(), None
                except BaseException as error:  # whoever has asked raises it
                    outcome = None, error
                self._outcomes.put(outcome)
