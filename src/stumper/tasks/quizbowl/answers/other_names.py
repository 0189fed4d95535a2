"""Several names of one thing that an answer line parts with commas or a slash."""

import re
from collections.abc import Sequence

from stumper.tasks.quizbowl.answers.small_words import RANKS


def names_in(part: str) -> list[str]:
    """Names of one thing between commas or a slash, where they are: each underlined, of which no "and" makes a list;
    in lower case or with a word in common ("Hubble parameter, Hubble constant"); in two languages."""
    sides = part.split("/")
    if len(sides) > 1 and all(len(side.split()) > 1 for side in sides):
        return sides
    pieces = re.split(r",\s+", part)
    if len(pieces) == 1 or _LIST.search(part) or any(map(_TRAILING.search, pieces)):
        return [part]
    if all("\x01" in piece for piece in pieces):
        return pieces
    plain = [_plain(piece) for piece in pieces]
    if all(piece[:1].islower() for piece in plain) or _share_word(plain) or _are_translations(plain):
        return pieces
    return [part]


def _share_word(pieces: Sequence[str]) -> bool:
    """Whether two names begin or end with one word, and are of as many."""
    words = [piece.casefold().split() for piece in pieces]
    if len({len(some) for some in words}) > 1 or len(words[0]) < 2:
        return False
    return len({some[0] for some in words}) == 1 or len({some[-1] for some in words}) == 1


def _are_translations(pieces: Sequence[str]) -> bool:
    """Whether one of two names has the small words of another language, and the other English ones, or both begin with
    an article."""
    if len(pieces) != 2 or not all(" " in piece and piece[0].isupper() for piece in pieces):
        return False
    words = [piece.casefold().split() for piece in pieces]
    if any(some[0] in RANKS for some in words):
        return False
    if all(some[0] in ENGLISH_ARTICLES | _ARTICLES for some in words):
        return True
    foreign = [not _OF_OTHER_LANGUAGES.isdisjoint(some) for some in words]
    english = [not _OF_ENGLISH.isdisjoint(some) for some in words]
    return foreign != english and sorted(foreign) == sorted(english) == [False, True]


def _plain(piece: str) -> str:
    return " ".join(piece.replace("\x01", "").replace("\x02", "").strip(" “”\"‘’'*_").split())


_LIST = re.compile(r"\b(?:and|AND)\b|&")
_TRAILING = re.compile(r"\b(?:of|the|in|on|to|for|Jr\.?|Sr\.?)\s*$")
_OTHER_ARTICLES = "le la les l der die das el los las il lo i gli un une ein eine o os as"
_OTHER_SMALL_WORDS = "de des du del della di den dem und et y e à au aux zur zum von en"
_SMALL_WORDS = "of and in on to with from for by without"
ENGLISH_ARTICLES = frozenset(["the", "a", "an"])
_ARTICLES = frozenset(_OTHER_ARTICLES.split())
_OF_OTHER_LANGUAGES = _ARTICLES.union(_OTHER_SMALL_WORDS.split())
_OF_ENGLISH = ENGLISH_ARTICLES.union(_SMALL_WORDS.split())
