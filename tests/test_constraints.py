from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stumper.adversaries.reading.insertion import inserted
from stumper.constraints import broken
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.constraints import CONSTRAINTS as VERIFICATION
from stumper.types import Answer, Edit, Example, Gold, Passage, Perturbation

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
        (
            perturbed("Before. Thorn lit it.", (Answer("Ada Thorn", 3), Answer("Thorn", 8))),
            "the answer 'Ada Thorn' must",
        ),
    ],
)
def test_what_is_broken_is_said(perturbation: Perturbation, says: str) -> None:
    found = broken(READING, EXAMPLE, perturbation)
    assert found is not None
    assert found.startswith(says)


def test_an_answer_may_lose_its_place_where_a_shorter_one_that_it_held_stands() -> None:
    shorter = perturbed("Before. Thorn lit it.", (Answer("Ada Thorn", None), Answer("Thorn", 8)))
    assert broken(READING, EXAMPLE, shorter) is None


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


ANSWERABLE = replace(EXAMPLE, gold=replace(EXAMPLE.gold, answerable=True))
GONE = Gold((), answerable=False)


@pytest.mark.parametrize(
    ("perturbation", "says"),
    [
        (perturbed(answerable=True), None),
        (Perturbation("e", Question("Who lit it?", Passage("p", "Nobody lit it.")), GONE, ()), None),
        (
            Perturbation("e", Question("Who lit it?", Passage("p", "Miss Thorn did.")), GONE, ()),
            "the answer 'Thorn' is still in the paragraph, so that the question has one",
        ),
        (perturbed(), "the question must stay as answerable as it was"),
    ],
)
def test_an_answerable_question_keeps_its_answers_or_loses_them_all(
    perturbation: Perturbation, says: str | None
) -> None:
    assert broken(READING, ANSWERABLE, perturbation) == says


def test_a_question_that_had_no_answer_can_lose_none() -> None:
    example = replace(EXAMPLE, gold=GONE)
    assert broken(READING, example, perturbed(answers=(), answerable=False)) is None
    assert broken(READING, example, perturbed(answers=(), answerable=True)) == (
        "the question must stay as answerable as it was"
    )


FOX = frozenset({"Fox:7"})
DEN = Passage("Den:3", "A den is a hole.")
CLAIM = Example("c", Claim("Foxes dig dens.", (DEN,)), Gold((Answer("SUPPORTS"),), evidence_sets=(FOX,)))
OTHERWISE = Edit("claim", 6, 9, "make")
NEGATED = Edit("claim", 0, 5, "No foxes", swaps_label=True)
ANEW = Edit("claim", 0, 15, "Foxes have four legs.", label="REFUTES")


def claimed(
    *edits: Edit,
    label: str = "SUPPORTS",
    evidence: tuple[Passage, ...] = (DEN,),
    sets: tuple[frozenset[str], ...] = (FOX,),
    text: str = "Foxes make dens.",
) -> Perturbation:
    return Perturbation("c", Claim(text, evidence), Gold((Answer(label),), evidence_sets=sets), edits)


@pytest.mark.parametrize(
    ("perturbation", "says"),
    [
        (claimed(OTHERWISE), None),
        (claimed(OTHERWISE, text=" "), "the claim must not be empty"),
        (claimed(OTHERWISE, evidence=()), "the evidence must stay as it is"),
        (claimed(OTHERWISE, sets=(frozenset({"Cat:1"}),)), "the evidence must stay as it is"),
        (
            claimed(OTHERWISE, label="REFUTES"),
            "the label must be SUPPORTS by what its edits declare, not REFUTES",
        ),
        (claimed(NEGATED, label="REFUTES"), None),
        (claimed(OTHERWISE, NEGATED, label="REFUTES"), None),
        (claimed(OTHERWISE, NEGATED), "the label must be REFUTES by what its edits declare, not SUPPORTS"),
        (claimed(ANEW, label="REFUTES", sets=(frozenset({"Fox:2"}),), evidence=(DEN, Passage("Fox:2", "Four."))), None),
        (claimed(ANEW, label="REFUTES", sets=(frozenset({"Fox:2"}),)), None),
        (
            claimed(ANEW, sets=(frozenset({"Fox:2"}),)),
            "the label must be REFUTES by what its edits declare, not SUPPORTS",
        ),
        (
            claimed(ANEW, label="REFUTES", evidence=()),
            "a claim made anew must come with the evidence that its original comes with",
        ),
        (claimed(ANEW, label="REFUTES", sets=()), "a claim made anew must name the evidence that decides it"),
    ],
)
def test_a_claim_keeps_its_evidence_and_has_the_label_that_its_edits_declare(
    perturbation: Perturbation, says: str | None
) -> None:
    assert broken(VERIFICATION, CLAIM, perturbation) == says


def test_what_is_not_known_is_not_negated() -> None:
    example = replace(CLAIM, gold=replace(CLAIM.gold, answers=(Answer("NOT ENOUGH INFO"),), evidence_sets=()))
    assert broken(VERIFICATION, example, claimed(NEGATED, label="REFUTES", sets=())) == (
        "a claim with the label NOT ENOUGH INFO must not be negated"
    )
