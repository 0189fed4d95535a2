"""Sentences left out; what the key sentence leans on stays, and so does all that the question speaks of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Paragraph, content_words, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.paragraph_edits import rewritten
from stumper.language.rewording.leaning import leans, takes_as_known
from stumper.text import Stretch, words
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class Ablate:
    """Leaves out sentences other than the key sentence, all of them or some (Rahurkar et al. 2020)."""

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 8

    def __post_init__(self) -> None:
        at_least_one("edit-ablate", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The paragraph with fewer sentences, the shortest first, then with one sentence less."""
        given = paragraph(example)
        if given is None:
            return []
        asked = {_bare(word) for word in content_words(given.question)}
        named = [asked & {_bare(word) for word in words(sentence.text)} for sentence in given.sentences]
        found = (
            rewritten(example, given.laid_out([[given.kept(b[0], b[-1])] for b in kept]), "ablate", rule)
            for rule, kept in _choices(given, given.blocks())
            if _opens_as_a_text(given, kept)
            and set().union(*named) == set().union(*(named[i] for b in kept for i in b))
        )
        return first(self.candidates, found)

    attack = one_batch


def _choices(given: Paragraph, blocks: Sequence[range]) -> Iterator[tuple[str, Sequence[range]]]:
    """Rules, and the runs of sentences that each keeps; of the key's, no more than the key sentence leans on."""
    at = next(i for i, block in enumerate(blocks) if given.key in block)
    key = range(blocks[at].start, given.end_of_quotation() + 1)
    yield "key sentence alone" if len(key) == 1 else "key sentence and what it leans on", [key]
    yield "key sentence and the next", [key, *blocks[at + 1 : at + 2]]
    yield "key sentence and those before", [*blocks[:at], key]
    yield "key sentence and those after", blocks[at:]
    yield "key sentence and its neighbours", blocks[max(at - 1, 0) : at + 2]
    for distance in range(1, len(blocks)):
        for i in (at - distance, at + distance):
            if 0 <= i < len(blocks):
                yield "one before left out" if i < at else "one after left out", [*blocks[:i], *blocks[i + 1 :]]


def _opens_as_a_text(given: Paragraph, kept: Sequence[range]) -> bool:
    """Whether what is kept begins where the paragraph did, or with a sentence that leans on nothing."""
    opening = given.sentences[kept[0].start].text
    return kept[0].start == 0 or not (leans(opening) or takes_as_known(opening))


def _bare(word: Stretch) -> str:
    """The word in small letters and without a possessive's ending."""
    return word.text.lower().removesuffix("'s").removesuffix("’s")
