"""How a service is asked: at most so many times, so long, and so patiently."""

from dataclasses import dataclass
from typing import Protocol

from stumper.errors import BadOption


@dataclass(frozen=True, slots=True)
class Limits:
    """``concurrency`` is the most requests at once, ``timeout`` the seconds for all of one, ``retries`` how often one
    that failed is repeated, ``pause`` the seconds before the first repetition, ``max_errors`` how many queries in a row
    may stay unanswered, ``patience`` the seconds for which a service may refuse everything as too much, and ``rate``
    the most requests in a second, 0 for any number."""

    concurrency: int
    timeout: float
    retries: int
    pause: float
    patience: float
    max_errors: int
    rate: float = 0.0


class Settings(Protocol):
    """Options of a system that is remote, among them its limits."""

    @property
    def concurrency(self) -> int:
        """Bounds the requests at once."""
        ...

    @property
    def timeout(self) -> float:
        """Bounds the seconds for all of one request."""
        ...

    @property
    def retries(self) -> int:
        """Tells how often a request that failed is repeated."""
        ...

    @property
    def pause(self) -> float:
        """Tells the seconds before the first repetition."""
        ...

    @property
    def patience(self) -> float:
        """Bounds the seconds for which a service may refuse everything as too much."""
        ...

    @property
    def max_errors(self) -> int:
        """Bounds the queries in a row that may stay unanswered."""
        ...

    @property
    def rate(self) -> float:
        """Bounds the requests in a second; 0 for any number."""
        ...


def limits(name: str, settings: Settings, **least: float) -> Limits:
    """The limits among the options of what is so named; BadOption where one cannot be meant, or another option is less
    than it may be."""
    for option, bound in {"concurrency": 1, "max_errors": 1, "retries": 0, "pause": 0, "rate": 0, **least}.items():
        if not getattr(settings, option) >= bound:
            raise BadOption(f"The option {option!r} of {name!r} is {bound} or more, not {getattr(settings, option)}.")
    for option in ("timeout", "patience"):
        if not getattr(settings, option) > 0:
            raise BadOption(
                f"The option {option!r} of {name!r} is more than 0 seconds, not {getattr(settings, option):g}."
            )
    of = settings
    return Limits(of.concurrency, of.timeout, of.retries, of.pause, of.patience, of.max_errors, of.rate)
