"""Verdicts on what was said, against those of people by the same lines."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.datasets.answer_lines import read_answer_line
from stumper.scores.answer_forms import forms
from stumper.scores.answer_matching import Match, match_answer
from stumper.scores.near_spellings import distance, is_near
from stumper.types import Answer, Gold

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "answer_lines.json").read_text())
JUDGED = [
    (row["line"], said, verdict) for row in GOLDEN for verdict, answers in row["judged"].items() for said in answers
]


def test_people_judged_some_hundred_answers() -> None:
    assert len(JUDGED) >= 300


@pytest.mark.parametrize(("line", "said", "verdict"), JUDGED, ids=[f"{said}/{line[:20]}" for line, said, _ in JUDGED])
def test_an_answer_is_judged_as_people_judged_it(line: str, said: str, verdict: Match) -> None:
    assert match_answer(read_answer_line(line), said) == verdict


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("VIII", "8"),
        ("Eighth Symphony", "8 symphony"),
        ("twenty-one", "21"),
        ("Søren", "Soren"),
        ("the Beatles", "Beatles"),
        ("theories", "theory"),
        ("colour", "color"),
        ("B&O", "B and O"),
        ("Moby-Dick", "Moby Dick"),
    ],
)
def test_one_thing_written_in_two_ways_has_one_form(one: str, other: str) -> None:
    assert forms(one).core == forms(other).core or forms(one).joined == forms(other).joined


@pytest.mark.parametrize(
    ("one", "other"),
    [("Iran", "Iraq"), ("Mali", "Malta"), ("ethane", "ethene"), ("Henry 4", "Henry 5"), ("Africa", "African")],
)
def test_short_words_numbers_and_other_things_are_no_misspellings(one: str, other: str) -> None:
    assert not is_near(forms(one).core, forms(other).core)


def test_silence_and_punctuation_are_rejected() -> None:
    gold = Gold((Answer("Paris"),))
    assert [match_answer(gold, said) for said in ("", "  ", "?!")] == ["reject"] * 3


def test_an_answer_in_another_script_is_matched_by_its_letters() -> None:
    assert match_answer(Gold((Answer("Άργος"),)), "άργος") == "accept"


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_answer_gets_a_verdict(answer: str, said: str) -> None:
    assert match_answer(Gold((Answer(answer),)), said) in ("accept", "prompt", "reject")


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_distance_is_symmetric_and_zero_for_equal_words_alone(one: str, other: str) -> None:
    assert distance(one, other, 9) == distance(other, one, 9)
    assert (distance(one, other, 9) == 0) == (one == other)
