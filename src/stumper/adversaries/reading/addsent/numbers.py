"""Other numbers: years, dates, amounts and numerals turned into ones that are plausible and different."""

import re
from dataclasses import dataclass

from stumper.language.numerals import ordinal_of

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
UNITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
SCALES = ("hundred", "thousand", "million", "billion", "trillion")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
            "twelfth")  # fmt: skip
PARTS = ("half", "third", "quarter", "fifth", "sixth", "eighth", "tenth")
MULTIPLES = ("once", "twice", "three times", "four times")
ROMAN = re.compile(r"(?=[IVXL]{2,})X{0,4}L?X{0,3}(?:IX|IV|V?I{0,3})$")


@dataclass(frozen=True, slots=True)
class Shift:
    """How far numbers move: years in years, other numbers in their first digit, months, days and words in places."""

    years: int
    digit: int
    months: int
    days: int
    words: int


NEAR = Shift(years=1, digit=1, months=1, days=1, words=1)  # for the numbers of a question
FAR = (Shift(-25, 5, 6, 11, 3), Shift(-40, 3, 4, 6, 5))  # for answers, as far as the original's answers moved
FAR_ELSEWHERE = (Shift(30, 4, 3, 9, 2), Shift(-60, 2, 8, 4, 4))  # for answers of AddSentMod

_RANGE = re.compile(r"(?<![\d.,])(\d{1,3}(?:\.\d+)?)(\s?%?\s?(?:-|–|to|and)\s?)(\d{1,3}(?:\.\d+)?)(?![\d.,]*\d)")
_SEVERAL_PARTS = re.compile(rf"\b((?:{'|'.join(UNITS[2:])})[ -])({'|'.join(PARTS[1:])})\b", re.IGNORECASE)
_CENTURY = re.compile(r"(?:\s?(?:and|to|or|-|–)\s?(?:the )?\d+\w\w)?[\s-]centur", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:st|nd|rd|th)\b|\d+(?:\.\d+)?|\.\d+")
_NAMES = "|".join((*MONTHS, *UNITS, *TENS, *SCALES[2:], *ORDINALS, *PARTS, *MULTIPLES))
_WORDS = re.compile(rf"\b(?:{_NAMES})\b|\b(?:{'|'.join(WEEKDAYS)})(?=s?\b)", re.IGNORECASE)


def other_numbers(text: str, shift: Shift) -> str:
    """The text with every number, month, weekday and number word in it moved; as it was where it has none."""
    pieces = re.compile(f"{_NUMBER.pattern}|{_WORDS.pattern}", re.IGNORECASE)
    is_date = any(re.search(rf"\b{month}\b", text) for month in MONTHS)
    moved = pieces.sub(lambda found: _moved(found, text, shift, is_date), text)
    return _SEVERAL_PARTS.sub(r"\1\2s", _ascending(text, moved))


def _ascending(text: str, moved: str) -> str:
    """The moved range from its smaller number to its larger one, where it was so: "30%–50%" is no "80%–10%"."""
    was, now = _RANGE.search(text), _RANGE.search(moved)
    if was is None or now is None or float(was[1]) >= float(was[3]) or float(now[1]) < float(now[3]):
        return moved
    return f"{moved[: now.start()]}{now[3]}{now[2]}{now[1]}{moved[now.end() :]}"


def next_number(word: str) -> str | None:
    """A number near this one, for a question: the next year, decade, numeral or count; None where it is no number."""
    if word in MONTHS or word in WEEKDAYS:
        return other_numbers(word, NEAR)
    if ROMAN.match(word):
        return _roman(_from_roman(word) + 1)
    if (year := re.fullmatch(r"(\d{3,4})('?s)", word)) is not None:
        return f"{int(year.group(1)) - 10}{year.group(2)}"
    if re.fullmatch(r"[12]\d{3}", word):
        return str(int(word) + 1)
    if (ordinal := re.fullmatch(r"(\d+)(st|nd|rd|th)", word)) is not None:
        return ordinal_of(int(ordinal.group(1)) + 1)
    if re.fullmatch(r"\d+", word):
        number = int(word)
        return str(number - 10 if number % 10 == 0 and number > 10 else number + 1)
    if _NUMBER.search(word):
        return other_numbers(word, NEAR)
    if word.lower() in (*UNITS[2:], *TENS, *ORDINALS[2:]):
        return other_numbers(word, NEAR)
    return None


