"""The forms in which an answer to a tossup is compared: folded words, numbers as digits, names without titles."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from stumper.scores.answer_words import (
    ALIASES,
    CLOSINGS,
    FIRST_NAMES_OF_ROMANS,
    FOREIGN_ARTICLES,
    IRREGULAR,
    NUMBERS,
    OPENINGS,
    SMALL_WORDS,
    TENS,
    THINGS,
    TITLES,
)
from stumper.scores.given_names import GIVEN_NAMES, PARTICLES


@dataclass(frozen=True, slots=True)
class Forms:
    """One text, ready to be compared.

    ``words`` are folded: no case, accents or punctuation. ``core`` is without articles, with numbers as digits and
    without plurals; ``joined`` is the core as one string, ``bag`` what it says in any order, with what stands in
    brackets. ``short`` are joined forms that leave out what is not needed (a title, "Republic of", a given name).
    ``name``: the words of what may be a person's name, else none.
    """

    words: tuple[str, ...]
    core: tuple[str, ...]
    joined: str
    bag: tuple[str, ...]
    short: frozenset[str]
    name: tuple[str, ...]


@lru_cache(maxsize=1 << 17)
def forms(text: str) -> Forms:
    """The forms of a text; those of one without letters or digits are empty."""
    bare = _PARENTHESIS.sub(" ", text) if "(" in text else text
    words = folded(bare) or folded(text)
    core = _core(words)
    name = words if _may_be_name(bare, words) else ()
    joined = "".join(core)
    joined = ALIASES.get(joined, joined)
    full = core if bare is text else _core(folded(text))
    bag = tuple(sorted([word for word in full if word not in SMALL_WORDS] or full))
    shorter = _shorter(bare, words) + (_family_names(words) if name and is_name(words) else [])
    short = {"".join(_core(left)) for left in shorter} - {joined, ""}
    return Forms(words, core, joined, bag, frozenset(short), name)


def folded(text: str) -> tuple[str, ...]:
    """The words in lower case, without accents, possessives and punctuation."""
    text = text.replace("&", " and ").removesuffix(".com").casefold().translate(_LETTERS)
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return tuple(_WORD.findall(_POSSESSIVE.sub("", text).replace("'", "")))


def is_name(words: tuple[str, ...]) -> bool:
    """Whether the words look like a person's name: the first is a known given name, or an initial."""
    first = words[1] if words[0] in TITLES and len(words) > 2 else words[0]
    return len(words) > 1 and (first in GIVEN_NAMES or len(first) == 1)


def _may_be_name(text: str, words: tuple[str, ...]) -> bool:
    """Whether all words but particles are capitalised, none is a number, and the last none that things are called."""
    if not 2 <= len(words) <= 6 or any(word.isdigit() for word in words) or words[-1] in THINGS or words[0] == "the":
        return False
    parts = _PARTS.findall(text)
    return len(parts) > 1 and all(part[:1].isupper() or part.lower() in PARTICLES for part in parts)


def _core(words: tuple[str, ...]) -> tuple[str, ...]:
    kept = [word for word in words if word not in _ARTICLES] or [*words]
    found: list[str] = []
    for i, word in enumerate(kept):
        if word in ("no", "number") and i + 1 < len(kept) and _number(kept[i + 1], False) is not None:
            continue
        is_last = len(kept) > 1 and (i + 1 == len(kept) or kept[i + 1] == "of")
        number = _number(word, is_last)
        if number is not None and number < 10 and found and found[-1] in _TENS_DIGITS and kept[i - 1] in TENS:
            found[-1] = str(int(found[-1]) + number)
        else:
            found.append(_singular(word) if number is None else str(number))
    return tuple(found)


def _number(word: str, is_last: bool) -> int | None:
    if (number := NUMBERS.get(word)) is not None:
        return number
    if ordinal := _ORDINAL.fullmatch(word):
        return int(ordinal[1])
    if word.isdigit() and word.isascii():
        return int(word[:9])
    if (len(word) > 1 or is_last) and _ROMAN.fullmatch(word):
        return _roman(word)
    return None


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def _singular(word: str) -> str:
    """The word in the singular and as Americans spell it."""
    if (singular := IRREGULAR.get(word)) is not None:
        return singular
    if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")):
        if word.endswith("ies") and len(word) > 4:
            word = word[:-3] + "y"
        else:
            word = word[:-2] if word.endswith(("xes", "zes", "ches", "shes", "sses")) else word[:-1]
    if word.endswith("our") and len(word) > 4:
        return word[:-3] + "or"
    return word[:-2] + "er" if word.endswith(("tre", "bre")) and len(word) > 5 else word


def _shorter(text: str, words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The words without what need not be said."""
    found: list[tuple[str, ...]] = []
    if len(words) > 1 and words[0] in _TITLES and words[1] not in ("of", "and"):
        found.append(words[1:])
    if opening := OPENINGS.match(" ".join(words) + " "):
        found.append(tuple(" ".join(words)[opening.end() :].split()))
    if len(words) > 1 and words[-1] in CLOSINGS:
        found.append(words[:-1])
    if len(words) > 2 and "of" in words[1:-1] and (_ROMAN.fullmatch(words[words.index("of") - 1]) or "great" in words):
        found.append(words[: words.index("of")])
    if len(words) > 3 and words[-2] in ("y", "i"):
        found.append(words[:-2])
    if heads := _SUBTITLE.split(text)[:-1]:
        found.append(folded(heads[0]))
    if "," in text and not _ABBREVIATED_PLACE.search(text) and (head := folded(text.split(",")[0])):
        found.append(head)
    return found


def _family_names(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The last name alone, and with the particles before it."""
    left = words[:-1] if words[-1] in _JUNIOR and len(words) > 2 else words
    if _ROMAN.fullmatch(left[-1]):
        return []
    at = next((i for i, word in enumerate(left[1:-1], 1) if word in PARTICLES), len(left) - 2)
    return [left, left[-1:], *([left[at:]] if at > 0 else [])]


_TITLES = TITLES | FIRST_NAMES_OF_ROMANS | FOREIGN_ARTICLES
_ARTICLES = frozenset(["the", "a", "an"])
_JUNIOR = frozenset(["jr", "sr", "junior", "senior", "ii", "iii"])
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", **dict.fromkeys("’‘ʻʼʾʿ`", "'")}
)
_POSSESSIVE = re.compile(r"(?<=\w)'s\b|(?<=s)'(?!\w)")
_WORD = re.compile(r"[^\W_]+")
_SUBTITLE = re.compile(r"(?<=\w\w)\s*[;:]\s+")
_ABBREVIATED_PLACE = re.compile(r",\s*(?:[A-Z]\.){2}")
_PARTS = re.compile(r"[^\W\d_]+")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)")
_ORDINAL = re.compile(r"(\d{1,4})(?:st|nd|rd|th)")
_ROMAN = re.compile(r"(?=[xvi])x{0,3}(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_TENS_DIGITS = frozenset(map(str, TENS.values()))
