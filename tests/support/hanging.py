"""A test that hangs says where, and ends its process, while the tests of others go on.

As pytest's own ``faulthandler_timeout`` has it, but with the set-up and the end of what a test asks for, where most of
what hangs does; nothing is counted while a worker waits for its next test.
"""

import faulthandler
import os
import sys
from collections.abc import Generator
from dataclasses import dataclass

import pytest

PATIENCE = 600.0  # seconds; the longest test takes two minutes


@dataclass(eq=False)  # pytest keeps its plugins in sets
class Alarm:
    """Rings ten minutes after a test began that has not ended; ``stderr`` is that of before pytest took it."""

    stderr: int

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Generator[None, object, object]:
        """A test begins here, and ends with all that it had set up; what hands tests out to workers is not timed."""
        faulthandler.dump_traceback_later(PATIENCE, exit=True, file=self.stderr)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    def pytest_unconfigure(self) -> None:
        """No more tests begin."""
        os.close(self.stderr)


def pytest_configure(config: pytest.Config) -> None:
    """The alarm is there for whoever runs tests."""
    config.pluginmanager.register(Alarm(os.dup(sys.__stderr__.fileno())))
