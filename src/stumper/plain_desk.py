"""Of what most writing desks are made: one text of a query is changed, and what is right stays."""

from collections.abc import Callable, Iterator, Sequence

from stumper.text import Change, word_diff
from stumper.types import Edit, Example, Perturbation
from stumper.wire import Wire


def changes_field(wire: Wire, field: str) -> Callable[[Example, str, str | None, Sequence[str]], Perturbation]:
    """What makes a perturbation of an example whose author changed this field alone."""

    def perturbed(example: Example, text: str, stated: str | None, kinds: Sequence[str]) -> Perturbation:
        edits = edits_between(wire.fields(example.query)[field], text, field, kinds)
        return Perturbation(example.id, wire.with_field(example.query, field, text), example.gold, edits)

    return perturbed


def edits_between(before: str, after: str, field: str, kinds: Sequence[str]) -> tuple[Edit, ...]:
    """What was put in the place of what in a field, in order; ``kinds`` are what its author calls it."""
    return tuple(_edits(word_diff(before, after), field, " + ".join(kinds)))


def _edits(changes: Sequence[Change], field: str, kind: str) -> Iterator[Edit]:
    old = 0
    removed, added = "", ""
    for change in (*changes, Change("kept", "", 0)):
        match change.kind:
            case "removed":
                removed += change.text
            case "added":
                added += change.text
            case "kept":
                if removed or added:
                    yield Edit(field, old, old + len(removed), added, kind)
                old += len(removed) + len(change.text)
                removed, added = "", ""
