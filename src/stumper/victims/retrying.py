"""Services fail in passing: they are asked again, after pauses that double or that they ask for."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from random import Random
from threading import Event, Lock
from typing import TypeVar

from stumper.errors import BadOption, VictimFailed
from stumper.victims.usage import Usage

Answer = TypeVar("Answer")
LONGEST_PAUSE = 120.0  # seconds; a service that asks for more is not waited for
MAY_PASS = {408, 409, 425, 429}  # and all from 500 on
REFUSED = {401, 403}
LONGEST_QUOTE = 300  # characters of what a service says of its failure


class Passing(Exception):
    """A failure that may pass; ``after`` is the pause in seconds that the service asked for."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


class Unanswered(Exception):
    """A query to which a service gave no answer that can be used, however often it was asked."""


@dataclass(slots=True)
class Service:
    """Something at a URL that is asked again when it fails, and given up when it only fails.

    ``retries`` is how often one question is repeated, ``pause`` the seconds before the first repetition, and
    ``max_errors`` how many questions in a row may stay unanswered.
    """

    url: str
    retries: int
    pause: float
    max_errors: int
    usage: Usage = field(default_factory=Usage)
    stopped: Event = field(default_factory=Event)  # set: nobody waits for answers any more
    _in_a_row: int = 0
    _lock: Lock = field(default_factory=Lock)

    def ask(self, send: Callable[[], Answer], key: str) -> Answer:
        """What ``send`` returns at last; Unanswered says why nothing came, VictimFailed that it is no use to go on.

        ``key`` spreads the pauses of questions that failed together.
        """
        rng, tried = Random(key), 0
        while True:
            self._count(Usage(requests=1, retries=int(tried > 0)))
            try:
                answer = send()
            except Passing as failure:
                tried += 1
                pause = (
                    self.pause * 2 ** (tried - 1) * rng.uniform(1.0, 1.5) if failure.after is None else failure.after
                )
                if tried > self.retries or pause > LONGEST_PAUSE or self.stopped.wait(pause):
                    raise self._given_up(f"{self.url} {failure}{_repeated(tried, failure.after)}") from failure
            except Unanswered as failure:
                raise self._given_up(str(failure)) from failure
            else:
                with self._lock:
                    self._in_a_row = 0
                return answer

    def spend(self, tokens_in: int, tokens_out: int, cost: float | None) -> None:
        """The tokens and their cost are counted."""
        self._count(Usage(tokens_in=tokens_in, tokens_out=tokens_out, cost=cost))

    def _count(self, usage: Usage) -> None:
        with self._lock:
            self.usage += usage

    def _given_up(self, reason: str) -> Unanswered | VictimFailed:
        self._count(Usage(failures=1))
        with self._lock:
            self._in_a_row += 1
            enough = self._in_a_row >= self.max_errors
        if enough:
            self.stopped.set()
            return VictimFailed(
                f"{self.url} left {self._in_a_row} queries in a row unanswered (max_errors); the last: {reason}. "
                "What was done is kept: mend the service and run the same command again."
            )
        return Unanswered(reason)


def refusal(url: str, status: int, said: str, retry_after: str | None, key: str) -> Exception:
    """What a status that is no success means: it may pass, or the user must mend it, or this query cannot be answered.

    ``said`` is the body of the response, ``key`` the environment variable that holds the key.
    """
    quoted = quotation(said)
    if status in MAY_PASS or status >= 500:
        return Passing(f"answered with status {status}{quoted}", _seconds(retry_after))
    if status in REFUSED:
        return BadOption(f"{url} refuses to answer (status {status}{quoted}): set {key} to a key that it takes.")
    if 300 <= status < 400 or status in (404, 405):
        return BadOption(f"There is nothing to ask at {url} (status {status}{quoted}). Name another URL or model.")
    return Unanswered(f"{url} answered with status {status}{quoted}")


def quotation(said: str) -> str:
    """The first words of what a service says, to stand behind what is said of it; nothing for nothing."""
    words = " ".join(said.split())
    return f": {words[:LONGEST_QUOTE]}{'…' * (len(words) > LONGEST_QUOTE)}" if words else ""


def _repeated(tried: int, after: float | None) -> str:
    if after is not None and after > LONGEST_PAUSE:
        return f", and asks for a pause of {after:.0f} seconds"
    return f", {tried} times" if tried > 1 else ""


def _seconds(retry_after: str | None) -> float | None:
    """The pause that the header asks for, in seconds or as a date; None where it says nothing that can be read."""
    if retry_after is None:
        return None
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - time.time()
        except ValueError:
            return None
    return max(0.0, seconds) if seconds == seconds else None
