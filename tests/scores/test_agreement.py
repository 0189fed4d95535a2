"""Agreement of annotators, with the values that the textbooks have."""

from math import isnan
from random import Random

import pytest

from stumper.scores.agreement import alpha_interval, cohens_kappa, krippendorffs_alpha

# Krippendorff 2011: two observers, ten items (section B), and four observers, twelve items with gaps (section C).
TWO = ("0100000010", "1110010000")
FOUR = ("123321412...", "1233224125.3", ".3332342251.", "1233244125 1.".replace(" ", ""))


def items(*observers: str) -> list[str]:
    return ["".join(said).replace(".", "") for said in zip(*observers, strict=True)]


def test_kappa_of_the_textbook_example() -> None:
    """Fifty proposals: both accept 20, both refuse 15, one accepts 5 that the other refuses, and refuses 10."""
    first = "y" * 25 + "n" * 25
    second = "y" * 20 + "n" * 5 + "y" * 10 + "n" * 15
    assert cohens_kappa(first, second) == pytest.approx(0.4)


def test_kappa_counts_labels_that_one_annotator_never_gives() -> None:
    """Observed 3 / 4; expected by chance (2 x 2 + 2 x 1 + 0 x 1) / 16."""
    assert cohens_kappa("aabb", "aabc") == pytest.approx((3 / 4 - 6 / 16) / (1 - 6 / 16))


def test_kappa_is_one_where_all_agree_and_below_zero_where_none_do() -> None:
    assert cohens_kappa([True, False], [True, False]) == 1
    assert cohens_kappa([True, False], [False, True]) == -1


def test_kappa_is_undefined_without_items_and_where_chance_explains_all() -> None:
    assert isnan(cohens_kappa([], []))
    assert isnan(cohens_kappa("yyy", "yyy"))


def test_alpha_of_two_observers() -> None:
    assert krippendorffs_alpha(items(*TWO)) == pytest.approx(0.095, abs=0.0005)


def test_alpha_of_four_observers_with_gaps() -> None:
    assert krippendorffs_alpha(items(*FOUR)) == pytest.approx(0.743, abs=0.0005)


def test_alpha_leaves_out_items_that_one_annotator_judged_alone() -> None:
    assert krippendorffs_alpha(["yy", "nn", "yn", "y", ""]) == krippendorffs_alpha(["yy", "nn", "yn"])


def test_alpha_is_undefined_where_nothing_varies() -> None:
    assert isnan(krippendorffs_alpha([]))
    assert isnan(krippendorffs_alpha(["yy", "yy"]))


def test_the_interval_of_alpha_is_that_of_resampled_items() -> None:
    judged = ["yy"] * 40 + ["yn"] * 6 + ["nn"] * 8 + ["y"] * 5
    found = alpha_interval(judged)
    rng, several = Random(1), judged[:54]
    draws = sorted(krippendorffs_alpha(rng.choices(several, k=54)) for _ in range(2_000))
    assert (found.value, found.n) == (krippendorffs_alpha(judged), 54)
    assert found.low == pytest.approx(draws[50], abs=0.03)
    assert found.high == pytest.approx(draws[1950], abs=0.03)
    assert alpha_interval(judged[::-1]) == found


def test_the_interval_of_alpha_is_undefined_where_alpha_is() -> None:
    for judged, n in (([], 0), (["yy", "yy"], 2)):
        found = alpha_interval(judged)
        assert isnan(found.value)
        assert isnan(found.low)
        assert found.n == n
