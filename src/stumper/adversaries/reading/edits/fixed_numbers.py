"""Whether the rest of a paragraph fixes a number, so that another one in its place would be at odds with it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from stumper.text import Stretch, sentences


def is_fixed(text: str, places: Sequence[Stretch]) -> bool:
    """Whether a conversion, a list, or words such as *years later* and *twice* say what the number at one of these
    places of the text has to be, or whether other numbers do so by a sum, a difference or an age.
    """
    told = list(_told(text))
    return any(
        _is_measured_twice(text, place)
        or _is_reckoned(text, place)
        or _may_be_computed([one for one in told if not _is_at(one, place)], _at(told, place))
        or _is_listed(text, told, place)
        for place in places
    )


def keeps_place(text: str, place: Stretch, new: str) -> bool:
    """Whether the new number is before, within and after what the old one at this place is: of a year all years,
    decades and centuries of the text, of other numbers those that are written like it.
    """
    told = list(_told(text))
    old = _at(told, place)
    changed = next(_told(text[: place.start] + new + text[place.end :], place.start), None)
    if old is None or changed is None or old.kind != changed.kind:
        return False
    others = [one for one in told if one.kind == old.kind and one.start != old.start]
    return all(_side(old, one) == _side(changed, one) for one in others)


def follows_from(text: str, answer: str) -> bool:
    """Whether an answer's only number can be worked out from those of the text."""
    asked, told = list(_told(answer)), list(_told(text))
    return len(asked) == 1 and len(told) <= _MOST_COMPUTED and _may_be_computed(told, asked[0])


@dataclass(frozen=True, slots=True)
class _Told:
    """A number that the text tells at this character: from ``least`` to ``most``, which differ for a decade."""

    kind: str
    start: int
    least: float
    most: float


def _is_at(one: _Told, place: Stretch) -> bool:
    return place.start <= one.start < place.end


def _at(told: Sequence[_Told], place: Stretch) -> _Told | None:
    return next((one for one in told if _is_at(one, place)), None)


def _side(one: _Told, other: _Told) -> tuple[bool, bool]:
    """Whether one is before the other, and whether it is after it."""
    return one.most < other.least, one.least > other.most


_NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen"""
_PLACES = """zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"""
_ROUND = "twenty thirty forty fifty sixty seventy eighty ninety"
_UNITS, _ORDINALS, _TENS = _NUMBERS.split(), _PLACES.split(), _ROUND.split()
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_OTHERS = {"once": 1, "twice": 2, "dozen": 12, "decade": 10, "decades": 10, "century": 100, "half": 0.5}
_VALUES: dict[str, float] = {
    **{word: at for at, word in enumerate(_UNITS)},
    **{word: at for at, word in enumerate(_ORDINALS)},
    **{word: 10 * at for at, word in enumerate(_TENS, 2)},
    **_OTHERS,
}
_WORD = "|".join(sorted(_VALUES, key=len, reverse=True))
_TIME = re.compile(
    rf"\b(?P<century>\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)}|twenty-first)"
    r"(?=(?: and \w+| or \w+|[-–]\w+)?[ -]centur)"
    r"|(?<![\d.,$£€])(?P<year>1\d{3}|20\d\d|21\d\d)(?P<decade>['’]?s\b)?(?![\d%]|[.,]\d)"
    r"(?! (?:people|men|women|miles|feet|metres|meters|kilomet|km|tons|tonnes|million|billion|students|members))"
    r"|(?<=[–/-])(?P<short>\d\d)(?!\d)",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    rf"(?P<figures>\d{{1,3}}(?:,\d{{3}})+|\d+)(?P<decimals>\.\d+)?(?P<ordinal>(?:st|nd|rd|th)\b)?"
    r"(?: ?(?P<percent>%|percent\b|per cent\b))?"
    rf"|\b(?P<word>(?:{'|'.join(_TENS)})-\w+|{_WORD})(?! (?:of the|of them)\b)\b",
    re.IGNORECASE,
)
_SCALE = re.compile(rf"[ -](?P<scale>{'|'.join(_SCALES)})\b", re.IGNORECASE)


def _told(text: str, start: int = 0) -> Iterator[_Told]:
    """The numbers of the text from this character on: years, decades and centuries are times, the others counts."""
    at = start
    while found := _NUMBER.search(text, at):
        time = _TIME.match(text, found.start())
        yield _time(text, time) if time else _count(text, found)
        at = (time or found).end()


def _time(text: str, found: re.Match[str]) -> _Told:
    if century := found.group("century"):
        digits = re.match(r"\d+", century)
        which = int(digits.group()) if digits else _ordinal(century)
        return _Told("time", found.start(), 100 * which - 99, 100 * which)
    if short := found.group("short"):
        before = re.search(r"(\d\d)\d\d\W$", text[: found.start()])
        year = int((before.group(1) if before else "") + short)
        return _Told("time" if before else "count", found.start(), year, year)
    year = int(found.group("year"))
    decade = found.group("decade") is not None
    part = re.search(r"\b(early|late)[ -](?:the )?$", text[: found.start()], re.IGNORECASE)
    first = year + (5 if decade and part and part.group(1).lower() == "late" else 0)
    last = year + (9 if decade and not (part and part.group(1).lower() == "early") else 4 if decade else 0)
    return _Told("time", found.start(), first, last)


def _ordinal(word: str) -> int:
    return 21 if word.lower() == "twenty-first" else _ORDINALS.index(word.lower())


def _count(text: str, found: re.Match[str]) -> _Told:
    is_rank = found.group("ordinal") is not None
    if word := found.group("word"):
        tens, _, unit = word.lower().partition("-")
        value = _VALUES[tens] + (_VALUES.get(unit, 0.0) if unit else 0.0)
        is_rank = (unit or tens) in _ORDINALS
    else:
        value = float(found.group("figures").replace(",", "") + (found.group("decimals") or ""))
    scale = _SCALE.match(text, found.end())
    value *= _SCALES[scale.group("scale").lower()] if scale else 1
    kind = "percent" if found.group("percent") else "rank" if is_rank else "count"
    return _Told(kind, found.start(), value, value)


_CONVERTED = re.compile(r"[^.;()]{0,40}\((?!\d{4}\))[^()]*\d|[^.;()]{0,25}?(?: or | = |/)[^\w(]{0,3}\d")
_CONVERSION = re.compile(r"\d[^.;()]{0,40}\([^()]*$|\d(?: ?[^\W\d]+\d?){1,3} (?:or|=) $")
_JOINED = re.compile(r"[-–—:/^×·±−+=]")


def _is_measured_twice(text: str, place: Stretch) -> bool:
    """Whether the number has its conversion beside it, or is one, or is a part of a range, a ratio or a formula."""
    before, after = text[: place.start], text[place.end :]
    inside = re.search(r"[^\W\d][^\d()]*\([^()]*$", before[-60:]) and _CONVERSION.search(before[-60:]) is None
    joined = _JOINED.match(after) or _JOINED.search(before[-1:]) or re.match(r" ?(?:BC|BCE|×|±|\+|−)", after)
    converted = _CONVERTED.match(re.sub(r"^[.,]\d+", "", after))
    return bool(joined or (converted and not inside) or _CONVERSION.search(before[-60:]))


_RECKONED = re.compile(
    r"\b(?:(?:years?|months?|decades?|centur(?:y|ies)|seasons?) (?:later|earlier|before|after|prior|older|younger|ago"
    r"|old|apart)|(?:aged?|at age|age of)\b|following (?:year|season|decade)|(?:previous|preceding|next|same|last|past)"
    rf"(?: [\w-]+){{0,2}} (?:years?|seasons?|decades?|centur(?:y|ies))|(?:{'|'.join(_ORDINALS[1:])}|\d+(?:st|nd|rd|th))"
    r"(?: and \w+)? (?:season|year|anniversary|birthday|straight)|consecutive|successive|anniversary"
    r"|that (?:same )?year|leap year|half[- ]century|millennium|turn of the century)\b",
    re.IGNORECASE,
)
# What takes place in years that everybody can tell: in every fourth, in every tenth, in even ones.
_RECURRING = r"(?:Olympic\w*|Games|World Cup|Super Bowl|census|elections?)"
_RECURRED = re.compile(rf"{_RECURRING}(?: \w+){{0,2}} $", re.IGNORECASE)
_RECURS = re.compile(rf" (?:\w+ ){{0,3}}{_RECURRING}", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:twice|double[ds]?|tripled?|thrice|half (?:of|as|the)|times (?:as|more|less|the|that|higher|larger|greater)"
    r"|(?:%|percent|per cent) (?:higher|lower|more|less|greater|fewer|larger|smaller|increase|decrease|of the)"
    r"|respectively|altogether|combined|in total|a total of|sum|average of|remaining|remainder|the (?:other|rest)"
    r"|a (?:third|quarter|fifth|tenth) of|two[- ]thirds|equal to|equivalent|more than any|out of)\b|=|≈",
    re.IGNORECASE,
)


def _is_reckoned(text: str, place: Stretch) -> bool:
    """Whether words near the number count from it, *two years later* and *the third season* from a year, *twice* and
    *the other* from a count, or a year is one of what everybody knows the years, such as the Olympics.
    """
    found = sentences(text)
    at = next((i for i, one in enumerate(found) if one.start <= place.start < one.end), 0)
    if _TIME.match(text, place.start):
        recurs = _RECURRED.search(text[: place.start]) or _RECURS.match(text, place.end)
        return bool(recurs) or any(_RECKONED.search(one.text) for one in found[max(at - 1, 0) : at + 2])
    return _COMPARED.search(found[at].text) is not None


_MOST_COMPUTED = 24  # numbers of a paragraph that are summed: of a table of figures nothing is sure


def _may_be_computed(others: Sequence[_Told], mine: _Told | None) -> bool:
    """Whether the number is the sum or the difference of others, parts of a whole with them, or a year so many years
    (give or take one, as of ages) from another; True as well where the paragraph has too many numbers to tell.
    """
    if mine is None or len(others) > _MOST_COMPUTED:
        return True
    times = [one.least for one in others if one.kind == "time" and one.least == one.most]
    counts = [one.least for one in others if one.kind in ("count", "rank") and one.least]
    if mine.kind == "time":
        return any(abs(abs(mine.least - year) - count) <= (count > 3) for year in times for count in counts)
    if any(abs(abs(a - b) - mine.least) <= (mine.least > 3) for a, b in combinations(times, 2)):
        return True
    alike = [one.least for one in others if one.kind == mine.kind and one.least]
    whole = 100.0 if mine.kind == "percent" else 0.0
    for parts in chain(*(combinations(alike, many) for many in (1, 2, 3))):
        total = sum(parts)
        if (whole and abs(total + mine.least - whole) <= 1) or (len(parts) > 1 and _is_part(mine.least, total, parts)):
            return True
    return False


def _is_part(value: float, total: float, parts: Sequence[float]) -> bool:
    """Whether the value is the total of the parts, or with the other parts makes the largest of them."""
    return total == value or total - max(parts) + value == max(parts)


_LIST = re.compile(
    r"[:;•]|, [^,.;]+,? (?:and|or) |\b(?:both|either|first(?:ly)?|one is|another|each|others?|namely)\b", re.IGNORECASE
)
_UNIT = re.compile(
    r"[ -](?:[a-z]+ )?(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|miles?|feet|foot|inch(?:es)?|yards?"
    r"|(?:kilo)?met(?:er|re)s?|acres?|km|mi|tons?|tonnes?|pounds?|kg|percent|per cent|degrees?|cents?|dollars?|points?"
    r"|times|hundred|thousand|million|billion|trillion|decades?|centur(?:y|ies)|stor(?:e?ys?|ies))\b|%"
)
_SMALL = 20  # things so few that a paragraph may list them


def _is_listed(text: str, told: Sequence[_Told], place: Stretch) -> bool:
    """Whether the number counts few things, of which the paragraph lists some there or in the sentence after."""
    mine = _at(told, place)
    is_count = mine is not None and mine.kind in ("count", "rank") and mine.least <= _SMALL
    if mine is None or not is_count or text[place.start - 1 : place.start] in ("$", "£", "€") or "." in place.text:
        return False
    if mine.kind == "count" and _UNIT.match(text, place.end):
        return False
    found = sentences(text)
    at = next((i for i, one in enumerate(found) if one.start <= place.start < one.end), 0)
    near = found[at : at + 2]
    few = [one for one in told if one != mine and one.kind in ("count", "rank") and one.least <= _SMALL]
    counted = any(one.start <= few_one.start < one.end for few_one in few for one in near)
    return counted or any(_LIST.search(one.text) for one in near)
