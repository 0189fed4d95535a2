"""Workers that need not import first: copies of a process that has imported, and done nothing else.

For tests of what comes of a run with workers, whoever begins them: to import takes most of a worker's time. A copy has
the environment, the import path and the folder of now, but the hash seed of all other copies. How workers begin, are
killed meanwhile or end, and what those do who spoil their process, is tried with the real ones (``spawned_workers``).
"""

import multiprocessing
import os
import random
from collections.abc import Callable
from importlib.util import find_spec
from multiprocessing.context import ForkServerProcess

import numpy as np
import pytest

from stumper.runs import executors

SPAWNING = executors.SPAWNING
IMPORTED = ("stumper.runs.worker", "stumper.jobs", "stumper.testing.hostile.systems")


class Copying:
    """Begins copies, in place of what begins processes of their own."""

    def __init__(self) -> None:
        self.server = multiprocessing.get_context("forkserver")
        assert all(map(find_spec, IMPORTED)), "a server that cannot import one of these is silent about it"
        self.server.set_forkserver_preload(list(IMPORTED))
        self.Pipe = self.server.Pipe

    def Process(self, target: Callable[..., object], args: tuple[object, ...]) -> ForkServerProcess:  # noqa: N802
        """As multiprocessing has it."""
        return self.server.Process(target=begin, args=(dict(os.environ), target, args))


def begin(environment: dict[str, str], target: Callable[..., object], arguments: tuple[object, ...]) -> None:
    """The copy does what the process would."""
    os.environ.clear()
    os.environ.update(environment)
    random.seed()
    np.random.seed()
    target(*arguments)


@pytest.fixture
def copied_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers of runs need not import first."""
    monkeypatch.setattr(executors, "SPAWNING", Copying())


@pytest.fixture
def spawned_workers(copied_workers: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers of runs begin as a user's do, though the file of the test asks for copies, which come first."""
    monkeypatch.setattr(executors, "SPAWNING", SPAWNING)
