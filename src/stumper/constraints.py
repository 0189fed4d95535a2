"""What the engine demands of every perturbation, whoever proposes it: a sentence says what one breaks."""

from collections.abc import Iterable, Sequence

from stumper.errors import UnknownComponent
from stumper.protocols import Constraint
from stumper.registry import task_of
from stumper.types import Example, Perturbation


def same_example(example: Example, perturbation: Perturbation) -> str | None:
    """A perturbation belongs to the example that it is proposed for, and keeps its task."""
    if perturbation.example_id != example.id:
        return f"it perturbs {perturbation.example_id!r}, not {example.id!r}"
    before, after = type(example.query).__name__, type(perturbation.query).__name__
    return None if before == after else f"it asks a {after}, not a {before}"


def broken(constraints: Sequence[Constraint], example: Example, perturbation: Perturbation) -> str | None:
    """What the first of the constraints that does not hold says, or that a text of the perturbation cannot be written
    to a file; None when all hold. UnknownComponent where a constraint says something else than a sentence."""
    for check in constraints:
        if (said := check(example, perturbation)) is not None:
            if isinstance(said, str):
                return said
            where = f"{getattr(check, '__module__', '')}:{getattr(check, '__qualname__', repr(check))}"
            raise UnknownComponent(f"The constraint {where} says {said!r} of a perturbation of {example.id!r}. Return "
                                   "a sentence where it is broken, and None where it holds.")  # fmt: skip
    query, gold = perturbation.query, perturbation.gold
    fault = _unwritable(task_of(query).wire.parts(query))
    for edit in perturbation.edits:
        if not (edit.text.isascii() and edit.rule.isascii() and edit.kind.isascii()):
            fault = fault or _unwritable((edit.text, edit.rule, edit.kind))
    if gold is not example.gold:
        passages = [[one.id, one.title, one.text] for one in gold.passages]
        answers = [answer.text for answer in gold.answers]
        fault = fault or _unwritable([*answers, *gold.rejects, *gold.prompts, gold.evidence_text, *passages])
    return fault


def _unwritable(values: Iterable[object]) -> str | None:
    """What in JSON values is no text that a file or a report can hold. Of most texts Python knows that they are ASCII,
    which costs nothing: thousands of perturbations a second are looked at."""
    for value in values:
        if isinstance(value, str):
            if not value.isascii() and (fault := _half(value)) is not None:
                return fault
        elif isinstance(value, list) and (fault := _unwritable(value)) is not None:
            return fault
    return None


def _half(text: str) -> str | None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        return f"a text of it has half a character at {error.start}, {text[error.start]!r}, which no file can hold"
    return None
