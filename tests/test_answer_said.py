"""Which of its answer's own words a tossup says, and what only looks like one."""

import pytest

from stumper.tasks.quizbowl.desk import answer_words_said
from stumper.types import Answer, Gold


def said(answer: str, text: str) -> list[str]:
    return list(answer_words_said(text, Gold((Answer(answer),))))


@pytest.mark.parametrize(
    ("answer", "text", "found"),
    [
        ("Suleiman the Magnificent", "Name this sultan who was called the Magnificent.", ["Magnificent"]),
        ("Pedro II of Brazil", "For 10 points, name this last emperor of Brazil.", ["Brazil"]),
        ("Photosynthesis", "Plants live by photosynthesis. Name it.", ["photosynthesis"]),
        ("Symphony No. 3", "Beethoven's third symphony.", ["symphony"]),
        ("the photoelectric effect", "Einstein explained the photoelectric effect.", ["photoelectric", "effect"]),
        ("Seleucus I Nicator", "He took the epithet Nicator, and Nicator founded an empire.", ["Nicator"]),
        ("Romans", "A Roman's virtue.", ["Roman's"]),
    ],
)  # fmt: skip
def test_words_of_the_answer_are_found_as_they_stand(answer: str, text: str, found: list[str]) -> None:
    assert said(answer, text) == found


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("Suleiman the Magnificent", "He built a magnificent mosque. Magnificent fountains stand there."),
        ("Battle of Gettysburg", "Like the Battle of Antietam, this battle was bloody."),
        ("Mississippi River", "The Ohio River flows into this river."),
        ("John Wilkes", "His rival John Montagu was afraid of him."),
        ("The Betrothed (Manzoni novel)", "It was written by Alessandro Manzoni."),
        ("Henry VIII", "He had six wives."),
        ("Crime and Punishment", "A crime is told of, and its punishment."),
        ("The Sea", "Name this play with the sea."),
        ("", "Anything."),
    ],
)
def test_what_only_looks_like_the_answer_is_not(answer: str, text: str) -> None:
    assert said(answer, text) == []


def test_nothing_is_said_of_an_answer_line_that_could_not_be_read() -> None:
    assert answer_words_said("The Magnificent.", Gold(())) == ()
