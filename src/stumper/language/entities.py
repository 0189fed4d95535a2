"""The entities of a parse: names as the pipeline finds them, numbers and dates by rule where it has found none.

Each token is written as one letter for what it is; a kind of entity is a pattern over these letters.
"""

import re
from collections.abc import Iterable, Sequence

from stumper.language.parse import Entity, EntityKind, Token

# What pipelines call their entities (OntoNotes, CoNLL 2003, Universal NER); what is not here is a name of another kind.
KINDS: dict[str, EntityKind] = {
    "PERSON": "PERSON", "PER": "PERSON",
    "PLACE": "PLACE", "GPE": "PLACE", "LOC": "PLACE", "FAC": "PLACE",
    "ORG": "ORG",
    "DATE": "DATE", "TIME": "TIME", "PERCENT": "PERCENT", "MONEY": "MONEY", "QUANTITY": "QUANTITY",
    "ORDINAL": "ORDINAL", "CARDINAL": "CARDINAL",
}  # fmt: skip

NUMBER = "(?:[ydns](?:-?[ydns])*)"
# In order: what an earlier row has taken, a later one leaves.
RULES: tuple[tuple[EntityKind, str], ...] = (
    ("PERCENT", f"{NUMBER}(?:%|pe)"),
    ("MONEY", rf"\${NUMBER}|{NUMBER}-?e"),
    ("DATE", "(?:w,?)?[do]f?m(?:,?y)?b?"),  # Monday, 4 July 1776; 4th of July
    ("DATE", "(?:w,?)?m[do](?:,?y)?b?"),  # July 4, 1776
    ("DATE", "m,?y|gf?y"),  # July 1776; summer of 1776
    ("DATE", "o(?:&o)?cb?|k"),  # 5th century BC; 1920s
    ("DATE", f"{NUMBER}-?[rc]"),  # five years
    ("TIME", f"xz?|[dn]z|{NUMBER}-?t"),  # 10:30 p.m.; six hours
    ("QUANTITY", f"{NUMBER}-?u"),  # 20 km
    ("DATE", "[ydn]b|b[ydn]|y|m|w"),
    ("ORDINAL", "o"),
    ("CARDINAL", NUMBER),
    ("OTHER", "P(?:fa?P|P)*"),
)

_SETS: tuple[tuple[str, str], ...] = (
    ("m", "january february march april may june july august september october november december jan feb mar apr jun "
          "jul aug sep sept oct nov dec jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov. dec."),
    ("w", "monday tuesday wednesday thursday friday saturday sunday"),
    ("g", "spring summer autumn fall winter"),
    ("o", "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
          "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth hundredth"),
    ("s", "hundred thousand million billion trillion dozen hundreds thousands millions billions"),
    ("c", "century centuries millennium millennia"),
    ("r", "day days week weeks month months year years decade decades"),
    ("t", "seconds minute minutes hour hours millisecond milliseconds"),
    ("%", "% percent"),
    ("p", "per"),
    ("$", "$ £ € ¥ us$ a$ c$ usd gbp eur"),
    ("e", "dollar dollars euro euros yen cent cents franc francs rupee rupees peso pesos rubles yuan shillings pence"),
    ("u", "km m cm mm kg g mg lb lbs mph ft mi ha kw mw gw kwh hz khz mhz ghz gb mb tb acres acre hectares "
          "hectare  feet foot inch inches mile miles meter meters metre metres kilometer kilometers kilometre "
          "kilometres  centimeters centimetres yard yards gram grams kilogram kilograms ton tons tonne tonnes "
          "ounce ounces pound pounds gallon  gallons liter liters litre litres barrels barrel degrees degree "
          "watts megawatts volts knots km² m² °c °f"),
    ("z", "am pm a.m. p.m. o'clock noon midnight"),
    ("b", "bc bce ad ce b.c. a.d. b.c.e. c.e."),
    (",", ","),
    ("-", "- – —"),
    ("f", "of"),
    ("a", "the"),
    ("&", "and &"),
)  # fmt: skip
_LETTERS = {word: letter for letter, row in _SETS for word in row.split()}
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)")
_DECADE = re.compile(r"(?:\d\d|['’])?\d0['’]?s")
_CLOCK = re.compile(r"\d{1,2}[:.]\d\d")
_DIGITS = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?|\.\d+")
_PATTERNS = tuple((kind, re.compile(pattern)) for kind, pattern in RULES)


def entities(tokens: Sequence[Token], named: Iterable[tuple[str, int, int]]) -> tuple[Entity, ...]:
    """The named spans (label, first, last) under our kinds, and what the rules find beside them, in order."""
    found = [Entity(KINDS.get(label, "OTHER"), first, last) for label, first, last in named]
    letters = [_letter(tokens, i) for i in range(len(tokens))]
    for entity in found:
        letters[entity.first : entity.last + 1] = "!" * (entity.last + 1 - entity.first)
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer("".join(letters)):
            first, last = match.start(), match.end() - 1
            # A proper noun beside a name is its title or a part of it that was missed, not another name.
            if kind == "OTHER" and "!" in letters[max(0, first - 1) : last + 2]:
                continue
            found.append(Entity(kind, first, last))
            letters[first : last + 1] = "_" * (last + 1 - first)
    return tuple(sorted(found, key=lambda entity: entity.first))


def _letter(tokens: Sequence[Token], i: int) -> str:
    """What a token is, for the patterns; a full stop for anything else."""
    token, word = tokens[i], tokens[i].text.lower()
    if token.text[0].isdigit() or token.tag == "CD":
        return _number(tokens, i, word)
    if word == "second" and token.tag.startswith("N"):
        return "t"
    letter = _LETTERS.get(word, ".")
    if letter == "m" and not token.tag.startswith("NNP") and (token.text.islower() or word in ("may", "march")):
        letter = "."
    if letter in "og" and token.tag.startswith(("NNP", "V")):
        letter = "."
    if letter == ".":
        return "k" if _DECADE.fullmatch(word) else "P" if token.tag.startswith("NNP") else "."
    return "." if letter in "uzb" and not _beside_number(tokens, i) else letter


def _number(tokens: Sequence[Token], i: int, word: str) -> str:
    if _ORDINAL.fullmatch(word):
        return "o"
    if _DECADE.fullmatch(word):
        return "k"
    if _CLOCK.fullmatch(word) and ":" in word:
        return "x"
    if word in ("%", "percent") or _LETTERS.get(word) == "s":
        return _LETTERS[word]
    if word.isdecimal() and len(word) == 4 and 1000 <= int(word) < 2100:
        after = tokens[i + 1] if i + 1 < len(tokens) else None
        unit = after is not None and _LETTERS.get(after.text.lower(), ".") in "u%se"
        counted = unit or (after is not None and after.tag in ("NNS", "NNPS", "CD"))
        return "n" if counted or (i and tokens[i - 1].tag == "$") else "y"
    if word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= 31:
        return "d"
    if _DIGITS.fullmatch(word) or tokens[i].tag == "CD":
        return "n"
    return "."


def _beside_number(tokens: Sequence[Token], i: int) -> bool:
    near = [tokens[k] for k in (i - 2, i - 1, i + 1) if 0 <= k < len(tokens)]
    return any(token.tag == "CD" or token.text[0].isdigit() for token in near)
