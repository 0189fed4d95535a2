"""Edits that no reader would take for a change."""

from random import Random

import pytest

from stumper.adversaries.rule_induction.held_out import TRIVIAL, trivial_edits, trivially_edited


@pytest.mark.parametrize(
    ("name", "claim", "question"),
    [
        ("no mark at the end", "Lowmere is a film", "Who built it"),
        ("a space before the mark", "Lowmere is a film .", "Who built it ?"),
        ("the mark twice", "Lowmere is a film..", "Who built it??"),
        ("a small first letter", "lowmere is a film.", "who built it?"),
        ("a space twice", "Lowmere  is a film.", "Who  built it?"),
    ],
)
def test_words_and_their_order_stay(name: str, claim: str, question: str) -> None:
    assert [TRIVIAL[name](text) for text in ("Lowmere is a film.", "Who built it?")] == [claim, question]


def test_a_text_without_a_mark_gets_one() -> None:
    marks = list(TRIVIAL)[:3]
    assert {TRIVIAL[name]("Lowmere") for name in marks} == {"Lowmere."}


def test_every_edit_is_drawn() -> None:
    rng = Random(1)
    assert len({trivially_edited("Lowmere is a film.", rng) for _ in range(60)}) == len(TRIVIAL)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("who wrote it", ["who wrote it.", "who  wrote it"]),
        ("Lowmere", ["Lowmere.", "lowmere"]),
        ("lowmere .", ["lowmere", "lowmere..", "lowmere  ."]),
        ("", ["."]),
    ],
)
def test_edits_that_are_the_same_count_once_and_none_is_the_text(text: str, edits: list[str]) -> None:
    assert trivial_edits(text) == edits
    rng = Random(1)
    drawn = [trivially_edited(text, rng) for _ in range(400)]
    assert set(drawn) == set(edits)
    assert all(abs(drawn.count(each) - 400 / len(edits)) < 60 for each in edits)
