"""Where a system is reached, with options behind a ``#``, which no URL ever sends to a server."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from stumper.errors import BadOption
from stumper.identity import content_id
from stumper.victims.redacting import basic


@dataclass(frozen=True, slots=True)
class Address:
    """``place`` is a URL, a folder or a name."""

    place: str
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Url:
    """A whole URL, without the user and the password that may stand in it: ``text`` is what is shown, ``asked`` what is
    asked, with the keys that its query may hold.

    ``authorization`` is the header that they are sent in, ``secrets`` are what of all that nobody else is to see.
    """

    text: str
    asked: str = field(repr=False)
    origin: str
    authorization: str = field(default="", repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)

    @property
    def identity(self) -> str:
        """The same for the same URL, and another for another, also where both are shown alike; it tells no key."""
        return self.text if self.text == self.asked else content_id(self.asked)


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
    shown, keys = without_password(bare), _keys_in(parts.query)
    if parts.username is None:
        return Url(shown, bare, origin, secrets=keys)
    user, password = unquote(parts.username), unquote(parts.password or "")
    encoded = basic(user, password)
    return Url(shown, bare, origin, f"Basic {encoded}", (password, encoded, *keys))


HIDDEN = "***"
_USER = re.compile(r"(https?://)[^/?#\s]+@", re.IGNORECASE)
_QUERY = re.compile(r"(https?://[^?#\s]*\?)([^#\s]*)", re.IGNORECASE)
_NAMES_A_KEY = re.compile(r"key|token|secret|pass|pwd|auth|sig|cred|code|session|jwt|bearer|access", re.IGNORECASE)
_IS_A_KEY = re.compile(
    r"sk-.+|(?=.*\d)(?=.*[a-z])[a-z0-9_+/=~%]{20,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE
)


def without_password(spec: str) -> str:
    """The name of a system without what an address in it proves with who asks, to be kept and shown: the user and the
    password before its host, and what is called a key in its query, or looks like one."""
    without_user = _USER.sub(rf"\1{HIDDEN}@", spec)
    return _QUERY.sub(lambda found: found[1] + "&".join(map(_shown, found[2].split("&"))), without_user)


def _shown(pair: str) -> str:
    name, equals, value = pair.partition("=")
    if not equals:
        return HIDDEN if _IS_A_KEY.fullmatch(pair) else pair
    return f"{name}={HIDDEN}" if value and (_NAMES_A_KEY.search(name) or _IS_A_KEY.fullmatch(value)) else pair


def _keys_in(query: str) -> tuple[str, ...]:
    """What of a query is not shown, as it is written there and as it is meant."""
    hidden = [pair.partition("=")[2] or pair for pair in query.split("&") if _shown(pair) != pair]
    return tuple(dict.fromkeys(one for value in hidden for one in (value, unquote(value))))


def key_in(variable: str) -> str:
    """The key that the environment variable holds, empty where it is not set; BadOption where no header carries it."""
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise BadOption(f"The variable {variable} holds characters that no header can carry: set it to the key alone.")
    return key
