"""Tantivy's BM25, worked out for any text by the statistics of an index that need not hold it."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum, log

from stumper.retrieval.fulltext import analyzer

K1, B = 1.2, 0.75
EXACT = 24  # lengths of a text, in terms, that an index keeps as they are; longer ones in four bits beside an exponent
_STEPS = [*range(8), *((8 + step % 8) << (step // 8 - 1) for step in range(8, 256 - EXACT))]
LENGTHS = (*range(EXACT), *(EXACT + step for step in _STEPS))


@dataclass(frozen=True, slots=True)
class Weighing:
    """What each term of a query weighs in an index, and how many terms a text there has on average."""

    weights: Mapping[str, float]
    average: float

    def score(self, text: str) -> float:
        """What tantivy gives a text of the index, but for the rounding of its numbers."""
        counts = Counter(analyzer().analyze(text.encode(errors="replace").decode()))
        norm = K1 * (1 - B + B * kept_length(counts.total()) / self.average)
        return fsum(weight * counts[term] / (counts[term] + norm) for term, weight in self.weights.items())

    @property
    def most(self) -> float:
        """More than any text scores."""
        return fsum(self.weights.values())


def weight(texts: int, having: int) -> float:
    """What a term weighs that ``having`` of an index's texts have."""
    return (K1 + 1) * log(1 + (texts - having + 0.5) / (having + 0.5))


def kept_length(length: int) -> int:
    """What an index keeps of a text's length in one byte: the greatest of ``LENGTHS`` that is no greater."""
    kept: int = LENGTHS[bisect_right(LENGTHS, length) - 1]
    return kept
