"""Whole names by their kinds."""

import re

import pytest

from stumper.language.neighbours import name_class
from stumper.language.whole_names import beside, everything, of_kind, persons_like


def test_a_word_shows_the_kind_of_a_name() -> None:
    assert "Korean War" in of_kind("War")
    assert of_kind("hamster") == ()


def test_a_kind_without_such_a_word_is_found_by_its_name() -> None:
    assert "Chicago Bears" in of_kind("team")
    assert "Spanish Flu" in beside("Black Death")
    assert beside("Black Hamster") == ()


@pytest.mark.parametrize(
    ("person", "other"),
    [("Claude Vale", "Victor Hugo"), ("Immanuel Vale", "Max Planck"), ("Simone Vale", "Edith Piaf"),
     ("Mary Vale", "Jane Austen"), ("Xqz Vale", "Isaac Newton")],
)  # fmt: skip
def test_a_person_stands_beside_those_of_the_gender_and_language(person: str, other: str) -> None:
    assert other in persons_like(person)


def test_the_given_names_of_a_row_are_of_its_gender() -> None:
    women = [name for name in everything() if name in persons_like("Mary Vale")]
    assert women
    assert [name for name in women if name_class(name.split()[0]) == "given-m"] == []


def test_names_of_the_table_have_a_capital_and_one_row() -> None:
    assert [name for name in everything() if not re.match(r"[A-Z]", name)] == []
    assert len(everything()) > 800
