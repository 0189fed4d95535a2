import pytest

from stumper.errors import BadOption
from stumper.goals import goal_meant, goal_named, goals
from stumper.registry import task_named
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.verification.claim import Claim
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
    assert found.reached(found.score(GOLD, answer), 1.0) is reached


TEXT = "One two three. Four five. For 10 points, name her."


@pytest.mark.parametrize(
    ("scores", "combined"),
    [
        ((1.0, 0.0, 0.0), 1.0),
        ((0.0, 1.0, 0.0), 0.7),
        ((0.0, 0.0, 1.0), 0.5),
        ((0.0, 0.0, 0.0), 0.0),
        ((0.5, 1.0, 0.0), 0.85),
    ],
)
def test_the_later_a_guesser_is_right_the_lower_it_scores(scores: tuple[float, ...], combined: float) -> None:
    goal = goal_named("never_first")
    views = goal.views(Tossup(TEXT))
    assert [view.text for view in views] == ["One two three.", "One two three. Four five.", TEXT]
    assert goal.combined(views, scores) == pytest.approx(combined)


def test_goals_of_tossups_differ_in_what_they_are_content_with() -> None:
    never, later = goal_named("never_first"), goal_named("buzz_later")
    assert [goal.reached(0.5, 0.7) for goal in (never, later)] == [False, True]
    assert [goal.reached(0.7, 0.7) for goal in (never, later)] == [False, False]
    assert [goal.reached(0.67, 0.7) for goal in (never, later)] == [False, False]
    assert [goal.reached(0.0, 0.7) for goal in (never, later)] == [True, True]


@pytest.mark.parametrize(
    ("label", "evidence", "score"),
    [("SUPPORTS", ("Fox:7",), 1.0), ("SUPPORTS", (), 0.0), ("REFUTES", ("Fox:7",), 0.0), ("REFUTES", (), 0.0)],
)
def test_a_claim_keeps_its_fever_score_by_its_label_and_its_evidence_together(
    label: str, evidence: tuple[str, ...], score: float
) -> None:
    gold = Gold((Answer("SUPPORTS"),), evidence_sets=(frozenset({"Fox:7"}),))
    goal = goal_named("fever_zero")
    assert goal.score(gold, label, evidence) == score
    assert goal.reached(score, 1.0) is (score == 0)


def test_questions_and_claims_are_one_view_each() -> None:
    claim = Claim("The lamp was lit. It burned.")
    for name in ("f1_zero", "not_exact", "label_wrong", "fever_zero"):
        assert goal_named(name).views(claim) == (claim,)
        assert goal_named(name).combined((claim,), (0.25,)) == 0.25


def test_an_unanswerable_question_is_right_only_unanswered() -> None:
    gold = Gold((), answerable=False)
    assert [goal_named("f1_zero").score(gold, answer) for answer in ("", "Ada")] == [1.0, 0.0]


def test_goals_know_their_names() -> None:
    assert {name: goal.name for name, goal in goals().items()} == {name: name for name in goals()}


def test_an_unknown_goal_is_told_the_known_ones() -> None:
    with pytest.raises(BadOption, match="no goal 'f1_one'; there are f1_zero, not_exact"):
        goal_named("f1_one")


def test_a_goal_of_another_task_is_refused_with_the_tasks_own() -> None:
    with pytest.raises(BadOption, match="'f1_zero' is not one of verification, which has label_wrong, fever_zero"):
        goal_meant(task_named("verification"), "f1_zero")
    assert goal_meant(task_named("verification"), "fever_zero") == "fever_zero"
    assert goal_meant(task_named("verification"), None) == "label_wrong"
