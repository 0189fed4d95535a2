"""What was made against one system, put to others."""

from math import nan

import numpy as np
import pytest

from stumper.scores.transfer import Crossing, at_chosen, crossing, transferred
from stumper.scores.variants import Variants, at_worst

SIX = tuple("abcdef")


def rows(*after: float, originals: str = "aabbc", before: tuple[float, ...] = (1, 1, 1, 1, 1)) -> Variants:
    ids = ["" if np.isnan(score) else f"{originals[place]}{place}" for place, score in enumerate(after)]
    return Variants(list(originals), ids, {"f1": np.array(before, float)}, {"f1": np.array(after, float)})


FIRST = rows(0.5, 0.0, 1.0, 0.2, nan)


def test_another_victim_meets_the_variants_that_were_worst_for_the_first() -> None:
    chosen = at_worst(FIRST, "f1")
    found = at_chosen(rows(0.0, 0.9, 0.0, 0.8, nan, before=(1, 1, 1, 1, 0.7)), chosen, "f1")
    assert found.originals == ["a", "b", "c"]
    assert found.after["f1"].tolist() == [0.9, 0.8, 0.7]
    assert found.without == 1


def test_what_another_victim_was_not_asked_is_left_out() -> None:
    found = at_chosen(rows(0.0, nan, 0.0, 0.8, nan), at_worst(FIRST, "f1"), "f1")
    assert found.originals == ["b", "c"]


def test_all_crossings_are_over_the_originals_that_all_of_them_share() -> None:
    own = Crossing("x", "x", SIX, SIX, (1.0,) * 6, (0.0,) * 6)
    other = Crossing("x", "y", SIX[1:], SIX[1:], (1.0,) * 5, (1.0, 1.0, 1.0, 1.0, 0.5))
    first, second = transferred([own, other])
    assert (first.after.n, second.after.n) == (5, 5)
    assert (first.after.value, second.after.value) == (0.0, 0.9)


def test_what_a_victim_keeps_of_anothers_is_set_beside_what_it_keeps_of_its_own_not_beside_the_other_victim() -> None:
    strong = Crossing("x", "x", SIX, SIX, (1.0,) * 6, (0.0,) * 6)  # has 1 to lose
    met = Crossing("x", "y", SIX, SIX, (0.4,) * 6, (0.3,) * 6)  # has .4
    weak = Crossing("y", "y", SIX, SIX, (0.4,) * 6, (0.1,) * 6)
    own, other, its = transferred([strong, met, weak])
    assert (own.beyond.value, its.beyond.value) == (0.0, 0.0)
    assert other.beyond.value == pytest.approx(0.2)


def test_variants_count_one_by_one_where_all_victims_met_them() -> None:
    own = Crossing("x", "x", ("a1", "a2", "b1"), ("a", "a", "b"), (1.0,) * 3, (0.0, 0.0, 1.0))
    other = Crossing("x", "y", ("a1", "b1"), ("a", "b"), (1.0,) * 2, (1.0, 1.0))
    first, second = transferred([own, other])
    assert (first.after.value, second.after.value, first.after.n) == (0.5, 1.0, 2)


def test_where_it_was_not_attacked_itself_nothing_is_beyond_that() -> None:
    [only] = transferred([Crossing("x", "y", SIX, SIX, (1.0,) * 6, (0.5,) * 6)])
    assert np.isnan(only.beyond.value)
    assert (only.before.value, only.after.value) == (1.0, 0.5)


def test_a_crossing_is_of_what_is_counted() -> None:
    found = crossing("x", "y", at_worst(FIRST, "f1"), "f1")
    assert (list(found.units), list(found.after)) == (["a", "b", "c"], [0.0, 0.2, 1.0])


def test_no_crossings_are_none_transferred() -> None:
    assert transferred([]) == []
