"""What takes long is run where it is asked for, and a part of it everywhere."""

import pytest

from slowness import kept_of

pytest_plugins = ("pytester",)

FAMILIES = """
import pytest

@pytest.mark.slow("it kills servers")
def test_kills(): ...

@pytest.mark.slow("there are many", kept=3)
@pytest.mark.parametrize("number", range(20))
def test_many(number): ...

def test_quick(): ...
"""


def counts(pytester: pytest.Pytester, *options: str) -> dict[str, int]:
    pytester.makeini("[pytest]\nmarkers = slow")
    pytester.makepyfile(FAMILIES)
    return pytester.runpytest_inprocess("-p", "slowness", "-p", "no:xdist", *options).parseoutcomes()


def test_default_run_keeps_some_of_what_is_slow_and_says_why_it_skips_the_rest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUMPER_REQUIRE", "browser,postgres")
    assert counts(pytester) == {"passed": 4, "skipped": 18}
    ran = pytester.runpytest_inprocess("-p", "slowness", "-p", "no:xdist", "-rs")
    ran.stdout.fnmatch_lines(["SKIPPED*slow: it kills servers; `make test-all` runs it"])


def test_all_of_what_is_slow_runs_where_it_is_asked_for(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUMPER_REQUIRE", "browser,slow")
    assert counts(pytester) == {"passed": 22}


def test_same_tests_stay_in_whatever_order_they_are_collected() -> None:
    tests = [f"test_many[{number}]" for number in range(50)]
    assert kept_of("test_many", tests, 5) == kept_of("test_many", tests[::-1], 5)
    assert kept_of("test_many", tests, 5) != kept_of("test_more", tests, 5)
    assert kept_of("test_many", tests[:2], 5) == set(tests[:2])


def test_every_mark_says_why(request: pytest.FixtureRequest) -> None:
    """Also of what is not run here: of the tests that were collected beside this one."""
    for item in request.session.items:
        if mark := item.get_closest_marker("slow"):
            [reason] = mark.args
            assert isinstance(reason, str)
