"""What the engine demands of every perturbation, whoever proposes it: a sentence says what one breaks."""

from collections.abc import Sequence

from stumper.protocols import Constraint
from stumper.types import Example, Perturbation


def same_example(example: Example, perturbation: Perturbation) -> str | None:
    """A perturbation belongs to the example that it is proposed for, and keeps its task."""
    if perturbation.example_id != example.id:
        return f"it perturbs {perturbation.example_id!r}, not {example.id!r}"
    before, after = type(example.query).__name__, type(perturbation.query).__name__
    return None if before == after else f"it asks a {after}, not a {before}"


def broken(constraints: Sequence[Constraint], example: Example, perturbation: Perturbation) -> str | None:
    """What the first of the constraints that does not hold says; None when all hold."""
    return next((said for check in constraints if (said := check(example, perturbation)) is not None), None)
