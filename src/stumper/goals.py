"""When an attempt has succeeded: the score of an answer, and the score at which a victim is fooled."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from stumper.errors import BadOption
from stumper.protocols import Goal
from stumper.scores import AnswerScore, tokens_of
from stumper.types import Gold


@dataclass(frozen=True, slots=True)
class ReadingGoal:
    """Reached when the best guess scores 0 by ``measure`` (F1 or exact match over the gold answers)."""

    name: str
    measure: Callable[[AnswerScore], float]

    def score(self, gold: Gold, answer: str) -> float:
        """The best score over the gold answers; an unanswerable question is right only with an empty answer."""
        return self.measure(tokens_of(gold).score(answer))

    def reached(self, score: float) -> bool:
        """Whether nothing of the answer is right."""
        return score == 0


GOALS: dict[str, Goal] = {
    "f1_zero": ReadingGoal("f1_zero", attrgetter("f1")),  # AddAny stops there (Jia & Liang 2017, section 3.3.2)
    "not_exact": ReadingGoal(
        "not_exact", attrgetter("exact_match")
    ),  # a person has fooled the model (Rahurkar et al. 2020)
}


def goal_named(name: str) -> Goal:
    """The goal of that name, or BadOption."""
    if name not in GOALS:
        raise BadOption(f"There is no goal {name!r}; there are {', '.join(GOALS)}.")
    return GOALS[name]
