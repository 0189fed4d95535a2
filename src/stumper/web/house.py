"""What every handler works with: the store, the victims, the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from stumper.people.tossups.known_answers import KnownAnswers
from stumper.protocols import Victim
from stumper.store import Store
from stumper.web.halls import Halls
from stumper.web.limits import Limits
from stumper.web.turns import Turns

if TYPE_CHECKING:
    from stumper.runs.desk import Desk


@dataclass(frozen=True, slots=True)
class House:
    """One server's belongings. ``victims`` and ``desks`` are by the victim's spec; ``secret`` signs cookies.

    ``clock`` is the time of the day, which may be set; ``ticks`` count seconds from whenever, and are never set.
    ``root_path`` is where a proxy serves this, without a slash at its end; ``proxied`` whether a proxy's
    ``X-Forwarded`` headers are believed. ``doors`` are the people of a demonstration by the hash of what lets them in.
    ``answers`` is what projects with tossups know, kept as it is read.
    ``halls`` are the matches that people follow here, ``turns`` says whose requests are being answered.
    """

    store: Store
    secret: str
    victims: Mapping[str, Victim]
    desks: Mapping[str, Desk]
    clock: Callable[[], float]
    root_path: str = ""
    proxied: bool = False
    limits: Limits = field(default_factory=Limits)
    doors: Mapping[str, str] = field(default_factory=dict)
    answers: KnownAnswers = field(default_factory=KnownAnswers)
    halls: Halls = field(default_factory=Halls)
    turns: Turns = field(default_factory=Turns)
    ticks: Callable[[], float] = time.monotonic


async def the_house(connection: HTTPConnection) -> House:
    """The house of the app that answers; for ``Depends``."""
    return house_of(connection)


def house_of(connection: HTTPConnection) -> House:
    """The house of the app that answers."""
    house: House = connection.app.state.house
    return house
