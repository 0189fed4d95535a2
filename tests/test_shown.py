"""Messages are one line that a person can read, whatever values they repeat."""

import pytest

from stumper.errors import BadData, StumperError, VictimFailed
from stumper.shown import LONGEST_MESSAGE, in_a_line, shortened, shown


@pytest.mark.parametrize("kind", [StumperError, BadData, VictimFailed])
def test_no_message_is_longer_than_2000_characters_and_its_end_says_what_to_do(kind: type[StumperError]) -> None:
    said = str(kind(f"There is no {'x' * 1_000_000!r}. Name another."))
    assert 1_990 < len(said) <= LONGEST_MESSAGE == 2_000
    assert said.startswith("There is no 'xxx")
    assert said.endswith("xxx'. Name another.")
    assert "[… 998,0" in said  # of a million


def test_a_message_is_one_line_without_control_characters() -> None:
    assert str(BadData("a\nb\r\n\tc \x1b[2J\x00\ud800\u202e d  e")) == "a b c \\x1b[2J\\x00\\ud800\\u202e d  e"


def test_signs_that_stand_as_their_codes_make_no_message_longer() -> None:
    assert len(in_a_line("\x00" * 2_000)) == LONGEST_MESSAGE
    assert len(in_a_line("\ud800" * 1_000_000)) == LONGEST_MESSAGE


@pytest.mark.parametrize("length", [61, 62, 100, 1_000, 42_000_000])
def test_a_text_is_cut_in_its_middle_and_the_length_of_what_is_left_out_is_told(length: int) -> None:
    found = shortened("a" * length, 60)
    before, count, after = found.replace("[… ", "|").replace(" characters …]", "|").split("|")
    assert len(found) <= 60
    assert len(before) + len(after) + int(count.replace(",", "")) == length


def test_values_that_python_cannot_write_are_shown_in_words() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert shown(16**5_000) == "a number of thousands of digits"
    assert shown(deep) == "lists within lists within lists"
    assert shown({"a": 1}) == "{'a': 1}"
