"""Sentences in another order; what leans on a sentence stays behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.leaning import leans
from stumper.types import Example, Perturbation

SHUFFLES = 8


@dataclass(frozen=True, slots=True)
class Reorder:
    """Puts the paragraph's sentences in another order, the key sentence first or last (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 6

    def __post_init__(self) -> None:
        at_least_one("edit-reorder", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """Orders of the sentences, those that move the key sentence furthest first."""
        given = paragraph(example)
        if given is None:
            return []
        blocks = given.blocks()
        found = (
            rewritten(example, given.laid_out([[given.kept(b[0], b[-1])] for b in order]), "reorder", rule)
            for rule, order in _orders(given, blocks, rng)
        )
        return first(self.candidates, found)

    attack = one_batch


def _orders(given: Paragraph, blocks: Sequence[range], rng: Random) -> Iterator[tuple[str, Sequence[range]]]:
    """Rules and orders; a paragraph that opens with a word that leans on something outside keeps its opening."""
    fixed = blocks[:1] if leans(given.sentences[0].text) else []
    free = list(blocks[len(fixed) :])
    key = next((block for block in free if given.key in block), None)
    if key is not None:
        others = [block for block in free if block is not key]
        at = free.index(key)
        yield "key sentence first", [*fixed, key, *others]
        yield "key sentence last", [*fixed, *others, key]
        yield "key sentence and the next swapped", [*fixed, *others[: at + 1], key, *others[at + 1 :]]
        yield (
            "key sentence and the one before swapped",
            [*fixed, *others[: max(at - 1, 0)], key, *others[max(at - 1, 0) :]],
        )
    yield "reversed", [*fixed, *reversed(free)]
    yield "first sentence last", [*fixed, *free[1:], *free[:1]]
    yield "last sentence first", [*fixed, *free[-1:], *free[:-1]]
    for _ in range(SHUFFLES):
        yield "shuffled", [*fixed, *rng.sample(free, len(free))]
