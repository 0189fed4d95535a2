"""Questions without an answer (SQuAD 2.0): scores with and without, and who says that there is none."""

from collections.abc import Mapping

import pytest

from stumper.scores.signature import said_by
from stumper.scoring import Score
from stumper.sections.score_notes import little_known, unchanged
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.variants import score_predictions
from stumper.types import Answer, Example, Gold, Passage

NONE = "no attack was withstood there."
PARAGRAPH = Passage("p", "Ada Thorn lit the lamp.")


def example(id: str, answer: str | None, answerable: bool | None = True) -> Example:
    golds = () if answer is None else (Answer(answer),)
    return Example(id, Question(f"{id}?", PARAGRAPH), Gold(golds, answerable if answer else False))


EXAMPLES = [example("a", "Ada Thorn"), example("b", "the lamp"), example("c", None), example("d", None)]
VARIANTS = [example("a-x", "Ada Thorn"), example("c-x", None)]
SAID = {"a": "Ada Thorn", "b": "", "c": "", "d": "Ada", "a-x": "", "c-x": "Ada"}


def scored(examples: list[Example], said: Mapping[str, str] = SAID) -> dict[tuple[str, str], Score]:
    return {(score.name, score.on): score for score in score_predictions(said, examples, were_asked=True)}


def test_a_signature_counts_the_variants_of_its_own_questions() -> None:
    """Seen: the variants of all 82 questions in the signature of the 12 without an answer."""
    found = scored([*EXAMPLES, *VARIANTS, example("a-y", "Ada Thorn")])
    counts = {over: [said_by(found[f"f1{over}", "adversarial"].signature, key)
                     for key in ("variants", "without", "unanswered_variants")]
              for over in ("", "_has_answer", "_no_answer")}  # fmt: skip
    assert counts == {"": ["3", "2", "1-wrong"], "_has_answer": ["2", "1", "1-wrong"], "_no_answer": ["1", "1", "0"]}


def test_scores_stand_with_and_without_an_answer_and_for_all() -> None:
    found = scored(EXAMPLES)
    assert {name: (score.value, score.n) for (name, _), score in found.items()} == {
        "exact_match": (0.5, 4),
        "f1": (0.5, 4),
        "abstained": (0.5, 4),
        "exact_match_has_answer": (0.5, 2),
        "f1_has_answer": (0.5, 2),
        "abstained_has_answer": (0.5, 2),
        "exact_match_no_answer": (0.5, 2),
        "f1_no_answer": (0.5, 2),
        "abstained_no_answer": (0.5, 2),
    }
    assert said_by(found["f1_has_answer", "original"].signature, "over") == "has-answer"
    assert said_by(found["f1_no_answer", "original"].signature, "official") == "squad-2.0"
    assert said_by(found["f1", "original"].signature, "over") is None


def test_under_attack_the_worst_variant_says_whether_a_system_abstains() -> None:
    found = scored([*EXAMPLES, *VARIANTS])
    values = {name: score.value for (name, on), score in found.items() if on == "adversarial"}
    assert values["abstained_has_answer"] == 1.0
    assert values["abstained_no_answer"] == 0.0
    assert values["f1_has_answer_difference"] == values["f1_no_answer_difference"] == -0.5
    assert values["abstained_difference"] == 0.0
    assert said_by(found["f1", "adversarial"].signature, "without") == "2"  # which no variant puts to the test


def test_data_without_such_questions_has_the_rate_only_where_somebody_abstains() -> None:
    old = [example("a", "Ada Thorn", None), example("b", "the lamp", None)]
    assert {name for name, _ in scored(old, {"a": "Ada Thorn", "b": "lamp"})} == {"exact_match", "f1"}
    found = scored(old, {"a": "Ada Thorn", "b": ""})
    assert {name for name, _ in found} == {"exact_match", "f1", "abstained"}
    assert found["abstained", "original"].value == 0.5


def test_what_does_not_say_has_an_answer_where_others_say_that_they_have_none() -> None:
    found = scored([example("a", "Ada Thorn", None), example("b", None)], {"a": "Ada Thorn", "b": "Ada"})
    both = [found[name, "original"] for name in ("f1_has_answer", "f1_no_answer")]
    assert [(one.value, one.n) for one in both] == [(1.0, 1), (0.0, 1)]


def test_that_originals_without_a_variant_count_as_they_are_is_said() -> None:
    scores = score_predictions(SAID, EXAMPLES + VARIANTS, were_asked=True)
    assert unchanged(scores, "question") == "2 of 4 questions have no variant and count as they are: " + NONE
    assert not unchanged(score_predictions(SAID, EXAMPLES, were_asked=True), "question")


def test_scores_over_few_are_named_where_others_are_over_more() -> None:
    examples = [example("none", None), *(example(f"q{n}", "Ada Thorn") for n in range(6))]
    [told, *_] = little_known(score_predictions({one.id: "Ada" for one in examples}, examples), "question")
    of_one = "exact_match_no_answer, f1_no_answer and abstained_no_answer are over 1 question"
    assert told == f"{of_one}: too few to tell of others, so there is no interval."
    both = [example("none", None), *(example(f"q{n}", "Ada Thorn") for n in range(4))]
    [told, *_] = little_known(score_predictions({one.id: "Ada" for one in both}, both), "question")
    assert "exact_match_has_answer, f1_has_answer and abstained_has_answer are over 4 questions; " in told
    assert f"; {of_one}: too few" in told


def test_an_original_whose_variants_were_all_skipped_is_none_without_a_variant() -> None:
    said = {id: answer for id, answer in SAID.items() if id not in {one.id for one in VARIANTS}}
    scores = score_predictions(said, EXAMPLES + VARIANTS)
    assert unchanged(scores, "question") == "2 of 4 questions have no variant and count as they are: " + NONE


def test_whoever_says_nothing_has_not_abstained() -> None:
    found = scored(EXAMPLES, {"a": "Ada Thorn"})
    assert found["abstained", "original"].value == 0.0
    assert found["f1_no_answer", "original"].value == 0.0
    assert found["f1_has_answer", "original"].value == pytest.approx(0.5)
