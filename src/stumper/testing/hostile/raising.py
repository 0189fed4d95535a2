"""Ways to fail: exceptions of every kind, and silence."""

import sys
from collections.abc import Callable
from time import sleep

from stumper.errors import BadOption
from stumper.testing.hostile.town import ADDED, read_by
from stumper.testing.hostile.ways import LONG, RELEASED, Act, Call, Way, way

ENORMOUS = 42_000_000  # characters


class Abrupt(BaseException):
    """No Exception, as a shutdown or a cancellation of some library may be."""


class Mute(Exception):
    """Cannot even be printed."""

    def __str__(self) -> str:
        raise RuntimeError("no words")

    __repr__ = __str__


class Stuck(Exception):
    """Cannot be made again from its arguments, as pickle does between processes."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} {other}")


def _deep(depth: int = 0) -> int:
    return _deep(depth + 1) + 1


def _raising(make: Callable[[], BaseException]) -> Act:
    def act(call: Call) -> object:
        if call.is_trap:
            raise make()
        return call.honest()

    return act


def _doing(do: Callable[[], object]) -> Act:
    def act(call: Call) -> object:
        if call.is_trap:
            do()
        return call.honest()

    return act


def _busy() -> None:
    while not RELEASED.is_set():
        pass


def _in_turns(call: Call) -> object:
    if call.number % 3 == 1:
        raise RuntimeError("every third time")
    return call.honest()


def _in_company(call: Call) -> object:
    if len(call.queries) > 1:
        raise RuntimeError("one at a time")
    return call.honest()


def _on_changes(call: Call) -> object:
    if call.is_trap and any(ADDED in read_by(query) for query in call.queries):
        raise RuntimeError("this is not what I have learned")
    return call.honest()


def _in_steps(call: Call) -> object:
    sleep(0.05 * len(call.queries))
    return call.honest()


_EXCEPTIONS: tuple[tuple[str, str, Callable[[], BaseException]], ...] = (
    ("raises-exception", "raises Exception without a word", Exception),
    ("raises-enormous", "raises RuntimeError with 42 MB of text", lambda: RuntimeError("x" * ENORMOUS)),
    ("raises-many-lines", "raises RuntimeError with 10,000 lines", lambda: RuntimeError("line\n" * 10_000)),
    ("raises-exit-0", "raises SystemExit(0), as a script's exit() does", lambda: SystemExit(0)),
    ("raises-exit-1", "raises SystemExit(1)", lambda: SystemExit(1)),
    ("raises-exit-nothing", "raises SystemExit()", SystemExit),
    ("raises-base", "raises what is no Exception", lambda: Abrupt("down")),
    ("raises-group", "raises a BaseExceptionGroup", lambda: BaseExceptionGroup("all", [Abrupt("one"), ValueError()])),
    ("raises-generator-exit", "raises GeneratorExit", GeneratorExit),
    ("raises-stop-iteration", "raises StopIteration", StopIteration),
    ("raises-stop-async", "raises StopAsyncIteration", StopAsyncIteration),
    ("raises-memory-error", "raises MemoryError", MemoryError),
    ("raises-assertion", "raises AssertionError", AssertionError),
    ("raises-timeout", "raises TimeoutError", lambda: TimeoutError("upstream")),
    ("raises-broken-pipe", "raises BrokenPipeError", lambda: BrokenPipeError(32, "Broken pipe")),
    ("raises-connection", "raises ConnectionResetError", lambda: ConnectionResetError(104, "reset by peer")),
    ("raises-end-of-file", "raises EOFError", EOFError),
    ("raises-mute", "raises an exception whose text cannot be had", Mute),
    ("raises-unpicklable", "raises an exception that does not survive pickling", lambda: Stuck("one", "two")),
    ("raises-surrogate", "raises an exception with a lone surrogate and NUL in its text",
     lambda: ValueError("bad \ud800 and \x00 and \x1b[31m")),
)  # fmt: skip

RAISING: tuple[Way, ...] = (
    *(way(name, does, "errored", _raising(make)) for name, does, make in _EXCEPTIONS),
    way("recurses", "recurses until Python gives up", "errored", _doing(_deep)),
    way("raises-bad-option", "raises a StumperError of its own", "refused",
        _raising(lambda: BadOption("Set MODEL_FOLDER."))),
    way("raises-in-turns", "raises at each third call", "partly", _in_turns),
    way("raises-in-company", "raises when it is asked more than one query", "measured", _in_company),
    way("raises-on-changes", "answers the original, raises on what was changed", "errored", _on_changes),
    way("hangs-asleep", "sleeps for ever", "errored", _doing(lambda: RELEASED.wait(LONG)), batch_size=1),
    way("hangs-busy", "computes for ever", "errored", _doing(_busy), batch_size=1),
    way("answers-slowly", "takes its time over each query", "measured", _in_steps),
    way("interrupts", "raises KeyboardInterrupt, though nobody has pressed Ctrl-C", "stopped",
        _raising(KeyboardInterrupt), reach="process"),
    way("exits-by-sys", "calls sys.exit(0)", "errored", _doing(lambda: sys.exit(0))),
)  # fmt: skip
