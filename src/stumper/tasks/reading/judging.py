"""What people are asked who judge a question or its paragraph."""

from stumper.judgeable import Judgeable, either
from stumper.tasks.reading.question import Question
from stumper.types import Example, Perturbation


def judgeable(id: str, example: Example, perturbation: Perturbation, evidence: str) -> Judgeable:
    """The paragraph, and whether it says the answer; of a changed question the original too."""
    before, after, gold = example.query, perturbation.query, perturbation.gold
    assert isinstance(after, Question), "a question"
    answers = either([answer.text for answer in gold.answers])
    holds = f"Does the text say that the answer is {answers}?" if answers else "Does the text leave the question open?"
    if before.text != after.text:
        return Judgeable(id, f"The text is the evidence. {holds}", after.text, after.context.text, before.text)
    return Judgeable(id, f"“{after.text}” {holds}", after.context.text)
