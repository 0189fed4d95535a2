"""Fisher's exact test against published tables."""

from math import comb, isnan, log, sqrt

import pytest

from stumper.scores.fisher import exact_test


def holding(number: int, of: int) -> list[bool]:
    return [True] * number + [False] * (of - number)


def test_the_lady_tasting_tea_has_the_published_probability():
    # Agresti 1990, page 61: 3 of 4 and 1 of 4; two-sided 34 / 70.
    assert exact_test(holding(1, 4), holding(3, 4)).p == pytest.approx(34 / 70)


def test_convictions_of_twins_have_the_published_probability():
    # Fisher 1962, Confidence limits for a cross-product ratio: 2 of 12 against 15 of 18; p = 0.0005367.
    found = exact_test(holding(15, 18), holding(2, 12))
    assert found.p == pytest.approx(0.0005367, abs=5e-8)
    assert found.odds_ratio == pytest.approx((2 / 10) / (15 / 3))


def test_the_probability_is_that_of_all_tables_as_unlikely_counted_out():
    n, a, m, c = 23, 7, 17, 11
    tables = {k: comb(n, k) * comb(m, a + c - k) for k in range(max(0, a + c - m), min(n, a + c) + 1)}
    expected = sum(ways for ways in tables.values() if ways <= tables[a]) / comb(n + m, a + c)
    assert exact_test(holding(c, m), holding(a, n)).p == pytest.approx(expected)


def test_equal_shares_differ_by_nothing():
    found = exact_test(holding(5, 10), holding(5, 10))
    assert found.p == pytest.approx(1)
    assert found.odds_ratio == pytest.approx(1)


def test_the_interval_is_that_of_the_logit():
    found = exact_test(holding(30, 50), holding(20, 50))
    half = 1.959963984540054 * sqrt(1 / 20 + 1 / 30 + 1 / 30 + 1 / 20)
    assert log(found.high) - log(found.odds_ratio) == pytest.approx(half)
    assert log(found.odds_ratio) - log(found.low) == pytest.approx(half)


def test_an_empty_cell_leaves_the_odds_ratio_finite():
    found = exact_test(holding(0, 10), holding(5, 10))
    assert found.odds_ratio == pytest.approx((5.5 * 10.5) / (5.5 * 0.5))
    assert found.low < found.odds_ratio < found.high


def test_an_empty_group_says_nothing():
    assert isnan(exact_test([], holding(3, 4)).p)


def test_thousands_of_answers_are_no_trouble():
    found = exact_test(holding(6000, 10_000), holding(5700, 10_000))
    assert 1e-6 < found.p < 1e-4


@pytest.mark.parametrize(
    ("c", "m", "a", "n", "expected"),
    [
        (1, 4, 3, 4, (0.48571428571428493, 9.0, 0.36663693192554553, 220.92700692915736)),
        (0, 10, 5, 10, (0.032507739938080336, 21.0, 0.9715547846195038, 453.91161361292814)),
        (3, 3, 0, 40, (8.103071063933038e-05, 0.0017636684303350978, 3.014348483100623e-05, 0.10319066788724827)),
        (7, 19, 11, 31, (1.0, 0.9428571428571428, 0.287550142818328, 3.091563729107188)),
        (
            6000,
            10_000,
            5700,
            10_000,
            (1.776253670098098e-05, 0.8837209302325582, 0.8353552879817094, 0.9348868604375167),
        ),
    ],
)
def test_the_figures_are_those_that_earlier_versions_gave(c, m, a, n, expected):
    """They came of functions of our own, before Stumper took scipy's."""
    found = exact_test(holding(c, m), holding(a, n))
    assert (found.p, found.odds_ratio, found.low, found.high) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("c", "m", "a", "n"), [(15, 18, 2, 12), (30, 50, 20, 50), (0, 10, 5, 10), (7, 7, 3, 9)])
def test_the_odds_ratio_and_its_interval_are_those_of_statsmodels(c, m, a, n):
    from statsmodels.stats.contingency_tables import Table2x2

    more = 0.5 if 0 in (a, n - a, c, m - c) else 0.0
    theirs = Table2x2([[a + more, n - a + more], [c + more, m - c + more]])
    found = exact_test(holding(c, m), holding(a, n))
    expected = (theirs.oddsratio, *theirs.oddsratio_confint())
    assert (found.odds_ratio, found.low, found.high) == pytest.approx(expected, rel=1e-9)
