"""An attempt all of whose perturbations break a constraint says so, instead of passing for one that was withstood."""

from dataclasses import replace
from random import Random

from driving import driven
from stumper.adversaries.from_file import FromFile
from stumper.goals import goal_named
from stumper.runs import Memory, Oracle, Rules, attempt
from stumper.tasks.reading.constraints import CONSTRAINTS as READING
from stumper.tasks.reading.question import Question
from stumper.testing import EXAMPLE, Finds, ScriptedVictim
from stumper.types import Attempt, Example, Passage


def met(*variants: Example) -> Attempt:
    adversary = FromFile("unread")  # type: ignore[arg-type]
    adversary.__dict__["variants"] = {EXAMPLE.id: variants}
    oracle = Oracle("v", ScriptedVictim(Finds(("Ada Thorn",))), "v", Memory())
    rules = Rules(goal_named("f1_zero"), READING)
    lane = attempt("run", ("from-file", "v"), rules, adversary, EXAMPLE, Random(1))
    return driven(lane, oracle.ask)[1]


def variant(question: str, more: str = "") -> Example:
    assert isinstance(EXAMPLE.query, Question)
    context = EXAMPLE.query.context
    return replace(EXAMPLE, id="v", query=Question(question, Passage("v", context.text + more, context.title)))


def test_the_broken_constraint_is_the_reason() -> None:
    made = met(variant("Who lit it?"), variant("By whom was it lit?"))
    assert (made.outcome, made.queries, made.perturbation) == ("failed", 1, None)
    assert made.reason == "the question must stay as it is"


def test_one_that_could_be_asked_is_reason_enough_to_say_nothing() -> None:
    made = met(variant("Who lit it?"), variant(EXAMPLE.query.text, " It was cold."))
    assert (made.outcome, made.queries, made.reason) == ("failed", 2, None)
