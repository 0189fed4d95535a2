"""Other numbers of the same kind and form: another year, another percentage, another ordinal, another number word."""

import re
from collections.abc import Iterator
from functools import cache

MOST_OTHERS = 100  # others of one number


@cache
def others(word: str) -> tuple[str, ...]:
    """Numbers that differ from this one and are written like it, near ones first; none where it is no number.

    A year stays a year, a round number stays as round, a percentage at most 100 stays so; commas, decimal places,
    ordinal endings, signs and capitals are kept. What stands round the first number of a word (10-year, $5) is kept.
    """
    found = _spelled(word) or _written(word)
    return tuple(dict.fromkeys(other for other in found if other != word))[:MOST_OTHERS]


def ordinal_of(number: int) -> str:
    """A number in order, in figures: "21st"."""
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# Steps away from a number: far enough to be another one, near enough to be of its kind.
_STEPS = tuple(sign * step for step in (2, 3, 1, 5, 4, 8, 6, 7, 10, 9, 12, 15, 20, 25, 30, 40, 50) for sign in (1, -1))
_ORDINAL_STEPS = tuple(sign * step for step in range(1, 20) for sign in (-1, 1))
_FIRST_YEAR, _LAST_YEAR = 1000, 2025
_NUMBER = re.compile(r"(?P<before>\W*)(?P<number>\d{1,3}(?:,\d{3})+|\d+)(?P<decimals>\.\d+)?(?P<after>.*)", re.DOTALL)
_ORDINAL = re.compile(r"(st|nd|rd|th)\b", re.IGNORECASE)
_RANGE = re.compile(r"([-–/]|\s?to\s?)(\d+)(.*)", re.DOTALL)

_UNITS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINAL_UNITS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
_ORDINAL_TEENS = "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
# Number words of one kind, in order; a word's neighbours are those that stand next to it.
_SERIES = (
    (*_UNITS, *_TEENS),
    tuple(_TENS),
    ("hundred", "thousand", "million", "billion", "trillion"),
    ("hundreds", "thousands", "millions", "billions", "trillions"),
    ("dozens", "scores"),
    (*_ORDINAL_UNITS, *_ORDINAL_TEENS.split()),
    tuple(ten[:-1] + "ieth" for ten in _TENS),
    tuple(ten[:-1] + "ies" for ten in _TENS),
    ("hundredth", "thousandth", "millionth"),
    ("thirds", "quarters", "fifths", "sixths", "eighths", "tenths"),
    ("once", "twice", "thrice"),
    ("single", "double", "triple", "quadruple"),
    ("singles", "doubles", "triples"),
    ("doubled", "tripled", "quadrupled"),
    ("primary", "secondary", "tertiary"),
    ("duo", "trio", "quartet", "quintet", "sextet", "septet", "octet"),
    ("twins", "triplets", "quadruplets"),
    ("bilateral", "trilateral", "multilateral"),
)
_PLACE = {word: (series, place) for series in _SERIES for place, word in enumerate(series)}


def _spelled(word: str) -> list[str]:
    """Other number words for a number word, twenty-one and dozen-fold among them, in its capitals."""
    lower = word.lower()
    if lower in _PLACE:
        series, place = _PLACE[lower]
        order = sorted(range(len(series)), key=lambda i: (abs(i - place), i < place))
        found = [series[i] for i in order if i != place]
    elif (parts := re.fullmatch(r"([a-z]+)-([a-z]+)", lower)) and parts.group(1) in _TENS and parts.group(2) in _PLACE:
        tens, unit = parts.groups()
        found = [f"{tens}-{other}" for other in _spelled(unit) if other in _UNITS or other in _ORDINAL_UNITS]
        found += [f"{other}-{unit}" for other in _spelled(tens)]
    else:
        return []
    if word.isupper():
        return [other.upper() for other in found]
    return [other[0].upper() + other[1:] for other in found] if word[0].isupper() else found


def _written(word: str) -> Iterator[str]:
    """Others of a number in figures."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return
    before, digits, decimals, after = found.group("before", "number", "decimals", "after")
    for other in _near(digits, decimals or "", after):
        yield before + _formed(other, digits, decimals or "") + _following(after, other, int(digits.replace(",", "")))


def _near(digits: str, decimals: str, after: str) -> Iterator[int]:
    """Whole numbers near this one: years near years, as many zeros at the end, percentages within a hundred."""
    value = int(digits.replace(",", ""))
    zeros = len(digits) - len(digits.rstrip("0,")) - digits[len(digits.rstrip("0,")) :].count(",")
    is_year = len(digits) == 4 and _FIRST_YEAR <= value <= _LAST_YEAR and not decimals
    is_ordinal = _ORDINAL.match(after) is not None
    by_one = is_year or is_ordinal or decimals or not value
    step = 10 if is_year and re.match(r"['’]?s\b", after) else 1 if by_one else 10**zeros
    if after.startswith("%") and value == 100:  # the roundest of all: less round ones are of its kind
        step = 10
    most = _LAST_YEAR if is_year else _most(value, decimals, after)
    least = _FIRST_YEAR if is_year else 0 if decimals else 2 if value and not is_ordinal else 1
    for steps in _ORDINAL_STEPS if is_ordinal else _STEPS:
        if least <= (other := value + steps * step) <= most and (by_one or step > 1 or other % 10):
            yield other


def _most(value: int, decimals: str, after: str) -> int:
    """The largest number that may stand for this one."""
    if after.startswith("%") and value <= 100:
        return 99 if decimals else 100
    if re.match(r":\d\d", after):  # hours of a day
        return 12 if value <= 12 else 23
    return max(6 * value, 20)


def _formed(other: int, digits: str, decimals: str) -> str:
    """A number with commas and leading zeros where that one has them, and with its decimals."""
    text = f"{other:,}" if "," in digits else str(other)
    return (text.zfill(len(digits)) if digits.startswith("0") else text) + decimals


def _following(after: str, other: int, value: int) -> str:
    """What follows the number, with the ending of the ordinal, or the end of the range, that now belongs there."""
    if ending := _ORDINAL.match(after):
        right = ordinal_of(other)[-2:]
        return (right.upper() if ending.group().isupper() else right) + after[ending.end() :]
    if (found := _RANGE.fullmatch(after)) and found.group(1) != "/":
        end = int(found.group(2)) + other - value
        return found.group(1) + str(max(end, 0)).zfill(len(found.group(2))) + found.group(3)
    return after
