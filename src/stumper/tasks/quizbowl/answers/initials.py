"""What a name of several words is called for short: World War I, WWI; Franklin Delano Roosevelt, FDR."""

import re

from stumper.tasks.quizbowl.answers.numbers import is_number, is_roman
from stumper.tasks.quizbowl.answers.small_words import JUNIOR, NUMBERS, SMALL_WORDS


def is_initials(words: tuple[str, ...]) -> bool:
    """Whether the words may be initials: three letters or more, in one word, or each by itself, or before a number."""
    letters = words[:-1] if is_roman(words[-1]) or is_number(words[-1]) else words
    if len(letters) > 1 and max(map(len, letters)) > 1:
        return False
    return 3 <= sum(map(len, words)) <= 8 and words[0][0].isalpha()


def has_vowels(joined: str) -> bool:
    """Whether what may be initials can be read as a word; a Roman numeral at the end does not count."""
    return _VOWELS.search(joined) is not None


def initials_of(core: tuple[str, ...], words: tuple[str, ...]) -> frozenset[str]:
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


def is_capitalised(text: str) -> bool:
    """Whether all words but small ones and numbers begin with a capital, as in a name."""
    return all(part[0].isupper() or part in _SMALL or is_roman(part) for part in _PARTS.findall(text))


def _initial(word: str, as_numeral: bool) -> str:
    if not is_number(word):
        return word[0]
    return _NUMERALS.get(word, word) if as_numeral else word


_SMALL = SMALL_WORDS.union(NUMBERS, ["the", "a", "an"])
_NUMERALS = {str(i): numeral for i, numeral in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"], 1)}
_VOWELS = re.compile(r"[aeouy]|i(?=.*[^i\d])")
_PARTS = re.compile(r"(?<![-’'\w])[^\W\d_]+")
