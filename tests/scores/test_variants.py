"""Adversarial accuracy of a file of originals and variants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.datasets.originals import original_ids
from stumper.scores.score import skipped_variants
from stumper.tasks.reading.answers import AnswerScore
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.variants import question_scores, score_predictions
from stumper.types import Answer, Example, Gold, Passage

CONTEXT = Passage("p", "red fox jumps over dogs")


def example(id: str, *golds: str) -> Example:
    return Example(id, Question("Who?", CONTEXT), Gold(tuple(Answer(gold, CONTEXT.text.index(gold)) for gold in golds)))


def test_the_worst_variant_counts_with_its_own_exact_match() -> None:
    examples = [example(id, "red fox") for id in ("q", "q-a", "q-b")]
    scores = question_scores({"q": "red fox", "q-a": "fox", "q-b": "dogs"}, examples)
    [question] = scores.questions
    assert question.original == AnswerScore(1.0, 1.0)
    assert question.adversarial == AnswerScore(0.0, 0.0)
    assert question.worst_id == "q-b"
    assert scores.variants == 2


def test_a_variant_counts_even_where_it_is_better_than_the_original() -> None:
    scores = question_scores({"q": "dogs", "q-a": "red fox"}, [example("q", "red fox"), example("q-a", "red fox")])
    assert scores.questions[0].adversarial == AnswerScore(1.0, 1.0)


def test_among_equally_bad_variants_the_first_counts() -> None:
    examples = [example("q", "red fox"), example("q-b", "red fox"), example("q-a", "red fox")]
    scores = question_scores({"q": "red fox", "q-a": "fox", "q-b": "red"}, examples)
    assert scores.questions[0].worst_id == "q-b"


def test_a_question_without_variants_keeps_its_score() -> None:
    scores = question_scores({"q": "fox", "r": "dogs"}, [example("q", "red fox"), example("r", "dogs")])
    assert [question.adversarial for question in scores.questions] == [q.original for q in scores.questions]
    assert scores.variants == 0


def test_unanswered_variants_are_skipped_and_unanswered_originals_score_zero_and_both_are_counted() -> None:
    examples = [example(id, "red fox") for id in ("q", "q-a", "q-b", "r", "r-a", "s", "s-a")]
    scores = question_scores({"q": "red fox", "q-b": "fox", "r": "red fox", "s-a": "red fox"}, examples)
    assert (scores.unanswered, scores.unanswered_variants) == (1, 2)
    assert [q.original.f1 for q in scores.questions] == [1.0, 1.0, 0.0]
    assert [q.adversarial.f1 for q in scores.questions] == [pytest.approx(2 / 3), 1.0, 1.0]


def test_silence_on_a_variant_that_was_asked_scores_zero() -> None:
    examples = [example(id, "red fox") for id in ("q", "q-a", "q-b", "r", "r-a")]
    answers = {"q": "red fox", "q-a": "red fox", "r": "red fox", "r-a": "red fox"}
    scores = question_scores(answers, examples, were_asked=True)
    assert [question.adversarial.f1 for question in scores.questions] == [0.0, 1.0]
    assert scores.questions[0].worst_id == "q-b"
    rows = {(row.name, row.on): row for row in score_predictions(answers, examples, were_asked=True)}
    assert rows["f1", "adversarial"].value == 0.5
    assert "|unanswered-variants:1-wrong|" in rows["f1", "adversarial"].signature
    assert skipped_variants(rows.values()) == 0


def test_skipped_variants_are_told_apart_from_those_that_score_zero() -> None:
    examples = [example(id, "red fox") for id in ("q", "q-a")]
    assert skipped_variants(score_predictions({"q": "red fox"}, examples)) == 1
    assert skipped_variants(score_predictions({"q": "red fox", "q-a": "fox"}, examples)) == 0
    assert skipped_variants(score_predictions({"q": "red fox"}, examples[:1])) == 0


def test_an_id_is_a_variant_only_of_an_id_in_the_file() -> None:
    assert original_ids(["a", "a-b", "a-b-c", "x-y", "x-y-z", "ab-c", "-a"]) == {
        "a": "a",
        "a-b": "a",
        "a-b-c": "a",
        "x-y": "x-y",
        "x-y-z": "x-y",
        "ab-c": "ab-c",
        "-a": "-a",
    }


@given(st.lists(st.text(alphabet="ab-", min_size=1, max_size=6), unique=True))
def test_an_original_is_its_own_original(ids: list[str]) -> None:
    found = original_ids(ids)
    assert list(found) == ids
    assert all(found[original] == original for original in found.values())


def test_a_plain_file_is_scored_on_the_originals_alone() -> None:
    scores = score_predictions({"q": "red fox"}, [example("q", "red fox"), example("r", "dogs")], victim="v")
    assert [(score.name, score.on, score.victim, score.adversary) for score in scores] == [
        ("exact_match", "original", "v", None),
        ("f1", "original", "v", None),
    ]
    assert [(score.value, score.n) for score in scores] == [(0.5, 2), (0.5, 2)]
    assert scores[1].signature.startswith("f1|official:squad-1.1|agg:mean|unanswered:1|ci:bootstrap-10000-seed0|n:2|")


def test_an_adversarial_file_is_scored_on_both_and_on_the_difference() -> None:
    examples = [example(id, "red fox") for id in ("q", "q-a", "r")]
    scores = score_predictions({"q": "red fox", "q-a": "dogs", "r": "red fox"}, examples, "v", "add-sent")
    assert [(score.name, score.on, score.adversary, score.value, score.n) for score in scores] == [
        ("exact_match", "original", None, 1.0, 2),
        ("f1", "original", None, 1.0, 2),
        ("exact_match", "adversarial", "add-sent", 0.5, 2),
        ("f1", "adversarial", "add-sent", 0.5, 2),
        ("exact_match_difference", "adversarial", "add-sent", -0.5, 2),
        ("f1_difference", "adversarial", "add-sent", -0.5, 2),
    ]
    assert "|worst:variants|variants:1|unanswered-variants:0|" in scores[3].signature


def test_a_question_that_may_be_unanswerable_makes_the_score_squad_2() -> None:
    unanswerable = Example("q", Question("Who?", CONTEXT), Gold((), answerable=False))
    scores = score_predictions({"q": ""}, [unanswerable])
    assert [score.value for score in scores] == [1.0, 1.0]
    assert "official:squad-2.0" in scores[0].signature
