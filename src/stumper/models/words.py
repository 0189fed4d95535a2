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


@lru_cache(maxsize=4)
def read_words(folder: Path) -> Words:
    """The embeddings that stand in a folder of weights."""
    with np.load(folder / "words.npz") as words:
        rows, scales = words["rows"], words["scales"]
    return Words(Tokenizer.from_file(str(folder / "tokenizer.json")), rows, scales)
