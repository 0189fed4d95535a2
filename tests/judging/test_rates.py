"""What judgements say of a set."""

from math import isnan
from time import process_time

import pytest

from stumper.judging import Annotator, agreements, checked, judges, standing
from stumper.statistics import NO_GROUPS, Groups
from stumper.types import JudgeKind, Judgement


def judgement(id: str, annotator: str = "ann", judge: JudgeKind = "person", **said: bool) -> Judgement:
    return Judgement(
        id, annotator, judge=judge, **({"grammatical": True, "label_correct": True, "on_task": True} | said)
    )


def test_correct_is_what_is_right_in_every_respect() -> None:
    judgements = [
        judgement("a"),
        judgement("b", grammatical=False),
        judgement("c", label_correct=False),
        judgement("d", on_task=False),
    ]
    found = standing(10, judgements)
    assert (found.perturbations, found.judged) == (10, 4)
    assert (found.correct.value, found.correct.n) == (0.25, 4)
    assert (found.grammatical.value, found.label_correct.value, found.on_task.value) == (0.75, 0.75, 0.75)
    assert 0 < found.correct.low < 0.25 < found.correct.high < 1
    assert (checked(judgements).right, checked(judgements).judged) == (1, 4)


def test_nothing_judged_has_no_share() -> None:
    found = standing(10, [])
    assert (found.judged, found.annotators, found.judges, agreements([])) == (0, (), (), ())
    assert isnan(found.correct.value)
    assert checked([]).judged == 0


def test_of_several_judgements_more_than_half_decide_and_a_tie_is_open() -> None:
    split = [judgement("a"), judgement("a", "bob", on_task=False)]
    assert checked(split).correct == [None]
    assert checked([*split, judgement("a", "cy")]).correct == [True]


def test_what_is_not_correct_whatever_becomes_of_a_tie_is_not_open() -> None:
    said = [judgement("a", on_task=False), judgement("a", "bob", on_task=False, grammatical=False)]
    assert checked(said).correct == [False]


def test_six_ties_are_six_open_and_no_share() -> None:
    """They were "correct 0.0"."""
    found = standing(6, [judgement(f"{n}", name, on_task=name == "ann") for n in range(6) for name in ("ann", "bob")])
    assert (found.judged, found.open, found.correct.n, found.on_task.n, found.grammatical.n) == (6, 6, 0, 0, 6)
    assert isnan(found.correct.value)
    assert isnan(found.correct.low)
    assert found.judges[0].open == 6


def test_a_share_leaves_out_what_is_open_and_its_interval_reaches_over_both_ends_of_it() -> None:
    alone = [judgement(f"r{n}") for n in range(30)] + [judgement(f"w{n}", on_task=False) for n in range(10)]
    ties = [judgement(f"{n}", name, on_task=name == "ann") for n in range(10) for name in ("ann", "bob")]
    found, without = standing(50, [*alone, *ties]), standing(50, alone)
    assert (found.correct.value, found.correct.n, found.open, found.judged) == (0.75, 40, 10, 50)
    assert found.correct.low < 30 / 50 < without.correct.value < 40 / 50 < found.correct.high
    assert (
        found.correct.low == standing(50, [*alone, *(judgement(f"{n}", on_task=False) for n in range(10))]).correct.low
    )


def test_judged_items_of_one_article_say_no_more_than_the_article() -> None:
    """Eight articles of five originals: all of four are right; of two others one judge calls nothing grammatical."""
    said = [
        judgement(f"{n}", name, on_task=n < 20, grammatical=name == "ann" or n < 30)
        for n in range(40)
        for name in ("ann", "bob")
    ]
    made_of = {f"{n}": f"q{n}" for n in range(40)}
    articles = Groups(("article",), {f"q{n}": (f"article {n // 5}",) for n in range(40)})
    alone, grouped = (standing(40, said, made_of, groups) for groups in (NO_GROUPS, articles))
    assert grouped.correct.by is not None
    assert (grouped.correct.by.level, grouped.correct.value) == ("article", alone.correct.value)
    for wide, narrow in ((grouped.correct, alone.correct), (grouped.judges[0].correct, alone.judges[0].correct)):
        assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)
    narrow, wide = (
        next(one.alpha for one in agreements(said, made_of, groups) if one.question == "grammatical")
        for groups in (NO_GROUPS, articles)
    )
    assert wide.value == narrow.value
    assert wide.high - wide.low > 1.3 * (narrow.high - narrow.low)


def test_judged_variants_of_one_original_say_no_more_than_one() -> None:
    """Ten variants of each of eight originals, which are all right or all wrong."""
    said = [judgement(f"{n}-{one}", on_task=n % 2 == 0) for n in range(8) for one in range(10)]
    apart = standing(80, said).correct
    together = standing(80, said, {one.perturbation_id: one.perturbation_id.partition("-")[0] for one in said}).correct
    once = standing(8, said[::10]).correct
    assert together.value == apart.value == once.value
    assert together.high - together.low > 2 * (apart.high - apart.low)
    assert together.high - together.low == pytest.approx(once.high - once.low, abs=0.1)


def test_what_most_find_right_in_each_respect_is_correct_though_no_two_of_them_agree_in_all() -> None:
    said = [judgement("a", grammatical=False), judgement("a", "bob", label_correct=False), judgement("a", "mo")]
    found = standing(1, said)
    assert (found.grammatical.value, found.label_correct.value, found.on_task.value) == (1, 1, 1)
    assert found.correct.value == 1
    assert checked(said).correct == [True]


def test_hundreds_of_annotators_are_compared_in_one_pass() -> None:
    judgements = [judgement(str(n), f"{name}{n % 200}") for n in range(4_000) for name in ("ann", "bob")]
    began = process_time()
    [correct, *_] = agreements(judgements)
    assert process_time() - began < 5
    assert (len(correct.pairs), correct.pairs[0].perturbations) == (200, 20)


def test_two_annotators_of_the_same_are_compared() -> None:
    both = [(True, True)] * 20 + [(True, False)] * 5 + [(False, True)] * 10 + [(False, False)] * 15
    judgements = [
        judgement(str(number), name, label_correct=said)
        for number, pair in enumerate(both)
        for name, said in zip(("ann", "bob"), pair, strict=True)
    ]
    judgements.append(judgement("alone"))
    found = standing(50, judgements)
    assert found.annotators == (Annotator("ann", "person", 51), Annotator("bob", "person", 50))
    of = {agreement.question: agreement for agreement in agreements(judgements)}
    assert of["correct"].perturbations == 50
    [pair] = of["correct"].pairs
    assert (pair.first, pair.second, pair.perturbations, pair.kappa) == ("ann", "bob", 50, pytest.approx(0.4))
    assert isnan(of["grammatical"].pairs[0].kappa)
    assert of["label correct"].alpha.value == pytest.approx(1 - 99 * 30 / (2 * 55 * 45))


def test_each_kind_of_judge_is_told_with_what_it_finds_correct() -> None:
    said = [
        judgement("a", "gpt", "model"),
        judgement("b", "gpt", "model", on_task=False),
        judgement("a", "ann"),
        judgement("a", "bob"),
        judgement("b", "ann", label_correct=False),
    ]
    people, models = judges(said)
    assert (people.kind, people.annotators, people.judgements, people.correct.value) == ("person", 2, 3, 0.5)
    assert (models.kind, models.annotators, models.judgements, models.correct.n) == ("model", 1, 2, 2)
    assert standing(2, said).judges == (people, models)
