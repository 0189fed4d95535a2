"""Agreement of annotators, with the values that the textbooks have."""

from math import isnan

import numpy as np
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


@pytest.mark.parametrize("rows", [TWO, FOUR])
def test_alpha_is_that_of_the_package_krippendorff(rows: tuple[str, ...]) -> None:
    import krippendorff

    coded = [[float("nan") if said == "." else float(said) for said in row] for row in rows]
    expected = krippendorff.alpha(reliability_data=coded, level_of_measurement="nominal")
    assert krippendorffs_alpha(items(*rows)) == pytest.approx(expected, abs=1e-12)


def test_the_interval_of_alpha_is_that_of_the_posterior_of_the_kinds_of_items() -> None:
    judged = ["yy"] * 40 + ["yn"] * 6 + ["nn"] * 8 + ["y"] * 5
    found = alpha_interval(judged)
    both, split, _ = np.random.default_rng(5).dirichlet((40.5, 6.5, 8.5), size=400_000).T
    yes = both + split / 2
    low, high = np.quantile(1 - split / (2 * yes * (1 - yes)), (0.025, 0.975))
    assert (found.value, found.n, found.degenerate) == (krippendorffs_alpha(judged), 54, "")
    assert (found.low, found.high) == (pytest.approx(low, abs=0.01), pytest.approx(high, abs=0.01))
    assert alpha_interval(judged[::-1]) == found


def test_where_few_items_are_split_the_interval_holds_the_true_alpha_as_often_as_it_says() -> None:
    """Two judges who say yes of 93%, with an alpha of 0.4: resampled items held it in 41 of 100 samples of 20."""
    both = 0.93**2 + 0.4 * 0.93 * 0.07
    split = 2 * 0.93 * 0.07 * 0.6
    rng = np.random.default_rng(2)
    held = []
    while len(held) < 150:
        drawn = rng.multinomial(20, (both, split, 1 - both - split))
        found = alpha_interval(["yy"] * drawn[0] + ["yn"] * drawn[1] + ["nn"] * drawn[2])
        if not found.degenerate:
            held.append(found.low <= 0.4 <= found.high)
    assert np.mean(held) >= 0.93


def test_alpha_of_items_that_are_all_split_is_degenerate_and_has_no_interval() -> None:
    """It had the interval from -0.833 to -0.833."""
    found = alpha_interval(["yn"] * 6)
    assert (round(found.value, 3), found.n, found.degenerate) == (-0.833, 6, "all alike")
    assert isnan(found.low)
    assert isnan(found.high)


def test_alpha_of_few_items_is_degenerate_and_has_no_interval() -> None:
    found = alpha_interval(["yy", "nn", "yn"])
    assert (found.n, found.degenerate) == (3, "too few")
    assert isnan(found.low)
    assert found.value == krippendorffs_alpha(["yy", "nn", "yn"])


def test_judges_who_always_agree_have_an_interval_below_one() -> None:
    found = alpha_interval(["yy"] * 6 + ["nn"] * 4)
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.2 < found.low < 0.9


def test_the_interval_of_alpha_is_undefined_where_alpha_is() -> None:
    for judged, n in (([], 0), (["yy", "yy"], 2)):
        found = alpha_interval(judged)
        assert isnan(found.value)
        assert isnan(found.low)
        assert (found.n, found.degenerate) == (n, "unvarying")


def test_items_of_one_original_say_no_more_of_agreement_than_one() -> None:
    judged = ["yy"] * 30 + ["nn"] * 10 + ["yn"] * 10
    alone = alpha_interval(judged)
    fives = alpha_interval(judged, [f"q{place // 5}" for place in range(50)])
    assert (fives.value, fives.n, fives.originals, alone.originals) == (alone.value, 50, 10, 50)
    assert fives.high - fives.low > 1.5 * (alone.high - alone.low)
    assert alpha_interval(judged, [f"q{place // 13}" for place in range(50)]).degenerate == "too few"
