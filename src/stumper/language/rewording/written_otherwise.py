"""What may be written in other letters or signs: spellings, units, round numbers, years, spans of years."""

import re
from collections.abc import Iterator
from functools import cache

from stumper.language.parse import Parse
from stumper.language.rewording.set_phrases import Exchange
from stumper.language.rewording.words import word_set

# Spellings of one word, American first, each as good as the other wherever it is no name.
_SPELLINGS = """
    analyze analyse, analyzed analysed, archeological archaeological, archeologist archaeologist, archeology
    archaeology, armor armour, behavior behaviour, canceled cancelled, catalog catalogue, center centre,
    centers centres, centralized centralised, characterized characterised, civilization civilisation,
    civilizations civilisations, colonization colonisation, colonized colonised, color colour, colored
    coloured, colors colours, criticized criticised, defense defence, defenses defences, emphasized
    emphasised, encyclopedia encyclopaedia, favor favour, favored favoured, favorite favourite, fiber fibre,
    harbor harbour, harbors harbours, honor honour, honored honoured, industrialization industrialisation,
    industrialized industrialised, jewelry jewellery, kilometers kilometres, labor labour, laborers labourers,
    liters litres, maneuver manoeuvre, maneuvers manoeuvres, medieval mediaeval, meters metres, modernization
    modernisation, neighbor neighbour, neighborhood neighbourhood, neighborhoods neighbourhoods, neighboring
    neighbouring, neighbors neighbours, organization organisation, organizations organisations, organized
    organised, plow plough, privatization privatisation, realized realised, recognized recognised, rumor
    rumour, rumors rumours, specialized specialised, standardized standardised, sulfur sulphur, theater
    theatre, theaters theatres, toward towards, traveler traveller, travelers travellers, vapor vapour
"""
_UNITS = {
    "km2": "square kilometers", "km²": "square kilometers", "sq km": "square kilometers", "sq mi": "square miles",
    "km": "kilometers", "mi": "miles", "ft": "feet", "m": "meters", "cm": "centimeters", "mm": "millimeters",
    "kg": "kilograms", "lb": "pounds", "mph": "miles per hour", "km/h": "kilometers per hour",
}  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_YEAR = r"(?:1\d|20)\d{2}"
# Behind these what began and ended in two years is not what lay between them.
_NO_SPAN = "".join(rf"(?<!{word} )" for word in ("difference", "gap", "relationship", "born", "dating", "dated"))
_PATTERNS = (
    (rf"(?<=[a-z0-9]) in (?={_YEAR}(?:[.;)]|,(?! \d)| (?!and\b|or\b|to\b|US\b|dollars\b|there were\b)[a-z]))",
     " in the year "),
    (rf"^In (?={_YEAR}(?:,(?! \d)| (?!and\b|or\b|to\b)[a-z]))", "In the year "),
    (rf"\b([Ii])n the year (?={_YEAR}\b)", r"\1n "),
    (rf"{_NO_SPAN}\bbetween ({_YEAR}) and ({_YEAR})\b", r"from \1 to \2"),
    (rf"^Between ({_YEAR}) and ({_YEAR})(?=,)", r"From \1 to \2"),
    (rf"^From ({_YEAR}) to ({_YEAR})(?=,)", r"Between \1 and \2"),
    (rf"^From ({_YEAR}) until ({_YEAR})(?=,)", r"Between \1 and \2"),
    (r"(?<![\w$€£])(?<!between )(?<!and )(?<!to )(?<!from )\$(\d[\d.,]*) (million|billion|trillion)"
     r"(?= (?:in|to|for|from|of|by|on|at|and|was|were)\b|[.;)]|, )",
     r"\1 \2 dollars"),
    (r"(?<!\.)\b(\d+(?:\.\d+)?) ?(?:percent|per cent) of (?=the |all |its |their |his |her )", r"\1% of "),
)  # fmt: skip
_THOUSANDS = re.compile(r"(?<= )(\d{1,2}),000(?= (?!to\b|or\b|and\b|per\b|m\b|BC|AD|years? (?:ago|BP))[a-z])")
_MILLIONS = re.compile(r"(?<= )(\d{1,2}) (?=(?:million|billion|thousand)\b)")


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
            yield Exchange(match.start(), match.end(), match.expand(new))
    yield from _units(text)
    yield from _numbers(text)


def _units(text: str) -> Iterator[Exchange]:
    """The names of units; spelt as the rest of the sentence spells them."""
    for match in _units_pattern().finditer(text):
        name = _UNITS[match.group(2)]
        british = "metre" in text or "centre" in text
        yield Exchange(match.start(2), match.end(2), name.replace("meters", "metres") if british else name)


def _numbers(text: str) -> Iterator[Exchange]:
    for match in _THOUSANDS.finditer(text):
        before = text[: match.start()].rsplit(" ", 2)[-2:]
        if before[0].lower() not in _OF_RANGES and not before[0].endswith(("$", "£", "€")):
            yield Exchange(match.start(), match.end(), f"{_in_words(int(match.group(1)))} thousand")
    for match in _MILLIONS.finditer(text):
        before = text[: match.start()].rsplit(" ", 2)[-2:]
        if before[0].lower() not in _OF_RANGES and int(match.group(1)) > 0:
            yield Exchange(match.start(1), match.end(1), _in_words(int(match.group(1))))


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


@cache
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern), new) for pattern, new in _PATTERNS)


@cache
def _units_pattern() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in sorted(_UNITS, key=len, reverse=True))
    return re.compile(rf"(?<=\d)( |\u00a0)({names})(?=[,.;:)]| (?!\d)|$)(?!\. ?[a-z])")
