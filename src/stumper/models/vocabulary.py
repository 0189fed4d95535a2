"""The word embeddings that all embedded systems share, with the tokenizer that cuts words into their pieces."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from stumper.arrays import AGAIN, read_arrays
from stumper.errors import BadData
from stumper.file_bytes import file_text

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
    """The embeddings that stand in a folder of weights; BadData where one of their files holds something else."""
    path = folder / "words.npz"
    found = read_arrays(path, {"rows": "i2", "scales": "f1"})
    if len(found["rows"]) != len(found["scales"]):
        raise BadData(f"{path}: its arrays do not fit each other. {AGAIN}")
    return Words(_tokenizer(folder / "tokenizer.json"), found["rows"], found["scales"])


def _tokenizer(path: Path) -> Tokenizer:
    text = file_text(path)
    try:
        return Tokenizer.from_str(text)
    except Exception as error:  # the library raises no narrower one
        raise BadData(f"{path} is no tokenizer ({error}). {AGAIN}") from error
