from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.adversaries.reading.insertion import inserted
from stumper.constraints import broken
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Passage, Perturbation

TEXT = "Ada Thorn lit it in 1874."
EXAMPLE = Example("e", Question("Who lit it?", Passage("p", TEXT)), Gold((Answer("Ada Thorn", 0), Answer("Thorn", 4))))


def perturbed(
    text: str = f"Before. {TEXT}",
    answers: tuple[Answer, ...] = (Answer("Ada Thorn", 8), Answer("Thorn", 12)),
    question: str = "Who lit it?",
    answerable: bool | None = None,
    example_id: str = "e",
) -> Perturbation:
    return Perturbation(example_id, Question(question, Passage("p", text)), Gold(answers, answerable), ())


def test_a_sentence_before_the_paragraph_with_the_answers_moved_along_keeps_all() -> None:
    assert broken(READING, EXAMPLE, perturbed()) is None


@pytest.mark.parametrize(
    ("perturbation", "says"),
    [
        (perturbed(example_id="f"), "it perturbs 'f', not 'e'"),
        (Perturbation("e", Tossup("Who lit it?"), EXAMPLE.gold, ()), "it asks a Tossup, not a Question"),
        (perturbed(question="Who lit it"), "the question must stay as it is"),
        (perturbed(answers=(Answer("Ada Thorn", 8),)), "the gold answers must stay as they are"),
        (perturbed(answers=(Answer("Thorn", 12), Answer("Ada Thorn", 8))), "the gold answers must stay as they are"),
        (perturbed(answers=()), "the gold answers must stay as they are"),
        (perturbed(answerable=True), "the question must stay as answerable as it was"),
        (perturbed(text="Nobody did."), "the answer 'Ada Thorn' must stay in the paragraph"),
        (perturbed(answers=EXAMPLE.gold.answers), "the answer 'Ada Thorn' must stay in the paragraph"),
        (perturbed(answers=(Answer("Ada Thorn", 8), Answer("Thorn", None))), "the answer 'Thorn' must stay in the"),
    ],
)
def test_what_is_broken_is_said(perturbation: Perturbation, says: str) -> None:
    found = broken(READING, EXAMPLE, perturbation)
    assert found is not None
    assert found.startswith(says)


def test_an_answer_that_stood_nowhere_need_not_stand() -> None:
    example = replace(EXAMPLE, gold=Gold((Answer("Ada Thorne", 0), Answer("she"))))
    assert (
        broken(READING, example, Perturbation("e", Question("Who lit it?", Passage("p", "?")), example.gold, ()))
        is None
    )


@given(st.text(min_size=1, max_size=30), st.sampled_from(["append", "prepend"]))
def test_an_inserted_sentence_breaks_nothing(sentence: str, place: str) -> None:
    perturbation = inserted(EXAMPLE, sentence, place)  # type: ignore[arg-type]
    assert broken(READING, EXAMPLE, perturbation) is None
    assert isinstance(perturbation.query, Question)
    [edit] = perturbation.edits
    assert TEXT[: edit.start] + edit.text + TEXT[edit.end :] == perturbation.query.context.text
    assert sentence in perturbation.query.context.text
