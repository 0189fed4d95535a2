"""Where a system is reached, with options behind a ``#``, which no URL ever sends to a server."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from stumper.errors import BadOption


@dataclass(frozen=True, slots=True)
class Address:
    """``place`` is a URL, a folder or a name."""

    place: str
    options: Mapping[str, str]


def address(victim: str, argument: str) -> Address:
    """``PLACE#KEY=VALUE&KEY=VALUE`` in its parts, values percent-decoded; BadOption where one is no KEY=VALUE."""
    place, _, written = argument.partition("#")
    options: dict[str, str] = {}
    for pair in filter(None, written.split("&")):
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise BadOption(f"{pair!r} in '{victim}:{argument}' is no option: write #KEY=VALUE&KEY=VALUE.")
        if key in options:
            raise BadOption(f"'{victim}:{argument}' gives the option {key!r} twice: give it once.")
        options[key] = unquote(value)
    return Address(place, options)
