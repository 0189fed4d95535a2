"""The key sentence said in another way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.clause import laid_out
from stumper.language.rewording.one_sentence import parsed
from stumper.language.rewording.restated import reworded
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """Says the key sentence in another voice or word order, through its parse (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)

    candidates: int = 6
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-paraphrase", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The key sentence by each transformation that fits it, in the order of the table."""
        given = paragraph(example)
        return [] if given is None else first(self.candidates, _paraphrases(given, self.pipeline))

    attack = one_batch


def _paraphrases(given: Paragraph, pipeline: str) -> Iterator[Perturbation | None]:
    key = given.key_sentence
    parse = parsed(key.text, pipeline)
    if parse is None:
        return
    for rule, parts in reworded(parse):
        pieces = laid_out(parse, key.start, parts, given.text)
        if pieces is not None:
            yield rewritten(given.example, given.replaced(key.start, key.end, pieces), "paraphrase", rule)
