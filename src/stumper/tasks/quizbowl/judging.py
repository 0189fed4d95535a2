"""What people are asked who judge a tossup, or a changed part of a bonus."""

from stumper.judgeable import Judgeable, either
from stumper.tasks.quizbowl.bonuses.bonus_part import BonusPart
from stumper.types import Example, Gold, Perturbation

MOST_ANSWERS = 3  # of an answer line that are named


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The tossup, and whether its answer is still the only one."""
    before, after = example.query, perturbation.query
    asked = _asked("A quizbowl question, read from its beginning to its end", perturbation.gold)
    return Judgeable(id, asked, after.text, original="" if before.text == after.text else before.text)


def judgeable_part(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The part with its lead-in, and whether its answer is still the only one."""
    before, after = example.query, perturbation.query
    assert isinstance(before, BonusPart), "a part of a bonus"
    assert isinstance(after, BonusPart), "a part of a bonus"
    asked = _asked("One part of a quizbowl bonus", perturbation.gold)
    return Judgeable(id, asked, after.asked, original="" if before.text == after.text else before.asked)


def _asked(what: str, gold: Gold) -> str:
    answers = either([answer.text for answer in gold.answers[:MOST_ANSWERS]])
    return f"{what}. Is {answers} still its answer, and the only one?"
