"""A measure among those of a task is all that a score needs: rows of it stand behind the task's own."""

from dataclasses import replace

import pytest

from stumper.added_scores import examples_scored, instances_scored
from stumper.answers import contained
from stumper.registry import task_named
from stumper.scoring import Answering, Measure, Score
from stumper.task import Task
from stumper.tasks.reading.question import Question
from stumper.types import Answer, Example, Gold, Guess, Instance, Passage, Perturbation, Prediction

GOLD = Gold((Answer("Ada Thorn", 0),))
WHO = Question("Who lit the lamp?", Passage("p", "Ada Thorn lit the lamp."))
EXAMPLES = [Example(id, WHO, GOLD) for id in ("q1", "q1-a", "q1-b", "q2")]
SAID = {"q1": "Ada Thorn", "q1-a": "Ada", "q1-b": "Mrs Thorn", "q2": "Ben"}
ANSWERING = Answering("reader", "lamps")


def said(*ids: str) -> dict[str, list[Prediction | None]]:
    return {id: [Prediction((Guess(SAID[id], None),), None)] for id in ids}


@pytest.fixture
def task() -> Task:
    """Questions about paragraphs, with a score more: whether the answer begins as it should."""
    begins = Measure("begins right", lambda gold, answer, evidence: float(answer.startswith(gold.answers[0].text[:3])))
    reading = task_named("reading")
    return replace(reading, scoring=replace(reading.scoring, measures={**reading.scoring.measures, "begins": begins}))


def of_begins(found: list[Score]) -> dict[tuple[str, str], tuple[float, int]]:
    return {(score.name, score.on): (score.value, score.n) for score in found if score.name.startswith("begins")}


def test_it_is_of_originals_and_of_their_worst_variants(task: Task) -> None:
    found = examples_scored(task, said(*SAID), EXAMPLES, ANSWERING)
    assert of_begins(found) == {
        ("begins", "original"): (0.5, 2),
        ("begins", "adversarial"): (0.0, 2),
        ("begins_difference", "adversarial"): (-0.5, 2),
    }
    assert [score.name for score in found][:2] == ["exact_match", "f1"]
    signed = [score.signature for score in found if score.name == "begins" and score.on == "adversarial"]
    assert [("worst:variants" in one, "paired:" in one) for one in signed] == [(True, False)]


def test_a_variant_that_was_not_asked_counts_only_where_it_should_have_been(task: Task) -> None:
    kept = said("q1", "q1-a", "q2")
    found = examples_scored(task, kept, EXAMPLES, replace(ANSWERING, were_asked=False))
    assert of_begins(found)["begins", "adversarial"] == (0.5, 2)
    assert of_begins(examples_scored(task, kept, EXAMPLES, ANSWERING))["begins", "adversarial"] == (0.0, 2)


def test_of_examples_without_variants_it_is_the_mean(task: Task) -> None:
    found = examples_scored(task, said("q1", "q2"), [EXAMPLES[0], EXAMPLES[3]], ANSWERING)
    assert of_begins(found) == {("begins", "original"): (0.5, 2)}


def test_of_instances_it_stands_beside_the_originals(task: Task) -> None:
    made = [Instance(id, EXAMPLES[0], Perturbation("q1", WHO, GOLD, ())) for id in ("q1-a", "q1-b")]
    found = instances_scored(task, said("q1"), said("q1-a", "q1-b"), made, ANSWERING)
    assert of_begins(found)["begins", "original"] == (1.0, 1)
    assert of_begins(found)["begins", "adversarial"] == (0.0, 1)


def test_without_a_measure_more_nothing_is_added() -> None:
    reading = task_named("reading")
    measures = {name: reading.scoring.measures[name] for name in ("exact_match", "f1")}
    reading = replace(reading, scoring=replace(reading.scoring, measures=measures))
    own = reading.scoring.examples(said(*SAID), EXAMPLES, ANSWERING)
    assert examples_scored(reading, said(*SAID), EXAMPLES, ANSWERING) == own


def test_an_answer_in_a_sentence_is_scored_by_what_it_contains_beside_em_and_f1() -> None:
    prose = {
        "q1": [Prediction((Guess("The lamp was lit by Ada Thorn, in 1874.", None),), None)],
        "q2": said("q2")["q2"],
    }
    found = examples_scored(task_named("reading"), prose, [EXAMPLES[0], EXAMPLES[3]], ANSWERING)
    values = {score.name: score.value for score in found}
    assert values["exact_match"] == 0.0
    assert values["f1"] == pytest.approx(0.2)
    assert values["answer_contained"] == 0.5
    [signature] = [score.signature for score in found if score.name == "answer_contained"]
    assert signature.startswith("answer_contained|match:gold-words-in-answer|norm:squad|")


@pytest.mark.parametrize(
    ("answers", "answer", "value"),
    [
        (["Ada Thorn"], "by the ADA THORN!", 1.0),
        (["Ada Thorn"], "Ada B. Thorn", 0.0),
        (["ten"], "often", 0.0),
        (["1874", "in 1874"], "It was 1874.", 1.0),
        ([], "", 1.0),
        ([], "Ada", 0.0),
        (["Ada"], "", 0.0),
    ],
)
def test_a_gold_answer_is_contained_word_by_word(answers: list[str], answer: str, value: float) -> None:
    assert contained(Gold(tuple(map(Answer, answers))), answer) == value
