"""What every change of a claim must keep to."""

from collections.abc import Mapping

from stumper.constraints import same_example
from stumper.protocols import Constraint
from stumper.tasks.verification.claim import LABELS, Claim, Label
from stumper.tasks.verification.evidence import is_verifiable
from stumper.types import Example, Gold, Perturbation


def same_evidence(example: Example, perturbation: Perturbation) -> str | None:
    """An attack on a claim alters the claim's text alone: what evidence it comes with and what its gold names stays.

    A claim that is made anew names evidence of its own, and comes with no less than its original.
    """
    before, after = example.query, perturbation.query
    if not isinstance(before, Claim) or not isinstance(after, Claim):
        return None
    if not after.text.strip():
        return "the claim must not be empty"
    if stated_anew(perturbation) is not None:
        return _own_evidence(before, after, example.gold, perturbation.gold)
    if before.evidence != after.evidence or example.gold.evidence_sets != perturbation.gold.evidence_sets:
        return "the evidence must stay as it is"
    return None


def _own_evidence(before: Claim, after: Claim, gold: Gold, own: Gold) -> str | None:
    if not set(before.evidence) <= set(after.evidence):
        return "a claim made anew must come with the evidence that its original comes with"
    if own.matched_by != gold.matched_by:
        return f"its evidence must be matched by {gold.matched_by}, not {own.matched_by}"
    if is_verifiable(own) and own.matched_by != "none" and not own.evidence_sets:
        return "a claim made anew must name the evidence that decides it"
    return None


def stated_anew(perturbation: Perturbation) -> str | None:
    """The label that an edit declares of a claim that it makes anew; None where the evidence is the original's."""
    return next((edit.label for edit in perturbation.edits if edit.label), None)


def declared_label(example: Example, perturbation: Perturbation) -> str | None:
    """The label is the original's, or its opposite where an edit declares so; NOT ENOUGH INFO is never negated. A claim
    that is made anew has the label that its edit declares, one of the data set's."""
    [before], [after] = example.gold.answers, perturbation.gold.answers
    if (anew := stated_anew(perturbation)) is not None:
        return stated_label(example, perturbation) if after.text == anew else _declared(anew, after.text)
    swaps = any(edit.swaps_label for edit in perturbation.edits)
    expected = opposite(example) if swaps else before.text
    if expected is None:
        return f"a claim with the label {before.text} must not be negated"
    if after.text != expected:
        return _declared(expected, after.text)
    return None


def _declared(expected: str, label: str) -> str:
    return f"the label must be {expected} by what its edits declare, not {label}"


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
