"""Where an answer stands."""

import pytest

from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Guess, Passage, Prediction
from stumper.victims.python_callable import answered


@pytest.mark.parametrize(
    ("paragraph", "answer", "start"),
    [
        ("The art of war", "art", 4),
        ("A party for art.", "art", 12),
        ("A party", "art", 3),
        ("aaa", "aa", 0),
        ("art, art", "art", 0),
        ("Paris", "London", None),
        ("Paris", "", None),
        ("", "Paris", None),
        ("Élan: an élan", "élan", 9),
    ],
)
def test_the_first_place_as_whole_words_else_the_first(paragraph: str, answer: str, start: int | None) -> None:
    [guess] = answered(Question("?", Passage("p", paragraph)), answer).guesses
    assert guess.start == start


def test_a_label_is_taken_whatever_its_case_and_another_text_stays() -> None:
    claim = Claim("Paris is in France.")
    assert answered(claim, " not  enough Info") == Prediction((Guess("NOT ENOUGH INFO", None),), None)
    assert answered(claim, "true") == Prediction((Guess("SUPPORTS", None),), None)
    assert answered(claim, "perhaps") == Prediction((Guess("perhaps", None),), None)


def test_without_a_paragraph_there_is_no_place() -> None:
    assert answered(Claim("Paris is in France."), "SUPPORTS", 0.75) == Prediction((Guess("SUPPORTS", 0.75),), 0.75)
