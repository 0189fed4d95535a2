"""Phrases that say nothing, put into the key sentence and its neighbours."""

from random import Random

import pytest

from stumper.adversaries.reading.edits.elongate import PHRASES, Elongate
from stumper.errors import BadOption
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage, Perturbation

TEXT = "Rain fell all day. The old mill was built in 1871 because the river was strong. The miller was rich."


def example(text: str, answer: str) -> Example:
    query = Question("When was the old mill built?", Passage("p", text))
    return Example("q", query, Gold((Answer(answer, text.index(answer)),)))


def by_rule(found: list[Perturbation]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for perturbation in found:
        assert isinstance(perturbation.query, Question)
        texts.setdefault(perturbation.edits[0].rule, perturbation.query.context.text)
    return texts


def test_a_phrase_stands_in_each_place_of_the_key_sentence_that_takes_one() -> None:
    found = by_rule(Elongate(neighbours=False, most=1).proposals(example(TEXT, "1871"), Random(0)))
    key = "The old mill was built in 1871 because the river was strong."
    start = {TEXT.replace(key, phrase + "the" + key.removeprefix("The")) for phrase in PHRASES["start"]}
    subject = {TEXT.replace("mill was", f"mill{phrase} was") for phrase in PHRASES["subject"]}
    clause = {TEXT.replace(" because", f"{phrase} because") for phrase in PHRASES["clause"]}
    end = {TEXT.replace("strong.", f"strong{phrase}.") for phrase in PHRASES["end"]}
    assert list(found) == ["start", "subject", "clause", "end"]
    assert found["start"] in start
    assert found["subject"] in subject
    assert found["clause"] in clause
    assert found["end"] in end


def test_most_says_how_many_phrases_the_key_sentence_gets() -> None:
    long = Elongate(neighbours=False, candidates=50).proposals(example(TEXT, "1871"), Random(0))
    short = Elongate(neighbours=False, candidates=50, most=1).proposals(example(TEXT, "1871"), Random(0))
    assert max(len(perturbation.edits) for perturbation in short) == 1
    assert max(len(perturbation.edits) for perturbation in long) == 3


def test_a_neighbour_is_made_longer_with_the_key_sentence() -> None:
    found = by_rule(Elongate(most=1).proposals(example(TEXT, "1871"), Random(0)))
    assert "start + neighbour" in found
    assert "neighbour" not in by_rule(Elongate(most=1, neighbours=False).proposals(example(TEXT, "1871"), Random(0)))


def test_phrases_are_drawn_by_the_seed() -> None:
    one, same, other = (Elongate().proposals(example(TEXT, "1871"), Random(seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_name_keeps_the_capital_that_a_sentence_opens_with() -> None:
    text = "Anna Brandt built the mill in 1871."
    found = by_rule(Elongate(most=1).proposals(example(text, "1871"), Random(0)))
    assert found["start"].endswith(text)


def test_no_phrase_stands_inside_an_answer() -> None:
    text = "The old mill was built in 1871."
    found = by_rule(Elongate(most=1).proposals(example(text, "The old mill was"), Random(0)))
    assert list(found) == ["end"]


@pytest.mark.parametrize(
    "text", ["Who built the old mill in 1871?", 'He said: "The mill of 1871 burns.', "The mill of 1871"]
)
def test_a_question_a_quotation_or_a_heading_is_left_alone(text: str) -> None:
    assert Elongate(neighbours=False).proposals(example(text, "1871"), Random(0)) == []


@pytest.mark.parametrize("option", ["most", "candidates"])
def test_options_that_count_are_one_or_more(option: str) -> None:
    with pytest.raises(BadOption, match=f"'{option}' of edit-elongate is a number of 1 or more, not 0"):
        Elongate(**{option: 0})


def test_no_phrase_is_said_twice_with_that_and_without() -> None:
    for seed in range(40):
        found = Elongate(most=3, candidates=60).proposals(example(TEXT, "1871"), Random(seed))
        assert not any(text.lower().count("it should be added") > 1 for text in by_rule(found).values())
