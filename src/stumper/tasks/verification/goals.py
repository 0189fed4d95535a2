"""When a verifier is fooled: its label, with or without evidence."""

from collections.abc import Mapping, Sequence

from stumper.answer_goal import AnswerGoal
from stumper.protocols import Goal
from stumper.tasks.verification.evidence import finds_evidence, has_label
from stumper.types import Gold


def _label(gold: Gold, answer: str, evidence: Sequence[str]) -> float:
    """Label accuracy: 1 or 0."""
    return float(has_label(gold, answer))


def _label_and_evidence(gold: Gold, answer: str, evidence: Sequence[str]) -> float:
    """The FEVER score: 1 or 0."""
    return float(has_label(gold, answer) and finds_evidence(gold, evidence))


GOALS: Mapping[str, Goal] = {
    "label_wrong": AnswerGoal("label_wrong", _label),
    "fever_zero": AnswerGoal("fever_zero", _label_and_evidence),  # the score of Thorne et al. 2019
}
