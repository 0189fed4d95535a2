import pytest

from stumper.errors import BadOption
from stumper.goals import GOALS, goal_named
from stumper.types import Answer, Gold

GOLD = Gold((Answer("Ada Thorn", 0), Answer("the engineer Ada Thorn", 10)))


@pytest.mark.parametrize(
    ("goal", "answer", "score", "reached"),
    [
        ("f1_zero", "ada thorn.", 1.0, False),
        ("f1_zero", "Ada", 2 / 3, False),
        ("f1_zero", "Brandt", 0.0, True),
        ("f1_zero", "", 0.0, True),
        ("not_exact", "The Ada Thorn", 1.0, False),
        ("not_exact", "Ada", 0.0, True),
    ],
)
def test_a_goal_is_reached_when_nothing_of_its_measure_is_left(
    goal: str, answer: str, score: float, reached: bool
) -> None:
    found = goal_named(goal)
    assert found.score(GOLD, answer) == pytest.approx(score)
    assert found.reached(found.score(GOLD, answer)) is reached


def test_an_unanswerable_question_is_right_only_unanswered() -> None:
    gold = Gold((), answerable=False)
    assert [goal_named("f1_zero").score(gold, answer) for answer in ("", "Ada")] == [1.0, 0.0]


def test_goals_know_their_names() -> None:
    assert {name: goal.name for name, goal in GOALS.items()} == {name: name for name in GOALS}


def test_an_unknown_goal_is_told_the_known_ones() -> None:
    with pytest.raises(BadOption, match="no goal 'f1_one'; there are f1_zero, not_exact"):
        goal_named("f1_one")
