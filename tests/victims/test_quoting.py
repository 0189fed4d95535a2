"""Which words of a paragraph an answer means."""

import pytest

from stumper.tasks.reading.question import Question
from stumper.tasks.reading.quoting import quoted
from stumper.types import Guess, Passage

PARAGRAPH = (
    "Élodie Marchant, a cooper's daughter, opened the well-known bakery on 3 May 1871 with £1,200 and the help of "
    "Saint-Malo's guild; the guild of St. Malo kept it until 1902."
)


def meant(said: str, paragraph: str = PARAGRAPH) -> Guess:
    return quoted(Question("?", Passage("p", paragraph)), said, 0.5)


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("3 May 1871", "3 May 1871"),  # as it stands
        ("the guild", "the guild"),
        ("elodie marchant", "Élodie Marchant"),  # without case and accents
        ("THE WELL-KNOWN BAKERY!", "well-known bakery"),  # without articles and punctuation
        ("The cooper’s daughter", "cooper's daughter"),
        ("1,200 pounds", "1,200"),  # half of the words
        ("on May 3, 1871", "3 May 1871"),  # the same words in another order
        ("the famous well-known bakery", "well-known bakery"),
        ("kept until the year 1902", "kept it until 1902"),
    ],
)
def test_an_answer_is_mapped_to_the_words_that_it_means(said: str, answer: str) -> None:
    guess = meant(said)
    assert guess == Guess(answer, 0.5, PARAGRAPH.index(answer))


@pytest.mark.parametrize("said", ["Lowmere", "bread and butter of the town", "?!", "", "of", "guild " * 100])
def test_an_answer_from_elsewhere_stays_as_it_was_said(said: str) -> None:
    assert meant(said, PARAGRAPH.replace(" of ", " by ")) == Guess(said, 0.5)


def test_of_equal_spans_the_shortest_and_then_the_first_is_meant() -> None:
    assert meant("red boat", "A red car, a red bus.") == Guess("red", 0.5, 2)
    assert meant("old red boat", "A red and old one, an old red one.") == Guess("old red", 0.5, 22)


def test_an_empty_paragraph_has_no_words() -> None:
    assert meant("anything", "") == Guess("anything", 0.5)
