"""What takes long is run where it is asked for, and a part of it everywhere."""

import ast
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

import slowness
from slowness import FAMILIES, MEASURED, ON_POSTGRESQL, SECONDS, Long, family_of, kept_of

pytest_plugins = ("pytester",)

ROOT = Path(__file__).parents[1]
TESTS = """
import pytest

def test_kills(): ...

@pytest.mark.parametrize("number", range(20))
def test_many(number): ...

def test_quick(): ...
"""


@pytest.fixture
def ran(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder of tests, of which one is long and one has many cases."""
    families = {"test_some.py::test_kills": Long("it kills"), "test_some.py::test_many": Long("there are many", 3)}
    monkeypatch.setattr(slowness, "FAMILIES", families)
    pytester.makeini("[pytest]\nmarkers = slow")
    pytester.makepyfile(test_some=TESTS)
    return pytester


def outcomes(ran: pytest.Pytester) -> dict[str, int]:
    return ran.runpytest_inprocess("-p", "slowness", "--disable-plugin-autoload").parseoutcomes()


def test_default_run_keeps_some_of_what_is_slow_and_says_why_it_skips_the_rest(
    ran: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUMPER_REQUIRE", "browser,postgres")
    assert outcomes(ran) == {"passed": 4, "skipped": 18}
    said = ran.runpytest_inprocess("-p", "slowness", "--disable-plugin-autoload", "-rs")
    said.stdout.fnmatch_lines(["SKIPPED*slow, as it kills: `make test-all` runs it"])


def test_all_of_what_is_slow_runs_where_it_is_asked_for(ran: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUMPER_REQUIRE", "browser,slow")
    assert outcomes(ran) == {"passed": 22}


def test_of_a_campaign_some_run_where_what_is_slow_does_and_all_where_it_is_named(
    ran: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    families = {family: replace(long, most=3) for family, long in slowness.FAMILIES.items()}
    monkeypatch.setattr(slowness, "FAMILIES", families)
    monkeypatch.setenv("STUMPER_REQUIRE", "slow")
    some = outcomes(ran)
    assert some["skipped"] > 0
    monkeypatch.setenv("STUMPER_REQUIRE", "slow,campaigns")
    assert outcomes(ran) == {"passed": 22}


SHARING = """
import subprocess, sys, time
import pytest

def works(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end: pass

@pytest.fixture(scope="module")
def other():
    with subprocess.Popen([sys.executable, "-c", "for line in open(0): print(sum(range(10**7)), flush=True)"],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as made:
        works(0.15)
        yield made
        works(0.15)
        made.stdin.close()

def test_shares(other): ...

def test_asks(other):
    other.stdin.write("now\\n")
    other.stdin.flush()
    other.stdout.readline()
"""


@pytest.mark.skipif(
    not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="the system does not list a process's children"
)
def test_seconds_of_what_several_tests_share_are_of_none_and_those_of_what_goes_on_of_whom_it_works_for(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUMPER_CPU_SECONDS", str(pytester.path))
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    pytester.makepyfile(test_sharing=SHARING)
    pytester.runpytest_inprocess("-p", "cpu_seconds", "--disable-plugin-autoload").assert_outcomes(passed=2)
    lines = [line.split("\t") for line in (pytester.path / "main.tsv").read_text().splitlines()]
    seconds = {name.rpartition("::")[2]: float(took) for took, name in lines if name != "shared"}
    assert seconds["test_shares"] < 0.1
    assert sum(float(took) for took, name in lines if name == "shared") > 0.3
    assert seconds["test_asks"] > 0.05  # the process that goes on took them


def test_same_tests_stay_in_whatever_order_they_are_collected() -> None:
    tests = [f"test_many[{number}]" for number in range(50)]
    assert kept_of("test_many", tests, 5, {}) == kept_of("test_many", tests[::-1], 5, {})
    assert kept_of("test_many", tests, 5, {}) != kept_of("test_more", tests, 5, {})
    assert kept_of("test_many", tests[:2], 5, {}) == set(tests[:2])


def test_of_each_kind_one_is_drawn_before_there_is_a_second() -> None:
    kinds = {"write": 9, "write, claim": 1, "match of a guest": 1, "match": 3, "says-nothing": 5}
    tests = [f"test_many[{kind}-{number}]" for kind, times in kinds.items() for number in range(times)]
    assert {slowness.kind_of(test) for test in kept_of("test_many", tests, 3, {})} == {"write", "match", "says"}
    assert len(kept_of("test_many", tests, 7, {})) == 7


def test_what_takes_minutes_begins_first_and_all_else_keeps_its_order() -> None:
    files = ["tests/test_text.py", slowness.FIRST[1], "tests/test_arrays.py", slowness.FIRST[0]]
    items = [SimpleNamespace(nodeid=f"{file}::test_some", add_marker=lambda mark: None) for file in files]
    slowness.pytest_collection_modifyitems(items)  # type: ignore[arg-type]
    assert [item.nodeid.partition("::")[0] for item in items] == [files[1], files[3], files[0], files[2]]
    assert all((ROOT / file).is_file() for file in slowness.FIRST)


def test_of_a_long_family_the_quick_stay_and_the_quickest_of_the_others_where_they_are_too_few() -> None:
    tests = [f"test_many[{number}]" for number in range(50)]
    seconds = {test: 50.0 - number for number, test in enumerate(tests) if number >= 4}
    drawn = kept_of("test_many", tests, 3, seconds)
    assert drawn < set(tests[:4])
    assert len(drawn) == 3
    assert kept_of("test_many", tests, 6, seconds) == {*tests[:4], *tests[48:]}


def test_cases_and_files_are_of_their_families() -> None:
    assert family_of("tests/test_text.py::test_words") is None
    assert family_of("tests/web/test_killed.py::test_anything[a::b]") == "tests/web/test_killed.py"
    assert family_of("tests/store/test_cache.py::test_anything[postgresql-2]") == ON_POSTGRESQL
    assert family_of("tests/store/test_cache.py::test_anything[sqlite-2]") is None
    one, *_ = [family for family in FAMILIES if family.startswith("tests/test_hostile.py")]
    assert family_of(f"{one}[hangs]") == one


def test_every_long_family_is_there_and_something_of_it_stays_in_the_default_run() -> None:
    for family, long in FAMILIES.items():
        assert family == ON_POSTGRESQL or is_there(family), family
        assert bool(long.kept) != bool(long.instead), family
        assert not long.instead or (is_there(long.instead) and family_of(long.instead) not in MEASURED), family
    assert [test for test in SECONDS if not is_there(test)] == []


def is_there(place: str) -> bool:
    path, _, name = place.partition("[")[0].partition("::")
    return not name or name in functions(path)


@cache
def functions(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {one.name for one in tree.body if isinstance(one, ast.FunctionDef)}
