"""Numbers in answers as digits, however they are put: words, ordinals, Roman numerals, fractions."""

import re
from collections.abc import Sequence

from stumper.tasks.quizbowl.answers.small_words import CARDINALS, FRACTIONS, NUMBERS, SCALES


def number_at(words: Sequence[str], at: int) -> tuple[str, int] | None:
    """The number that begins with a word, in digits, and where the words go on; None where none begins there."""
    word = words[at]
    if word.isalpha() and word not in _BEGINNINGS and not _ROMAN.fullmatch(word):
        return None
    if word in _MINUS:
        found = number_at(words, at + 1) if at + 1 < len(words) and words[at + 1] not in _MINUS else None
        return found and (f"-{found[0].removeprefix('-')}", found[1])
    total, after = _spoken(words, at)
    if after == at:
        number = _written(words, at)
        return None if number is None else _with_fraction(words, number, at + 1)
    is_cardinal = words[after - 1] in CARDINALS or words[after - 1] in SCALES
    return _with_fraction(words, str(total), after) if is_cardinal else (str(total), after)


def is_number(word: str) -> bool:
    """Whether the word says which of several: it has a digit in it."""
    return not word.isalpha() and any(character.isdigit() for character in word)


def is_roman(word: str) -> bool:
    """Whether the word may be a Roman numeral up to XXXIX."""
    return _ROMAN.fullmatch(word) is not None


def _spoken(words: Sequence[str], at: int) -> tuple[int, int]:
    """A number in words ("one hundred and twenty-first"), and where the words go on."""
    total = current = last = 0
    i = at
    while i < len(words):
        word = words[i]
        value = NUMBERS.get(word)
        if i == at and word.isdecimal() and i + 1 < len(words) and words[i + 1] in SCALES:
            value = int(word[:9])
        if word == "and" and last >= 100 and i + 1 < len(words) and words[i + 1] in NUMBERS:
            i += 1
            continue
        if scale := SCALES.get(word):
            if (scale == 100 and current >= 100) or (total and (not current or total < scale)):
                break
            total, current = (total, (current or 1) * 100) if scale == 100 else (total + (current or 1) * scale, 0)
        elif value is None or not (i == at or last >= 100 or (20 <= last <= 90 and 0 < value < 10)):
            break
        else:
            current += value
        last = scale or value or 0
        i += 1
        if word.endswith(("th", "first", "second", "third")):
            break
    return total + current, i


def _written(words: Sequence[str], at: int) -> str | None:
    word = words[at]
    if word[0].isdigit() or word[0] == "-":
        if word.isdecimal():
            return str(int(word[:18]))
        ordinal = _ORDINAL.fullmatch(word)
        return ordinal[1] if ordinal else word if _NUMERAL.fullmatch(word) else None
    is_last = len(words) > 1 and (at + 1 == len(words) or words[at + 1] == "of")
    return str(roman_value(word)) if (len(word) > 1 or is_last) and _ROMAN.fullmatch(word) else None


def _with_fraction(words: Sequence[str], number: str, after: int) -> tuple[str, int]:
    """The number with the part that follows it: "two thirds" is 2/3, "three point one four" is 3.14."""
    if not number.isdecimal() or after >= len(words):
        return number, after
    following = words[after]
    if following in FRACTIONS or (number == "1" and following + "s" in FRACTIONS):
        return f"{number}/{FRACTIONS.get(following) or FRACTIONS[following + 's']}", after + 1
    if following != "point":
        return number, after
    digits = ""
    while after + 1 < len(words) and (digit := CARDINALS.get(words[after + 1], words[after + 1])).isdecimal():
        digits += digit
        after += 1
    return (f"{number}.{digits}", after + 1) if digits else (number, after)


def roman_value(word: str) -> int:
    """The number that a Roman numeral of I, V and X stands for, in lower case."""
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


_MINUS = frozenset(["minus", "negative"])
_BEGINNINGS = _MINUS | NUMBERS.keys() | SCALES.keys()
_ORDINAL = re.compile(r"(\d{1,4})(?:st|nd|rd|th)")
_NUMERAL = re.compile(r"-?\d+(?:[./]\d+)*")
_ROMAN = re.compile(r"(?=[xvi])x{0,3}(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
