"""Finding an answer among many as one types it, whatever its accents, from the beginning of any of its words."""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from types import MappingProxyType

MOST_WORDS = 8  # of what is typed that are looked at
LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ð": "d",
                         "♯": "#"})  # fmt: skip
SIGNS = str.maketrans({"+": "plus", "#": "sharp"})
SIGNED = re.compile(r"(?<=[a-z])(?:\+{1,2}|#)(?!\w)")  # C++ and C# are not C
INITIALS = re.compile(r"\b[^\W\d](?: [^\W\d]\b)+")
JOINED = re.compile(r"[-&]")  # which some leave out where they type
# A word begins after a space; in scripts that write none any sign may begin one: Korean syllables, kana, Chinese signs.
BEGINS = re.compile("(?<!\\S)\\S|[\u1100-\u1112\u3041-\u30fa\u3400-\u9fff\U00020000-\U000323af]")
BREAK = re.compile(r"[^\w]+|_")
LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Found:
    """An answer, and how many known questions ask for it."""

    answer: str
    times: int


@dataclass(frozen=True, slots=True)
class AnswerIndex:
    """Answers to look among; ``begins`` holds each of their words with what follows it, in order, and whose it is."""

    found: tuple[Found, ...]
    plain: tuple[str, ...]
    begins: tuple[str, ...]
    owners: tuple[int, ...]

    def __contains__(self, answer: object) -> bool:
        """Whether it is known, however it is spelled with accents, capitals and signs."""
        plain = folded(str(answer))
        at = bisect_left(self.begins, plain)
        return any(self.plain[self.owners[place]] == plain for place in _same(self.begins, at, plain))


def index_of(times: Mapping[str, int], also: Mapping[str, Sequence[str]] = MappingProxyType({})) -> AnswerIndex:
    """The index of these answers, each with how often it is asked for; ``also`` are other names that find it."""
    found = tuple(Found(answer, asked) for answer, asked in times.items() if folded(answer))
    plain = tuple(folded(one.answer) for one in found)
    names = (
        (place, said) for place, one in enumerate(found) for name in (one.answer, *also.get(one.answer, ()))
        for said in {name, JOINED.sub("", name)}
    )  # fmt: skip
    begins = sorted({(rest, place) for place, name in names for rest in _from_each_word(folded(name))})
    return AnswerIndex(found, plain, tuple(rest for rest, _ in begins), tuple(place for _, place in begins))


def search_answers(index: AnswerIndex, typed: str, most: int = 10) -> list[Found]:
    """The answers in which every word typed begins a word; none where nothing is typed.

    First the one that is typed exactly, then those that begin as typed, then those of which a later word does, then
    those that hold the words in another order; among equals the most asked for, then the shortest.
    """
    wanted = folded(typed)
    asked = wanted.split()[:MOST_WORDS]
    if not asked:
        return []
    holding = set.intersection(*({*_beginning(index, word)} for word in sorted({*asked}, key=len, reverse=True)))
    return [index.found[place] for place in nsmallest(most, holding, key=lambda place: _rank(index, place, wanted))]


def folded(text: str) -> str:
    """The text in small letters without accents and signs, its words apart by one space; initials are one word."""
    bare = unicodedata.normalize("NFKD", text.casefold().translate(LETTERS))
    plain = "".join(letter for letter in bare if not unicodedata.combining(letter))
    signed = SIGNED.sub(lambda sign: sign.group().translate(SIGNS), plain.replace("'", "").replace("’", ""))
    spaced = " ".join(BREAK.sub(" ", signed).split())
    return INITIALS.sub(lambda initials: initials.group().replace(" ", ""), spaced)


def _beginning(index: AnswerIndex, word: str) -> Sequence[int]:
    """Whose word begins so."""
    low = bisect_left(index.begins, word)
    return index.owners[low : bisect_left(index.begins, word + LAST, low)]


def _rank(index: AnswerIndex, place: int, wanted: str) -> tuple[int, int, int, int]:
    plain, one = index.plain[place], index.found[place]
    if plain == wanted:
        kind = 0
    elif plain.startswith(wanted):
        kind = 1
    else:
        kind = 2 if f" {wanted}" in plain else 3
    return kind, -one.times, len(plain), place


def _same(begins: Sequence[str], at: int, plain: str) -> list[int]:
    places = []
    while at < len(begins) and begins[at] == plain:
        places.append(at)
        at += 1
    return places


def _from_each_word(text: str) -> list[str]:
    return [text[begins.start() :] for begins in BEGINS.finditer(text)]
