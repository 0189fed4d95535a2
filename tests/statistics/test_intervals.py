"""Intervals of any figure: what they are made of, and where they say that they know nothing."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import isnan

import numpy as np
import pytest

from stumper.errors import BadData
from stumper.scores.score import made_by
from stumper.statistics import (
    AMOUNT,
    CHANGE,
    NO_GROUPS,
    SHARE,
    UNKNOWN,
    Estimate,
    Grouping,
    Groups,
    Scored,
    average,
    contrast,
    difference,
    enough,
    groups_told,
    harmonic,
    interval,
    joined,
    mean,
    means,
    merged,
    one_sided,
    product,
    share,
    simultaneous,
    spread,
    weighed,
    weighted_share,
)

RNG = np.random.default_rng(3)
IDS = [f"q{n}" for n in range(120)]
ARTICLES = Groups(("article", "paragraph"), {id: (f"a{n // 10}", f"p{n // 3}") for n, id in enumerate(IDS)})


def alike_within(groups: int, size: int, seed: int = 1) -> list[float]:
    """Values of which those of one group are alike, but for a few."""
    rng = np.random.default_rng(seed)
    values = np.repeat((rng.random(groups) < 0.5).astype(float), size)
    return np.where(rng.random(groups * size) < 0.1, 1 - values, values).tolist()


@pytest.mark.parametrize("values", [[0.0] * 20, [1.0] * 20, [0.0] * 5])
def test_no_interval_has_no_width(values: Sequence[float]) -> None:
    for found in (mean(values), share([bool(value) for value in values]), difference(values, values)):
        assert found.low <= found.value <= found.high
        assert found.high - found.low > 0.1


@pytest.mark.parametrize("values", [[1.0], [1.0] * 4, [0.0, 1.0, 0.5, 0.25]])
def test_fewer_than_five_values_tell_nothing_of_others(values: Sequence[float]) -> None:
    for found in (mean(values), difference(np.zeros(len(values)), values), mean(values, within=None)):
        assert (found.value, found.n) == (np.mean(values), len(values))
        assert (isnan(found.low), isnan(found.high), found.is_known) == (True, True, False)
        assert found.ends == (found.value, found.value)


def test_without_values_there_is_no_figure() -> None:
    assert isnan(mean([]).value)
    assert isnan(share([]).value)
    assert mean([]).n == 0


def test_many_variants_of_four_originals_tell_nothing_of_others() -> None:
    found = mean([1.0, 0.0] * 20, [f"q{n // 10}" for n in range(40)])
    assert (found.value, found.n, found.is_known) == (0.5, 40, False)


def test_values_that_are_alike_and_could_lie_anywhere_have_no_interval() -> None:
    assert isnan(mean([3.0] * 20, within=None).low)
    assert mean([3.0] * 19 + [4.0], within=None).is_known


def test_an_amount_is_nowhere_below_0() -> None:
    few = [0.0] * 19 + [3.0]
    plain, found = mean(few, within=None), mean(few, within=AMOUNT)
    assert plain.low < 0
    assert found == replace(plain, low=0.0)
    assert mean([2.0] * 19 + [3.0], within=AMOUNT) == mean([2.0] * 19 + [3.0], within=None)
    assert isnan(mean([3.0] * 20, within=AMOUNT).low)


def test_a_mean_of_many_has_the_interval_that_every_textbook_gives() -> None:
    values = RNG.random(20_000)
    found, error = mean(values), values.std(ddof=1) / np.sqrt(len(values))
    assert found.value == pytest.approx(values.mean())
    assert found.low == pytest.approx(values.mean() - 1.96 * error, abs=error / 50)
    assert found.high == pytest.approx(values.mean() + 1.96 * error, abs=error / 50)


def test_a_share_has_the_interval_of_agresti_and_coull() -> None:
    proportion = pytest.importorskip("statsmodels.stats.proportion")
    for held, of in ((0, 20), (3, 4), (30, 60), (499, 500)):
        found = share([True] * held + [False] * (of - held))
        low, high = proportion.proportion_confint(held, of, method="agresti_coull")
        assert (found.low, found.high) == (pytest.approx(max(0.0, low)), pytest.approx(min(1.0, high)))


def test_verdicts_that_count_unlike_are_worth_fewer() -> None:
    rare, frequent = [False] * 10, [True] * 10
    found = weighted_share(rare + frequent, [0.01] * 10 + [0.09] * 10)
    assert found.value == pytest.approx(0.9)
    assert (found.low, found.high) == pytest.approx((0.609962, 0.998403), abs=1e-6)  # that of 12.2 alike
    assert found.n == 20
    assert weighted_share(rare + frequent, [3.0] * 20) == share(rare + frequent)
    assert weighted_share(frequent, [0.0] * 10) is UNKNOWN


def test_what_is_of_one_article_is_not_independent() -> None:
    values = alike_within(12, 10)
    alone, grouped = mean(values, IDS), mean(values, IDS, ARTICLES)
    assert grouped.by is not None
    assert (grouped.by.level, grouped.by.groups) == ("article", 12)
    assert grouped.by.design_effect > 3
    assert grouped.high - grouped.low > 1.7 * (alone.high - alone.low)


def test_the_variance_by_group_is_that_of_leaving_out_one_group_at_a_time() -> None:
    values = np.array(alike_within(12, 10))
    codes = np.repeat(np.arange(12), 10)
    left_out = np.array([values[codes != group].mean() for group in range(12)])
    [statistic] = means([Scored(IDS, values)], ARTICLES)
    found = spread(statistic)
    assert found is not None
    assert found.variance == pytest.approx(((left_out - values.mean()) ** 2).sum(), rel=1e-9)


def test_the_variance_by_group_is_as_statsmodels_has_it() -> None:
    api = pytest.importorskip("statsmodels.api")
    values = np.array(alike_within(12, 10))
    fit = api.OLS(values, np.ones(120)).fit(cov_type="cluster", cov_kwds={"groups": np.repeat(np.arange(12), 10)})
    found = spread(means([Scored(IDS, values)], ARTICLES)[0])
    assert found is not None
    # statsmodels' correction for few groups is G/(G-1) * (n-1)/(n-k); ours of groups of one size is (G/(G-1))**2.
    assert found.variance == pytest.approx(float(fit.cov_params()[0, 0]) * 12 / 11, rel=1e-9)


def test_the_coarsest_level_counts_that_has_enough_groups() -> None:
    few = Groups(ARTICLES.levels, {id: (f"a{n // 40}", f"p{n // 3}") for n, id in enumerate(IDS)})
    found = mean(alike_within(12, 10), IDS, few)
    assert found.by is not None
    assert (found.by.level, found.by.groups, found.by.too_few) == ("paragraph", 40, (("article", 3),))
    nothing = mean(alike_within(12, 10), IDS, Groups(("article",), dict.fromkeys(IDS, ("one",))))
    assert nothing.by is not None
    assert (nothing.by.level, nothing.by.groups, nothing.by.too_few) == ("original", 120, (("article", 1),))


def test_what_is_in_no_group_is_a_cluster_of_its_own_and_counts_as_no_group() -> None:
    """A question without an answer is in no article: three articles stay three, and seven more clusters make ten."""
    few = Groups(("article",), {id: ("" if n < 2 else f"a{n % 3}",) for n, id in enumerate(IDS[:20])})
    found = mean(alike_within(10, 2), IDS[:20], few)
    assert found.by is not None
    assert (found.by.level, found.by.too_few) == ("original", (("article", 3),))
    enough = Groups(("article",), {id: ("" if n < 7 else f"a{n % 3}",) for n, id in enumerate(IDS[:20])})
    alone = Groups(("article",), {id: (f"own {n}" if n < 7 else f"a{n % 3}",) for n, id in enumerate(IDS[:20])})
    values = alike_within(10, 2)
    found, own = mean(values, IDS[:20], enough), mean(values, IDS[:20], alone)
    assert replace(found, by=None) == replace(own, by=None)
    assert found.by is not None
    assert own.by is not None
    assert (found.by.groups, found.by.alone, own.by.groups) == (3, (("article", 7),), 10)


def test_a_figure_of_few_groups_beside_others_is_by_the_next_finer_level() -> None:
    """Twelve articles in the frame, of which the part has six: it is by its twenty paragraphs, as if it stood alone."""
    values = alike_within(20, 3)
    part, beside = Scored(IDS[:60], values), Scored(IDS[60:], [1.0, 0.0] * 30)
    alone, together = mean(values, IDS[:60], ARTICLES), simultaneous(means([part, beside], ARTICLES)[:1])[0]
    assert (together.low, together.high) == pytest.approx((alone.low, alone.high))
    assert together.by is not None
    assert (together.by.level, together.by.groups, together.by.too_few) == ("paragraph", 20, (("article", 6),))
    assert together.by.design_effect > 1.5


def test_a_contrast_is_by_one_level_that_both_sides_have_enough_of() -> None:
    """Of twelve articles nine are on one side and three on the other; or eleven and one: then paragraphs count."""
    values = alike_within(12, 10)
    for cut, articles in ((90, True), (110, False)):
        sides = Scored(IDS[:cut], values[:cut]), Scored(IDS[cut:], values[cut:])
        found = contrast(*sides, ARTICLES)
        by_paragraph = Groups(("paragraph",), {id: (labels[1],) for id, labels in ARTICLES.of.items()})
        assert (found.high - found.low > 1.2 * (finer := contrast(*sides, by_paragraph)).high - finer.low) == articles
        assert (found == finer) == (not articles)


def test_where_each_original_is_the_only_one_of_its_group_no_groups_are_too_few() -> None:
    groups = Groups(("answer_line",), {id: (f"of {id}",) for id in IDS})
    found = mean([1.0, 0.0, 1.0, 1.0, 0.0, 1.0], IDS[:6], groups)
    assert found.by == Grouping("original", 6, 1.0)


def test_groups_are_what_all_tell_of_an_original_in_whatever_order() -> None:
    told = [
        ("q1", {"paragraph": "p1"}), ("q1", {"article": "a1", "paragraph": "p1"}), ("q2", {"paragraph": "p2"}),
        ("q2", {"site": "s", "article": "a2"}), ("q1", {"article": "A1"}),
    ]  # fmt: skip
    for one in permutations(told):
        found = groups_told(one)
        assert found.levels == ("site", "article", "paragraph")
        assert found.of == {"q1": ("", "A1", "p1"), "q2": ("s", "a2", "p2")}


def test_levels_are_as_declared_and_by_name_where_some_tell_the_opposite() -> None:
    told = [("q1", {"answer_line": "Bo", "packet": "1"}), ("q2", {"topic": "war", "era": "old"}),
            ("q3", {"era": "old", "topic": "war"})]  # fmt: skip
    for one in permutations(told):
        assert groups_told(one, ("packet", "author", "answer_line")).levels == ("era", "topic", "packet", "answer_line")


def test_no_level_is_called_as_originals_are() -> None:
    with pytest.raises(BadData, match="A group is called 'original'"):
        Groups(("original",), {"q1": ("one",)})


def test_variants_of_one_original_are_not_independent() -> None:
    originals = [id for id in IDS for _ in range(5)]
    values = np.repeat(RNG.random(120) < 0.5, 5).astype(float)
    apart, together = mean(values), mean(values, originals)
    assert together.high - together.low == pytest.approx(np.sqrt(5) * (apart.high - apart.low), rel=0.05)


def test_what_is_computed_of_means_moves_as_the_means_do() -> None:
    """The influence of each original is what the figure changes by when the original counts a little more."""
    columns = [RNG.random(120) for _ in range(3)]

    def figures(weights: np.ndarray) -> list[float]:
        a, b, c = ((weights @ column) / weights.sum() for column in columns)
        return [a - b, a * b, a / c, (a + b + c) / 3, 2 * a * b / (a + b), 1 - 0.5 * a]

    a, b, c = means([Scored(IDS, column) for column in columns])
    made = [a - b, a * b, a / c, average([a, b, c]), harmonic(a, b), a.scaled(-0.5, 1.0)]
    places = {id: place for place, id in enumerate(a.frame.originals)}
    step = 1e-6
    for id in IDS[:10]:
        weights = np.ones(120)
        weights[IDS.index(id)] += step
        for statistic, now, then in zip(made, figures(np.ones(120)), figures(weights), strict=True):
            assert statistic.value == pytest.approx(now)
            assert statistic.influence[places[id]] == pytest.approx((then - now) / step, rel=1e-3, abs=1e-8)


def test_intervals_that_hold_together_are_wider_the_more_there_are() -> None:
    columns = [Scored(IDS, RNG.random(120)) for _ in range(10)]
    one, ten = simultaneous(means(columns[:1])), simultaneous(means(columns))
    alone = interval(means(columns)[0])
    width = [found.high - found.low for found in (alone, one[0], ten[0])]
    assert one[0] == alone
    assert 1.3 < width[2] / width[0] < 1.6
    same = simultaneous(means(columns[:1] * 10))  # ten times the same figure is one
    assert same[0].high - same[0].low == pytest.approx(width[0], rel=0.02)


def test_the_interval_of_values_that_are_all_alike_is_that_of_agresti_and_coull() -> None:
    [statistic] = means([Scored(IDS[:20], [1.0] * 20)])
    times = 2.0930240544  # Student's t of 19 degrees of freedom, at 97.5%
    share = (20 + times**2 / 2) / (20 + times**2)
    assert interval(statistic).low == pytest.approx(
        share - times * np.sqrt(share * (1 - share) / (20 + times**2)), rel=1e-6
    )
    [nothing] = means([Scored(IDS[:20], [0.0] * 20)])
    assert interval(nothing, CHANGE).high == pytest.approx(times * np.sqrt(2 * 1.25) / 22.5)  # 1.25 more at both ends


def test_a_weighed_mean_of_figures_is_the_mean_of_its_values() -> None:
    values = np.random.default_rng(7).random(40)
    one, other = means([Scored(IDS[:20], values[:20]), Scored(IDS[:20], values[20:])])
    found = weighed([one, other], [3.0, 1.0])
    assert found.value == pytest.approx(0.75 * one.value + 0.25 * other.value)
    assert interval(weighed([one, other], [2.0, 0.0])) == interval(one)
    assert np.isnan(interval(weighed([one, other], [0.0, 0.0])).value)


def test_a_mean_with_a_figure_of_too_few_originals_says_nothing_of_others() -> None:
    values = np.random.default_rng(7).random(24)
    one, few = means([Scored(IDS[:20], values[:20]), Scored(IDS[:4], values[20:])])
    found = interval(weighed([one, few], [1.0, 1.0]))
    assert found.value == pytest.approx((one.value + few.value) / 2)
    assert np.isnan(found.low)


def test_two_uncertainties_join_by_the_squares_of_their_halves() -> None:
    one, other = Estimate(0.5, 0.2, 0.6, 30), Estimate(0.5, 0.1, 0.5, 9)
    found = joined(one, other, SHARE)
    assert (found.low, found.high, found.n) == (0.0, 0.6, 30)
    assert joined(one, other, CHANGE).low == pytest.approx(0.5 - 0.5)
    assert np.isnan(joined(one, UNKNOWN, SHARE).low)


def test_a_product_is_as_uncertain_as_both_of_its_factors() -> None:
    rate, raw = Estimate(0.5, 0.4, 0.6, 30), Estimate(0.4, 0.3, 0.6, 200)
    found = product(raw, rate)
    assert (found.value, found.n) == (0.2, 200)
    assert found.high == pytest.approx(0.2 + np.sqrt((0.5 * 0.2) ** 2 + (0.4 * 0.1) ** 2 + (0.2 * 0.1) ** 2))
    assert product(raw, rate, 1.0).high == pytest.approx(
        0.2 + np.sqrt((0.5 * 0.2 + 0.4 * 0.1) ** 2 + (0.2 * 0.1) ** 2)
    )  # what is missed where it is correct
    certain = Estimate(1.0, 1.0, 1.0, 30)
    assert (product(raw, certain).low, product(raw, certain).high) == pytest.approx((0.3, 0.6))
    never = Estimate(0.0, 0.0, 0.7, 2)  # correct, of two that were judged
    assert product(raw, never).low == 0
    assert product(raw, never).high == pytest.approx(0.7 * np.hypot(0.4, 0.2))
    assert np.isnan(product(UNKNOWN, rate).low)


def test_a_one_sided_test_is_students() -> None:
    stats = pytest.importorskip("scipy.stats")
    values = RNG.normal(-0.05, 0.35, 200)
    [statistic] = means([Scored([str(n) for n in range(200)], values)])
    assert one_sided(statistic) == pytest.approx(stats.ttest_1samp(values, 0, alternative="less").pvalue, rel=1e-6)


def test_a_contrast_is_of_two_groups_that_share_nothing() -> None:
    found = contrast(Scored(IDS[:60], [0.0, 1.0] * 30), Scored([f"other {n}" for n in range(40)], [1.0] * 40))
    assert (found.value, found.n) == (0.5, 40)
    assert 0 < found.low < 0.5 < found.high <= 1


def test_a_contrast_counts_that_both_are_of_some_of_the_same_originals() -> None:
    """Twenty originals, each with a variant on either side that scores as it does: then the sides hardly differ."""
    scores = [float(n % 2) for n in range(20)]
    same, other = Scored(IDS[:20], scores), Scored([f"other {n}" for n in range(20)], scores)
    one, apart = contrast(same, same), contrast(same, other)
    assert one.high - one.low < 0.5 * (apart.high - apart.low)
    groups = Groups(("article",), {id: (str(n // 2),) for n, id in enumerate(same.originals)}
                    | {id: (str(10 + n // 2),) for n, id in enumerate(other.originals)})  # fmt: skip
    assert contrast(same, other, groups).low <= apart.value <= contrast(same, other, groups).high


def test_an_interval_stays_in_its_range() -> None:
    for values in ([1.0] * 5, [0.0, 0.0, 0.0, 0.0, 1.0]):
        found: Estimate = mean(values)
        assert 0 <= found.low <= found.high <= 1
    changed = interval(means([Scored(IDS[:5], [-1.0, -1.0, -1.0, -1.0, 0.0])])[0], CHANGE)
    assert -1 <= changed.low <= changed.high <= 1


def test_groups_of_several_runs_are_what_any_of_them_tells_in_whatever_order() -> None:
    articles = Groups(("article", "paragraph"), {"a": ("Mill", "Mill/1"), "b": ("Mill", "Mill/2")})
    authors = Groups(("author",), {"b": ("Ada",), "c": ("Bo",)})
    both = ("article", "paragraph", "author")
    for several in ([articles, authors, NO_GROUPS], [NO_GROUPS, authors, articles]):
        found = merged(several)
        assert sorted(found.levels) == sorted(both)
        at = [found.levels.index(level) for level in both]
        assert at[0] < at[1]
        assert {id: tuple(labels[place] for place in at) for id, labels in found.of.items()} == {
            "a": ("Mill", "Mill/1", ""), "b": ("Mill", "Mill/2", "Ada"), "c": ("", "", "Bo"),
        }  # fmt: skip
    assert merged([articles, articles]).of == articles.of
    assert merged([]).levels == ()


@pytest.mark.parametrize("together", [1, 6])
def test_of_as_many_as_are_enough_four_samples_in_five_tell_a_loss(together: int) -> None:
    """Values whose standard deviation is 0.33, of which ten were seen: 110 were asked for where about 50 are enough."""
    seen = np.array([-0.53, 0.13] * 5) * 0.33 / np.std([-0.53, 0.13] * 5, ddof=1)
    rng = np.random.default_rng(5)
    shown = means([Scored(IDS[:10], seen)] + [Scored(IDS[:10], rng.permutation(seen)) for _ in range(1, together)])
    [needed] = enough(shown, [0], 0.2).values()
    assert needed == pytest.approx(34 if together == 1 else 48, abs=2)
    told = []
    for _ in range(300):
        columns = [Scored(IDS[: int(needed)], rng.choice([-0.53, 0.13], int(needed))) for _ in range(together)]
        told.append(simultaneous(means(columns), CHANGE)[0].high < 0)
    assert 0.7 < np.mean(told) < 0.9


def test_how_many_are_enough_does_not_hang_on_how_many_were_seen_nor_on_what_they_lost() -> None:
    def needed(n: int, mean: float) -> float:
        values = np.array([1.0, -1.0] * (n // 2))
        values = mean + values * 0.33 / np.std(values, ddof=1)
        return enough(means([Scored(IDS[:n], values)]), [0], 0.2)[0]

    found = [needed(n, mean) for n in (10, 30) for mean in (-0.1, -0.3)]
    assert max(found) - min(found) <= 1


def test_nobody_knows_how_many_are_enough_by_four_values_or_for_no_loss() -> None:
    four, ten = (means([Scored(IDS[:n], [0.0, -1.0] * (n // 2))]) for n in (4, 10))
    assert isnan(enough(four, [0], 0.2)[0])
    assert isnan(enough(ten, [0], 0.001)[0])


def test_what_is_in_no_group_is_counted_beside_the_groups() -> None:
    """Nine groups of ten, and thirty values that are in none, each a group of its own to the interval."""
    values = [float(place % 3 == 0) for place in range(120)]
    ids = [f"q{place}" for place in range(120)]
    groups = Groups(("article",), {id: (f"a{place // 10}" if place < 90 else "",) for place, id in enumerate(ids)})
    found = mean(values, ids, groups)
    assert found.by is not None
    assert (found.by.level, found.by.groups, found.by.alone, found.by.fewest) == ("article", 9, (("article", 30),), 39)
    assert made_by(found)["articles"] == "9"
    assert made_by(found)["in_no_article"] == "30"
    assert "few" not in made_by(found)
    whole = mean(values[:90], ids[:90], groups)
    assert whole.by is not None
    assert (whole.by.groups, whole.by.alone) == (9, ())
    assert made_by(whole)["few"] == "corrected"
