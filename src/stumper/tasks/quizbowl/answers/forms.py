"""The forms in which an answer to a tossup is compared: folded words, numbers as digits, names without titles."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from stumper.tasks.quizbowl.answers.additions import COMMA, REGIONS, without_addition
from stumper.tasks.quizbowl.answers.given_names import FAMILY_FIRST, FAMILY_MAYBE_FIRST, GIVEN_NAMES, PARTICLES
from stumper.tasks.quizbowl.answers.numbers import is_number, is_roman, number_at, roman_value
from stumper.tasks.quizbowl.answers.other_words import ADJECTIVES, ALIASES, OTHER_WORDS, TWO_LETTERS
from stumper.tasks.quizbowl.answers.small_words import (
    ADDED_CLOSINGS,
    ADDED_TO_TITLES,
    CLOSINGS,
    FIRST_NAMES_OF_ROMANS,
    FOREIGN_ARTICLES,
    FOUGHT_OVER_TWICE,
    GROUPS,
    IRREGULAR,
    JUNIOR,
    KINDS_ALIKE,
    NEEDED_CLOSINGS,
    NEEDED_OPENINGS,
    NOT_IN_NAMES,
    NUMBERS,
    OPENINGS,
    ORDINALS,
    PLACES_OF_SAINTS,
    RANKS,
    SMALL_WORDS,
    THINGS,
    TITLES,
    UNSURE_OPENINGS,
)


@dataclass(frozen=True, slots=True)
class Forms:
    """One text, ready to be compared.

    ``words`` are folded: no case, accents or punctuation. ``core`` is without articles, with numbers as digits and
    without plurals; ``joined`` is the core as one string, ``bag`` what it says in any order, with what stands in
    brackets. ``short`` are joined forms that leave out what is not needed (a title, "Republic of", "Battle of"),
    ``untitled`` those of them that leave out the beginning, ``added`` what may as well be added to a shorter one;
    ``vague`` leave out too much ("Part 1"). ``family``: a person's last name, as it stands. ``name``: the words of what
    may be a person's name, else none; ``is_proper``: whether it is a name, or one word in capitals; ``is_title``:
    whether it begins with a capital or a digit. ``initials``: what it is called for short where it is a name, as WWI;
    ``shorthand``: the text where it may be such, else nothing; ``is_abbreviation``: whether it looks like nothing else.
    """

    words: tuple[str, ...]
    core: tuple[str, ...]
    joined: str
    bag: tuple[str, ...]
    short: frozenset[str]
    untitled: frozenset[str]
    vague: frozenset[str]
    family: frozenset[str]
    added: frozenset[str]
    name: tuple[str, ...]
    is_proper: bool
    is_title: bool
    is_capitalised: bool
    initials: frozenset[str]
    shorthand: str
    is_abbreviation: bool


@lru_cache(maxsize=1 << 17)
def forms(text: str) -> Forms:
    """The forms of a text; those of one without letters or digits are empty."""
    unnumbered = text
    if "(" in text:
        unnumbered = _PARENTHESIS.sub(" ", text)
        text = OXIDATION_STATE.sub(_in_digits, text)
    bare = _PARENTHESIS.sub(" ", text) if "(" in text else text
    words = folded(bare) or folded(text)
    core = _core(words, bare)
    name = words if _may_be_name(bare, words) else ()
    joined = "".join(core)
    joined = ALIASES.get(joined, joined)
    cut = _Cut(core)
    cut.shorten(bare, words)
    if letters := TWO_LETTERS.get(joined):
        cut.short.add(letters)
        cut.needed.add(letters)
    if unnumbered not in (text, bare):
        cut.vague.add("".join(_core(folded(unnumbered), unnumbered)))
    if name and (is_name(words) or words[0] in FAMILY_FIRST | FAMILY_MAYBE_FIRST):
        cut.to_family_name(bare, words)
    if _UMLAUT.search(bare):
        spelt = forms(bare.translate(_SPELT))
        cut.short |= {spelt.joined, *spelt.short}
        cut.family |= spelt.family
    short, untitled = frozenset(cut.short - {joined, ""}), frozenset(cut.untitled - {joined})
    short |= {ALIASES[some] for some in short if some in ALIASES}
    bag = _bag(core if bare is text else _core(folded(text), text))
    shorthand = "".join(words) if words and _is_initials(words) else ""
    return Forms(
        words,
        core,
        joined,
        bag,
        short,
        untitled,
        frozenset(cut.vague),
        frozenset(cut.family),
        (short - cut.needed) | cut.added,
        name,
        is_proper=bool(name) or (len(words) == 1 and bare[:1].isupper()),
        is_title=_TITLE.match(text) is not None,
        is_capitalised=_is_capitalised(bare),
        initials=_initials_of(core, words) if len(core) > 1 else frozenset(),
        shorthand=shorthand,
        is_abbreviation=bool(shorthand) and (bare.isupper() or not _has_vowels(shorthand)),
    )


def folded(text: str) -> tuple[str, ...]:
    """The words in lower case, without accents, possessives and punctuation; numbers keep points, slashes and signs."""
    text = text.replace("&", " and ").removesuffix(".com").casefold().translate(_LETTERS)
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        text = text.translate(_SIGNS)
    text = _APOSTROPHE.sub("", _POSSESSIVE.sub("", text))
    return tuple(_WORD.findall(_THOUSANDS.sub("", text)))


def is_name(words: tuple[str, ...]) -> bool:
    """Whether the words look like a person's name: the first is a known given name, or an initial."""
    first = words[1] if words[0] in TITLES and len(words) > 2 else words[0]
    return len(words) > 1 and (first in GIVEN_NAMES or len(first) == 1)


