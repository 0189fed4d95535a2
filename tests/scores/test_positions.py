"""Places in a pyramidal question."""

import pytest

from stumper.positions import sentence_views, share_read, shares
from stumper.text import word_ends

TEXT = "He wrote it. She, too, sang. For 10 points, name him."


def test_a_word_is_what_stands_between_white_space() -> None:
    assert word_ends("He  wrote it.") == (2, 9, 13)
    assert word_ends(" ") == ()


def test_views_end_with_each_sentence_and_the_last_is_the_whole_text() -> None:
    assert sentence_views(TEXT + " ") == ("He wrote it.", "He wrote it. She, too, sang.", TEXT + " ")
    assert sentence_views("") == ("",)


def test_shares_are_even_by_words_and_end_with_all() -> None:
    assert shares("a b c d", 4) == ("a", "a b", "a b c", "a b c d")
    assert shares("a b c", 2) == ("a b", "a b c")


def test_of_few_words_at_least_one_is_read() -> None:
    assert shares("a b", 4) == ("a", "a", "a b", "a b")
    assert shares("", 2) == ("", "")


@pytest.mark.parametrize(("view", "share"), [("", 0.0), ("a b", 0.5), ("a b c d", 1.0)])
def test_the_share_read_is_of_words(view: str, share: float) -> None:
    assert share_read(view, "a b c d") == share


def test_of_nothing_all_is_read() -> None:
    assert share_read("", "") == 1.0
