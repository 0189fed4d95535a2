"""Which words are one word in two forms, which mean the same, and how near two words are in WordNet."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal
from unicodedata import normalize

import lemminflect

from stumper.language import lexicon
from stumper.language.inflection import lemma
from word_counts import Word

Pos = Literal["noun", "verb", "adj", "adv"]
Group = tuple[Pos, tuple[str, ...]]  # words in their base forms that stand in each other's place
IN_GROUP, OPPOSITE, SISTER = 2.0, 0.7, 0.4  # beside a measure in [0, 1]
SPECIAL = 5  # the least steps from the top of WordNet of a term whose narrower terms are sisters
SENSES = 4  # of a word that are looked at
POS: dict[str, Pos] = {"N": "noun", "V": "verb", "J": "adj", "R": "adv"}
TAGS: dict[Pos, str] = {"noun": "NN", "verb": "VB", "adj": "JJ", "adv": "RB"}
ENDINGS = (("ies", "NNS"), ("s", "NNS"), ("ing", "VBG"), ("ed", "VBN"), ("ly", "RB"), ("er", "JJR"), ("est", "JJS"))


@cache
def in_wordnet(word: str) -> bool:
    """Whether WordNet has the word in lower case."""
    return any(lexicon.is_spelled(word, pos) for pos in TAGS)


def is_known(word: str, penn: dict[str, str]) -> bool:
    """Whether a word in lower case is an English word that is no name, or put together of such words by hyphens."""
    if not penn.get(word, "NNP").startswith("NNP") or in_wordnet(word):
        return True
    if "-" in word:
        return all(is_known(part, penn) for part in word.split("-") if part)
    found = lemminflect.getAllLemmas(word)
    return any(in_wordnet(form) for forms in found.values() for form in forms if form != word)


def tag_of(word: str, penn: dict[str, str]) -> str:
    """The Penn tag of a word that is no name."""
    if not penn.get(word, "NNP").startswith("NNP"):
        return "NNS" if penn[word] == "NN" and lemma(word, "NNS") != word else penn[word]
    for pos in TAGS:
        if lexicon.is_spelled(word, pos):
            return TAGS[pos]
    if word.endswith("s") and not lemminflect.getAllLemmas(word, "NOUN"):
        return "VBZ"
    return next((tag for ending, tag in ENDINGS if word.endswith(ending)), "NN")


class Kinship:
    """What is known of the words at the places of a list."""

    def __init__(
        self, words: list[Word], tags: list[str], aliases: dict[str, frozenset[str]], groups: list[Group]
    ) -> None:
        self.words, self.aliases = words, aliases
        self.plain = [_plain(word.text) for word in words]
        self.pos = [None if word.is_name else POS.get(tag[0]) for word, tag in zip(words, tags, strict=True)]
        self.lemmas = [
            lemma(word.text, tag) if part else "" for word, tag, part in zip(words, tags, self.pos, strict=True)
        ]
        parts = list(zip(self.lemmas, self.pos, strict=True))
        self.lines = [_ancestry(base, part) if part else () for base, part in parts]
        self.opposites = [frozenset(lexicon.antonyms(base, part)) if part else frozenset() for base, part in parts]
        self.places: dict[tuple[str, Pos | None], list[int]] = {}
        for place, (base, part) in enumerate(parts):
            self.places.setdefault((base, part), []).append(place)
        self.groups: dict[tuple[str, Pos | None], set[str]] = {}
        for part, members in groups:
            for member in members:
                self.groups.setdefault((member, part), set()).update(members)

    def distinct(self, place: int, ranked: Iterable[int], most: int) -> list[int]:
        """The first ones that are no other form or spelling of this word or of each other, and no other word for it."""
        kept: list[int] = []
        begun: set[str] = set()
        for other in ranked:
            if other == place or self.plain[other][:6] in begun or self._tells_the_same(place, other):
                continue
            kept.append(other)
            begun.add(self.plain[other][:6])
            if len(kept) == most:
                break
        return kept

    def relatives(self, place: int) -> list[int]:
        """Words of any form that are in a group with this one, its opposites, and its sisters by the first sense."""
        base, part = self.lemmas[place], self.pos[place]
        found = sorted(self.groups.get((base, part), ())) + sorted(self.opposites[place])
        if part == "noun":
            found += lexicon.sisters(base)[:60]
        return [other for word in dict.fromkeys(found) for other in self.places.get((word, part), ())]

    def nearness(self, place: int, other: int) -> float:
        """How surely the two words are sisters: of a group by hand, opposites, or near in WordNet, in [0, 2.6]."""
        a, b = self.lemmas[place], self.lemmas[other]
        if b in self.groups.get((a, self.pos[place]), ()):
            return IN_GROUP + self._in_wordnet(place, other)
        opposite = OPPOSITE * (b in self.opposites[place] or a in self.opposites[other])
        return opposite + self._in_wordnet(place, other)

    def _in_wordnet(self, place: int, other: int) -> float:
        """Wu and Palmer's measure of the two words' first senses, or of the second ones, a little lower; and a share
        for sisters of the first sense, under a term that is not too general."""
        found = 0.0
        for i, a in enumerate(self.lines[place][:2]):
            for j, b in enumerate(self.lines[other][:2]):
                shared = max([a.depths[synset] for synset in a.synsets & b.synsets], default=0)
                sister = shared >= SPECIAL and max(a.depth, b.depth) - shared
                share = 0 if i or j else {1: SISTER, 2: SISTER / 2}.get(sister, 0)
                found = max(found, 2 * shared / (a.depth + b.depth) - 0.15 * (i + j) + share)
        return found

    def _tells_the_same(self, place: int, other: int) -> bool:
        a, b = self.words[place].text, self.words[other].text
        if b in self.aliases.get(a, ()):
            return True
        if not self.words[place].is_name and self.lemmas[other] in self.groups.get(
            (self.lemmas[place], self.pos[place]), ()
        ):
            return self.lemmas[place] == self.lemmas[other]
        if self.lemmas[other] in self.opposites[place]:
            return False
        if is_form(self.plain[place], self.plain[other]):
            return True
        if not a[0].isupper() and set(a.split("-")) & set(b.lower().split("-")):
            return True
        mine, theirs = self.lines[place], self.lines[other]
        if {x.synset for x in mine} & {y.synset for y in theirs}:  # synonyms in any sense
            return True
        return any(x.synset in y.synsets or y.synset in x.synsets for x in mine[:3] for y in theirs[:3])  # kinds


@dataclass(frozen=True, slots=True)
class Line:
    """A synset, and all above it, itself included, with their depths."""

    synset: int
    depths: dict[int, int]
    synsets: frozenset[int]
    depth: int


@cache
def _ancestry(word: str, pos: Pos) -> tuple[Line, ...]:
    """The lines of the first senses."""
    found = [(synset, lexicon.depths(synset)) for synset in lexicon.synsets(word, pos)[:SENSES]]
    return tuple(Line(synset, depths, frozenset(depths), depths[synset]) for synset, depths in found)


def is_form(a: str, b: str) -> bool:
    """Whether two words, of letters alone, are near enough to be forms, derivations or misspellings of one."""
    x, y = (a, b) if len(a) <= len(b) else (b, a)
    if set(y) <= set("ivx"):  # Roman numbers
        return x == y
    if y in (f"un{x}", f"non{x}", f"in{x}", f"im{x}", f"dis{x}", f"re{x}"):
        return True
    if x[:1] == y[:1]:
        if x == y or (y.startswith(x) and (len(x) >= 4 or len(x) + 1 >= len(y) > 2)):
            return True
        shared = next((i for i, (p, q) in enumerate(zip(x, y, strict=False)) if p != q), len(x))
        if shared >= 5 and shared >= 0.6 * len(x):
            return True
    return len(x) >= 5 and len(y) - len(x) <= 1 and _one_apart(x, y)


def _plain(word: str) -> str:
    """The letters and figures of a word, in lower case, without accents."""
    return "".join(letter for letter in normalize("NFKD", word.lower()) if letter.isalnum())


def _one_apart(x: str, y: str) -> bool:
    """Whether one letter put in, left out, replaced, or swapped with the next makes one word the other."""
    if len(x) == len(y):
        wrong = [i for i, (p, q) in enumerate(zip(x, y, strict=True)) if p != q]
        if len(wrong) == 2 and wrong[1] == wrong[0] + 1:
            return x[wrong[0]] == y[wrong[1]] and x[wrong[1]] == y[wrong[0]]
        return len(wrong) == 1
    return any(y[:i] + y[i + 1 :] == x for i in range(len(y)))
