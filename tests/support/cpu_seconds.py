"""A plugin of pytest that notes the seconds of a core that each test takes, with the processes that it starts.

`pytest -p cpu_seconds` writes a line a test into a file of each worker in the folder that STUMPER_CPU_SECONDS names.
Seconds by the clock would tell of what else the machine does.
"""

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Adds the test and its seconds to the worker's file."""
    before = spent()
    done = yield
    folder = Path(os.environ["STUMPER_CPU_SECONDS"])
    with (folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.tsv").open("a", encoding="utf-8") as file:
        file.write(f"{spent() - before:.3f}\t{item.nodeid}\n")
    return done


def spent() -> float:
    """Seconds of a core of this process and of the children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
