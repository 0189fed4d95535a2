"""Bootstrap intervals."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stumper.scores.intervals import (
    Estimate,
    contrast_interval,
    difference_interval,
    harmonic_interval,
    mean_interval,
    paired_share_contrast,
    share_contrast,
    share_interval,
)

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


def shares(successes: int, n: int) -> list[bool]:
    return [place < successes for place in range(n)]


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_a_share_has_wilson_s_interval_as_newcombe_tabulates_it(
    successes: int, n: int, low: float, high: float
) -> None:
    estimate = share_interval(shares(successes, n))
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-5)
    assert (estimate.value, estimate.n) == (successes / n, n)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((48, 80), (56, 70), 0.0524, 0.3339),
        ((3, 10), (9, 10), 0.1705, 0.8090),
        ((2, 7), (6, 7), 0.0582, 0.8062),
        ((0, 29), (5, 56), -0.0381, 0.1926),
    ],
)
def test_shares_differ_by_newcombe_s_hybrid_interval_as_tabulated(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    estimate = share_contrast(shares(*first), shares(*second))
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-5)
    assert estimate.n == min(first[1], second[1])


@pytest.mark.parametrize(
    ("table", "low", "high"),  # right in both, then only, before only, in neither
    [((36, 12, 2, 0), 0.0569, 0.3404), ((1, 7, 1, 12), 0.0256, 0.5069)],  # Newcombe 1998; Fagerland et al. 2013
)
def test_shares_of_the_same_questions_differ_by_newcombe_s_interval_for_pairs(
    table: tuple[int, int, int, int], low: float, high: float
) -> None:
    cells = ((True, True), (False, True), (True, False), (False, False))
    pairs = [cell for cell, times in zip(cells, table, strict=True) for _ in range(times)]
    estimate = paired_share_contrast([before for before, _ in pairs], [after for _, after in pairs])
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-5)
    assert estimate.n == sum(table)


def test_questions_of_which_none_changes_leave_room_for_others_that_do() -> None:
    estimate = paired_share_contrast(shares(8, 8), shares(8, 8))
    assert (estimate.value, estimate.high) == (0.0, pytest.approx(0.3244, abs=5e-5))
    assert paired_share_contrast([], []).n == 0


def test_means_of_two_groups_are_resampled_apart() -> None:
    first, second = np.random.default_rng(1).normal(0, 1, 400), np.random.default_rng(2).normal(0.5, 2, 900)
    estimate = contrast_interval(first.tolist(), second.tolist())
    margin = 1.96 * math.sqrt(first.var() / 400 + second.var() / 900)
    assert estimate.value == pytest.approx(second.mean() - first.mean())
    assert estimate.low == pytest.approx(estimate.value - margin, abs=margin / 20)
    assert estimate.high == pytest.approx(estimate.value + margin, abs=margin / 20)
    assert estimate.n == 400


def test_a_group_without_values_is_compared_with_nothing() -> None:
    for estimate in (contrast_interval([], [1.0]), share_contrast([True], []), share_interval([])):
        assert estimate.n == 0
        assert math.isnan(estimate.value)


def test_the_harmonic_mean_is_of_the_means_and_its_interval_that_of_drawing_pairs() -> None:
    first, second = [1.0, 0.5, 0.2, 1.0, 0.0] * 40, [1.0, 0.0, 1.0, 1.0, 0.0] * 40
    estimate = harmonic_interval(first, second)
    assert estimate.value == pytest.approx(2 * 0.54 * 0.6 / 1.14)
    assert estimate.n == 200
    rng, pairs = np.random.default_rng(5), np.column_stack([first, second])
    means = pairs[rng.integers(200, size=(10_000, 200))].mean(axis=1)
    low, high = np.quantile(2 * means.prod(axis=1) / means.sum(axis=1), (0.025, 0.975))
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=0.005)
    assert harmonic_interval(first[::-1], second[::-1]) == estimate


def test_the_harmonic_mean_of_nothing_but_zeros_is_zero_and_of_nothing_is_none() -> None:
    assert harmonic_interval([0.0, 0.0], [0.0, 0.0]) == Estimate(0.0, 0.0, 0.0, 2)
    assert math.isnan(harmonic_interval([], []).value)
