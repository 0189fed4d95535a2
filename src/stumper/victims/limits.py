"""How a service is asked: at most so many times, so long, and so patiently."""

from dataclasses import dataclass, fields
from typing import Any

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


def limits(name: str, settings: Any, **least: float) -> Limits:
    """The limits among the options of the service that is so named, which has one for each field of ``Limits``.

    BadOption where one cannot be meant, or another option is less than it may be.
    """
    for option, bound in {"concurrency": 1, "max_errors": 1, "retries": 0, "pause": 0, "rate": 0, **least}.items():
        if not getattr(settings, option) >= bound:
            raise BadOption(f"The option {option!r} of {name!r} is {bound} or more, not {getattr(settings, option)}.")
    found = Limits(**{each.name: getattr(settings, each.name) for each in fields(Limits)})
    for option, seconds in (("timeout", found.timeout), ("patience", found.patience)):
        if not seconds > 0:
            raise BadOption(f"The option {option!r} of {name!r} is more than 0 seconds, not {seconds:g}.")
    return found
