"""What the engine demands of every perturbation, whoever proposes it: a sentence says what one breaks."""

from collections.abc import Sequence

from stumper.protocols import Constraint
from stumper.types import Example, Perturbation, Question


def same_example(example: Example, perturbation: Perturbation) -> str | None:
    """A perturbation belongs to the example that it is proposed for, and keeps its task."""
    if perturbation.example_id != example.id:
        return f"it perturbs {perturbation.example_id!r}, not {example.id!r}"
    before, after = type(example.query).__name__, type(perturbation.query).__name__
    return None if before == after else f"it asks a {after}, not a {before}"


def same_question(example: Example, perturbation: Perturbation) -> str | None:
    """The question stays as it was."""
    before, after = example.query, perturbation.query
    if isinstance(before, Question) and isinstance(after, Question) and before.text != after.text:
        return "the question must stay as it is"
    return None


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


READING: tuple[Constraint, ...] = (same_example, same_question, same_answers, answers_still_stand)


def broken(constraints: Sequence[Constraint], example: Example, perturbation: Perturbation) -> str | None:
    """What the first of the constraints that does not hold says; None when all hold."""
    return next((said for check in constraints if (said := check(example, perturbation)) is not None), None)
