"""Ways to keep a run waiting without being asked for an answer: when made, asked what is known already, or stopped."""

import os
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import parent_process

from stumper.testing.hostile.ways import LONG, RELEASED, Act, Call, Misbehaving, Way
from stumper.types import Example, Query

STOPS_WHEN_MADE = "made-stops"
_HAS_HUNG = threading.Event()  # set while the system that is made next in this process follows one that hung


@dataclass(slots=True)
class Remembering:
    """Answers honestly, and does this when it is asked what it has seen."""

    asked: Callable[[], object]
    fingerprint: str

    def predict(self, queries: Sequence[Query]) -> object:
        """The honest predictions."""
        return Call(queries, 0).honest()

    def has_seen(self, example: Example) -> bool:
        """False, once it says anything."""
        self.asked()
        return False


def _hangs() -> None:
    RELEASED.wait(LONG)


def _stops() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def _stops_for_ever() -> None:
    while True:
        _stops()


def _hangs_first(call: Call) -> object:
    if call.is_trap:
        _HAS_HUNG.set()
        _hangs()
    return call.honest()


def _made(is_hostile: Callable[[], bool], effect: Callable[[], object], act: Act) -> Callable[[], object]:
    def make() -> object:
        if is_hostile():
            effect()
        return Misbehaving(act, "made")

    return make


def _follows_one_that_hung() -> bool:
    had_hung = _HAS_HUNG.is_set()
    _HAS_HUNG.clear()
    return had_hung


def _at_trap(effect: Callable[[], object]) -> Callable[[], object]:
    def act(call: Call) -> object:
        if call.is_trap:
            effect()
        return call.honest()

    return lambda: Misbehaving(act, "stops")


def _in_worker() -> bool:
    return parent_process() is not None


def _in_thread() -> bool:
    return threading.current_thread() is not threading.main_thread()


KEEPING: tuple[Way, ...] = (
    Way("has-seen-hangs", "hangs when it is asked what it has seen", "stopped", lambda: Remembering(_hangs, "seen")),
    Way("made-hangs-anew", "hangs in an answer, and again when it is made anew", "stopped",
        _made(_follows_one_that_hung, _hangs, _hangs_first), batch_size=1, apart=("errored",)),
    Way("made-hangs-in-a-thread", "hangs when it is made in a thread", "stopped",
        _made(_in_thread, _hangs, Call.honest), apart=("measured",)),
    Way("made-hangs-in-a-worker", "hangs when it is made in a worker", "measured",
        _made(_in_worker, _hangs, Call.honest), apart=("stopped",)),
    Way(STOPS_WHEN_MADE, "stops its process (SIGSTOP) when it is made", "measured",
        _made(lambda: True, _stops, Call.honest), "process", apart=("stopped",)),
    Way("stops-itself", "stops its process (SIGSTOP)", "measured", _at_trap(_stops), "process", batch_size=1,
        apart=("errored",)),
    Way("stops-for-ever", "stops its process as often as it is told to go on", "stopped", _at_trap(_stops_for_ever),
        "process", batch_size=1, apart=("errored",)),
)  # fmt: skip
