"""What may be written in other letters or signs: spellings, units, round numbers, years, spans of years."""

import re
from collections.abc import Iterator
from functools import cache

from stumper.language.parse import Parse
from stumper.language.rewording.ranges import alike, is_end
from stumper.language.rewording.set_phrases import MONTHS, Exchange
from stumper.language.rewording.words import word_set

# Spellings of one word, American first, each as good as the other wherever it is no name.
_SPELLINGS = """
    analyze analyse, analyzed analysed, archeological archaeological, archeologist archaeologist, archeology
    archaeology, armor armour, behavior behaviour, canceled cancelled, catalog catalogue, center centre, centers
    centres, centralized centralised, characterized characterised, civilization civilisation, civilizations
    civilisations, colonization colonisation, colonized colonised, color colour, colored coloured, colors colours,
    criticized criticised, defense defence, defenses defences, emphasized emphasised, encyclopedia encyclopaedia,
    favor favour, favored favoured, favorite favourite, fiber fibre, harbor harbour, harbors harbours, honor honour,
    honored honoured, industrialization industrialisation, industrialized industrialised, jewelry jewellery,
    kilometers kilometres, labor labour, laborers labourers, liters litres, maneuver manoeuvre, maneuvers manoeuvres,
    meters metres, modernization modernisation, neighbor neighbour, neighborhood neighbourhood, neighborhoods
    neighbourhoods, neighboring neighbouring, neighbors neighbours, organization organisation, organizations
    organisations, organized organised, plow plough, privatization privatisation, realized realised, recognized
    recognised, rumor rumour, rumors rumours, specialized specialised, standardized standardised, sulfur sulphur,
    theater theatre, theaters theatres, toward towards, traveler traveller, travelers travellers, vapor vapour
"""
_UNITS = {
    "km2": "square kilometer", "km²": "square kilometer", "sq km": "square kilometer", "sq mi": "square mile",
    "km": "kilometer", "mi": "mile", "ft": "foot", "m": "meter", "cm": "centimeter", "mm": "millimeter",
    "kg": "kilogram", "lb": "pound", "mph": "mile per hour", "km/h": "kilometer per hour",
}  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_YEAR = r"(?:1\d|20)\d{2}"
# What goes on for years is what it is from the first to the last; what happens once is not.
_GOING_ON = word_set(
    "rule reign live last serve work govern teach reside study operate exist remain stay occupy fight rage preside "
    "increase grow decrease decline rise drop double average"
)
_PATTERNS = (
    (rf"(?<=[a-z0-9]) in (?={_YEAR}(?:[.;)]|,(?! \d)| (?!and\b|or\b|to\b|of\b|there were\b)[a-z]))", " in the year "),
    (rf"^In (?={_YEAR}(?:,(?! \d)| (?!and\b|or\b|to\b|of\b)[a-z]))", "In the year "),
    (rf"\b([Ii])n the year (?={_YEAR}\b)", r"\1n "),
    (rf"\bbetween ({_YEAR}) and ({_YEAR})\b", r"from \1 to \2"),
    (rf"^Between ({_YEAR}) and ({_YEAR})(?=,)", r"From \1 to \2"),
    (rf"^From ({_YEAR}) to ({_YEAR})(?=,)", r"Between \1 and \2"),
    (rf"^From ({_YEAR}) until ({_YEAR})(?=,)", r"Between \1 and \2"),
    (r"(?<![\w$€£])(?<!between )(?<!and )(?<!to )(?<!from )\$(\d[\d.,]*) (million|billion|trillion)"
     r"(?= (?:in|to|for|from|of|by|on|at|and|was|were)\b|[.;)]|, (?![\w-]+-))",
     r"\1 \2 dollars"),
    (r"(?<!\.)\b(\d+(?:\.\d+)?) ?(?:percent|per cent) of (?=the |all |its |their |his |her )", r"\1% of "),
)  # fmt: skip
_THOUSANDS = re.compile(r"(?<= )(\d{1,2}),000(?= (?!to\b|or\b|and\b|per\b|m\b|BC|AD|years? (?:ago|BP))[a-z])")
_MILLIONS = re.compile(r"(?<= )(\d{1,2}) (?=(?:million|billion|thousand)\b(?! (?:to|and|or|[–-]) \$?\d))")


def written_otherwise(parse: Parse) -> Iterator[Exchange]:
    """*the center* ↔ *the centre*, *5 km* → *5 kilometers*, *60,000 men* → *sixty thousand men*, *in 1871* ↔ *in the
    year 1871*, *between 1871 and 1880* → *from 1871 to 1880*, *$5 million* → *5 million dollars*.
    """
    text = parse.text
    for i, token in enumerate(parse.tokens):
        other = _spellings().get(token.text)
        apart = text[token.start - 1 : token.start] != "-" and text[token.end : token.end + 1] != "-"
        if other is not None and apart and parse.entity_at(i) is None:
            yield Exchange(token.start, token.end, other)
    for pattern, new in _compiled():
        for match in pattern.finditer(text):
            if not _is_meant_otherwise(parse, match, new):
                yield Exchange(match.start(), match.end(), match.expand(new))
    yield from _units(text)
    yield from _numbers(text)


