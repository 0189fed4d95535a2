"""The words that a neural guesser knows: how a text is cut into them, their vectors, and how much each counts."""

import io
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stumper.arrays import AGAIN, read_arrays
from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData
from stumper.text import words

FILE = "words.npz"
SHORTEST = 5  # letters of a word that may have been run together of two
COMMON, COMMON_SHORT = 20, 200  # how often a part of such a word is met at least; of one or two letters

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class GuesserWords:
    """``vectors[i]`` and ``weights[i]`` are those of ``known[i]``, met ``counts[i]`` times in training."""

    known: tuple[str, ...]
    counts: npt.NDArray[np.int64]
    vectors: Floats
    weights: Floats
    places: Mapping[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", {word: place for place, word in enumerate(self.known)})

    def heard(self, text: str) -> list["Heard"]:
        """The words of the text that are known, in order; any other is passed over."""
        return [
            Heard(place, row)
            for place, word in enumerate(words(text))
            for plain in plain_words(word.text)
            for token in parts(plain, self)
            if (row := self.places.get(token)) is not None
        ]

    def embedded(self, heard: list["Heard"]) -> tuple[Floats, Floats]:
        """The vectors, [words, width], and the weights, the sum of whose squares is 1, [words]."""
        rows = np.array([word.row for word in heard], np.int64)
        weights = self.weights[rows].astype(np.float64)
        length = np.sqrt((weights**2).sum())
        return self.vectors[rows], (weights / (length or 1.0)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Heard:
    """A word as the guesser takes it: which of ``text.words`` it comes from, and which of the known words it is."""

    place: int
    row: int


def plain_words(word: str) -> tuple[str, ...]:
    """Small letters without accents and possessive endings, and numbers, parted where anything else stands between."""
    return _plain(word)


def parts(word: str, vocabulary: GuesserWords) -> tuple[str, ...]:
    """The word; or, where it is not known, the two common words that it may have been run together of."""
    if word in vocabulary.places or len(word) < SHORTEST:
        return (word,)
    found = max(_cuts(word, vocabulary), default=None)
    return (word,) if found is None else found[1]


def run_together(vocabulary: GuesserWords) -> dict[str, tuple[str, str]]:
    """The parts of those known words that are not twice as common as their two parts would stand together by chance."""
    total = float(vocabulary.counts.sum())
    best = {
        word: max(_cuts(word, vocabulary), default=(0.0, ("", "")))
        for word, count in zip(vocabulary.known, vocabulary.counts, strict=True)
        if count < COMMON // 2 and len(word) >= SHORTEST
    }
    counts = vocabulary.counts
    return {word: cut for word, (worth, cut) in best.items() if worth / total > counts[vocabulary.places[word]] / 2}


def save_words(path: Path, vocabulary: GuesserWords) -> None:
    """The file holds the words; their vectors in 8 bits, a scale for each."""
    scales = np.maximum(np.abs(vocabulary.vectors).max(axis=1), 1e-12).astype(np.float32) / 127
    packed = io.BytesIO()
    np.savez_compressed(
        packed,
        known=np.frombuffer("\n".join(vocabulary.known).encode(), np.uint8),
        counts=vocabulary.counts,
        rows=np.rint(vocabulary.vectors / scales[:, None]).astype(np.int8),
        scales=scales,
        weights=vocabulary.weights.astype(np.float32),
    )
    write_bytes(path, packed.getvalue())


def read_words(path: Path) -> GuesserWords:
    """What ``save_words`` wrote; BadData where the file holds something else."""
    file = read_arrays(path, {"known": "u1", "counts": "iu1", "rows": "i2", "scales": "f1", "weights": "f1"})
    known = tuple(bytes(file.pop("known")).decode(errors="replace").split("\n"))
    if {len(array) for array in file.values()} != {len(known)}:
        raise BadData(f"{path}: its arrays do not fit each other. {AGAIN}")
    vectors = file["rows"].astype(np.float32) * file["scales"][:, None]
    return GuesserWords(known, file["counts"], vectors, file["weights"])


_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_POSSESSIVE = re.compile(r"['’]s\b")
_TOKEN = re.compile(r"[a-z]+|[0-9]+")


@lru_cache(1 << 18)
def _plain(word: str) -> tuple[str, ...]:
    spread = unicodedata.normalize("NFKD", _POSSESSIVE.sub("", word.casefold()).translate(_LETTERS))
    bare = "".join(c for c in spread if not unicodedata.combining(c) and c not in "'’")
    return tuple(_TOKEN.findall(bare))


def _cuts(word: str, vocabulary: GuesserWords) -> Iterator[tuple[float, tuple[str, str]]]:
    """Each way to cut it into two common words, with the product of their counts."""
    for end in range(1, len(word)):
        first, second = word[:end], word[end:]
        if (before := _met(first, vocabulary)) and (after := _met(second, vocabulary)):
            yield float(before) * float(after), (first, second)


def _met(part: str, vocabulary: GuesserWords) -> int:
    """How often a part was met as a word; 0 where that is too rarely."""
    place = vocabulary.places.get(part)
    if place is None or (len(part) == 1 and part != "a"):
        return 0
    count = int(vocabulary.counts[place])
    return count if count >= (COMMON_SHORT if len(part) < 3 else COMMON) else 0