def _in_digits(found: re.Match[str]) -> str:
    """An oxidation state as a word of its own: iron(III) is "iron 3"."""
    return f" {roman_value(found['number'].casefold()) if found['number'].isalpha() else found['number']} "


def _may_be_name(text: str, words: tuple[str, ...]) -> bool:
    """Whether all words but particles are capitalised, or none of what begins with a given name; none is a number, and
    the last none that things are called."""
    if not 2 <= len(words) <= 6 or any(map(is_number, words)) or words[-1] in THINGS or words[0] == "the":
        return False
    if "," in text and words[-1] not in JUNIOR:
        return False
    parts = _PARTS.findall(text)
    if _VERSUS.search(text):
        return False
    if len(parts) > 1 and text.islower():
        begins = is_name(words) if len(words[0]) > 1 else text[1:2] == "."
        return (begins or words[0] in FAMILY_FIRST) and NOT_IN_NAMES.isdisjoint(words)
    return len(parts) > 1 and all(part[:1].isupper() or part.lower() in PARTICLES for part in parts)


def _core(words: tuple[str, ...], text: str) -> tuple[str, ...]:
    has_initial = _INITIAL_A.search(text) is not None
    kept = [word for i, word in enumerate(words) if not _is_article(words, i, has_initial)] or [*words]
    found: list[str] = []
    at = 0
    while at < len(kept):
        if kept[at] in ("no", "number") and at + 1 < len(kept) and number_at(kept, at + 1):
            at += 1
        number = number_at(kept, at)
        if number is None:
            word = _singular(kept[at])
            found.append(OTHER_WORDS.get(word, word))
            at += 1
        else:
            found.append(number[0])
            at = number[1]
    return tuple(found)


def _is_article(words: tuple[str, ...], at: int, has_initial: bool) -> bool:
    """Whether the word is an article; "a" is none at the end ("vitamin A") or where it is an initial."""
    word = words[at]
    if word != "a" or len(words) == 1:
        return word in ("the", "an")
    if has_initial or at + 1 == len(words):
        return False
    before, after = words[at - 1] if at else "", words[at + 1]
    return not (len(before) == 1 or before in GIVEN_NAMES or len(after) == 1)


def _singular(word: str) -> str:
    """The word in the singular and as Americans spell it."""
    if (singular := IRREGULAR.get(word)) is not None:
        return singular
    if word.endswith("s") and (len(word) > 3 or word[0].isdigit()) and not word.endswith(("ss", "us", "is")):
        if word.endswith("ies") and len(word) > 4:
            word = word[:-3] + "y"
        else:
            word = word[:-2] if word.endswith(("xes", "zes", "ches", "shes", "sses")) else word[:-1]
    word = IRREGULAR.get(word, word)
    return word[:-3] + "or" if word.endswith("our") and len(word) > 4 else word


def _bag(core: tuple[str, ...]) -> tuple[str, ...]:
    """The words in any order, then the numbers in theirs."""
    said = [word for word in core if word not in SMALL_WORDS] or [*core]
    return (*sorted(word for word in said if not is_number(word)), *filter(is_number, said))


def _is_saints_town(words: tuple[str, ...]) -> bool:
    """Whether a place is called as a saint's, whose name has no such end: St. Andrews, St. Albans."""
    return len(words) == 1 and words[0][-1] == "s" and words[0][:-1] in GIVEN_NAMES and words[0] not in GIVEN_NAMES


