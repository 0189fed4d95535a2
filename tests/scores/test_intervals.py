"""Bootstrap intervals."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stumper.scores.intervals import Estimate, difference_interval, mean_interval

VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=40)


@settings(max_examples=30, deadline=None)
@given(VALUES)
def test_the_interval_holds_the_mean(values: list[float]) -> None:
    estimate = mean_interval(values)
    assert estimate.low <= estimate.value <= estimate.high
    assert estimate.value == pytest.approx(np.mean(values))
    assert min(values) - 1e-9 <= estimate.low
    assert estimate.high <= max(values) + 1e-9


@settings(max_examples=20, deadline=None)
@given(VALUES)
def test_the_order_of_the_questions_does_not_matter(values: list[float]) -> None:
    estimate = mean_interval(values)
    again = mean_interval(values[::-1])
    assert (again.low, again.high) == pytest.approx((estimate.low, estimate.high))


def test_the_same_seed_gives_the_same_interval_and_another_a_close_one() -> None:
    values = [i / 100 for i in range(100)]
    assert mean_interval(values, seed=3) == mean_interval(values, seed=3)
    assert mean_interval(values, seed=3) != mean_interval(values, seed=4)
    assert mean_interval(values, seed=3).low == pytest.approx(mean_interval(values, seed=4).low, abs=0.005)


@pytest.mark.parametrize("values", [[1.0] * 700 + [0.0] * 300, np.random.default_rng(5).random(1000).tolist()])
def test_the_interval_is_that_of_the_normal_approximation_for_many_values(values: list[float]) -> None:
    estimate = mean_interval(values)
    margin = 1.96 * float(np.std(values)) / math.sqrt(len(values))
    assert estimate.low == pytest.approx(estimate.value - margin, abs=margin / 20)
    assert estimate.high == pytest.approx(estimate.value + margin, abs=margin / 20)


def test_without_values_there_is_no_mean() -> None:
    estimate = mean_interval([])
    assert estimate.n == 0
    assert all(math.isnan(value) for value in (estimate.value, estimate.low, estimate.high))


def test_equal_values_leave_no_doubt() -> None:
    assert mean_interval([0.1] * 7) == Estimate(pytest.approx(0.1), pytest.approx(0.1), pytest.approx(0.1), 7)


def test_pairs_make_a_difference_certain_that_means_leave_open() -> None:
    before = [i / 50 for i in range(50)]
    after = [value - 0.1 for value in before]
    change = difference_interval(before, after)
    assert (change.low, change.value, change.high) == pytest.approx((-0.1, -0.1, -0.1))
    assert mean_interval(before).low < mean_interval(after).high


def test_a_hundred_thousand_values_take_little_memory() -> None:
    values = np.random.default_rng(0).integers(2, size=100_000).tolist()
    assert mean_interval(values).high - mean_interval(values).low == pytest.approx(0.0062, abs=0.0005)
