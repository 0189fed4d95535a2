"""What is told of a question for slices of the data."""

import pytest

from stumper.tasks.reading.question import Question
from stumper.tasks.reading.slices import answer_position, answer_type, overlap, paragraph_words
from stumper.types import Answer, Example, Gold, Passage

PARAGRAPH = "The old harbour lies north. Anna Brandt built a wall there in 1861. It is 12 metres high."


def asked(question: str, answer: str, paragraph: str = PARAGRAPH) -> Example:
    return Example("q", Question(question, Passage("p", paragraph)), Gold((Answer(answer, paragraph.index(answer)),)))


@pytest.mark.parametrize(
    ("question", "share"),
    [
        ("Who built the wall?", 1.0),  # built, wall
        ("Who built the wall of the harbour?", 2 / 3),  # the harbour is in another sentence
        ("Who made it?", 0.0),
        ("Who is it?", None),  # nothing but function words
    ],
)
def test_overlap_is_the_share_of_content_words_in_the_key_sentence(question: str, share: float | None) -> None:
    assert overlap(asked(question, "Anna Brandt")) == share


def test_length_is_in_words_and_place_a_share_of_the_paragraph() -> None:
    example = asked("Who built the wall?", "Anna Brandt")
    assert paragraph_words(example) == 18
    assert answer_position(example) == PARAGRAPH.index("Anna") / len(PARAGRAPH)


@pytest.mark.parametrize("answers", [(), (Answer("Bo"),), (Answer("Bo", 3),)])
def test_nothing_is_told_of_an_answer_that_stands_nowhere(answers: tuple[Answer, ...]) -> None:
    example = Example("q", Question("Who built it?", Passage("p", PARAGRAPH)), Gold(answers))
    assert (overlap(example), answer_position(example)) == (None, None)
    assert answer_type(example) == ("person" if answers else None)


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("Who built it?", "Anna Brandt", "person"),
        ("Which engineer built it?", "Anna Brandt", "person"),
        ("When was it built?", "1861", "date"),
        ("How high is it?", "12 metres", "number"),
        ("What lies north?", "The old harbour", "place"),
        ("What did she build?", "a wall", "other"),
        ("Where did they sell salt?", "Paris", "place"),
        ("Which city sold salt?", "Paris", "place"),
        ("What was sold on 4 May?", "salt", "other"),
        ("On what day was salt sold?", "4 May 1861", "date"),
    ],
)
def test_a_type_of_answer(question: str, answer: str, kind: str) -> None:
    assert answer_type(asked(question, answer, f"{PARAGRAPH} They sold salt in Paris on 4 May 1861.")) == kind
