"""Ways to meddle with the process, the streams and the threads that a system shares with whoever asks it."""

import atexit
import os
import random
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from stumper.testing.hostile.keeping import STOPS_WHEN_MADE
from stumper.testing.hostile.ways import LONG, RELEASED, Act, Call, Ends, Misbehaving, Reach, Way, way

DEEP_ENOUGH = 10_000_000


def _doing(effect: Callable[[], object]) -> Act:
    def act(call: Call) -> object:
        said = call.honest()
        if call.is_trap:
            effect()
        return said

    return act


def _reverses(call: Call) -> object:
    if call.is_trap:
        queries: Any = call.queries
        queries.reverse()
    return call.honest()


def _empties(call: Call) -> object:
    said = call.honest()
    if call.is_trap:
        queries: Any = call.queries
        queries.clear()
    return said


def _prints() -> None:
    print("x" * 1_000_000)


def _writes() -> None:
    os.system("echo from a process of its own")
    os.write(1, b"from a library in C\n")


def _exits_in_thread() -> None:
    thread = threading.Thread(target=sys.exit)
    thread.start()
    thread.join()


def _leaves_thread() -> None:
    threading.Thread(target=RELEASED.wait, args=(LONG,)).start()


def _kills(number: int) -> Callable[[], object]:
    return lambda: os.kill(os.getpid(), number)


def _forks() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _goes_on_twice() -> None:
    if child := os.fork():
        os.waitpid(child, 0)


def _goes_on_beside() -> None:
    os.fork()


def _leaves_copy() -> None:
    original = os.getpid()
    if os.fork() == 0:
        while os.getppid() == original:  # as long as anybody could wait for it
            time.sleep(0.1)
        os._exit(0)


def _replaces_streams() -> None:
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # nobody closes it, as in life


def _closes_streams() -> None:
    sys.stdout.close()
    sys.stderr.close()


def _seeds() -> None:
    random.seed(0)
    np.random.seed(0)


def _sets_signals() -> None:
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _closes_files() -> None:
    os.closerange(3, 256)


def _changes_exit_code() -> None:
    atexit.register(os._exit, 0)


def _made(effect: Callable[[], object]) -> Callable[[], object]:
    def make() -> object:
        effect()
        return Misbehaving(lambda call: call.honest(), "made")

    return make


def _raises() -> None:
    raise RuntimeError("there is no GPU")


_EFFECTS: tuple[tuple[str, str, Ends, Reach, Callable[[], object]], ...] = (
    ("prints", "prints 1 MB", "measured", "code", _prints),
    ("prints-at-exit", "prints when its process exits", "measured", "process", lambda: atexit.register(print, "bye")),
    ("writes-to-output", "writes to the file behind standard output, and so does a process that it starts", "measured",
     "process", _writes),
    ("exits-in-a-thread", "exits in a thread of its own", "measured", "code", _exits_in_thread),
    ("forks", "forks a child that ends", "measured", "process", _forks),
    ("goes-on-twice", "forks, waits for the child, and lets it go on like the parent", "measured", "process",
     _goes_on_twice),
    ("goes-on-beside", "forks, and lets the child go on beside the parent", "measured", "process", _goes_on_beside),
    ("leaves-a-copy", "forks, and the child sleeps for ever with every file of the parent", "measured", "process",
     _leaves_copy),
    ("seeds", "seeds all random numbers", "measured", "code", _seeds),
    ("sets-signals", "ignores the signals that would stop it", "measured", "process", _sets_signals),
    ("sets-timeouts", "gives every socket a time-out of a millisecond", "measured", "process",
     lambda: socket.setdefaulttimeout(0.001)),
    ("sets-recursion", "lets Python recurse without bounds", "measured", "code",
     lambda: sys.setrecursionlimit(DEEP_ENOUGH)),
    ("sets-warnings", "turns warnings into errors", "measured", "process", lambda: warnings.simplefilter("error")),
    ("clears-environment", "clears the environment", "measured", "process", lambda: os.environ.clear()),
    ("changes-folder", "changes the current folder", "measured", "process", lambda: os.chdir("/")),
    ("replaces-streams", "puts another file in place of standard output", "measured", "process", _replaces_streams),
    ("closes-streams", "closes standard output and standard error", "measured", "process", _closes_streams),
    ("closes-output", "closes the file behind standard output", "errored", "process", lambda: os.close(1)),
    ("closes-files", "closes every file that is open", "stopped", "process", _closes_files),
    ("leaves-a-thread", "leaves a thread running for ever", "measured", "process", _leaves_thread),
    ("changes-exit-code", "has the process exit with 0, whatever it has found", "measured", "process",
     _changes_exit_code),
    ("exits-at-once", "ends its process at once, with 0", "stopped", "process", lambda: os._exit(0)),
    ("exits-at-once-with-1", "ends its process at once, with 1, as a failed gate does", "stopped", "process",
     lambda: os._exit(1)),
    ("kills-itself", "is killed, as for want of memory", "stopped", "process", _kills(signal.SIGKILL)),
    ("terminates-itself", "is told to end", "stopped", "process", _kills(signal.SIGTERM)),
    ("crashes", "reads memory that is not its own", "stopped", "process", _kills(signal.SIGSEGV)),
    ("aborts", "is aborted by a library", "stopped", "process", _kills(signal.SIGABRT)),
)  # fmt: skip
_WHEN_MADE: tuple[tuple[str, str, Ends, Reach, Callable[[], object]], ...] = (
    (
        "made-goes-on-twice",
        "forks when it is made, and lets the child go on like the parent",
        "measured",
        "process",
        _goes_on_twice,
    ),
    ("made-raises", "raises when it is made", "refused", "code", _raises),
    ("made-exits", "raises SystemExit(0) when it is made", "refused", "code", lambda: sys.exit(0)),
    ("made-exits-at-once", "ends its process with 0 when it is made", "stopped", "process", lambda: os._exit(0)),
)
WHEN_MADE = frozenset((STOPS_WHEN_MADE, *(name for name, *_ in _WHEN_MADE)))

MEDDLING: tuple[Way, ...] = (
    way("reverses-its-queries", "turns the list of its queries round", "errored", _reverses),
    way("empties-its-queries", "empties the list of its queries", "errored", _empties),
    *(way(name, does, ends, _doing(effect), reach=reach) for name, does, ends, reach, effect in _EFFECTS),
    *(Way(name, does, ends, _made(effect), reach) for name, does, ends, reach, effect in _WHEN_MADE),
    Way("made-none", "makes nothing", "refused", lambda: None),
)  # fmt: skip
