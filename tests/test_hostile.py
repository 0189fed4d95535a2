"""No way to misbehave gets a figure: the engine, and the command line, before systems that take each of them."""

from pathlib import Path

import pytest

from stumper.testing import HOSTILE_WAYS
from stumper.testing.hostile import MEANINGS, Way, hostile_table, meet

MOST_SAID = 2_000  # characters of a sentence, or of a reason that is kept


pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnhandledThreadExceptionWarning"  # raised in a hostile thread
)
each_way = pytest.mark.parametrize("way", HOSTILE_WAYS, ids=lambda way: way.name)


@each_way
def test_a_run_that_meets_this_ends_as_it_must(way: Way, tmp_path: Path) -> None:
    check(way, 1, tmp_path)


@each_way
def test_a_run_of_two_workers_that_meets_this_ends_as_it_must(
    way: Way, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if way.reach != "process":  # how a process began matters to those that spoil it
        request.getfixturevalue("copied_workers")
    check(way, 2, tmp_path)


def check(way: Way, workers: int, tmp_path: Path) -> None:
    ending = meet(way, tmp_path, workers)
    assert ending.is_as(way.must_end(workers)), ending
    for said in (ending.said, *ending.reasons):
        assert len(said) < MOST_SAID
        assert said.isprintable()


def test_every_way_has_a_name_of_its_own_and_a_known_end() -> None:
    names = [way.name for way in HOSTILE_WAYS]
    assert len(names) == len(set(names)) >= 50
    assert {way.ends for way in HOSTILE_WAYS} == set(MEANINGS)


def test_page_lists_the_ways_that_there_are() -> None:
    page = (Path(__file__).parents[1] / "docs" / "hostile.md").read_text(encoding="utf-8")
    assert hostile_table() in page
    assert all(f"| {end} | {meaning} |" in page for end, meaning in MEANINGS.items())
