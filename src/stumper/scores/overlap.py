"""How much of a question stands in others: shared n-grams, the longest shared run of words, shared names."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import nan

from stumper.text import tokens


@dataclass(frozen=True, slots=True)
class Overlap:
    """Shares of a question's distinct n-grams and names that others have; ``longest`` counts words.

    A share of nothing is NaN.
    """

    unigrams: float
    bigrams: float
    trigrams: float
    longest: int
    names: float


def overlap(question: str, names: Sequence[str], others: Sequence[str]) -> Overlap:
    """What the question shares with the others, by normalised words (Wallace et al. 2019, table 2).

    A name is shared where its words stand in one of the others in their order. No run is looked for across two texts.
    """
    asked, known = tokens(question), [tokens(text) for text in others]
    grams = [_share_of(set(_grams(asked, n)), known, n) for n in (1, 2, 3)]
    called = {words for name in names if (words := tuple(tokens(name)))}
    found = sum(any(words in set(_grams(text, len(words))) for text in known) for words in called)
    return Overlap(grams[0], grams[1], grams[2], longest_run(asked, known), found / len(called) if called else nan)


def longest_run(asked: Sequence[str], others: Sequence[Sequence[str]]) -> int:
    """The most words in a row that one of the others has, too."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(asked):
        places.setdefault(word, []).append(place)
    longest = 0
    for text in others:
        ending: dict[int, int] = {}  # how long the run is that ends at a place of the question
        for word in text:
            ending = {place: ending.get(place - 1, 0) + 1 for place in places.get(word, ())}
            longest = max(longest, *ending.values()) if ending else longest
    return longest


def _share_of(grams: set[tuple[str, ...]], others: Sequence[Sequence[str]], n: int) -> float:
    if not grams:
        return nan
    missing = set(grams)
    for text in others:
        missing.difference_update(_grams(text, n))
    return 1 - len(missing) / len(grams)


def _grams(words: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[place : place + n]) for place in range(len(words) - n + 1))
