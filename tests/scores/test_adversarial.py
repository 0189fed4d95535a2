"""Potency and resilience, and what they are uncertain by."""

from dataclasses import replace
from math import isnan
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.scores.adversarial import Attacked, Tournament, potency, raw_potency, resilience, tournament
from stumper.scores.correctness import Checked
from stumper.scores.joint_potency import Instances
from stumper.statistics import Estimate, difference

EIGHT = tuple(f"o{number}" for number in range(8))
HALF = (1.0, 0.0) * 4


def attacked(adversary: str = "rules", correct: int = 8, judged: int = 10, **scores: tuple[float, ...]) -> Attacked:
    return Attacked(adversary, EIGHT, scores or {"a": HALF}, Checked.counted(correct, judged))


def of_victim(found: Tournament, victim: str) -> float:
    return next(row.resilience.value for row in found.resiliences if row.victim == victim)


def test_potency_is_what_the_systems_lose_times_the_correct_rate() -> None:
    assert raw_potency([0.25, 0.75, 0.5]) == 0.5
    assert potency(0.8, [0.25, 0.75, 0.5]) == 0.4


def test_an_adversary_that_is_rarely_correct_weighs_little_in_a_resilience() -> None:
    assert resilience([0.9, 0.1], [0.25, 0.75]) == pytest.approx(0.3)


def test_without_a_system_or_without_weight_there_is_no_figure() -> None:
    assert isnan(raw_potency([]))
    assert isnan(resilience([], []))
    assert isnan(resilience([0.5], [0.0]))


def test_a_tournament_has_the_figures_of_the_formulas() -> None:
    rules = attacked(a=(1.0,) * 8, b=HALF)
    sears = attacked("sears", 4, 10, a=HALF, b=(0.0,) * 8)
    found = tournament([rules, sears])
    assert [(row.adversary, row.potency.value) for row in found.potencies] == [
        ("sears", pytest.approx(potency(0.4, [0.5, 0.0]))),
        ("rules", pytest.approx(potency(0.8, [1.0, 0.5]))),
    ]
    assert of_victim(found, "a") == pytest.approx(resilience([1.0, 0.5], [0.8, 0.4]))
    assert of_victim(found, "b") == pytest.approx(resilience([0.5, 0.0], [0.8, 0.4]))
    assert [(cell.adversary, cell.victim, cell.score.value, cell.score.n) for cell in found.cells] == [
        ("rules", "a", 1.0, 8),
        ("rules", "b", 0.5, 8),
        ("sears", "a", 0.5, 8),
        ("sears", "b", 0.0, 8),
    ]


def test_what_nobody_judged_has_a_raw_potency_and_nothing_else() -> None:
    found = tournament([attacked(correct=0, judged=0)])
    [row] = found.potencies
    assert (row.raw.value, row.correct_rate.n) == (0.5, 0)
    assert isnan(row.correct_rate.value)
    assert isnan(row.potency.value)
    assert isnan(found.resiliences[0].resilience.value)
    assert found.resiliences[0].adversaries == ()


def test_an_unjudged_adversary_is_left_out_of_resilience_and_stands_last() -> None:
    unjudged = attacked("sears", 0, 0, a=(0.0,) * 8)
    found = tournament([unjudged, attacked()])
    assert found.resiliences[0].adversaries == ("rules",)
    assert found.resiliences[0].resilience.value == 0.5
    assert [row.adversary for row in found.potencies] == ["rules", "sears"]


def test_a_potency_is_apart_from_the_joint_one_where_their_intervals_have_nothing_in_common() -> None:
    """Half of all that was made is correct, but nothing of what counts: the product over that alone is no other."""
    none_right, all_right = (
        replace(attacked(), instances={"a": Instances(EIGHT, (0.0,) * 8, (right,) * 8)}) for right in (0.0, 1.0)
    )
    made = tournament([replace(none_right, scores={"a": (0.0,) * 8}, checked=Checked.counted(50, 100))])
    [row] = made.potencies
    assert (row.potency.value, row.joint.potency.value, row.joint.is_another) == (0.5, 0.0, False)
    assert row.is_apart_from_joint
    alike = tournament([replace(all_right, scores={"a": (0.0,) * 8}, checked=Checked.counted(100, 100))])
    assert not alike.potencies[0].is_apart_from_joint
    assert not tournament([attacked()]).potencies[0].is_apart_from_joint


