"""Scores of guessers on tossups, with figures worked out by hand."""

import pytest

from stumper.buzz import expected_wins
from stumper.errors import BadData
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.quizbowl.tossup_score import METRICS, score_tossup_instances, score_tossups, tossup_score
from stumper.types import Answer, Example, Gold, Instance, Perturbation

GOLD = Gold((Answer("Ada Thorn"),))
TEXT = "One two three four. Five six. Seven eight nine ten."  # 4, 2 and 4 of 10 words


def example(id: str = "t") -> Example:
    return Example(id, Tossup(TEXT), GOLD)


def instance(id: str, of: str = "t") -> Instance:
    return Instance(id, example(of), Perturbation(of, Tossup(TEXT.replace("One", "None")), GOLD, ()))


def test_a_guesser_buzzes_where_it_is_first_right_also_where_it_is_wrong_again() -> None:
    score = tossup_score(GOLD, TEXT, ("Jo Brandt", "Ada Thorn", "Jo Brandt"))
    assert (score.accuracy, score.first_sentence_accuracy, score.buzz_position) == (0.0, 0.0, 0.6)
    assert score.expected_wins == expected_wins(0.6, True)


def test_who_is_never_right_stands_at_the_end_and_wins_nothing() -> None:
    score = tossup_score(GOLD, TEXT, (None, "Jo Brandt", None))
    assert (score.accuracy, score.buzz_position, score.expected_wins) == (0.0, 1.0, 0.0)


def test_means_are_over_all_tossups_and_the_unanswered_are_counted() -> None:
    scores = score_tossups({"t": ["Ada Thorn"] * 3}, [example(), example("u")], "x")
    assert {score.name: score.value for score in scores} == pytest.approx(
        {
            "accuracy": 0.5,
            "first_sentence_accuracy": 0.5,
            "buzz_position": (0.4 + 1.0) / 2,
            "expected_wins": expected_wins(0.4, True) / 2,
        }
    )
    assert all("unanswered:1" in score.signature and "n:2" in score.signature for score in scores)


def test_instances_are_compared_with_their_originals() -> None:
    before, after = {"t": ["Ada Thorn"] * 3}, {"v": ["no", "Ada Thorn", "Ada Thorn"], "w": ["no", "no", "no"]}
    scores = score_tossup_instances(before, after, [instance("v"), instance("w")], "x", "a")
    found = {(score.on, score.name): score.value for score in scores}
    assert len(scores) == 3 * len(METRICS)
    assert found["original", "buzz_position"] == pytest.approx(0.4)
    assert found["adversarial", "buzz_position"] == pytest.approx(0.8)
    assert found["adversarial", "buzz_position_difference"] == pytest.approx(0.4)
    assert found["adversarial", "accuracy_difference"] == pytest.approx(-0.5)


def test_guesses_at_the_end_alone_give_accuracy_alone() -> None:
    [score] = score_tossups({"t": ["Ada Thorn"]}, [example()], "x", METRICS[:1])
    assert (score.name, score.value) == ("accuracy", 1.0)


def test_nothing_cannot_be_scored() -> None:
    with pytest.raises(BadData, match="There are no tossups to score"):
        score_tossups({}, [])
    with pytest.raises(BadData, match="There are no tossups to score"):
        score_tossup_instances({}, {}, [])
