"""Welch's t-test against published figures."""

from dataclasses import astuple
from math import isnan, sqrt

import pytest

from stumper.scores.t_test import WelchTest, welch_test

# Cushny and Peebles 1905, as Student used them in 1908: hours of sleep gained under two drugs.
FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


def test_students_sleep_data_have_the_published_figures():
    found = welch_test(FIRST, SECOND)
    assert found.t == pytest.approx(1.8608, abs=5e-5)
    assert found.df == pytest.approx(17.776, abs=5e-4)
    assert found.p == pytest.approx(0.07939, abs=5e-6)
    assert (found.low, found.high) == pytest.approx((-0.2054832, 3.3654832), abs=5e-8)


# What Stumper computed by functions of its own, before it took scipy's.
BEFORE = (
    (FIRST, SECOND, WelchTest(1.8608134674868526, 17.7764735161785, 0.07939414018735785, 1.5799999999999996,
                              -0.20548323071170915, 3.3654832307117086, 0.7970185004474464, -0.11363940824303864,
                              1.7076764091379313, 10, 10)),
    ([0.1, 0.5], [0.2, 0.9, 0.4], WelchTest(0.6928203230275508, 2.7352297592997825, 0.5426243924560954, 0.2,
                                            -0.7711100873225152, 1.171110087322515, 0.4320643823898216,
                                            -1.3770591333619555, 2.2411878981415985, 2, 3)),
    ([0.25] * 3, [0.5, 0.5, 0.75], WelchTest(4.0, 2.0, 0.05719095841793656, 1 / 3, -0.025221060812454954,
                                             0.6918877274791218, 2.612789058968724, 0.4341803774137918,
                                             4.7913977405236565, 3, 3)),
)  # fmt: skip


@pytest.mark.parametrize(("first", "second", "expected"), BEFORE)
def test_the_figures_are_those_that_earlier_versions_gave(first, second, expected):
    assert astuple(welch_test(first, second)) == pytest.approx(astuple(expected), rel=1e-9)


@pytest.mark.parametrize(("first", "second"), [(FIRST, SECOND), ([0.31, 0.7, 0.2, 1.0, 0.44], [1.0, 1.0, 0.3])])
def test_the_test_and_its_interval_are_those_of_statsmodels(first, second):
    from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

    theirs = CompareMeans(DescrStatsW(second), DescrStatsW(first))
    found = welch_test(first, second)
    assert (found.t, found.p, found.df) == pytest.approx(theirs.ttest_ind(usevar="unequal"), rel=1e-9)
    assert (found.low, found.high) == pytest.approx(theirs.tconfint_diff(usevar="unequal"), rel=1e-9)


def test_the_effect_size_is_the_difference_over_the_pooled_deviation_corrected():
    first, second = [1.0, 2.0, 3.0, 4.0], [3.0, 4.0, 5.0, 6.0]
    found = welch_test(first, second)
    assert found.g == pytest.approx(2 / sqrt(5 / 3) * (1 - 3 / (4 * 8 - 9)))
    half = 1.959963984540054 * sqrt(8 / 16 + found.g**2 / 16)
    assert (found.g_low, found.g_high) == pytest.approx((found.g - half, found.g + half))


def test_two_values_on_either_side_are_enough():
    found = welch_test([0.0, 2.0], [3.0, 5.0])
    assert (found.t, found.df) == (pytest.approx(3 / sqrt(2)), pytest.approx(2))
    assert found.p == pytest.approx(1 - found.t / sqrt(2 + found.t**2))


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
