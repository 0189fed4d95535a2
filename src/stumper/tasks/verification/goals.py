"""When a verifier is fooled: its label, with or without evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.protocols import Goal
from stumper.tasks.verification.evidence import finds_evidence, has_label
from stumper.types import Gold, Query


@dataclass(frozen=True, slots=True)
class VerificationGoal:
    """Reached when the label is wrong, or, where evidence is asked for too, when no gold set of it was found."""

    name: str
    needs_evidence: bool

    def score(self, gold: Gold, answer: str, evidence: Sequence[str] = ()) -> float:
        """1 or 0: label accuracy, or the FEVER score."""
        return float(has_label(gold, answer) and (not self.needs_evidence or finds_evidence(gold, evidence)))

    def views(self, query: Query) -> Sequence[Query]:
        """The query alone."""
        return (query,)

    def combined(self, views: Sequence[Query], scores: Sequence[float]) -> float:
        """That of the query itself."""
        return scores[-1]

    def reached(self, score: float, before: float) -> bool:
        """Whether the claim is judged wrongly."""
        return score == 0


GOALS: Mapping[str, Goal] = {
    "label_wrong": VerificationGoal("label_wrong", needs_evidence=False),
    "fever_zero": VerificationGoal("fever_zero", needs_evidence=True),  # the score of Thorne et al. 2019
}
