"""A test that hangs says where, and ends its process, while the tests of others go on.

As pytest's own ``faulthandler_timeout`` has it, but that the alarm is set once a minute and not for each test, as each
time a thread ends and another begins.
"""

import faulthandler
import os
import sys
from dataclasses import dataclass
from time import monotonic

import pytest

PATIENCE = 600.0  # seconds; the longest test takes two minutes
EVERY = 60.0


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Alarm:
    """Rings after ten minutes in which no test began; ``stderr`` is that of before pytest took it."""

    stderr: int
    was_set: float = -EVERY

    def pytest_runtest_setup(self) -> None:
        """A test begins."""
        if (now := monotonic()) - self.was_set >= EVERY:
            faulthandler.dump_traceback_later(PATIENCE, exit=True, file=self.stderr)
            self.was_set = now

    def pytest_unconfigure(self) -> None:
        """No more tests begin."""
        faulthandler.cancel_dump_traceback_later()
        os.close(self.stderr)


def pytest_configure(config: pytest.Config) -> None:
    """The alarm is there for whoever runs tests."""
    config.pluginmanager.register(Alarm(os.dup(sys.__stderr__.fileno())))
