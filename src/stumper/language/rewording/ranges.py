"""Ranges, such as *30 km up to 40 km*: what is written otherwise at one end alone reads oddly."""

import re
from functools import cache

_BETWEEN = (
    r"(?: \([^()]*\))?,? ?(?:(?:or even |and |all the way )?(?:up |down )?to|through|and|or|–|—|−|‒|-)"
    r"(?: (?:even|about|around|nearly|almost|roughly|approximately|over|more than|at least|as (?:much|many|far) as"
    r"|up to|perhaps|possibly|some))?"
    r"[ \u00a0]?"
)
_NUMBER = r"(?:\d[\d,]*(?:\.\d+)?|[a-z]+(?:-[a-z]+)?)"
REACH = 120  # characters that a range may have between its ends
_SCALE = r"(?: (?:hundred|thousand|million|billion|trillion))?"


def alike(text: str) -> list[tuple[int, int]]:
    """From where to where ranges go that have one noun or unit at both ends: *3 mills or 4 mills*, *1 km to 2 km*."""
    return [match.span() for match in _alike().finditer(text)]


def is_end(text: str, start: int, end: int) -> bool:
    """Whether the number at [start, end) is an end of a range: *60,000 up to 70,000 men*."""
    return bool(_before().search(text, max(0, start - REACH), start) or _behind().match(text, end))


@cache
def _alike() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\w.,]){_NUMBER}{_SCALE}[ \u00a0](?P<noun>(?:sq )?[^\W\d_][\w²/]*){_BETWEEN}"
        rf"{_NUMBER}{_SCALE}[ \u00a0](?P=noun)(?![\w²/])"
    )


@cache
def _before() -> re.Pattern[str]:
    return re.compile(rf"\d{_SCALE}{_BETWEEN}$")


@cache
def _behind() -> re.Pattern[str]:
    return re.compile(rf"{_SCALE}{_BETWEEN}[$£€¥₹]?\d")
