"""When a reader is fooled: the score of its best answer, the best over the gold ones.

An unanswerable question is right only with an empty answer.
"""

from collections.abc import Mapping, Sequence

from stumper.answer_goal import AnswerGoal
from stumper.answers import tokens_of
from stumper.protocols import Goal
from stumper.types import Gold


def _f1(gold: Gold, answer: str, evidence: Sequence[str]) -> float:
    return tokens_of(gold).score(answer).f1


def _exact_match(gold: Gold, answer: str, evidence: Sequence[str]) -> float:
    return tokens_of(gold).score(answer).exact_match


GOALS: Mapping[str, Goal] = {
    "f1_zero": AnswerGoal("f1_zero", _f1),  # AddAny stops there (Jia & Liang 2017, section 3.3.2)
    "not_exact": AnswerGoal("not_exact", _exact_match),  # a person has fooled the model (Rahurkar et al. 2020)
}
