"""Keys and passwords are left out of everything that repeats what a service said."""

import html
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

INSTEAD = "[key]"
SHORTEST = 4  # characters of a key; a shorter one is none, and would stand everywhere
UNLIKE_WORDS, LONG = 8, 16  # characters from which on a key is no word of an answer: not of letters alone, and any


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes out what was sent to prove who asks, however it is escaped."""

    _all: re.Pattern[str] | None = field(repr=False)
    _unmistakable: re.Pattern[str] | None = field(repr=False)

    def quotable(self, text: str) -> str:
        """The text without any key."""
        return text if self._all is None else self._all.sub(INSTEAD, text)

    def answerable(self, text: str) -> str:
        """The text without the keys that no answer holds by chance, so that taking them out changes no answer."""
        return text if self._unmistakable is None else self._unmistakable.sub(INSTEAD, text)


def redaction(keys: Sequence[str]) -> Redaction:
    """Of these keys and passwords; those of a few characters stay, as words are made of them."""
    counted = [key for key in keys if len(key) >= SHORTEST]
    sent = [f"Bearer {key}" for key in counted]
    return Redaction(_pattern(counted), _pattern([*sent, *filter(_is_unmistakable, counted)]))


def basic(user: str, password: str) -> str:
    """What stands behind ``Basic`` in the header that a user and a password are sent in."""
    return b64encode(f"{user}:{password}".encode()).decode("ascii")


def _is_unmistakable(key: str) -> bool:
    return len(key) >= LONG or (len(key) >= UNLIKE_WORDS and not key.isalpha())


def _pattern(keys: Sequence[str]) -> re.Pattern[str] | None:
    longest_first = sorted(keys, key=len, reverse=True)
    return re.compile("|".join("".join(map(_written, key)) for key in longest_first), re.IGNORECASE) if keys else None


def _written(character: str) -> str:
    """A character however it may be written: itself, and as JSON, URLs, Python and HTML escape it.

    The number of backslashes has a limit, as text that is nothing but backslashes would take for ever otherwise.
    """
    number = ord(character)
    plain = {re.escape(character), re.escape(quote(character, safe="")), re.escape(html.escape(character))}
    plain |= {f"%{number:02x}", f"&#0*{number};", f"&#x0*{number:x};"}
    return rf"(?:\\{{0,8}}(?:{'|'.join(sorted(plain))})|\\{{1,8}}(?:u{number:04x}|x{number:02x}))"
