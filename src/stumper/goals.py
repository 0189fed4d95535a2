"""When an attempt has succeeded: the score of an answer, and the score at which a victim is fooled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from stumper.errors import BadOption
from stumper.protocols import Goal
from stumper.scores import AnswerScore, tokens_of
from stumper.scores.fever import finds_evidence, has_label
from stumper.types import Gold


@dataclass(frozen=True, slots=True)
class ReadingGoal:
    """Reached when the best guess scores 0 by ``measure`` (F1 or exact match over the gold answers)."""

    name: str
    measure: Callable[[AnswerScore], float]

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """The best score over the gold answers; an unanswerable question is right only with an empty answer."""
        return self.measure(tokens_of(gold).score(answer))

    def reached(self, score: float) -> bool:
        """Whether nothing of the answer is right."""
        return score == 0


@dataclass(frozen=True, slots=True)
class VerificationGoal:
    """Reached when the label is wrong, or, where evidence is asked for too, when no gold set of it was found."""

    name: str
    needs_evidence: bool

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """1 or 0: label accuracy, or the FEVER score."""
        return float(has_label(gold, answer) and (not self.needs_evidence or finds_evidence(gold, evidence)))

    def reached(self, score: float) -> bool:
        """Whether the claim is judged wrongly."""
        return score == 0


GOALS: dict[str, Goal] = {
    "f1_zero": ReadingGoal("f1_zero", attrgetter("f1")),  # AddAny stops there (Jia & Liang 2017, section 3.3.2)
    "not_exact": ReadingGoal(
        "not_exact", attrgetter("exact_match")
    ),  # a person has fooled the model (Rahurkar et al. 2020)
    "label_wrong": VerificationGoal("label_wrong", needs_evidence=False),
    "fever_zero": VerificationGoal("fever_zero", needs_evidence=True),  # the score of Thorne et al. 2019
}


def goal_named(name: str) -> Goal:
    """The goal of that name, or BadOption."""
    if name not in GOALS:
        raise BadOption(f"There is no goal {name!r}; there are {', '.join(GOALS)}.")
    return GOALS[name]
