"""Other numbers of the same kind and form."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.language.numerals import others


def test_a_year_becomes_another_year() -> None:
    assert others("1880")[:3] == ("1882", "1878", "1883")
    assert all(1000 <= int(year) <= 2025 for year in others("2019"))


@pytest.mark.parametrize(
    ("word", "pattern"),
    [
        ("1,000", r"[2-9],000|[1-5]\d,000"), ("50%", r"\d0%|100%"), ("100%", r"\d0%"), ("12.5%", r"\d+\.5%"),
        ("1990s", r"(?:1\d|20)\d0s"),
        ("19th", r"\d+(?:st|nd|rd|th)"), ("21ST", r"\d+(?:ST|ND|RD|TH)"), ("$5", r"\$\d+"), ("10-year", r"\d0+-year"),
        ("007", r"0\d\d"), ("12:30", r"(?:[2-9]|1[0-2]):30"), ("1914-18", r"1[89]\d\d-\d\d"), ("3.14", r"\d+\.14"),
    ],
)  # fmt: skip
def test_a_number_keeps_its_form(word: str, pattern: str) -> None:
    assert others(word)
    assert [other for other in others(word) if not re.fullmatch(pattern, other)] == []


def test_an_ordinal_has_its_own_ending() -> None:
    assert others("20th")[:4] == ("19th", "21st", "18th", "22nd")
    assert {"11th", "12th", "13th", "1st", "2nd", "3rd"} <= set(others("10th"))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("twenty", "thirty"), ("Seven", "Eight"), ("first", "second"), ("twenty-one", "twenty-two"),
        ("MILLION", "BILLION"), ("twice", "thrice"), ("double", "triple"), ("thirty-first", "thirty-second"),
    ],
)  # fmt: skip
def test_a_number_word_becomes_another_of_its_series(word: str, expected: str) -> None:
    assert others(word)[0] == expected


@pytest.mark.parametrize("word", ["Denver", "", "°", "five dozen", "-", "a1"])
def test_what_is_no_number_has_no_others(word: str) -> None:
    assert others(word) == ()


@given(st.integers(0, 10**12), st.sampled_from(["", "%", "s", "th", "-year", ".5", "-99"]), st.booleans())
def test_others_differ_and_are_as_many_every_time(number: int, ending: str, commas: bool) -> None:
    word = (f"{number:,}" if commas else str(number)) + ending
    found = others(word)
    assert 3 <= len(found) == len(set(found))
    assert word not in found
    assert all(other.endswith(ending) for other in found if ending in {"%", "s", "-year", ".5"})


@given(st.text(max_size=15))
def test_any_text_is_looked_at(text: str) -> None:
    assert text not in others(text)