class _Cut:
    """What is left of a text without what need not be said."""

    def __init__(self, core: tuple[str, ...]) -> None:
        self.core = core
        self.numbers = [*filter(is_number, core)]
        self.short: set[str] = set()
        self.untitled: set[str] = set()
        self.needed: set[str] = set()
        self.added: set[str] = set()
        self.vague: set[str] = set()
        self.family: set[str] = set()

    def shorten(self, text: str, words: tuple[str, ...]) -> None:
        self._shorten_beginning(" ".join(words), words)
        if len(words) > 1 and words[-1] in CLOSINGS:
            self._keep(words[:-1])
            self._keep(words[:-1], self.needed if words[-1] in NEEDED_CLOSINGS else None)
        for size in (1, 2):
            left, closing = words[:-size], " ".join(words[-size:])
            if left and (closing in ADDED_CLOSINGS or (closing in ADDED_TO_TITLES and len(left) > 1)):
                self._keep(left, self.short if closing in GROUPS and text[:1].isupper() else self.added)
        if self.core[-2:-1] in (("of",), ("in",)) and len(self.core) > 2 and self.core[-1] in ADJECTIVES:
            self._keep((ADJECTIVES[self.core[-1]], *self.core[:-2]))
        of = words.index("of") if len(words) > 2 and "of" in words[1:-1] else 0
        if of and (is_roman(words[of - 1]) or (of > 1 and words[of - 1] in ORDINALS) or "great" in words):
            self._keep(words[:of])
            if words[0] in TITLES and of > 2:
                self._keep(words[1:of])
            self._ask_about(words[:1] if of == 2 else ())
        if len(words) > 3 and words[-2] in ("y", "i"):
            self._keep(words[:-2])
        if subtitle := _SUBTITLE.search(text):
            self._to_beginning(text[: subtitle.start()], words)
        if (comma := COMMA.search(text)) and not _ABBREVIATED_PLACE.search(text):
            if (head := without_addition(text)) is not None:
                unranked = _NUMBERED_RANK.sub("", text)  # nobody says that the Duke is the first
                self.numbers = [*filter(is_number, _core(folded(unranked), unranked))]
                self._to_beginning(head, words)
            else:
                self._keep(folded(text[: comma.start()]), self.vague)
        self.short |= self.untitled

    def _shorten_beginning(self, plain: str, words: tuple[str, ...]) -> None:
        if len(words) > 1 and words[0] in _TITLES and words[1] not in ("of", "and"):
            is_place = words[0] in ("saint", "st") and (words[1] in PLACES_OF_SAINTS or _is_saints_town(words[1:]))
            self._keep(words[1:], self.vague if is_place else self.untitled)
        if opening := OPENINGS.match(plain + " "):
            left = plain[opening.end() :]
            # Mount Washington, Mount Vernon
            is_namesake = words[0] in ("mount", "mt") and (left in REGIONS or left in GIVEN_NAMES)
            self._keep(tuple(left.split()), self.vague if is_namesake else self.untitled)
        if opening := NEEDED_OPENINGS.match(plain + " "):
            bare = tuple(plain[opening.end() :].split())
            self._keep(bare, self.untitled)
            self._keep(bare, self.needed)
            alike = [KINDS_ALIKE[word] for word in opening.group().split() if word in KINDS_ALIKE]
            if alike and FOUGHT_OVER_TWICE.isdisjoint(bare):
                self._keep((*alike, "of", *bare))
                self._keep((*alike, "of", *bare), self.needed)
        if opening := UNSURE_OPENINGS.match(plain + " "):
            self._keep(tuple(plain[opening.end() :].split()), self.vague)
            whole = forms(plain[opening.end() :])
            self.vague |= whole.family | whole.short
        if len(words) > 2 and words[0] in ORDINALS:
            rest = forms(" ".join(words[1:]))
            self.vague |= {rest.joined, *rest.short}

    def _to_beginning(self, head: str, words: tuple[str, ...]) -> None:
        """What stands before a subtitle or an addition, and what is enough of that."""
        left = folded(head)
        if len(left) == 1 and left[0] in GIVEN_NAMES and not RANKS.isdisjoint(words[1:2]):
            self._keep(left, self.vague)  # Alfred, Lord Tennyson
        elif self._keep(left):
            self.short |= forms(head).short
            self.family |= forms(head).family

    def to_family_name(self, text: str, words: tuple[str, ...]) -> None:
        """The last name alone, and with the particles before it; the first of a name that begins with it."""
        left = words[:-1] if words[-1] in JUNIOR and words[-1][0] != "i" and len(words) > 2 else words
        if is_roman(left[-1]):
            self._ask_about(left[:-1], left[-2:-1])
            return
        if left[0] in FAMILY_MAYBE_FIRST and len(left) == 3 and _NO_SECOND_NAMES.isdisjoint(left[1:]):
            self._ask_about(left[:1], () if "-" in text else left[2:])
            return
        if not (is_name(words) or left[0] in FAMILY_FIRST):
            return
        at = next((i for i, word in enumerate(left[1:-1], 1) if word in PARTICLES), len(left) - 2)
        of_places = left[1] in ("da", "of") and len(left) == 3  # Leonardo
        kept = [left[:1]] if left[0] in FAMILY_FIRST else [left[-1:], left[at:] if at > 0 else left]
        self.short.add("".join(_core(left, "")))
        self.family |= {"".join(words) for words in kept}
        self.vague |= {left[0]} if of_places else set()

    def _ask_about(self, *parts: tuple[str, ...]) -> None:
        self.vague |= {"".join(_core(part, "")) for part in parts if part}

    def _keep(self, words: tuple[str, ...], kept: set[str] | None = None) -> bool:
        """Whether it is enough; what leaves out a number is too vague, as a part is not the whole."""
        core = _core(words, "")
        has_numbers = [*filter(is_number, core)] == self.numbers
        ((self.short if kept is None else kept) if has_numbers else self.vague).add("".join(core))
        return has_numbers


