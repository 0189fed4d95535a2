"""A plugin of pytest that notes the seconds of a core that each test takes, with the processes that it starts.

`pytest -p cpu_seconds` writes a line a test into a file of each worker in the folder that STUMPER_CPU_SECONDS names.
Seconds by the clock would tell of what else the machine does. What a process takes that goes on, such as the browser,
is of the test for which it works. What several tests share is of none of them, whichever happens to be first or last:
it stands in lines of its own, named ``shared``.
"""

import os
import resource
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

SHARED = "shared"  # in place of a test's name
ENDED = pytest.StashKey[float]()  # what was spent when the test's own fixtures were down
SETTING_UP: list[float] = []  # the seconds of what the test at work has set up for others, too
TICKS = os.sysconf("SC_CLK_TCK")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Adds the test and its seconds to the worker's file, and what it has set up and taken down for others."""
    SETTING_UP.clear()
    before = spent()
    done = yield
    after = spent()
    ended, shared = item.stash.get(ENDED, after), sum(SETTING_UP)
    folder = Path(os.environ["STUMPER_CPU_SECONDS"])
    with (folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.tsv").open("a", encoding="utf-8") as file:
        file.write(f"{ended - before - shared:.3f}\t{item.nodeid}\n{after - ended + shared:.3f}\t{SHARED}\n")
    return done


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """It will be known when the test's own fixtures are down, as those of its module come after them."""
    item.teardown = _noting(item, item.teardown)  # type: ignore[method-assign]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
    """What a fixture of several tests takes is of none; the browser begins where its path is asked for first."""
    if fixturedef.scope == "function":
        return (yield)
    others, before = len(SETTING_UP), spent()
    value = yield
    if fixturedef.argname == "chromium":
        from browsers import chromium_at  # which needs playwright

        with chromium_at(str(value)):
            pass
    SETTING_UP[others:] = [spent() - before]  # with those of the fixtures that it asked for
    return value


def _noting(item: pytest.Item, teardown: Callable[[], None]) -> Callable[[], None]:
    def noted() -> None:
        teardown()
        item.stash[ENDED] = spent()

    return noted


def spent() -> float:
    """Seconds of a core of this process, of the children that have ended, and where /proc has them of all processes
    below it that go on."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used) + _spent_below("self")


def _spent_below(process: str) -> float:
    """By those that the process has begun and that have not ended, each with its children that have."""
    found = 0.0
    for begun in _read(Path(f"/proc/{process}/task").glob("*/children")):
        for child in begun.split():
            for told in _read([Path(f"/proc/{child}/stat")]):
                found += sum(map(int, told.rpartition(")")[2].split()[11:15])) / TICKS
            found += _spent_below(child)
    return found


def _read(paths: Iterable[Path]) -> Iterator[str]:
    """What stands in those that are there, as a process may end meanwhile."""
    for path in paths:
        try:
            yield path.read_text(encoding="utf-8")
        except OSError:
            continue
