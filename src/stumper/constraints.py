"""What the engine demands of every perturbation, whoever proposes it: a sentence says what one breaks."""

from collections.abc import Mapping, Sequence

from stumper.protocols import Constraint
from stumper.types import LABELS, Claim, Example, Label, Perturbation, Question


def same_example(example: Example, perturbation: Perturbation) -> str | None:
    """A perturbation belongs to the example that it is proposed for, and keeps its task."""
    if perturbation.example_id != example.id:
        return f"it perturbs {perturbation.example_id!r}, not {example.id!r}"
    before, after = type(example.query).__name__, type(perturbation.query).__name__
    return None if before == after else f"it asks a {after}, not a {before}"


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


def same_evidence(example: Example, perturbation: Perturbation) -> str | None:
    """An attack on a claim alters the claim's text alone: what evidence it comes with and what its gold names stays."""
    before, after = example.query, perturbation.query
    if not isinstance(before, Claim) or not isinstance(after, Claim):
        return None
    if before.evidence != after.evidence or example.gold.evidence_sets != perturbation.gold.evidence_sets:
        return "the evidence must stay as it is"
    return None if after.text.strip() else "the claim must not be empty"


def declared_label(example: Example, perturbation: Perturbation) -> str | None:
    """The label is the original's, or its opposite where an edit declares so; NOT ENOUGH INFO is never negated."""
    [before], [after] = example.gold.answers, perturbation.gold.answers
    swaps = any(edit.swaps_label for edit in perturbation.edits)
    if swaps and before.text not in OPPOSITES:
        return f"a claim with the label {before.text} must not be negated"
    if after.text != (expected := OPPOSITES[before.text] if swaps else before.text):
        return f"the label must be {expected} by what its edits declare, not {after.text}"
    return None


def stated_label(example: Example, perturbation: Perturbation) -> str | None:
    """The label is one that there is: whoever writes a claim by hand says what is true of it now, and may say any.

    A claim that reads as before has the label that it had.
    """
    [before], [after] = example.gold.answers, perturbation.gold.answers
    if after.text not in LABELS:
        return f"the label must be one of {', '.join(LABELS)}, not {after.text}"
    if after.text != before.text and perturbation.query.text == example.query.text:
        return f"the label of an unchanged claim must stay {before.text}"
    return None


OPPOSITES: Mapping[str, Label] = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS"}
READING: tuple[Constraint, ...] = (same_example, one_side, same_answers, answers_still_stand)
VERIFICATION: tuple[Constraint, ...] = (same_example, same_evidence, declared_label)
VERIFICATION_BY_PEOPLE: tuple[Constraint, ...] = (same_example, same_evidence, stated_label)


def broken(constraints: Sequence[Constraint], example: Example, perturbation: Perturbation) -> str | None:
    """What the first of the constraints that does not hold says; None when all hold."""
    return next((said for check in constraints if (said := check(example, perturbation)) is not None), None)
