"""Word vectors in GloVe's text format: a word and its numbers a line, the most common words first."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.errors import BadData
from stumper.file_bytes import file_lines

MOST_WORDS = 100_000  # of the file; what follows is too rare to stand in for anything


@dataclass(frozen=True, slots=True)
class Vectors:
    """Words in the order of the file, and their vectors at length 1 in float32: [words, size]."""

    words: tuple[str, ...]
    rows: NDArray[np.float32]

    def nearest(self, place: int, most: int) -> list[int]:
        """The places of the words with the highest cosine, the highest first, without the word itself."""
        scores = self.rows @ self.rows[place]
        scores[place] = -np.inf
        most = min(most, len(self.words) - 1)
        top = np.argpartition(-scores, most - 1)[:most] if most else np.empty(0, np.int64)
        return [int(other) for other in top[np.lexsort((top, -scores[top]))]]


def read_vectors(path: Path) -> Vectors:
    """The first 100,000 words of the file, plain or gzipped; a first line of word2vec's (two counts) is passed over.

    Raises BadData with the line where a vector is too short, too long or not of numbers, or a word comes again.
    """
    words: dict[str, None] = {}
    rows: list[NDArray[np.float32]] = []
    for number, line in enumerate(_lines(path), start=1):
        word, _, rest = line.rstrip("\n").rstrip().partition(" ")
        if not rest or (number == 1 and word.isdigit() and rest.strip().isdigit()):
            if not line.strip() or rest:
                continue
            raise BadData(f"{path}, line {number}: {word[:40]!r} has no vector. Give a file of GloVe's text format.")
        row = _numbers(path, number, rest)
        if rows and len(row) != len(rows[0]):
            raise BadData(
                f"{path}, line {number}: {word[:40]!r} has {len(row)} numbers, the first word has {len(rows[0])}. "
                "Every word needs as many."
            )
        if word in words:
            raise BadData(f"{path}, line {number}: the word {word[:40]!r} comes a second time. Leave one of them.")
        words[word] = None
        rows.append(row)
        if len(words) == MOST_WORDS:
            break
    if not rows:
        raise BadData(f"{path} holds no vectors. Give a file of GloVe's text format: a word and its numbers a line.")
    matrix = np.stack(rows)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    return Vectors(tuple(words), (matrix / lengths).astype(np.float32))


def _lines(path: Path) -> Iterator[str]:
    for number, line in enumerate(file_lines(path), start=1):
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadData(f"{path}, line {number}: not UTF-8. Save the file as UTF-8.") from error


def _numbers(path: Path, number: int, text: str) -> NDArray[np.float32]:
    try:
        row = np.array(text.split(), dtype=np.float32)
    except ValueError as error:
        raise BadData(f"{path}, line {number}: {error}. After the word, every part must be a number.") from error
    if not np.isfinite(row).all():
        raise BadData(f"{path}, line {number}: a number is not finite. Every part of a vector must be a finite number.")
    return row
