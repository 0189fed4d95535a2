"""From a claim and its evidence to the words that an aligning verifier reads, and from words to their vectors."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.arrays import AGAIN, read_arrays
from stumper.errors import BadData
from stumper.models.pairs import evidence_text
from stumper.models.vocabulary import Words
from stumper.tasks.verification.claim import Claim

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
    """A vector of one length for any word: its own where ``table`` has the word, else that of the mean of its pieces.

    A table of vectors that belongs to other pieces (GloVe) is ``closed``: what it lacks has the vector 0.
    """

    words: Words
    centre: Array  # what all vectors of pieces have in common, which tells no word from another
    table: dict[str, Array] = field(default_factory=dict)
    closed: bool = False

    @property
    def width(self) -> int:
        """Tells how many numbers a vector has."""
        return len(next(iter(self.table.values()))) if self.closed else len(self.centre)

    def of(self, word: str) -> Array:
        """The word's vector, which is kept."""
        if (found := self.table.get(word)) is None:
            found = np.zeros(self.width, np.float32) if self.closed else self._made(word)
            self.table[word] = found
        return found

    def _made(self, word: str) -> Array:
        # The piece that stands for no word has a vector too, with no meaning.
        ids = self.words.tokenizer.encode(word, add_special_tokens=False).ids or [0]
        return scaled(self.words.embedded(np.array(ids, np.int64)).mean(0) - self.centre)


def piece_vectors(words: Words) -> Vectors:
    """The vectors of all words, from those of their pieces."""
    return Vectors(
        words, np.einsum("ij,i->j", words.rows, words.scales, dtype=np.float32) / np.float32(len(words.rows))
    )


def scaled(vector: Array) -> Array:
    """The vector in its direction, with numbers of about 1."""
    length = float(np.linalg.norm(vector))
    return vector * np.float32(len(vector) ** 0.5 / length) if length else vector


def read_vectors(path: Path, words: Words) -> Vectors:
    """The vectors of a file that ``training/verifier.py`` wrote beside the weights."""
    saved = read_arrays(path, {"rows": "if2", "scales": "f1", "words": "U1"})
    if len({len(array) for array in saved.values()}) > 1:
        raise BadData(f"{path}: its arrays do not fit each other. {AGAIN}")
    rows = saved["rows"].astype(np.float32) * saved["scales"][:, None]
    table = dict(zip(saved["words"].tolist(), rows, strict=True))
    return Vectors(words, np.zeros(rows.shape[1], np.float32), table, closed=True)
