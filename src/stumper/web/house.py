"""What every handler works with: the store, the victims, the clock."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from threading import Lock
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from stumper.people.accounts.secrets import ServerSecret, new_id
from stumper.people.attacking.systems import Means
from stumper.people.projects.named_models import Reach
from stumper.people.writing.known_answers import KnownAnswers
from stumper.protocols import Victim
from stumper.store import Store
from stumper.web.arriving import Arrivals
from stumper.web.halls import Halls
from stumper.web.limits import Limits
from stumper.web.metrics import Metrics
from stumper.web.trusted import Trusted
from stumper.web.turns import Turns

if TYPE_CHECKING:
    from stumper.runs.desk import Desk

HERE = frozenset({"localhost", "127.0.0.1", "[::1]"})  # what this machine calls itself


@dataclass(frozen=True, slots=True)
class Seers:
    """Who may see the server's figures: whoever shows the token, and whoever comes from one of the networks."""

    token: str = ""
    networks: Sequence[IPv4Network | IPv6Network] = ()


@dataclass(slots=True)
class Looked:
    """What was found of the store when somebody looked last."""

    at: float = float("-inf")
    found: bool = False
    lock: Lock = field(default_factory=Lock)


@dataclass(frozen=True, slots=True)
class House:
    """One server's belongings. ``victims`` and ``desks`` are by the name that pages show, which is how the victim was
    named, without a password; ``key`` holds what cookies are signed with.

    ``clock`` is the time of the day, which may be set; ``ticks`` count seconds from whenever, and are never set.
    ``ids`` are those of people who come by links.
    ``root_path`` is where a proxy serves this, without a slash at its end; ``proxied`` whether a proxy's
    ``X-Forwarded`` headers are believed. ``hosts`` are those that it answers for, beside the address at which a
    request has come in. ``doors`` are the people of a demonstration by the hash of what lets them in.
    ``door`` is what lets them in.
    ``arrivals`` are what the server still makes ready, ``metrics`` what it has counted, ``seers`` who may see them.
    ``trusted`` says which proxies log people in.
    ``answers`` is what projects with tossups know, kept as it is read.
    ``reach`` says which models may be named on pages, and keeps their keys.
    ``halls`` are the matches that people follow here, ``turns`` says whose requests are being answered.
    """

    store: Store
    key: ServerSecret
    victims: Mapping[str, Victim]
    desks: Mapping[str, Desk]
    clock: Callable[[], float]
    root_path: str = ""
    proxied: bool = False
    hosts: Collection[str] = HERE
    limits: Limits = field(default_factory=Limits)
    doors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    door: str = ""
    arrivals: Arrivals = field(default_factory=Arrivals)
    metrics: Metrics = field(default_factory=Metrics)
    seers: Seers = field(default_factory=Seers)
    trusted: Trusted | None = None
    looked: Looked = field(default_factory=Looked)
    reach: Reach = field(default_factory=Reach)
    answers: KnownAnswers = field(default_factory=KnownAnswers)
    halls: Halls = field(default_factory=Halls)
    turns: Turns = field(default_factory=Turns)
    ticks: Callable[[], float] = time.monotonic
    ids: Callable[[], str] = new_id

    @property
    def secret(self) -> str:
        """What signs cookies and forms."""
        return self.key.value


async def the_house(connection: HTTPConnection) -> House:
    """The house of the app that answers."""
    return house_of(connection)


TheHouse = Annotated[House, Depends(the_house)]  # what a handler that works with it asks for


def house_of(connection: HTTPConnection) -> House:
    """The house of the app that answers."""
    house: House = connection.app.state.house
    return house


def means_of(house: House) -> Means:
    """What a process beside the server needs to know to ask what the server asks."""
    own = tuple((one.name, one.spec) for one in house.arrivals.models)
    return Means(house.store.url, own, tuple(house.reach.hosts.hosts))
