"""Tasks: found by name, one value each, light."""

import pytest

from stumper import types
from stumper.errors import UnknownComponent
from stumper.goals import goals
from stumper.registry import task_named, task_of, tasks
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import LABELS, Claim, Label
from stumper.types import Passage

QUERIES = {"reading": Question("Who?", Passage("p", "Ada.")), "verification": Claim("Ada."), "quizbowl": Tossup("Ada."),
           "bonus": BonusPart("Who?"), "rag": OpenQuestion("Who?")}  # fmt: skip


def test_tasks_stand_in_the_order_of_reports() -> None:
    assert [task.name for task in tasks()] == list(QUERIES)


def test_a_query_belongs_to_its_task() -> None:
    assert {task_of(query).name: query for query in QUERIES.values()} == QUERIES


def test_a_query_of_no_installed_task_is_refused_with_a_sentence() -> None:
    with pytest.raises(UnknownComponent, match=r"Passage is a query of no task that is installed\. Install"):
        task_of(Passage("p", "Ada."))  # type: ignore[arg-type]  # is what is refused


def test_a_name_that_is_close_is_proposed() -> None:
    with pytest.raises(UnknownComponent, match=r"No task is called 'reeding'\. Did you mean 'reading'\?"):
        task_named("reeding")


def test_no_two_tasks_have_a_goal_of_one_name() -> None:
    assert len(goals()) == sum(len(task.goals) for task in tasks())


def test_what_code_for_an_earlier_version_imports_is_still_found() -> None:
    found = [getattr(types, name) for name in ("Question", "Claim", "Label", "LABELS", "Tossup")]
    assert found == [Question, Claim, Label, LABELS, Tossup]
    with pytest.raises(AttributeError, match="has no attribute 'Questions'"):
        types.Questions  # noqa: B018
