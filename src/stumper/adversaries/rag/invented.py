"""Names that nobody and nothing has."""

import re
from random import Random

MEN = ("Edwin Hallberg", "Tobias Renwick", "Julian Farrow", "Conrad Osterby")
WOMEN = ("Martha Quillon", "Clara Osterby", "Ines Caldwell", "Hilda Renwick")
THINGS = ("Brackenford", "Ostermere", "Tarnwick", "Meridane", "Halcyra", "Quillon")
_SHE = re.compile(r"\b(?:she|her|hers)\b", re.IGNORECASE)


def somebody(is_woman: bool, known: str, rng: Random) -> str:
    """The name of a man or a woman who is not spoken of."""
    said = set(re.findall(r"\w+", known))
    return rng.choice([name for name in (WOMEN if is_woman else MEN) if not said & {*name.split()}])


def something(known: str, rng: Random) -> str:
    """The name of a thing or a place that is not spoken of."""
    said = set(re.findall(r"\w+", known))
    return rng.choice([name for name in THINGS if name not in said])


def speaks_of_a_woman(text: str) -> bool:
    """Whether a text says she or her."""
    return _SHE.search(text) is not None
