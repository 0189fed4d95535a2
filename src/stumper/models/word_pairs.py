"""From a claim and its evidence to the words that an aligning verifier reads, and from words to their vectors."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.models.pairs import evidence_text
from stumper.models.words import Words
from stumper.types import Claim

Array = npt.NDArray[np.float32]
LONGEST_CLAIM, LONGEST_EVIDENCE = 48, 160  # words; what is longer is cut
EMPTY = "[SEP]"  # stands where there is no word
_WORD = re.compile(r"\w+|[^\w\s]")


def word_pair(claim: Claim) -> tuple[list[str], list[str]]:
    """The words of the claim and of its evidence, in lower case; never none."""
    said = _WORD.findall(claim.text.lower())[:LONGEST_CLAIM]
    shown = _WORD.findall(evidence_text(claim).lower())[:LONGEST_EVIDENCE]
    return said or [EMPTY], shown or [EMPTY]


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """A vector for any word: its own where ``table`` has the word, else the mean of the vectors of its pieces.

    A table of vectors that belongs to other pieces (GloVe) gives what it lacks the vector 0.
    """

    words: Words
    table: dict[str, Array] = field(default_factory=dict)
    closed: bool = False

    @property
    def width(self) -> int:
        return len(next(iter(self.table.values()))) if self.closed else self.words.rows.shape[1]

    def of(self, word: str) -> Array:
        """The word's vector, which is kept."""
        if (found := self.table.get(word)) is None:
            found = np.zeros(self.width, np.float32) if self.closed else self._made(word)
            self.table[word] = found
        return found

    def _made(self, word: str) -> Array:
        # The piece that stands for no word has a vector of the right length, and no meaning.
        ids = self.words.tokenizer.encode(word, add_special_tokens=False).ids or [0]
        mean: Array = self.words.embedded(np.array(ids, np.int64)).mean(0)
        return mean


def read_vectors(path: Path, words: Words) -> Vectors:
    """The vectors of a file that ``training/verifier.py`` wrote beside the weights."""
    with np.load(path) as saved:
        rows = saved["rows"].astype(np.float32) * saved["scales"][:, None]
        return Vectors(words, dict(zip(saved["words"].tolist(), rows, strict=True)), closed=True)
