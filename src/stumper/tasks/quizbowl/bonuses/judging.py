"""What people are asked who judge a changed part of a bonus."""

from stumper.judgeable import Judgeable, either
from stumper.types import Example, Perturbation

MOST_ANSWERS = 3  # of an answer line that are named


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The part with its lead-in, and whether its answer is still the only one."""
    before, after = example.query, perturbation.query
    answers = either([answer.text for answer in perturbation.gold.answers[:MOST_ANSWERS]])
    asked = f"One part of a quizbowl bonus. Is {answers} still its answer, and the only one?"
    return Judgeable(id, asked, after.asked, original="" if before.text == after.text else before.asked)  # type: ignore[attr-defined]
