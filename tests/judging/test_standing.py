"""What judgements say of a set."""

from math import isnan
from time import process_time

import pytest

from stumper.judging import Annotator, agreements, correct_and_judged, judges, standing
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
    assert correct_and_judged(judgements) == (1, 4)


def test_nothing_judged_has_no_share() -> None:
    found = standing(10, [])
    assert (found.judged, found.annotators, found.judges, agreements([])) == (0, (), (), ())
    assert isnan(found.correct.value)
    assert correct_and_judged([]) == (0, 0)


def test_of_several_judgements_more_than_half_decide_and_doubt_is_not_correct() -> None:
    doubted = [judgement("a"), judgement("a", "bob", on_task=False)]
    assert correct_and_judged(doubted) == (0, 1)
    assert correct_and_judged([*doubted, judgement("a", "cy")]) == (1, 1)


def test_what_most_find_right_in_each_respect_is_correct_though_no_two_of_them_agree_in_all() -> None:
    said = [judgement("a", grammatical=False), judgement("a", "bob", label_correct=False), judgement("a", "mo")]
    found = standing(1, said)
    assert (found.grammatical.value, found.label_correct.value, found.on_task.value) == (1, 1, 1)
    assert found.correct.value == 1
    assert correct_and_judged(said) == (1, 1)


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
    assert of["label correct"].alpha == pytest.approx(1 - 99 * 30 / (2 * 55 * 45))


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
