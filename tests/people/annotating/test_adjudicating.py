"""Two who disagree are settled by a moderator who is neither."""

import pytest

from annotation_project import EXAMPLES, agreed, handed, project_in, settings
from stumper.judging import checked
from stumper.people.annotating.drawing import draw_from_set
from stumper.people.annotating.judging_work import (
    AdjudicatePayload,
    JudgePayload,
    Opinion,
    adjudicate,
    judge,
    judge_submission,
)
from stumper.people.projects.project import Project
from stumper.people.queues.queue import lease
from stumper.store import Store
from stumper.store.connection import writing
from stumper.store.values import from_text
from stumper.tasks.reading.squad import Squad
from stumper.types import Perturbation

RIGHT, WRONG = Opinion(True, True, True, "fine"), Opinion(False, True, True, "no verb")


def judged_by_two(store: Store, *opinions: Opinion) -> tuple[Project, str]:
    """A project in which ada and ben have judged the one perturbation that there is, and its id."""
    project = project_in(store, settings(sample=1, double_share=1.0))
    draw_from_set(store, project, Squad("s", "f", "1.1", EXAMPLES), 0.0)
    for person, opinion in zip(("ada", "ben"), opinions, strict=False):
        held = handed(store, project, "judge", person)
        judge(store, held.assignment.id, person, opinion, 2.0)
    return project, from_text(JudgePayload, held.item.payload).perturbation_id


def test_who_agree_need_nobody(store: Store) -> None:
    project, _ = judged_by_two(store, RIGHT, Opinion(True, True, True, "another word"))
    assert lease(store, project.id, "adjudicate", "cy", 3.0) is None


def test_one_alone_disagrees_with_nobody(store: Store) -> None:
    project, _ = judged_by_two(store, WRONG)
    assert lease(store, project.id, "adjudicate", "cy", 3.0) is None


def test_a_moderator_sees_what_both_said_without_their_names(store: Store) -> None:
    project, id = judged_by_two(store, RIGHT, WRONG)
    payload = from_text(AdjudicatePayload, (item := handed(store, project, "adjudicate", "cy").item).payload)
    assert payload.opinions == (RIGHT, WRONG)
    assert payload.perturbation_id == id
    assert "ada" not in item.payload


def test_neither_judge_settles_it(store: Store) -> None:
    project, _ = judged_by_two(store, RIGHT, WRONG)
    assert [lease(store, project.id, "adjudicate", person, 3.0) for person in ("ada", "ben")] == [None, None]


def test_nobody_settles_what_they_wrote(store: Store) -> None:
    project = project_in(store, settings(double_share=1.0))
    written = Perturbation(EXAMPLES[0].id, EXAMPLES[0].query, EXAMPLES[0].gold, ())
    with writing(store.engine) as connection:
        judge_submission(connection, project, EXAMPLES[0], written, "cy", 0.0)
    for person, opinion in (("ada", RIGHT), ("ben", WRONG)):
        judge(store, handed(store, project, "judge", person).assignment.id, person, opinion, 2.0)
    assert lease(store, project.id, "adjudicate", "cy", 3.0) is None
    assert lease(store, project.id, "adjudicate", "dee", 3.0) is not None


@pytest.mark.parametrize(("opinion", "correct"), [(RIGHT, 1), (WRONG, 0)], ids=["right", "wrong"])
def test_the_third_vote_makes_a_majority(store: Store, opinion: Opinion, correct: int) -> None:
    project, id = judged_by_two(store, RIGHT, WRONG)
    assert checked(store.judgements([id])).correct == [None]  # in doubt it is open
    held = handed(store, project, "adjudicate", "cy")
    assert adjudicate(store, held.assignment.id, "cy", opinion, 3.0)
    assert not adjudicate(store, held.assignment.id, "cy", opinion, 4.0)
    assert checked(store.judgements([id])).correct == [bool(correct)]
    assert lease(store, project.id, "adjudicate", "dee", 5.0) is None


def test_a_settled_disagreement_stays_one_in_the_agreement(store: Store) -> None:
    project, _ = judged_by_two(store, RIGHT, WRONG)
    before = agreed(store, project)
    adjudicate(store, handed(store, project, "adjudicate", "cy").assignment.id, "cy", RIGHT, 3.0)
    assert agreed(store, project) == before
    assert before[0].same.value == 0.0
