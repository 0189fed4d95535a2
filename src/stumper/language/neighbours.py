"""The nearest words of a word: of its tag and kind, from the embedded table, or by vectors of the user's.

The table (training/CARD-neighbours.md) has the most common English words, names among them; numbers follow rules.
"""

import gzip
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.errors import BadData
from stumper.file_bytes import file_lines
from stumper.language.inflection import cased
from stumper.language.numerals import others
from stumper.language.unseemly import is_unseemly
from stumper.parser_lock import parsing

MOST_NEIGHBOURS = 100  # neighbours of a word


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A word near another, with its usual Penn tag."""

    word: str
    tag: str


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Words with their tags, and for the place of each a function that gives the places of its nearest ones."""

    words: Sequence[str]
    tags: Sequence[str]
    near: Callable[[int], Sequence[int]]
    places: dict[str, int]
    seen: dict[str, tuple[Neighbour, ...]] = field(default_factory=dict, repr=False)

    def nearest(self, word: str) -> tuple[Neighbour, ...]:
        """At most 100 neighbours, nearest first, in the word's capitals; none where the word is not known.

        Numbers, in figures or words, have other numbers of the same kind and form.
        """
        if word not in self.seen:
            self.seen[word] = self._numbers(word) or self._words(word)
        return self.seen[word]

    def _numbers(self, word: str) -> tuple[Neighbour, ...]:
        tag = "JJ" if word.lower().endswith(("st", "nd", "rd", "th")) else "CD"
        return tuple(Neighbour(other, tag) for other in others(word))

    def _words(self, word: str) -> tuple[Neighbour, ...]:
        spellings = (word, word.lower(), word.capitalize(), word.title(), word.upper())
        place = next((self.places[spelling] for spelling in spellings if spelling in self.places), None)
        if place is None:
            return ()
        same = self.words[place] == word
        found = ((self.words[other], self.tags[other]) for other in self.near(place))
        return tuple(
            Neighbour(other if same else cased(other, word), tag) for other, tag in found if not is_unseemly(other)
        )


@cache
def load_neighbours(vectors: Path | None = None) -> Neighbours:
    """The embedded neighbours, or those by the cosine of the vectors in a file of GloVe's text format.

    Raises BadData where the file is not of that format.
    """
    return _embedded() if vectors is None else _from_vectors(vectors)


@cache
def name_class(word: str) -> str | None:
    """The class of a name in the table ("city", "surname", "broadcaster"); None where it is not known."""
    return _classes().get(word)


def listed() -> list[tuple[str, str]]:
    """The words of the table with their tags, the most common word first."""
    words, tags, _ = _columns()
    return list(zip(words, tags, strict=True))


@cache
def places() -> dict[str, int]:
    """The place of each listed word."""
    return {word: place for place, (word, _) in enumerate(listed())}


def _embedded() -> Neighbours:
    import numpy as np

    with _package("near.npz").open("rb") as file, parsing(), np.load(file) as stored:
        table = stored["near"]
    words, tags, _ = _columns()
    free = np.iinfo(table.dtype).max

    def near(place: int) -> list[int]:
        return [int(other) for other in table[place] if other != free]

    return Neighbours(words, tags, near, {word: place for place, word in enumerate(words)})


def _from_vectors(path: Path) -> Neighbours:
    vectors, usual = read_vectors(path), _usual_tags()
    tags = [usual.get(word.lower()) or _guessed(word) for word in vectors.words]
    places = {word: place for place, word in enumerate(vectors.words)}
    return Neighbours(vectors.words, tags, lambda place: vectors.nearest(place, MOST_NEIGHBOURS), places)


def _guessed(word: str) -> str:
    """The tag of a word that the table has not."""
    return "CD" if word[:1].isdigit() else "NN" if word.islower() and len(word) > 1 else "NNP"


@cache
def _usual_tags() -> dict[str, str]:
    """The tags of the table's words in lower case; of words that differ in capitals alone, that of the most common."""
    tags: dict[str, str] = {}
    for word, tag in listed():
        tags.setdefault(word.lower(), tag)
    return tags


@cache
def _classes() -> dict[str, str]:
    words, _, classes = _columns()
    return {word: name for word, name in zip(words, classes, strict=True) if name}


@cache
def _columns() -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The words of the table, their tags, and their classes."""
    words, tags, classes = zip(*(line.split("\t") for line in _text("words.txt.gz").split("\n")), strict=True)
    return words, tags, classes


def _text(name: str) -> str:
    return gzip.decompress(_package(name).read_bytes()).decode("utf-8")


def _package(name: str) -> Traversable:
    return files("stumper.language") / "neighbouring" / name


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
