"""A question asked in other words of the same paragraph, or of the same passages: the answers stay."""

from collections.abc import Sequence
from dataclasses import replace

from stumper.adversaries.reading.edits.paragraph import Change
from stumper.types import Edit, Example, Perturbation


def reasked(example: Example, changes: Sequence[Change], kind: str, rule: str) -> Perturbation | None:
    """The example with these changes of its question, which do not overlap; None where nothing changes."""
    text = example.query.text
    ordered = sorted(changes, key=lambda change: change.start)
    new = text
    for change in reversed(ordered):
        new = new[: change.start] + change.text + new[change.end :]
    if new == text:
        return None
    edits = tuple(Edit("question", change.start, change.end, change.text, kind, rule) for change in ordered)
    return Perturbation(example.id, replace(example.query, text=new), example.gold, edits)
