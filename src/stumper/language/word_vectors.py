"""Vectors of words from the pieces that they are made of, without any parser: to import spaCy takes a second."""

import unicodedata
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.parser_lock import parsing

TABLE = Path(__file__).parent / "pipeline" / "pieces.npz"
Floats = npt.NDArray[np.float32]


@lru_cache(100_000)
def word_vector(word: str) -> Floats:
    """The mean vector of the word's pieces; of a word that has none in the table, zeros."""
    pieces, vectors = _table()
    found = _pieces(_plain(word), pieces)
    return vectors[found].mean(axis=0) if found else np.zeros(vectors.shape[1], np.float32)


def vector_width() -> int:
    """The number of dimensions of each word's vector."""
    return int(_table()[1].shape[1])


def _plain(word: str) -> str:
    """Small letters without accents, as the encoder's vocabulary has them."""
    return "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))


def _pieces(word: str, known: dict[str, int]) -> list[int]:
    """The rows of the longest pieces from left to right; what no piece covers is passed over."""
    found, begin = [], 0
    while begin < len(word):
        mark = "##" if begin else ""
        for end in range(min(len(word), begin + 18), begin, -1):
            if (row := known.get(mark + word[begin:end])) is not None:
                found.append(row)
                begin = end
                break
        else:
            begin += 1
    return found


@cache
def _table() -> tuple[dict[str, int], Floats]:
    with parsing(), np.load(TABLE) as stored:
        pieces = bytes(stored["pieces"]).decode().split("\n")
        vectors = stored["rows"].astype(np.float32) * stored["scales"]
    return {piece: row for row, piece in enumerate(pieces)}, vectors