def has_number(text: str) -> bool:
    """Whether there is anything to move."""
    return _NUMBER.search(text) is not None or _WORDS.search(text) is not None


def first_number(text: str) -> str:
    """The first number in a text with its sign, scale or percent; the text where it has none."""
    found = re.search(
        rf"[$£€]?(?:{_NUMBER.pattern}|{_WORDS.pattern})(?: ?%| (?:percent|{'|'.join(SCALES)}))*", text, re.I
    )
    return found.group() if found else text


def _moved(found: re.Match[str], text: str, shift: Shift, is_date: bool) -> str:
    word = found.group()
    if word[0].isdigit() and word[-1].isalpha() and _CENTURY.match(text[found.end() :]):
        century = int(word[:-2])  # none of those to come
        return ordinal_of(century - shift.digit if century > shift.digit else century + shift.digit)
    if word[0].isdigit() and word[-1].isalpha():
        return ordinal_of(int(_first_digit(word[:-2], shift.digit)))
    if not word[-1].isdigit():
        return _other_word(word, text, shift)
    after = text[found.end() : found.end() + 2].lower()
    if re.fullmatch(r"[12]\d{3}", word) and not after.startswith((",0", "%")):
        year = _clear_of_now(int(word) + shift.years)
        return str(year // 10 * 10 if re.match("['’]?s", after) else year)
    if re.fullmatch(r"\d\d", word) and re.search(r"\d{4}\s?[-–/]\s?$", text[: found.start()]):
        return f"{(int(word) + shift.years) % 100:02}"
    if is_date and re.fullmatch(r"\d{1,2}", word) and 1 <= int(word) <= 31:
        day = int(word)
        return str(day - shift.days if day > shift.days else day + shift.days)
    if re.fullmatch(r"\d\d", word) and re.search(r"\d:$", text[: found.start()]):  # the minutes of a time
        return f"{(int(word) + 10 * shift.digit) % 60:02}"
    return _first_digit(word, shift.digit)


def _clear_of_now(year: int) -> int:
    """Years beyond the present look wrong at once."""
    return year if year < 2030 else year - 100


def _first_digit(word: str, digit: int) -> str:
    """The number with another first digit, never 0."""
    at = next(i for i, letter in enumerate(word) if letter.isdigit())
    first = (int(word[at]) + digit) % 10
    first = first or (1 if word[at] != "1" else 2)
    if first == 1 and word[at:] == word[at]:  # one alone takes no plural: "1 miles"
        first = 2 if word[at] != "2" else 3
    return f"{word[:at]}{first}{word[at + 1 :]}"


def _other_word(word: str, text: str, shift: Shift) -> str:
    steps: tuple[tuple[tuple[str, ...], int], ...] = (
        (MONTHS, shift.months), (WEEKDAYS, shift.words), (SCALES[2:], 1), (MULTIPLES, 1),
    )  # fmt: skip
    if re.search(r"\b(?:a|one|two|three) (?:half|third|quarter|fifth|sixth|eighth|tenth)s?\b", text, re.IGNORECASE) or (
        word.lower() in ("half", "quarter")
    ):
        steps = ((PARTS, shift.words), *steps)
    if word in ("may", "march", "second"):
        return word
    for row, step in (*steps, (UNITS, shift.words), (TENS, shift.words), (ORDINALS, shift.words)):
        lower = [name.lower() for name in row]
        if word.lower() in lower:
            place = (lower.index(word.lower()) + step) % len(row)
            if row[place] == "zero":
                place += 1
            return _cased(row[place], word)
    return word


def _cased(new: str, old: str) -> str:
    return new.capitalize() if old[0].isupper() else new.lower()


_VALUES = (("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1))


def _from_roman(numeral: str) -> int:
    values = {"I": 1, "V": 5, "X": 10, "L": 50}
    total = 0
    for letter, following in zip(numeral, [*numeral[1:], ""], strict=True):
        total += -values[letter] if values.get(following, 0) > values[letter] else values[letter]
    return total


def _roman(number: int) -> str:
    text = ""
    for letters, value in _VALUES:
        while number >= value:
            text, number = text + letters, number - value
    return text
