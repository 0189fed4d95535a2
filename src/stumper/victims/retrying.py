"""What the failures of a service mean: that they may pass, that it is too busy, that the user must mend something."""

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

from stumper.errors import BadOption

MAY_PASS = {408, 409, 425}  # and all from 500 on
BUSY = {429}  # and 503 where it says for how long
OVERLOADED = {503, 529}
REFUSED = {401, 403}
NOT_THERE = {404, 405}
LONGEST_QUOTE = 300  # characters of what a service says of its failure


class Passing(Exception):
    """A failure that may pass; ``after`` is the pause in seconds that the service asked for."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


class Busy(Passing):
    """A service that wants to be asked more slowly, which says nothing of what it was asked."""


class Unanswered(Exception):
    """A query to which a service gave no answer that can be used, however often it was asked."""


def refusal(url: str, status: int, said: str, after: float | None, key: str) -> Exception:
    """What a status that is no success means: it may pass, or the user must mend it, or this query cannot be answered.

    ``said`` is the body of the response, ``key`` the environment variable that holds the key.
    """
    quoted = quotation(message(said))
    if status in BUSY or (status in OVERLOADED and after is not None):
        return Busy(f"answered with status {status}{quoted}", after)
    if status in MAY_PASS or status >= 500:
        return Passing(f"answered with status {status}{quoted}", after)
    if status in REFUSED:
        return BadOption(f"{url} refuses to answer (status {status}{quoted}): set {key} to a key that it takes.")
    if 300 <= status < 400 or status in NOT_THERE:
        return BadOption(f"There is nothing to ask at {url} (status {status}{quoted}). Name another URL or model.")
    return Unanswered(f"{url} answered with status {status}{quoted}")


def message(said: str) -> str:
    """The sentence in the body of an error, where OpenAI and most others place it; else all of the body."""
    try:
        body = json.loads(said)
    except (ValueError, RecursionError):
        return said
    if not isinstance(body, dict):
        return said
    error = body.get("error")
    found = [error.get("message") if isinstance(error, dict) else error, body.get("message"), body.get("detail")]
    return next((text for text in found if isinstance(text, str) and text.strip()), said)


def told(error: Any) -> str:
    """What an error in a response says: its message where it has one, else all of it as JSON."""
    said = error.get("message") if isinstance(error, dict) else error
    return said if isinstance(said, str) and said.strip() else json.dumps(error, ensure_ascii=False)


def quotation(said: str) -> str:
    """The first words of what a service says, to stand behind what is said of it; nothing for nothing."""
    words = " ".join(said.split())
    return f": {words[:LONGEST_QUOTE]}{'…' * (len(words) > LONGEST_QUOTE)}" if words else ""


def pause_asked(headers: Mapping[str, str]) -> float | None:
    """The seconds that ``Retry-After`` asks for; None where it says nothing that can be read.

    A date counts from the service's own clock, where it tells the time.
    """
    written = headers.get("retry-after")
    if written is None:
        return None
    try:
        seconds = float(written)
    except ValueError:
        until, now = _date(written), _date(headers.get("date", ""))
        if until is None:
            return None
        seconds = until - (time.time() if now is None else now)
    return max(0.0, seconds) if seconds == seconds else None


def _date(written: str) -> float | None:
    try:
        return parsedate_to_datetime(written).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
