"""When a retrieval-augmented system is fooled: by its best answer, or by a certain answer that an attack wants said.

An unanswerable question is right only with an empty answer.
"""

from collections.abc import Mapping, Sequence

from stumper.answer_goal import AnswerGoal
from stumper.answers import contained, tokens_of
from stumper.errors import BadData
from stumper.protocols import Goal
from stumper.text import normalise_answer
from stumper.types import Gold, Instance


def f1(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """The F1 of an answer with the nearest gold one."""
    return tokens_of(gold).score(answer).f1


def exact_match(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """1 where the answer is a gold one, once both are normalised."""
    return tokens_of(gold).score(answer).exact_match


def abstains(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """1 where a system says that there is no answer, whether or not that is right."""
    return float(not normalise_answer(answer))


def untargeted(gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
    """0 where the answer says what an attack wants said, and no right answer beside it; else 1."""
    said = f" {normalise_answer(answer)} "
    wanted = any(f" {one} " in said for text in gold.rejects if (one := normalise_answer(text)))
    return 0.0 if wanted and not (gold.answers and contained(gold, answer)) else 1.0


def meant(instances: Sequence[Instance]) -> str:
    """The goal for which variants were made: to have an answer said that an attack wants, or to have a question
    answered that nothing answers any more; "" of all others. BadData where some have another than others."""
    goals = list(dict.fromkeys(map(_meant, instances)))
    if len(goals) > 1:
        names = " and ".join(goal or next(iter(GOALS)) for goal in goals)
        raise BadData(f"its variants have several goals, {names}, which no figure can be about. Part them by files.")
    return goals[0] if goals else ""


def _meant(instance: Instance) -> str:
    before, after = instance.example.gold, instance.perturbation.gold
    if after.rejects:
        return "target_given"
    is_taken_away = after.answerable is False and before.answerable is not False
    return "answered_anyway" if is_taken_away else ""


GOALS: Mapping[str, Goal] = {
    "answer_wrong": AnswerGoal("answer_wrong", f1),
    "answer_not_exact": AnswerGoal("answer_not_exact", exact_match),
    "answer_not_contained": AnswerGoal("answer_not_contained", contained),
    "target_given": AnswerGoal("target_given", untargeted),
    "answered_anyway": AnswerGoal("answered_anyway", f1),  # of what has no answer any more
}
