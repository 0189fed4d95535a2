"""What every change of a question or its paragraph must keep to."""

from stumper.constraints import same_example
from stumper.protocols import Constraint
from stumper.tasks.reading.question import Question
from stumper.types import Example, Perturbation


def one_side(example: Example, perturbation: Perturbation) -> str | None:
    """The question stays as it was; an attack whose edits are all of the question leaves the paragraph instead."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Question) or not isinstance(after, Question) or before.text == after.text:
        return None
    if not perturbation.edits or any(edit.field != "question" for edit in perturbation.edits):
        return "the question must stay as it is"
    return "the paragraph must stay as it is" if before.context.text != after.context.text else None


def same_answers(example: Example, perturbation: Perturbation) -> str | None:
    """The gold answers stay the same texts, in the same order."""
    before, after = example.gold, perturbation.gold
    if [answer.text for answer in before.answers] != [answer.text for answer in after.answers]:
        return "the gold answers must stay as they are"
    return "the question must stay as answerable as it was" if before.answerable != after.answerable else None


def answers_still_stand(example: Example, perturbation: Perturbation) -> str | None:
    """Every gold answer that stood in the paragraph still stands there, where the perturbed gold says."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Question) or not isinstance(after, Question):
        return None
    for old, new in zip(example.gold.answers, perturbation.gold.answers, strict=True):
        if old.start is None or not before.context.text.startswith(old.text, old.start):
            continue
        if new.start is None or not after.context.text.startswith(new.text, new.start):
            return f"the answer {old.text!r} must stay in the paragraph"
    return None


CONSTRAINTS: tuple[Constraint, ...] = (same_example, one_side, same_answers, answers_still_stand)
