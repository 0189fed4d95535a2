"""Means over perturbations, resampled by original."""

from math import isnan, nan

import numpy as np
import pytest

from stumper.scores.by_original import Scored, drawn_means, observed
from stumper.scores.intervals import RESAMPLES, mean_interval

VALUES = [1.0, 0.0, 1.0, 0.25] * 10
ONE_EACH = [f"o{n}" for n in range(40)]


def means(*columns: Scored) -> list[np.ndarray]:
    return drawn_means(columns, np.random.default_rng(0))


def test_with_one_perturbation_an_original_it_is_the_bootstrap() -> None:
    found, plain = observed(means(Scored(ONE_EACH, VALUES))[0], 40), mean_interval(VALUES)
    assert (found.value, found.n) == (plain.value, 40)
    assert (found.low, found.high) == (pytest.approx(plain.low, abs=0.02), pytest.approx(plain.high, abs=0.02))


def test_columns_share_their_draws() -> None:
    first, second = means(Scored(ONE_EACH, VALUES), Scored(ONE_EACH, [value / 2 for value in VALUES]))
    assert np.allclose(first, 2 * second)


def test_what_has_no_value_enters_no_mean() -> None:
    column = Scored([*ONE_EACH, "gone"], [*VALUES, nan])
    assert column.size == 40
    assert means(column)[0][0] == np.mean(VALUES)


def test_an_original_counts_by_all_that_was_made_of_it() -> None:
    """Draws of five originals, of which one with four perturbations counts 0 to 5 times."""
    found = means(Scored([*"aaaabcde"], [1.0] * 4 + [0.0] * 4))[0]
    assert found[0] == 0.5
    assert sorted(set(found)) == [4 * times / (4 * times + 5 - times) for times in range(6)]


def test_fewer_than_five_originals_give_no_interval() -> None:
    """Thirteen perturbations of two originals, all lost, would seem to be certain."""
    found = observed(means(Scored(["a"] * 7 + ["b"] * 6, [1.0] * 13))[0], 13)
    assert (found.value, found.n) == (1.0, 13)
    assert isnan(found.low)
    assert isnan(found.high)
    four, five = (observed(means(Scored(ONE_EACH[:n], VALUES[:n]))[0], n) for n in (4, 5))
    assert (isnan(four.low), isnan(five.low)) == (True, False)


def test_without_originals_nothing_is_drawn() -> None:
    [found] = means(Scored([], []))
    assert len(found) == RESAMPLES + 1
    assert observed(found, 0).n == 0
    assert means() == []


def test_drawing_distinct_rows_and_drawing_all_agree() -> None:
    """Two values alone are drawn by how often each comes, as many values as originals one by one."""
    many = [f"o{n}" for n in range(200)]
    half = [float(n % 2) for n in range(200)]
    nudged = [value + n * 1e-9 for n, value in enumerate(half)]
    few, all_of_them = (observed(means(Scored(many, values))[0], 200) for values in (half, nudged))
    assert (few.low, few.high) == (
        pytest.approx(all_of_them.low, abs=0.006),
        pytest.approx(all_of_them.high, abs=0.006),
    )
