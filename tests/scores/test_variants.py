"""From variants to what a mean is over."""

from math import nan

import numpy as np
import pytest

from stumper.scores.variants import Variants, at_worst, each

ROWS = Variants(
    originals=["q2", "q1", "q1", "q1", "q3"],
    ids=["q2-a", "q1-a", "q1-b", "q1-c", ""],
    before={"f1": np.array([0.0, 1.0, 1.0, 1.0, 0.5]), "em": np.array([0.0, 1.0, 1.0, 1.0, 0.0])},
    after={"f1": np.array([0.6, 0.8, 0.2, 0.2, nan]), "em": np.array([0.0, 0.0, 0.0, 1.0, nan])},
)


def test_an_original_counts_at_its_worst_variant_of_equal_ones_the_first() -> None:
    found = at_worst(ROWS, "f1")
    assert (found.originals, found.ids) == (["q2", "q1", "q3"], ["q2-a", "q1-b", ""])
    assert found.after["f1"].tolist() == [0.6, 0.2, 0.5]
    assert found.after["em"].tolist() == [0.0, 0.0, 0.0]


def test_an_original_that_was_wrong_counts_at_a_variant_that_is_right() -> None:
    found = at_worst(ROWS, "f1")
    assert (found.before["f1"][0], found.after["f1"][0]) == (0.0, 0.6)


def test_an_original_without_a_variant_stands_in_for_itself_and_is_counted() -> None:
    found = at_worst(ROWS, "f1")
    assert (found.after["f1"][2], found.without) == (0.5, 1)


def test_each_variant_counts_by_itself_and_originals_without_one_are_left_out() -> None:
    found = each(ROWS)
    assert found.units == ["q2-a", "q1-a", "q1-b", "q1-c"]
    assert found.before["f1"].tolist() == [0.0, 1.0, 1.0, 1.0]
    assert found.after["f1"].tolist() == pytest.approx([0.6, 0.8, 0.2, 0.2])
    assert found.without == 1


def test_nothing_at_all_is_no_error() -> None:
    empty = Variants([], [], {"f1": np.array([])}, {"f1": np.array([])})
    assert len(at_worst(empty, "f1").units) == len(each(empty).units) == 0