_NO_SECOND_NAMES = GIVEN_NAMES | PARTICLES
_TITLES = TITLES | FIRST_NAMES_OF_ROMANS | FOREIGN_ARTICLES
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d", "ı": "i", **dict.fromkeys("’‘ʻʼʾʿ`", "'")}
)
_UMLAUT = re.compile("[äöüøåÄÖÜØÅ]")
_SPELT = str.maketrans(
    dict(zip("äöüøåÄÖÜØÅ", ["ae", "oe", "ue", "oe", "aa", "Ae", "Oe", "Ue", "Oe", "Aa"], strict=True))
)
_SIGNS = str.maketrans({"\u2044": "/", "\u2212": "-"})
_POSSESSIVE = re.compile(r"(?<=\w)'s\b|(?<=s)'(?!\w)")
_APOSTROPHE = re.compile(r"'(?:(?<=\w')\s+(?=\w(?!\w)))?")  # Hawai' i
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_WORD = re.compile(r"(?:(?<![^\s(])-)?\d+(?:[./]\d+)*(?![^\W_])|[^\W_]+")
_SUBTITLE = re.compile(r"(?<=\w\w)\s*[;:]\s+")
_ABBREVIATED_PLACE = re.compile(r",\s*(?:[^\W\d_]\.){2}")
_NUMBERED_RANK = re.compile(rf"\b\d+(?:st|nd|rd|th)\s+(?=(?:{'|'.join(sorted(RANKS))})\b)", re.IGNORECASE)
_INITIAL_A = re.compile(r"(?<!\w)[aA]\.(?=\s*\S)")
_VERSUS = re.compile(r"\w\w\s+v\.?\s+\w\w")
_TITLE = re.compile(r"[\W_]*(?:\d|[^\W\d_a-z])")
_PARTS = re.compile(r"(?<![-’'\w])[^\W\d_]+")
_PARENTHESIS = re.compile(r"\s*\([^()]*\)")
OXIDATION_STATE = re.compile(r"(?<=\w)\((?=[ivxIVX\d])(?P<number>\d{1,2}|x?(?:ix|iv|v?i{0,3}))\)(?!\w)", re.IGNORECASE)


def _is_initials(words: tuple[str, ...]) -> bool:
    """Whether the words may be initials: three letters or more, in one word, or each by itself, or before a number."""
    letters = words[:-1] if is_roman(words[-1]) or is_number(words[-1]) else words
    if len(letters) > 1 and max(map(len, letters)) > 1:
        return False
    return 3 <= sum(map(len, words)) <= 8 and words[0][0].isalpha()


def _has_vowels(joined: str) -> bool:
    """Whether what may be initials can be read as a word; a Roman numeral at the end does not count."""
    return _VOWELS.search(joined) is not None


def _initials_of(core: tuple[str, ...], words: tuple[str, ...]) -> frozenset[str]:
    """The first letters of the words, with articles and small words and without, and without "Jr."; a number in it as
    it stands and in Roman numerals."""
    if len(core) > 8:
        return frozenset()
    if core[-1] in JUNIOR and not is_roman(core[-1]):
        core, words = core[:-1], words[:-1]
    spoken = core if any(map(is_number, core)) else words
    found = {
        "".join(_initial(word, numeral) for word in some)
        for some in (spoken, core, [word for word in core if word not in SMALL_WORDS])
        for numeral in (False, True)
    }
    return frozenset(short for short in found if len(short) > 2)


def _is_capitalised(text: str) -> bool:
    """Whether all words but small ones and numbers begin with a capital, as in a name."""
    return all(part[0].isupper() or part in _SMALL or is_roman(part) for part in _PARTS.findall(text))


def _initial(word: str, as_numeral: bool) -> str:
    if not is_number(word):
        return word[0]
    return _NUMERALS.get(word, word) if as_numeral else word


_SMALL = SMALL_WORDS.union(NUMBERS, ["the", "a", "an"])
_NUMERALS = {str(i): numeral for i, numeral in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"], 1)}
_VOWELS = re.compile(r"[aeouy]|i(?=.*[^i\d])")
