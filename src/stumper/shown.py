"""Texts and values of others as a message shows them: in one line, without control characters, and bounded."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_MESSAGE = 2_000  # characters of a message
LONGEST_VALUE = 60  # characters of a value in it


def in_a_line(text: str, longest: int = LONGEST_MESSAGE) -> str:
    """The text in one line, shortened; what is no character, or moves a terminal's cursor, stands as its code."""
    # Of an enormous text what stands between is not looked at.
    seen = text if len(text) <= 4 * longest else text[: 3 * longest] + text[-longest:]
    line = _SPACES.sub(lambda spaces: spaces[0] if spaces[0].isprintable() else " ", seen)
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line)
    return shortened(plain, longest, len(text) - len(seen))


def shortened(text: str, longest: int, missing: int = 0) -> str:
    """The text; of a longer one its beginning and its end, and between them how many characters are left out, with
    those that are missing there already."""
    if len(text) <= longest:
        return text
    kept = max(2, longest - len(_LEFT_OUT.format(len(text) + missing)))
    tail = kept // 3
    return text[: kept - tail] + _LEFT_OUT.format(len(text) - kept + missing) + text[len(text) - tail :]


_SPACES = re.compile(r"\s+")
_LEFT_OUT = "[… {:,} characters …]"


def shown(value: object, longest: int = LONGEST_VALUE) -> str:
    """The value as Python writes it, shortened."""
    if isinstance(value, str):
        return repr(shortened(value, longest))
    try:
        return shortened(repr(value), longest)
    except ValueError:  # Python writes no numbers of more than some thousand digits
        return "a number of thousands of digits"
    except RecursionError:
        return "lists within lists within lists"


def hint(name: str, known: Iterable[str], otherwise: str, cutoff: float = 0.6) -> str:
    """Asks whether the one of the known names was meant that is nearest, by a similarity of at least ``cutoff``; where
    none is near, what to say ``otherwise``."""
    close = get_close_matches(name, known, n=1, cutoff=cutoff)
    return f"Did you mean {close[0]!r}?" if close else otherwise
