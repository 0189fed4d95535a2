"""What every change of a claim must keep to."""

from collections.abc import Mapping

from stumper.constraints import same_example
from stumper.protocols import Constraint
from stumper.tasks.verification.claim import LABELS, Claim, Label
from stumper.types import Example, Perturbation


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
    expected = opposite(example) if swaps else before.text
    if expected is None:
        return f"a claim with the label {before.text} must not be negated"
    if after.text != expected:
        return f"the label must be {expected} by what its edits declare, not {after.text}"
    return None


def stated_label(example: Example, perturbation: Perturbation) -> str | None:
    """The label is one that there is: whoever writes a claim by hand says what is true of it now, and may say any.

    A claim that reads as before has the label that it had.
    """
    [before], [after] = example.gold.answers, perturbation.gold.answers
    known = example.query.labels if isinstance(example.query, Claim) else LABELS
    if after.text not in known:
        return f"the label must be one of {', '.join(known)}, not {after.text}"
    if after.text != before.text and perturbation.query.text == example.query.text:
        return f"the label of an unchanged claim must stay {before.text}"
    return None


def opposite(example: Example) -> str | None:
    """The label of the claim's negation among those of its data set; None where there is none, or nobody can tell."""
    known = example.query.labels if isinstance(example.query, Claim) else LABELS
    found = OPPOSITES.get(example.gold.answers[0].text)
    if found == "REFUTES" and "REFUTES" not in known:
        return "NOT SUPPORTED" if "NOT SUPPORTED" in known else None
    return found


OPPOSITES: Mapping[str, Label] = {"SUPPORTS": "REFUTES", "REFUTES": "SUPPORTS"}
CONSTRAINTS: tuple[Constraint, ...] = (same_example, same_evidence, declared_label)
BY_PEOPLE: tuple[Constraint, ...] = (same_example, same_evidence, stated_label)
