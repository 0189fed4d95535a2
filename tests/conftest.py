"""What tests need from outside: skipped with a reason where it is absent, failed where STUMPER_REQUIRE names it."""

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SUPPORT = Path(__file__).parent / "support"
pytest.register_assert_rewrite(*sorted(path.stem for path in SUPPORT.glob("*.py")))  # they say what does not hold
# The stores of tests; workers that begin at once; what hangs; what is too long for every run.
pytest_plugins = ("databases", "copied_workers", "hanging", "slowness")

# The first is the same browser without what shows windows: its pages open in two thirds of the time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
REQUIRED = set(filter(None, os.environ.get("STUMPER_REQUIRE", "").split(",")))
# A busy machine is no failure, and every run tries the same examples of a property, so that none fails by chance;
# with --hypothesis-profile=default it tries others.
STEADY = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("all", STEADY)
settings.register_profile("some", STEADY, max_examples=25)  # of each property; the other 75 are slow
settings.load_profile("all" if "slow" in REQUIRED else "some")

SHARED = Path(__file__).parents[2] / "shared" / "data"


gc.disable()  # to find 15,000 tests makes millions of objects, none of them garbage: a quarter of the time


def pytest_collection_finish() -> None:
    """Garbage is looked for again, but not among what was found."""
    gc.freeze()
    gc.enable()


def _absent(what: str, reason: str) -> None:
    if what in REQUIRED:
        pytest.fail(f"STUMPER_REQUIRE names {what!r}: {reason}")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of other people's data that never enters the repository."""
    if not SHARED.is_dir():
        _absent("shared", f"there is no {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def chromium() -> Iterator[str]:
    """The path of a Chromium to look at pages with; one that was begun ends with the tests."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        _absent("browser", "no Chromium is installed")
    assert path is not None
    yield path
    if "browsers" in sys.modules:
        sys.modules["browsers"].close_browser()


@pytest.fixture(autouse=True, scope="session")
def _no_journal_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests add to indexes is noted in a folder of theirs."""
    os.environ["STUMPER_STATE"] = str(tmp_path_factory.mktemp("state"))


@pytest.fixture(autouse=True)
def _folder_stays() -> Iterator[None]:
    """What is run in a test may change the current folder, which is everybody's in a process."""
    folder = os.getcwd()
    yield
    os.chdir(folder)


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A password's hash takes a thousandth of the time."""
    from argon2 import PasswordHasher  # which the pages alone need

    from stumper.people.accounts import passwords

    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(1, 8, 1))
    passwords._nobodys.cache_clear()
    yield
    passwords._nobodys.cache_clear()


@pytest.fixture
def parsed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What people upload is parsed in this process, without bounds on memory and time: another one takes a third of a
    second to begin. What comes back is packed and unpacked all the same."""
    from stumper.people.projects import parsing, parsing_process

    def run(path: Path, contents: parsing.Contents, result: Path, bounds: parsing.Bounds, task: str) -> tuple[int, str]:
        numbers = map(str, (bounds.unpacked, bounds.memory, bounds.cpu))
        return parsing_process.main(contents, str(path), str(result), *numbers, task), ""

    monkeypatch.setattr(parsing_process, "bound", lambda memory, cpu: None)
    monkeypatch.setattr(parsing, "_run", run)
