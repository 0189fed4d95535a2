"""What a name of several words is called for short: World War I, WWI; Franklin Delano Roosevelt, FDR."""

import re

from stumper.tasks.quizbowl.answers.numbers import is_number
from stumper.tasks.quizbowl.answers.small_words import SMALL_WORDS


def is_initials(text: str, words: tuple[str, ...]) -> bool:
    """Whether the text is three letters or more in capitals, with or without points, or one word without vowels."""
    joined = "".join(words)
    if not 3 <= len(joined) <= 8 or not joined[0].isalpha():
        return False
    if len(words) == 1:
        return text.isupper() or not _VOWELS.search(joined)
    return text.isupper() and all(len(word) == 1 for word in words)


def initials_of(text: str, core: tuple[str, ...]) -> frozenset[str]:
    """The first letters of a name, with the small words and without; a number in it as it stands and in Roman numerals.

    None of what is no name: a word in it that is not small is in lower case.
    """
    if len(core) > 8 or not _is_capitalised(text):
        return frozenset()
    found = {
        "".join(_initial(word, numeral) for word in words)
        for words in (core, [word for word in core if word not in SMALL_WORDS])
        for numeral in (False, True)
    }
    return frozenset(short for short in found if len(short) > 2)


def _initial(word: str, as_numeral: bool) -> str:
    if not is_number(word):
        return word[0]
    return _NUMERALS.get(word, word) if as_numeral else word


def _is_capitalised(text: str) -> bool:
    return all(part[0].isupper() or part in _SMALL for part in _PARTS.findall(text))


_SMALL = SMALL_WORDS | {"the", "a", "an"}
_NUMERALS = {str(i): numeral for i, numeral in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"], 1)}
_VOWELS = re.compile(r"[aeouy]|i(?=.*[^i\d])")
_PARTS = re.compile(r"(?<![-’'\w])[^\W\d_]+")
