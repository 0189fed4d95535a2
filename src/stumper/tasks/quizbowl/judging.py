"""What people are asked who judge a tossup."""

from stumper.judgeable import Judgeable, either
from stumper.types import Example, Perturbation

MOST_ANSWERS = 3  # of a tossup's answer line that are named


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The tossup, and whether its answer is still the only one."""
    before, after, gold = example.query, perturbation.query, perturbation.gold
    answers = either([answer.text for answer in gold.answers[:MOST_ANSWERS]])
    asked = f"A quizbowl question, read from its beginning to its end. Is {answers} still its answer, and the only one?"
    return Judgeable(id, asked, after.text, original="" if before.text == after.text else before.text)
