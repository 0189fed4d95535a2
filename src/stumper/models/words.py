"""The word embeddings that all embedded systems share, with the tokenizer that cuts words into their pieces."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

FILES = ("words.npz", "tokenizer.json")


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """A piece's vector is ``rows[id] * scales[id]``."""

    tokenizer: Tokenizer
    rows: npt.NDArray[np.int8]
    scales: npt.NDArray[np.float32]

    def embedded(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.float32]:
        """The vectors of the pieces, [..., 384]."""
        found = self.rows[ids].astype(np.float32)
        found *= self.scales[ids][..., None]
        return found

    def whole(self, text: str) -> tuple[list[str], npt.NDArray[np.float32]]:
        """The words of the text in lower case, and for each the mean vector of its pieces, [words, 384]."""
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        numbers = np.array(encoding.word_ids, np.int64)
        if not len(numbers):
            return [], np.zeros((0, self.rows.shape[1]), np.float32)
        starts = np.flatnonzero(np.diff(numbers, prepend=-1))
        sums = np.add.reduceat(self.embedded(np.array(encoding.ids, np.int64)), starts, axis=0)
        ends = [*starts[1:], len(numbers)]
        words = [
            text[encoding.offsets[first][0] : encoding.offsets[end - 1][1]].lower()
            for first, end in zip(starts, ends, strict=True)
        ]
        return words, sums / np.diff([*starts, len(numbers)])[:, None].astype(np.float32)


@lru_cache(maxsize=4)
def read_words(folder: Path) -> Words:
    """The embeddings that stand in a folder of weights."""
    with np.load(folder / "words.npz") as words:
        rows, scales = words["rows"], words["scales"]
    return Words(Tokenizer.from_file(str(folder / "tokenizer.json")), rows, scales)
