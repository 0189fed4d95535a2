"""How rare a word is, in a small table of hashed words."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stumper.victims.logistic.hashing import key

SIZE = 1 << 16
STEP = 1 / 16  # of what is told


@dataclass(frozen=True, slots=True, eq=False)
class Rarity:
    """``table`` holds the log of paragraphs by paragraphs that have a word, in steps; of words that share a place the
    more common one decides."""

    table: npt.NDArray[np.uint8]

    def of(self, word: str) -> float:
        """The word's, between 0 and 16."""
        return float(self.table[key(word) % SIZE]) * STEP


def rarity(paragraphs: Iterable[Iterable[str]]) -> Rarity:
    """Counted in these paragraphs."""
    counts: dict[str, int] = {}
    total = 0
    for words in paragraphs:
        total += 1
        for word in set(words):
            counts[word] = counts.get(word, 0) + 1
    most = np.ones(SIZE)
    for word, count in counts.items():
        place = key(word) % SIZE
        most[place] = max(most[place], count)
    return Rarity(np.clip(np.rint(np.log((total + 1) / most) / STEP), 0, 255).astype(np.uint8))