def _is_meant_otherwise(parse: Parse, match: re.Match[str], new: str) -> bool:
    """Whether a number is no year (*in 1200 theaters*), no time that something went on for (*was born between 1850 and
    1860*), an amount that stands before a noun (*a $5 million, three-year deal*), or an end of a range (*$5 million to
    $10 million*).
    """
    tokens = parse.tokens
    before = [token for token in tokens if token.end <= match.start()]
    after = [token for token in tokens if token.start >= match.end()]
    if new.endswith("the year "):
        if before and before[-1].text in MONTHS:
            return True  # *on 15 July in 1972*
        return len(after) > 1 and after[1].tag not in _BEHIND_YEARS
    if new.endswith(("dollars", "% of ")) and is_end(parse.text, match.start(), match.end()):
        return True
    if new.endswith("dollars"):
        return bool(before) and before[-1].tag in ("DT", "PRP$", "POS", "JJ", "JJR", "JJS", "HYPH", "SYM", "CD")
    if new.lower().startswith("from"):
        verbs = [t for t in (reversed(before) if before else after) if t.tag.startswith("VB")]
        return not verbs or verbs[0].lemma not in _GOING_ON
    return False


# Tags of the words that may follow a year; a noun or adjective behind it would be what it counts.
_BEHIND_YEARS = frozenset(
    (".", ",", ":", "-RRB-", "-LRB-", "IN", "TO", "DT", "PRP", "PRP$", "VBD", "VBZ", "VBP", "MD", "WDT", "WP", "WRB")
)


def _units(text: str) -> Iterator[Exchange]:
    """The names of units; spelt as the rest of the sentence spells them. Before a noun (*a 9 mm pistol*), behind a
    sign of money and twice in a range they stay, and *m* stays where it may be a million.
    """
    ranges = alike(text)
    for match in _units_pattern().finditer(text):
        if any(start <= match.start("unit") < end for start, end in ranges):
            continue  # *1 km to 2 kilometers away*: only one of the two would be written out
        before = text[: match.start()].rsplit(" ", 2)[-2:][0]
        if before.lower() in _BEFORE_UNITS or before.endswith(_MONEY) or before.isupper():
            continue
        one = match["number"] == "1"
        if (one and before.lower() in _OF_RANGES) or (match["unit"] == "m" and not _LENGTH.match(text, match.end())):
            continue
        name = _UNITS[match["unit"]] if one else _many(_UNITS[match["unit"]])
        british = "metre" in text or "centre" in text
        said = re.sub(r"meter\b|meters\b", lambda of: of.group().replace("er", "re"), name) if british else name
        yield Exchange(match.start("unit"), match.end("unit"), said)


def _many(name: str) -> str:
    """The plural of the name of a unit: *miles per hour*."""
    noun, per, rest = name.partition(" per ")
    return ("feet" if noun == "foot" else f"{noun}s") + per + rest


_BEFORE_UNITS = word_set("a an the this that each every its their his her another one first new two three four")
_MONEY = ("$", "£", "€", "¥", "₹")
_LENGTH = re.compile(
    r" \(\d| (?:long|wide|tall|high|deep|thick|away|above|below|in (?:diameter|length|height|width|depth))\b"
)


def _numbers(text: str) -> Iterator[Exchange]:
    ranges = alike(text)
    for match in _THOUSANDS.finditer(text):
        before = text[: match.start()].rsplit(" ", 2)[-2:]
        is_in_range = before[0].lower() in _OF_RANGES or is_end(text, match.start(), match.end())
        is_in_range |= any(start <= match.start() < end for start, end in ranges)
        if not is_in_range and not _is_currency(before[0]):
            yield Exchange(match.start(), match.end(), f"{_in_words(int(match.group(1)))} thousand")
    for match in _MILLIONS.finditer(text):
        before = text[: match.start()].rsplit(" ", 2)[-2:]
        is_in_range = before[0].lower() in _OF_RANGES or is_end(text, match.start(1), match.end(1))
        is_in_range |= any(start <= match.start() < end for start, end in ranges)
        if not is_in_range and int(match.group(1)) > 0 and not _is_currency(before[0]):
            yield Exchange(match.start(1), match.end(1), _in_words(int(match.group(1))))


def _is_currency(word: str) -> bool:
    """Whether what stands before a number is a sign or code of money: *US$ 5 million*, *Rs. 5 million*."""
    return word.endswith(_MONEY) or word in ("Rs", "Rs.", "Fr.") or (len(word) > 1 and word.isupper())


_OF_RANGES = word_set("to and or from between – -")
_SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip


def _in_words(number: int) -> str:
    """A number below a hundred in words."""
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")


@cache
def _spellings() -> dict[str, str]:
    pairs = [pair.split() for pair in _SPELLINGS.split(",")]
    return {one: other for pair in pairs for one, other in (pair, reversed(pair))}


def is_spelt_like_another(word: str, text: str) -> bool:
    """Whether another word of the text has the spelling of the same country as this one, *labor* beside *center*."""
    if word not in _spellings():
        return False
    side = _sides()[word]
    return any(_sides().get(each) == side for each in set(re.findall(r"[a-z]+", text)) - {word})


@cache
def _sides() -> dict[str, int]:
    """Words by the place of their spelling in the table."""
    return {word: side for pair in _SPELLINGS.split(",") for side, word in enumerate(pair.split())}


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in _PATTERNS)


@cache
def _units_pattern() -> re.Pattern[str]:
    following = (
        r"[,;:)]|\.(?! ?[a-z])|$| \(\d| (?:and|or|by|from|to|of|in|on|at|above|below|away|per|with|for|after|before"
        r"|north|south|east|west)\b(?! \d)| (?:long|wide|tall|high|deep|thick)(?=[,.;:)]| (?:and|at|in|on|with|by)\b)"
    )
    return re.compile(
        rf"(?<![\w.,$£€¥₹])(?P<number>\d[\d,]*(?:\.\d+)?)[ \u00a0](?P<unit>{_unit_names()})(?={following})"
    )


def _unit_names() -> str:
    return "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True))
