"""The nearest words of a word: of its tag and kind, from the embedded table, or by vectors of the user's.

The table (training/CARD-neighbours.md) has the most common English words, names among them; numbers follow rules.
"""

import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

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
    from stumper.language.vectors import read_vectors

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
