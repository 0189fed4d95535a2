"""Workers that are killed at any moment are heard of at once, and leave nothing behind."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from running import EXAMPLES, PLAN, Parts, rows, steps_of
from stumper.errors import VictimFailed
from stumper.runs import Settings
from stumper.store import Store

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds its children in /proc")


@dataclass(frozen=True)
class Heavy(Parts):
    """Parts whose start data is more than a pipe holds."""

    known: str = "x" * 300_000


def children() -> set[int]:
    """The processes that this one has started with a worker's work to do."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        started = ""
        with suppress(FileNotFoundError):  # a thread that has ended meanwhile
            started = (task / "children").read_text()
        for pid in started.split():
            try:
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.add(int(pid))
            except OSError:  # it has ended meanwhile
                continue
    return found


@contextmanager
def killing(after: float) -> Iterator[None]:
    """The first worker is killed so many seconds after it has been seen."""
    before, seen = children(), threading.Event()

    def kill() -> None:
        deadline = time.monotonic() + 20
        while not (new := children() - before) and time.monotonic() < deadline:
            time.sleep(0.0005)
        time.sleep(after)
        for pid in new:
            os.kill(pid, signal.SIGKILL)
        seen.set()

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    yield
    assert seen.wait(20)
    thread.join()


@pytest.mark.parametrize("after", [0.0, 0.002, 0.01, 0.03, 0.1, 0.3])
def test_a_worker_killed_at_any_moment_of_its_start_is_a_failure_and_no_hanging(after: float, tmp_path: Path) -> None:
    with Store.open(str(tmp_path / "a.db")) as store:
        with killing(after), pytest.raises(VictimFailed, match="worker ended abruptly"):
            steps_of(store, Heavy(), Settings(workers=2), plan=PLAN)
        assert children() == set()
        assert len(rows(store)) < len(EXAMPLES)
