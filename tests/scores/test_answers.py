"""Exact match and F1 by the official rules."""

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.answers import AnswerScore, answer_score, exact_match, f1, gold_tokens, tokens_of
from stumper.predictions import best_answer
from stumper.text import normalise_answer
from stumper.types import Answer, Gold, Guess, Prediction

TEXTS = st.text(alphabet="abc the.,É", max_size=20)


def test_exact_match_forgives_case_articles_and_punctuation() -> None:
    assert exact_match("The Broncos!", ["broncos"]) == 1.0
    assert exact_match("Broncos fans", ["broncos"]) == 0.0


@pytest.mark.parametrize(
    ("apart", "joined"), [("Jose\u0301 Mu\u0308ller", "Jos\u00e9 M\u00fcller"), ("A\u0300 Paris", "\u00c0 Paris")]
)
def test_letters_whose_accents_stand_apart_are_those_written_as_one(apart: str, joined: str) -> None:
    assert apart != joined
    assert exact_match(apart, [joined]) == exact_match(joined, [apart]) == f1(apart, [joined]) == 1.0


@given(TEXTS)
def test_what_is_composed_already_is_normalised_as_before(text: str) -> None:
    bare = text.lower().translate(str.maketrans("", "", string.punctuation))
    assert normalise_answer(text) == " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def test_the_best_gold_counts() -> None:
    golds = ["Santa Clara, California", "Levi's Stadium"]
    assert exact_match("levis stadium", golds) == 1.0
    assert f1("Levi's", golds) == pytest.approx(2 / 3)


def test_f1_counts_repeated_tokens_as_often_as_both_have_them() -> None:
    assert f1("cat cat cat", ["cat cat dog"]) == pytest.approx(2 / 3)


def test_without_overlap_f1_is_zero() -> None:
    assert f1("dog", ["cat"]) == 0.0
    assert f1("", ["cat"]) == 0.0


def test_articles_alone_match_exactly_without_overlap_in_squad_1() -> None:
    gold = tokens_of(Gold((Answer("The", 0),)))
    assert gold.score("a") == AnswerScore(exact_match=1.0, f1=0.0)


def test_without_a_guess_a_question_is_unanswered_and_only_a_guess_can_say_that_there_is_no_answer() -> None:
    silent, denying = Prediction((), None), Prediction((Guess("", None), Guess("Ada", None)), None)
    assert (best_answer(silent), best_answer(denying)) == (None, "")
    golds = (Gold((), False), Gold((Answer("Ada"),), True), Gold((Answer("Ada"),)))
    assert [answer_score(gold, best_answer(silent)).f1 for gold in golds] == [0.0, 0.0, 0.0]
    assert [answer_score(gold, best_answer(denying)).f1 for gold in golds] == [1.0, 0.0, 0.0]


def test_an_unanswerable_question_is_right_only_without_an_answer() -> None:
    assert (exact_match("", []), f1("", [])) == (1.0, 1.0)
    assert (exact_match("the", []), f1("the", [])) == (1.0, 1.0)
    assert (exact_match("cat", []), f1("cat", [])) == (0.0, 0.0)


def test_squad_2_leaves_out_golds_that_normalise_to_nothing() -> None:
    mixed = tokens_of(Gold((Answer("The", 0), Answer("cat", 4)), answerable=True))
    assert mixed.score("") == AnswerScore(0.0, 0.0)
    assert mixed.score("cat") == AnswerScore(1.0, 1.0)


@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_f1_is_bounded_and_at_least_exact_match_where_there_are_tokens(answer: str, golds: list[str]) -> None:
    score = gold_tokens(golds).score(answer)
    assert 0.0 <= score.f1 <= 1.0
    assert score.f1 == f1(answer, golds)
    assert score.exact_match == exact_match(answer, golds)
    if score.f1 == 0.0 and score.exact_match == 1.0:
        assert gold_tokens([]).f1(answer) == 1.0


@given(TEXTS, TEXTS)
def test_f1_is_symmetric(left: str, right: str) -> None:
    assert f1(left, [right]) == pytest.approx(f1(right, [left]))


@given(st.text(alphabet="bcde", min_size=1))
def test_the_gold_itself_scores_one(text: str) -> None:
    assert f1(text, [text]) == 1.0
