"""Potency instance by instance, beside the product of its two factors."""

from math import isnan, nan

import numpy as np
import pytest

from stumper.scores.correctness import OPEN
from stumper.scores.joint_potency import Instances, Joint, joint_potency

HUNDRED = tuple(f"o{n}" for n in range(100))


def test_what_fools_by_being_wrong_has_a_product_and_no_joint_potency() -> None:
    """Half is correct and half is missed, and nothing is both."""
    halves = [1.0] * 50 + [0.0] * 50
    found = joint_potency({"a": Instances(HUNDRED, scores=halves, right=halves)})
    assert (found.potency.value, found.potency.n) == (0.0, 100)
    assert found.difference.value == pytest.approx(-0.25)
    assert found.is_another
    assert found.difference.high < -0.15


def test_where_correct_and_missed_are_independent_the_product_is_the_joint_potency() -> None:
    found = joint_potency({"a": Instances(HUNDRED, [0.0, 0.0, 1.0, 1.0] * 25, [1.0, 0.0] * 50)})
    assert found.potency.value == 0.25
    assert found.difference.value == pytest.approx(0)
    assert not found.is_another


def test_a_population_that_was_judged_whole_is_counted_and_one_that_was_not_has_an_interval() -> None:
    scores, right = [0.0, 1.0] * 50, [1.0, 1.0, 0.0, 0.0] * 25
    whole, most, some = (
        joint_potency({"a": Instances(HUNDRED, scores, [*right[:judged], *[nan] * (100 - judged)])})
        for judged in (100, 96, 20)
    )
    assert whole.is_counted
    assert whole.potency.low == whole.potency.value == whole.potency.high == 0.25
    assert not most.is_counted
    assert 0 < most.potency.high - most.potency.low < 0.05 < some.potency.high - some.potency.low


def test_the_interval_of_a_finite_population_holds_as_often_as_it_says() -> None:
    """Of 200 claims, which fool more often where they are wrong, 100 are judged."""
    rng = np.random.default_rng(3)
    right = (rng.random(200) < 0.7).astype(float)
    scores = (rng.random(200) < np.where(right == 1, 0.6, 0.3)).astype(float)
    true, held = float((right * (1 - scores)).mean()), []
    ids = [f"o{n}" for n in range(200)]
    for _ in range(300):
        judged = rng.permutation(200) < 100
        found = joint_potency({"a": Instances(ids, scores.tolist(), np.where(judged, right, nan).tolist())})
        held.append(found.potency.low <= true <= found.potency.high)
    assert np.mean(held) >= 0.93


def test_instances_of_one_original_say_no_more_than_one() -> None:
    together = [f"o{n // 10}" for n in range(100)]
    values = [float(n // 10 % 2) for n in range(100)]
    widths = [
        found.difference.high - found.difference.low
        for ids in (HUNDRED, together)
        for found in [joint_potency({"a": Instances(ids, values, values)})]
    ]
    assert widths[1] > 2 * widths[0]


def test_each_victim_counts_the_same_with_what_it_met() -> None:
    one = Instances(HUNDRED[:4], (0.0, 0.0, 1.0, nan), (1.0, 0.0, 1.0, 1.0))
    other = Instances(HUNDRED[:4], (0.0, 0.5, 0.0, 0.0), (1.0, 0.0, 1.0, nan))
    found = joint_potency({"a": one, "b": other})
    assert found.potency.value == pytest.approx((1 / 3 + 2 / 3) / 2)


def test_where_nothing_is_judged_or_all_is_open_there_is_no_joint_potency() -> None:
    for given in (
        {},
        {"a": Instances(HUNDRED[:2], (0.0, 1.0), (nan, nan))},
        {"a": Instances("ab", (0.0, 1.0), (OPEN,) * 2)},
    ):
        found = joint_potency(given)
        assert isnan(found.potency.value)
        assert (found.potency.n, found.is_another) == (0, False)


def test_what_is_open_is_in_no_figure_and_both_intervals_reach_over_its_ends() -> None:
    scores, right = [0.0, 1.0] * 50, [1.0, 1.0, 0.0, 0.0] * 20

    def joint(said: float) -> Joint:
        return joint_potency({"a": Instances(HUNDRED, scores, [*right, *[said] * 20])})

    found, wrong, correct = joint(OPEN), joint(0.0), joint(1.0)
    assert (found.potency.value, found.potency.n, found.is_counted) == (0.25, 80, False)
    assert found.potency.low <= wrong.potency.low < correct.potency.high <= found.potency.high
    assert found.difference.low <= min(wrong.difference.low, correct.difference.low)
    assert found.difference.high >= max(wrong.difference.high, correct.difference.high)


def test_one_judged_instance_gives_a_value_and_no_interval() -> None:
    found = joint_potency({"a": Instances(HUNDRED[:3], (0.0, 1.0, 1.0), (1.0, nan, nan))})
    assert (found.potency.value, found.potency.n) == (1.0, 1)
    assert isnan(found.potency.low)
    assert not found.is_another


def test_where_all_is_judged_and_one_is_open_the_interval_is_what_it_may_come_to() -> None:
    found = joint_potency({"a": Instances(("o", "o"), (0.0, 0.0), (1.0, OPEN))})
    assert (found.potency.value, found.potency.low, found.potency.high, found.potency.n) == (1.0, 0.5, 1.0, 1)
    assert isnan(found.difference.low)
