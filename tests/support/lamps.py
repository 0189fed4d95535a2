"""Small data sets of questions about lamps, and of claims; and a sentence that is added to a question's paragraph."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Edit, Example, Gold, Passage, Perturbation


def lamp(number: int) -> Example:
    passage = Passage(f"Lamps/{number}", f"Ada Thorn lit lamp {number}.", "Lamps")
    return Example(f"q{number}", Question("Who?", passage), Gold((Answer("Ada Thorn", 0),)))


@dataclass(frozen=True)
class Lamps:
    """So many questions."""

    many: int
    name: str = "lamps"
    fingerprint: str = "lamps-1"

    def __iter__(self) -> Iterator[Example]:
        return map(lamp, range(self.many))


@dataclass(frozen=True)
class Facts:
    """Two claims."""

    name: str = "facts"
    fingerprint: str = "facts-1"

    def __iter__(self) -> Iterator[Example]:
        for id, text in (("7", "The lamp is lit."), ("8", "The sea is dry.")):
            yield Example(id, Claim(text), Gold((Answer("SUPPORTS"),)))


def added(example: Example, text: str) -> Perturbation:
    query: Any = example.query
    context = query.context
    changed = replace(query, context=replace(context, text=f"{context.text} {text}"))
    edit = Edit("context", len(context.text), len(context.text), text)
    return Perturbation(example.id, changed, example.gold, (edit,))
