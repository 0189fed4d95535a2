"""Characters of a paragraph with others put in their place."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.adversaries.reading.edits.paragraph import Paragraph
from stumper.adversaries.reading.rewriting import rewritten
from stumper.language.rewording.pieces import Kept, Piece
from stumper.types import Perturbation


@dataclass(frozen=True, slots=True)
class Change:
    """``text`` for the characters [start, end) of the paragraph."""

    start: int
    end: int
    text: str


def changed(given: Paragraph, changes: Sequence[Change], kind: str, rule: str) -> Perturbation | None:
    """The paragraph with these changes, in whatever order they are given; None where an answer is lost.

    One that begins within an earlier one is left out.
    """
    pieces: list[Piece] = []
    done = 0
    for change in sorted(changes, key=lambda change: change.start):
        if change.start >= done:
            pieces += [Kept(done, change.start), change.text]
            done = change.end
    return rewritten(given.example, [*pieces, Kept(done, len(given.text))], kind, rule)
