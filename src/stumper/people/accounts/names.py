"""What people call themselves, and names that look like another's: letters of other alphabets, marks hardly seen."""

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from stumper.errors import BadOption

LONGEST_NAME = 60
JOINERS = "\u200c\u200d"  # invisible, but letters of some scripts are written with them
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")  # Unicode's categories: controls, formats, line ends, no characters
# Marks above, below and through Latin, Greek and Cyrillic letters; those of other scripts tell letters apart.
MARKS = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF), (0xFE20, 0xFE2F))
ALIKE = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "COPTIC", "CHEROKEE", "LISU", "DESERET", "OSAGE")  # alphabets


def tidy_name(text: str) -> str:
    """The name as others see it, single spaces between its words; BadOption where it is none."""
    name = " ".join(filter(None, unicodedata.normalize("NFC", text).split(" ")))
    if not login(name):
        raise BadOption("A name has at least one character. Write how others are to call you.")
    if len(name) > LONGEST_NAME:
        raise BadOption(f"A name has at most {LONGEST_NAME} characters; yours has {len(name)}. Make it shorter.")
    if any(unicodedata.category(c) in UNSEEN and c not in JOINERS for c in name):
        raise BadOption(f"The name {name!r} has characters that cannot be seen. Write it with letters and signs only.")
    if (word := mixed(name)) is not None:
        raise BadOption(
            f"The word {word!r} mixes letters of several alphabets that look alike. Write it in one of them."
        )
    return name


def login(name: str) -> str:
    """What names that look alike to whoever types them have in common; "" of a name without visible characters."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(c for c in folded if c not in JOINERS).split())


@lru_cache(maxsize=65_536)
def looks(name: str) -> frozenset[str]:
    """The shapes of a name; names of which one shape is the same look alike.

    The first shape is of the name as it is written (``1ris`` and ``lris`` and ``Iris``), the second of the name in
    small letters (``ІRIS``, which begins with a Cyrillic letter, and ``Iris``). Both are Unicode's skeletons (UTS 39,
    section 4), but without marks and regardless of capitals.
    """
    text = unicodedata.normalize("NFKC", name)
    return frozenset(_shape(one).casefold() for one in (text, text.casefold()))


def mixed(name: str) -> str | None:
    """The first word of a name whose letters are of two alphabets that look alike; None where there is none."""
    for word in unicodedata.normalize("NFKC", name).split():
        scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()}
        if len(scripts.intersection(ALIKE)) > 1:
            return word
    return None


def _shape(text: str) -> str:
    table = _table()
    parts = "".join(table.get(character, character) for character in unicodedata.normalize("NFD", text))
    seen = (character for character in unicodedata.normalize("NFD", parts) if not _is_unseen(character))
    return " ".join("".join(seen).split())


def _is_unseen(character: str) -> bool:
    code = ord(character)
    return unicodedata.category(character) == "Cf" or any(first <= code <= last for first, last in MARKS)


@cache
def _table() -> dict[str, str]:
    """What each character looks like, where that is another."""
    lines = (files("stumper.people.accounts") / "confusables" / "table.txt").read_text(encoding="utf-8").splitlines()
    found: dict[str, str] = {}
    for line in lines:
        if not line.startswith("#"):
            shape, _, alike = line.partition(" < ")
            found |= dict.fromkeys(map(_character, alike.split()), "".join(map(_character, shape.split())))
    return found


def _character(code: str) -> str:
    return chr(int(code, 16))
