"""When a reader is fooled: the score of its best answer."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from stumper.protocols import Goal
from stumper.tasks.reading.answers import AnswerScore, tokens_of
from stumper.types import Gold, Query


@dataclass(frozen=True, slots=True)
class ReadingGoal:
    """Reached when the best guess scores 0 by ``measure`` (F1 or exact match over the gold answers)."""

    name: str
    measure: Callable[[AnswerScore], float]

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """The best score over the gold answers; an unanswerable question is right only with an empty answer."""
        return self.measure(tokens_of(gold).score(answer))

    def views(self, query: Query) -> Sequence[Query]:
        """The query alone."""
        return (query,)

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """That of the query itself."""
        return scores[-1]

    def reached(self, score: float, before: float) -> bool:
        """Whether nothing of the answer is right."""
        return score == 0


GOALS: Mapping[str, Goal] = {
    "f1_zero": ReadingGoal("f1_zero", attrgetter("f1")),  # AddAny stops there (Jia & Liang 2017, section 3.3.2)
    # A person has fooled the model (Rahurkar et al. 2020).
    "not_exact": ReadingGoal("not_exact", attrgetter("exact_match")),
}
