"""The goal of most tasks: a query is asked as it is, and the victim is fooled once its answer is not right at all."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stumper.types import Gold, Query


@dataclass(frozen=True, slots=True)
class AnswerGoal:
    """Reached when the best guess scores 0 by ``right``: of gold, answer and evidence, with values in [0, 1]."""

    name: str
    right: Callable[[Gold, str, Sequence[str]], float]

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """How right one answer is, with the evidence that it was given for."""
        return self.right(gold, answer, evidence)

    def views(self, query: Query) -> Sequence[Query]:
        """The query alone."""
        return (query,)

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """The score of the query itself."""
        return scores[-1]

    def reached(self, score: float, before: float) -> bool:
        """Whether nothing of the answer is right."""
        return score == 0
