"""What paired scores change by, and how often a gate says so: a small part of benchmarks/compare_power.py."""

from math import isnan

import numpy as np
import pytest

from from_benchmarks import from_benchmarks
from stumper.comparing.change import change
from stumper.statistics import NO_GROUPS, Groups

with from_benchmarks("measuring"):
    from compare_power import Rates, rates, weighted

IDS = [str(n) for n in range(40)]


def scores(seed: int, n: int = 40) -> np.ndarray:
    return np.random.default_rng(seed).choice([0.0, 0.4, 0.8, 1.0], size=(2, n))


def test_the_test_for_a_fall_is_the_paired_t_test() -> None:
    from scipy.stats import ttest_1samp  # dear to load

    before, after = scores(3)
    found = change(IDS, before, after, NO_GROUPS)
    assert found.p_worse == pytest.approx(ttest_1samp(after - before, 0, alternative="less").pvalue, abs=1e-12)
    assert found.error == pytest.approx((after - before).std(ddof=1) / 40**0.5)


@pytest.mark.parametrize("fall", [0.0, -1.0, 1.0])
def test_where_all_differ_by_one_amount_a_test_still_finds_no_fall_of_nothing(fall: float) -> None:
    """Forty pairs of ties, or that all fell, or all rose, by everything there is: others may differ otherwise."""
    before = np.full(40, 0.0 if fall > 0 else 1.0)
    found = change(IDS, before, before + fall, NO_GROUPS)
    assert found.finds() > 0.05
    assert found.p_worse == float(fall >= 0)


def test_a_fall_that_is_found_four_times_in_five_is_2_5_standard_errors() -> None:
    before, after = scores(3)
    found = change(IDS, before, after, NO_GROUPS)
    assert found.finds() / found.error == pytest.approx(1.6849 + 0.8512, abs=1e-3)  # t with 39 degrees of freedom
    assert found.finds(0.025) > found.finds()


def test_variants_of_one_original_say_no_more_than_it() -> None:
    before, after = scores(5)
    once = change(IDS, before, after, NO_GROUPS)
    often = change([id for id in IDS for _ in range(9)], before.repeat(9), after.repeat(9), NO_GROUPS)
    assert often.p_worse == pytest.approx(once.p_worse)
    assert often.error == pytest.approx(once.error)


def test_what_falls_by_articles_is_less_sure_than_what_falls_by_questions() -> None:
    articles = np.arange(40) // 4
    before, after = np.ones(40), np.where(articles < 3, 0.0, 1.0)
    groups = Groups(("article",), {id: (str(article),) for id, article in zip(IDS, articles, strict=True)})
    alone, grouped = (change(IDS, before, after, of) for of in (NO_GROUPS, groups))
    assert alone.p_worse < 0.001 < grouped.p_worse
    assert grouped.difference.by is not None
    assert (grouped.difference.by.level, grouped.difference.by.groups) == ("article", 10)


def test_where_nothing_changes_nothing_has_fallen_and_no_more_than_the_floor_is_ruled_out() -> None:
    found = change(IDS, np.ones(40), np.ones(40), NO_GROUPS)
    assert (found.p_worse, found.difference.value) == (1.0, 0.0)
    assert -0.1 < found.floor < -0.02
    assert found.finds() > 0


def test_one_question_tells_nothing() -> None:
    found = change(["1"], np.array([1.0]), np.array([0.0]), NO_GROUPS)
    assert found.difference.value == -1.0
    assert all(map(isnan, (found.p_worse, found.floor, found.difference.low)))


REAL = np.random.default_rng(7).choice([0.0, 0.0, 0.29, 0.5, 0.67, 0.8, 1.0, 1.0, 1.0], size=(1500, 2))


def simulated(n: int, fall: float, deviation: float, correlation: float, draws: int) -> Rates:
    return rates(weighted(REAL, fall, deviation, correlation), n, draws, np.random.default_rng(1))


@pytest.mark.parametrize(("n", "deviation"), [(50, 0.20), (200, 0.35)])
@pytest.mark.parametrize("correlation", [0.0, 0.03])
def test_a_gate_raises_few_false_alarms(n: int, deviation: float, correlation: float) -> None:
    assert simulated(n, 0.0, deviation, correlation, 400).worse <= 0.08


def test_a_gate_finds_a_fall_of_five_points_on_200_questions() -> None:
    found = simulated(200, 0.05, 0.35, 0.0, 300)
    assert found.worse >= 0.55
    assert found.bound < found.worse / 1.2  # what a bound at the lower end of an interval finds


def test_a_fall_of_the_whole_margin_is_seldom_confirmed_to_be_less() -> None:
    assert simulated(200, 0.02, 0.20, 0.0, 400).equal <= 0.08
