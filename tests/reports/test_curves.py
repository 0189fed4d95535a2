"""F1 against queries, and labels that keep apart."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.reports.pictures import HEIGHT, LABEL_GAP, apart
from stumper.tasks.reading.section.curves import MOST_POINTS, points, trace
from stumper.types import Attempt, Verdict

UNSEEN = Verdict(None, 1.0, 1.0)


def attempt(*made, queries=None) -> Attempt:
    return Attempt("r", "e", "a", "v", "failed", UNSEEN, None, None, queries or made[-1][0], made)


def curve(*attempts):
    return points([trace(one) for one in attempts], max(one.queries for one in attempts))


def test_a_score_stays_at_its_last_value():
    found = curve(attempt((1, 1.0), (4, 0.5), queries=20), attempt((1, 0.8), (7, 0.0)))
    assert [point.queries for point in found] == [1, 4, 7, 10, 20]
    assert [point.value for point in found] == pytest.approx([0.9, 0.65, 0.25, 0.25, 0.25])


def test_decades_and_the_end_have_intervals():
    found = curve(attempt((1, 1.0), (4, 0.5), queries=20), attempt((1, 0.8)))
    assert [point.queries for point in found if point.estimate] == [1, 10, 20]
    assert found[-1].estimate.value == pytest.approx(found[-1].value)


def test_without_an_attempt_there_is_no_point():
    assert points([], 0) == ()


def test_an_adversary_that_asks_nothing_more_has_one_point():
    assert [(point.queries, point.value) for point in curve(attempt((1, 0.5)))] == [(1, 0.5)]


def test_long_curves_are_thinned_and_stay_exact():
    attempts = [attempt((1, 1.0), (n, 0.0), queries=5000) for n in range(2, 2002)]
    found = curve(*attempts)
    assert len(found) <= MOST_POINTS + 6
    for point in found:
        assert point.value == pytest.approx(1 - max(0, min(point.queries, 2001) - 1) / 2000)


@given(st.lists(st.floats(0, HEIGHT), min_size=1, max_size=HEIGHT // LABEL_GAP - 1))
def test_labels_never_touch_and_never_leave_the_picture(heights):
    moved = sorted(apart(heights))
    assert all(below - above >= LABEL_GAP - 1e-6 for above, below in pairwise(moved))
    assert moved[0] >= -1e-6
    assert moved[-1] <= HEIGHT + 1e-6


def test_labels_with_room_stay_where_their_lines_end():
    assert apart([100.0, 10.0, 50.0]) == [100.0, 10.0, 50.0]