def test_the_baseline_is_ranked_by_potency_and_counts_in_no_resilience() -> None:
    baseline = Attacked("identity", EIGHT, {"a": (1.0,) * 8}, Checked.counted(97, 100), is_baseline=True)
    found = tournament([baseline, attacked()])
    assert [(row.adversary, row.is_baseline) for row in found.potencies] == [("rules", False), ("identity", True)]
    assert found.resiliences[0].resilience.value == 0.5


def test_an_interval_of_a_potency_carries_both_uncertainties() -> None:
    def width(judged: int, copies: int) -> float:
        originals = tuple(f"o{number}" for number in range(8 * copies))
        attack = Attacked("rules", originals, {"a": HALF * copies}, Checked.counted(judged // 2, judged))
        potent = tournament([attack]).potencies[0].potency
        return potent.high - potent.low

    assert width(judged=10, copies=100) > 3 * width(judged=1000, copies=100)
    assert width(judged=1000, copies=1) > 3 * width(judged=1000, copies=100)


def test_an_interval_of_a_potency_reaches_over_the_posterior_of_its_correct_rate() -> None:
    attack = Attacked("rules", EIGHT, {"a": (0.0,) * 8}, Checked.counted(34, 100))
    [row] = tournament([attack]).potencies
    potent = row.potency
    draws = np.random.default_rng(5).beta(34.5, 66.5, 1_000_000)
    low, high = np.quantile(draws, (0.025, 0.975))
    assert potent.high == pytest.approx(high, abs=0.01)
    # of eight that were all missed, others may yet be answered
    assert potent.low == pytest.approx(0.34 - np.hypot(0.34 * (1 - row.raw.low), 0.34 - low), abs=0.02)


def test_perturbations_of_one_original_are_resampled_together() -> None:
    """Eight copies of what one original shows say nothing more of other originals."""
    once = tournament([attacked()]).cells[0].score
    originals = tuple(id for id in EIGHT for _ in range(8))
    eightfold = Attacked(
        "rules", originals, {"a": tuple(score for score in HALF for _ in range(8))}, Checked.counted(8, 10)
    )
    assert tournament([eightfold]).cells[0].score.n == 64
    assert tournament([eightfold]).cells[0].score.low == once.low


def test_two_systems_that_differ_on_few_claims_are_told_apart_in_pairs() -> None:
    """Intervals of 400 claims that overlap, of which one system has 12 more right than the other, and none less."""
    rng = Random(3)
    worse = tuple(float(rng.random() < 0.5) for _ in range(400))
    mended = {place for place, score in enumerate(worse) if not score}
    better = tuple(1.0 if place in sorted(mended)[:12] else score for place, score in enumerate(worse))
    attack = Attacked(
        "rules", tuple(f"o{n}" for n in range(400)), {"worse": worse, "better": better}, Checked.counted(80, 100)
    )
    found = tournament([attack])
    high, low = (row.resilience for row in found.resiliences)
    assert low.high > high.low
    [lead] = found.leads
    assert (lead.victim, lead.other) == ("better", "worse")
    assert lead.difference.value == pytest.approx(12 / 400)
    assert lead.difference.low > 0


def test_systems_are_compared_under_the_adversaries_that_both_met() -> None:
    rules = attacked(a=(1.0,) * 8, b=(0.5,) * 8)
    sears = attacked("sears", a=(0.0,) * 8)
    found = tournament([rules, sears])
    assert {row.victim: row.adversaries for row in found.resiliences} == {"a": ("rules", "sears"), "b": ("rules",)}
    lead = found.leads[0]
    assert abs(lead.difference.value) == 0.5
    assert lead.difference.n == 8


def test_a_claim_on_which_a_system_failed_is_left_out_of_its_mean_alone() -> None:
    found = tournament([attacked(a=(float("nan"), *HALF[1:]), b=HALF)])
    assert [(cell.victim, cell.score.value, cell.score.n) for cell in found.cells] == [
        ("a", pytest.approx(3 / 7), 7),
        ("b", 0.5, 8),
    ]


def test_one_original_alone_gives_no_interval() -> None:
    found = tournament([Attacked("rules", ("o", "o"), {"a": (1.0, 0.0)}, Checked.counted(1, 2))])
    assert found.cells[0].score.value == 0.5
    assert isnan(found.cells[0].score.low)


def test_no_attack_at_all_is_an_empty_tournament() -> None:
    assert tournament([]) == Tournament((), (), (), ())


@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_the_order_of_the_perturbations_changes_nothing(rng: Random, size: int) -> None:
    rows = [(f"o{rng.randrange(4)}", rng.random(), rng.random()) for _ in range(size)]
    found = []
    for ordered in (rows, rows[::-1]):
        originals, a, b = zip(*ordered, strict=True)
        found.append(repr(tournament([Attacked("rules", originals, {"a": a, "b": b}, Checked.counted(1, 2))])))
    assert found[0] == found[1]


def test_systems_are_compared_on_the_perturbations_that_both_met() -> None:
    """Both have met the middle four alone, of which each has two right."""
    none = float("nan")
    a = (1.0, 1.0, 1.0, 1.0, 0.0, 0.0, none, none)
    b = (none, none, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0)
    found = tournament([attacked(a=a, b=b)])
    assert {cell.victim: (cell.score.value, cell.score.n) for cell in found.cells} == {
        "a": (pytest.approx(4 / 6), 6), "b": (pytest.approx(4 / 6), 6),
    }  # fmt: skip
    assert (found.leads[0].difference.value, found.leads[0].difference.n) == (0.0, 4)
    [lead] = tournament([attacked(a=(*a[:4], none, none, none, none), b=b)]).leads
    assert (lead.victim, lead.difference.value, lead.difference.n) == ("a", 1.0, 2)


def test_systems_that_met_nothing_in_common_are_not_compared() -> None:
    none = float("nan")
    [lead] = tournament([attacked(a=(*HALF[:4], *[none] * 4), b=(*[none] * 4, *HALF[4:]))]).leads
    assert isnan(lead.difference.value)
    assert lead.difference.n == 0


def test_an_attack_on_what_is_missed_anyway_is_not_above_its_originals() -> None:
    many, half = tuple(f"o{n}" for n in range(24)), HALF * 3
    hard, potent = (
        tournament([Attacked("rules", many, {"a": half}, Checked.counted(8, 8), before={"a": before})]).potencies[0]
        for before in (half, (1.0,) * 24)
    )
    assert (hard.potency, hard.gain.value, hard.is_above_originals) == (potent.potency, 0.0, False)
    assert (potent.gain.value, potent.is_above_originals) == (0.5, True)


def test_nothing_is_shown_to_be_above_its_originals_where_these_are_too_few_for_an_interval() -> None:
    """Seen: "shown to be above its originals" with n = 4, whose excess was too few to tell."""
    few = Attacked("rules", ("a", "b", "c", "d"), {"a": (0.0,) * 4}, before={"a": (1.0,) * 4})
    [row] = tournament([few]).potencies
    assert (row.gain.value, row.gain.is_known, row.is_above_originals) == (1.0, False, False)


def test_who_always_says_the_same_label_has_no_excess_where_labels_turn() -> None:
    """Seen: what turned most of the supported claims took 40 points from a system that always says SUPPORTS."""
    labels = (*[("S", "R")] * 16, *[("S", "S")] * 4, *[("R", "R")] * 20)
    before, after = (tuple(float(pair[place] == "S") for pair in labels) for place in (0, 1))
    attack = Attacked("rules", MANY, {"always": after}, before={"always": before}, labels=labels)
    [row] = tournament([attack]).potencies
    assert row.gain.value == 0.0
    assert row.gain.low < 0.0 < row.gain.high
    assert row.gain.n == 24  # what is turned one way alone has no part in it
    assert [(one.there, one.back, one.is_left_out) for one in row.turned] == [(16, 0, True)]
    [row] = tournament([replace(attack, labels=())]).potencies
    assert round(row.gain.value, 9) == 0.4


UNEVEN = (*[("S", "R")] * 16, *[("R", "S")] * 4, *[("S", "S")] * 8, *[("R", "R")] * 12)


@pytest.mark.parametrize("says", ["S", "R"])
def test_who_always_says_the_same_label_has_no_excess_where_one_way_of_a_turn_is_more_frequent(says: str) -> None:
    before, after = (tuple(float(pair[place] == says) for pair in UNEVEN) for place in (0, 1))
    [row] = tournament([Attacked("rules", MANY, {"a": after}, before={"a": before}, labels=UNEVEN)]).potencies
    assert row.gain.value == pytest.approx(0.0)
    assert row.gain.low < 0.0 < row.gain.high
    assert round(row.plain_gain, 9) == (0.3 if says == "S" else -0.3)


def test_an_attack_that_changes_no_score_has_no_excess_whatever_labels_it_turns() -> None:
    """Seen: means over the labels of either side differed by 16 points where the scores differed by less than one."""
    scores = tuple(float(n % 3 == 0 or n < 10) for n in range(40))
    [row] = tournament([Attacked("rules", MANY, {"a": scores}, before={"a": scores}, labels=UNEVEN)]).potencies
    assert (row.gain.value, row.plain_gain) == (0.0, 0.0)


def test_labels_that_are_kept_or_turned_evenly_leave_the_excess_as_it_is() -> None:
    for labels in ((("S", "S"), ("R", "R")) * 20, (("S", "R"), ("R", "S")) * 20):
        attack = Attacked("rules", MANY, {"a": HALF * 5}, before={"a": (1.0,) * 39 + (0.0,)}, labels=labels)
        plain, evened = (tournament([one]).potencies[0].gain for one in (replace(attack, labels=()), attack))
        assert evened.value == pytest.approx(plain.value)
    attack = replace(attack, labels=(("S", "S"), ("R", "R")) * 20)
    assert tournament([attack]).potencies[0].gain == plain


def test_both_ways_of_a_turn_count_alike_and_what_keeps_its_label_as_often_as_it_is() -> None:
    after = tuple(float(pair != ("R", "S")) for pair in UNEVEN)
    [row] = tournament([Attacked("rules", MANY, {"a": after}, before={"a": (1.0,) * 40}, labels=UNEVEN)]).potencies
    assert (row.gain.value, row.plain_gain, row.gain.n) == (pytest.approx(10 / 40), 4 / 40, 40)
    assert [(one.label, one.there, one.back, one.originals) for one in row.turned] == [("S", 16, 4, 4)]


def test_what_is_turned_one_way_alone_counts_as_it_is() -> None:
    labels = (("S", "R"),) * 40
    attack = Attacked("rules", MANY, {"a": (0.0,) * 40}, before={"a": (1.0,) * 40}, labels=labels)
    [row] = tournament([attack]).potencies
    assert (row.gain.value, row.turned[0].is_left_out) == (1.0, False)


def test_an_excess_names_the_victims_that_it_is_over() -> None:
    [row] = tournament([Attacked("rules", EIGHT, {"a": HALF, "b": HALF}, before={"a": HALF, "c": HALF})]).potencies
    assert row.victims == ("a",)


def test_what_is_missed_before_is_of_the_perturbations_that_a_victim_met() -> None:
    nan = float("nan")
    attack = Attacked("rules", EIGHT, {"a": (nan, *HALF[1:])}, before={"a": (1.0, *HALF[1:])})
    assert tournament([attack]).potencies[0].gain.value == 0.0


def test_what_is_judged_and_open_alone_gives_neither_potency_nor_resilience() -> None:
    """Six ties were a correct rate of 0, and a potency of 0."""
    attack = Attacked("rules", EIGHT, {"a": HALF}, Checked([f"o{n}" for n in range(6)], [None] * 6))
    [row] = tournament([attack]).potencies
    assert (row.open, row.correct_rate.n) == (6, 0)
    assert isnan(row.potency.value)
    assert isnan(tournament([attack]).resiliences[0].resilience.value)


def test_the_interval_of_a_potency_reaches_over_what_is_open() -> None:
    originals = tuple(f"o{n}" for n in range(100))
    said = [True] * 60 + [False] * 20

    def potent(more: list[bool | None]) -> Estimate:
        checked = Checked(originals[: 80 + len(more)], [*said, *more])
        return tournament([Attacked("rules", originals, {"a": (0.0,) * 100}, checked)]).potencies[0].potency

    open, wrong, right = potent([None] * 20), potent([False] * 20), potent([True] * 20)
    assert open.value == 0.75
    assert open.low == pytest.approx(wrong.low, abs=0.03)
    assert open.high == pytest.approx(right.high, abs=0.03)


def test_judgements_of_one_original_are_worth_less_than_of_as_many() -> None:
    originals = tuple(f"o{n}" for n in range(10) for _ in range(10))
    said = [place // 10 < 5 for place in range(100)]
    apart = Attacked("rules", originals, {"a": (0.0,) * 100}, Checked([f"{n}" for n in range(100)], said))
    together = Attacked("rules", originals, {"a": (0.0,) * 100}, Checked(originals, said))
    widths = [row.high - row.low for one in (apart, together) for row in [tournament([one]).potencies[0].potency]]
    assert widths[1] > 2 * widths[0]


MANY = tuple(f"o{number}" for number in range(40))


def judged(adversary: str, correct: int, of: int, **scores: tuple[float, ...]) -> Attacked:
    return Attacked(adversary, MANY, scores, Checked(MANY[:of], [place < correct for place in range(of)]))


def test_where_one_attack_counts_a_lead_is_that_of_the_scores_alone() -> None:
    """A weight that all scores share says nothing, however uncertain it is."""
    a, b = HALF * 5, (0.0,) * 10 + (*HALF * 3, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    [lead] = tournament([judged("rules", 1, 2, a=a, b=b)]).leads
    exact = difference(b, a, MANY)
    assert (lead.difference.value, lead.difference.low, lead.difference.high) == pytest.approx(
        (exact.value, exact.low, exact.high), abs=0.01
    )


def test_a_lead_is_as_uncertain_as_the_weights_of_attacks_that_differ() -> None:
    """a leads under one attack and falls behind under the other: by how much depends on which is correct."""
    wins, loses = (1.0,) * 40, (0.0,) * 40
    few, many = (
        tournament([judged("one", of // 2, of, a=wins, b=loses), judged("two", of // 2, of, a=loses, b=wins)]).leads[0]
        for of in (4, 40)
    )
    assert few.difference.value == many.difference.value == 0.0
    assert few.difference.high - few.difference.low > 1.2 * (many.difference.high - many.difference.low) > 0.3


def test_no_interval_has_a_width_of_zero_where_nobody_is_fooled() -> None:
    found = tournament([judged("rules", 40, 40, a=(1.0,) * 40, b=(1.0,) * 40), judged("sears", 2, 2, a=(1.0,) * 40)])
    for row in found.potencies:
        assert row.raw.low == row.raw.value == row.potency.low == row.potency.value == 0
        assert min(row.raw.high, row.potency.high) > 0.03
    assert all(row.resilience.low < 0.97 for row in found.resiliences)
    [lead] = found.leads
    assert lead.difference.low < -0.03 < 0.03 < lead.difference.high


def test_what_was_never_judged_correct_may_yet_be() -> None:
    """Its rate is 0 of 2: no weight is left to it, and its potency and the resilience may be other ones."""
    never = judged("rules", 0, 2, a=(0.0,) * 40, b=HALF * 5)
    alone = tournament([never])
    [row] = alone.potencies
    assert (row.potency.value, row.potency.low) == (0.0, 0.0)
    assert 0.3 < row.potency.high < 0.9
    assert all(isnan(one.resilience.value) and isnan(one.resilience.low) for one in alone.resiliences)
    assert isnan(alone.leads[0].difference.low)
    certain = judged("sears", 40, 40, a=(1.0,) * 40)
    both = next(one for one in tournament([never, certain]).resiliences if one.victim == "a")
    assert both.resilience.value == 1.0
    assert both.resilience.low < tournament([certain]).resiliences[0].resilience.low - 0.2


def test_what_too_few_originals_made_has_no_interval_and_takes_none_from_others() -> None:
    few = Attacked("few", MANY[:4], {"a": (0.0,) * 4, "b": (1.0,) * 4}, Checked(MANY[:4], [True] * 4))
    found = tournament([few, judged("rules", 20, 40, a=HALF * 5)])
    by_attack = {row.adversary: row for row in found.potencies}
    assert (by_attack["few"].potency.value, by_attack["rules"].potency.value) == (0.5, 0.25)
    assert isnan(by_attack["few"].potency.low)
    assert by_attack["rules"].potency.low > 0
    assert all(isnan(row.resilience.low) for row in found.resiliences)  # each counts what four originals made
    assert isnan(found.leads[0].difference.low)


def test_correct_changes_of_one_original_are_no_more_certain_than_the_original() -> None:
    """Thirty of thirty say as much as ten where they are changes of ten."""
    originals, right = tuple(id for id in MANY[:10] for _ in range(3)), [True] * 30
    apart, together = (
        tournament([Attacked("rules", MANY[:30], {"a": (0.0,) * 30}, Checked(ids, right))]).potencies[0].potency
        for ids in (MANY[:30], originals)
    )
    assert 1 - together.low > 1.3 * (1 - apart.low)
