"""Welch's t-test against published figures."""

from math import isnan, sqrt

import pytest

from stumper.scores.t_test import t_quantile, t_two_sided, welch_test

# Cushny and Peebles 1905, as Student used them in 1908: hours of sleep gained under two drugs.
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_students_sleep_data_have_the_published_figures():
    found = welch_test(FIRST, SECOND)
    assert found.t == pytest.approx(1.8608, abs=5e-5)
    assert found.df == pytest.approx(17.776, abs=5e-4)
    assert found.p == pytest.approx(0.07939, abs=5e-6)
    assert (found.low, found.high) == pytest.approx((-0.2054832, 3.3654832), abs=5e-8)


@pytest.mark.parametrize(
    ("df", "critical"), [(1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)]
)
def test_quantiles_are_those_of_the_printed_tables(df, critical):
    # Fisher and Yates 1938, table III, 5% two-sided
    assert t_quantile(0.975, df) == pytest.approx(critical, abs=6e-4)


def test_the_probability_with_one_and_two_degrees_of_freedom_is_that_of_the_closed_form():
    assert t_two_sided(1.0, 1) == pytest.approx(0.5)
    assert t_two_sided(1.5, 2) == pytest.approx(1 - 1.5 / sqrt(2 + 1.5**2))


def test_the_effect_size_is_the_difference_over_the_pooled_deviation_corrected():
    first, second = [1.0, 2.0, 3.0, 4.0], [3.0, 4.0, 5.0, 6.0]
    found = welch_test(first, second)
    assert found.g == pytest.approx(2 / sqrt(5 / 3) * (1 - 3 / (4 * 8 - 9)))
    half = 1.959963984540054 * sqrt(8 / 16 + found.g**2 / 16)
    assert (found.g_low, found.g_high) == pytest.approx((found.g - half, found.g + half))


def test_swapping_the_groups_turns_the_signs_alone():
    one, other = welch_test(FIRST, SECOND), welch_test(SECOND, FIRST)
    assert (one.t, one.g, one.low) == pytest.approx((-other.t, -other.g, -other.high))
    assert one.p == pytest.approx(other.p)


@pytest.mark.parametrize(("first", "second"), [([1.0], [2.0, 3.0]), ([], []), ([1.0, 1.0], [1.0, 1.0])])
def test_too_few_or_unvarying_values_say_nothing(first, second):
    assert isnan(welch_test(first, second).p)


def test_a_difference_is_told_also_where_no_test_can_be_made():
    found = welch_test([1.0], [2.0])
    assert found.difference == 1.0
    assert isnan(found.low)
