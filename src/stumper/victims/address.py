"""Where a system is reached, with options behind a ``#``, which no URL ever sends to a server."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from stumper.errors import BadOption
from stumper.victims.redacting import basic


@dataclass(frozen=True, slots=True)
class Address:
    """``place`` is a URL, a folder or a name."""

    place: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Url:
    """A whole URL, without the user and the password that may stand in it: ``text`` is what is asked and shown.

    ``authorization`` is the header that they are sent in, ``secrets`` are what of it nobody else is to see.
    """

    text: str
    origin: str
    authorization: str = field(default="", repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)


def address(victim: str, argument: str) -> Address:
    """``PLACE#KEY=VALUE&KEY=VALUE`` in its parts, values percent-decoded; BadOption where one is no KEY=VALUE."""
    place, _, written = argument.partition("#")
    options: dict[str, str] = {}
    for pair in filter(None, written.split("&")):
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise BadOption(f"{pair!r} behind the # of {victim!r} is no option: write #KEY=VALUE&KEY=VALUE.")
        if key in options:
            raise BadOption(f"What stands behind the # of {victim!r} gives the option {key!r} twice: give it once.")
        options[key] = unquote(value)
    return Address(place, options)


def whole_url(text: str) -> Url | None:
    """The URL that the text is; None where it is none that can be asked."""
    try:
        parts = urlsplit(text)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0 or not text.isprintable():
            return None
    except ValueError:
        return None
    place = parts.netloc.rpartition("@")[2]
    bare, origin = parts._replace(netloc=place, fragment="").geturl(), f"{parts.scheme}://{place.lower()}"
    if parts.username is None:
        return Url(bare, origin)
    user, password = unquote(parts.username), unquote(parts.password or "")
    encoded = basic(user, password)
    return Url(bare, origin, f"Basic {encoded}", (password, encoded))


def without_password(spec: str) -> str:
    """The name of a system without the user and the password that an address in it may hold, to be kept and shown."""
    return re.sub(r"(https?://)[^/?\s#]+@", r"\1***@", spec)


def key_in(variable: str) -> str:
    """The key that the environment variable holds, empty where it is not set; BadOption where no header carries it."""
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise BadOption(f"The variable {variable} holds characters that no header can carry: set it to the key alone.")
    return key
