"""A sentence put before or after a paragraph."""

from typing import Literal

from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.pieces import Kept, Piece
from stumper.tasks.reading.question import Question
from stumper.types import Example, Perturbation

Place = Literal["append", "prepend"]


def inserted(example: Example, sentence: str, place: Place, kind: str = "", rule: str = "") -> Perturbation:
    """The example with a sentence more; one space stands between it and the paragraph."""
    assert isinstance(example.query, Question), "a sentence is inserted into a question's paragraph"
    whole = Kept(0, len(example.query.context.text))
    pieces: list[Piece] = [whole, f" {sentence}"] if place == "append" else [f"{sentence} ", whole]
    perturbation = rewritten(example, pieces, kind, rule)
    assert perturbation is not None, "what is kept whole keeps its answers"
    return perturbation
