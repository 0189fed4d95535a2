"""What people's work is made of, as frozen values; times are seconds since 1970, UTC."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Role = Literal["author", "annotator", "player", "moderator", "administrator"]
ROLES: tuple[Role, ...] = ("author", "annotator", "player", "moderator", "administrator")
Scope = Literal["read", "work", "manage"]
SCOPES: tuple[Scope, ...] = ("read", "work", "manage")  # of tokens; each opens what those before it do, and more
Kind = Literal["write", "fix", "verify", "judge", "adjudicate", "answer", "tag"]
KINDS: tuple[Kind, ...] = ("write", "fix", "verify", "judge", "adjudicate", "answer", "tag")
FOLLOWS: Mapping[Kind, Kind] = {"verify": "fix", "adjudicate": "judge"}  # work that comes of other work
State = Literal["leased", "done", "released"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account; ``name`` is what others see, ``listed`` whether leaderboards show it."""

    id: str
    name: str
    administrator: bool
    listed: bool
    created: float
    erased: float | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """What an administrator decides of a project.

    ``dataset`` is a name that ``load_dataset`` takes, or ``upload:ID``; ``victims`` are as on the command line, the
    first being the one that authors write against. ``timer`` is in seconds an item, None without one; ``live`` whether
    the model answers as one types; ``items`` how many of the data set's examples an author gets (None: all), drawn by
    ``seed``. ``authors`` is how many may write against one example (None: all who want). ``lease`` is the seconds after
    which work that somebody left goes to another. Of tossups, ``sentences`` are the fewest and the most that one may
    have, ``characters`` the most, and ``taggers`` how many people say what makes one hard.
    """

    dataset: str
    task: str
    victims: tuple[str, ...]
    kinds: tuple[Kind, ...]
    instructions: str = ""
    timer: int | None = 240
    live: bool = True
    practice: bool = True
    items: int | None = 20
    authors: int | None = None
    fixers: int = 5
    verifiers: int = 3
    approvals: int = 2
    sample: int = 100
    double_share: float = 0.2
    answerers: int = 3
    seed: int = 1
    lease: int = 600
    sentences: tuple[int, int] = (4, 8)
    characters: int = 1000
    taggers: int = 2


@dataclass(frozen=True, slots=True)
class Project:
    """``fingerprint`` is of the data set, under which the store keeps its examples."""

    id: str
    name: str
    settings: Settings
    fingerprint: str
    created: float
    closed: float | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of work for ``places`` people; ``payload`` is JSON of what the kind needs (each kind's own dataclass).

    Nobody is handed two items of one ``topic`` in one kind. Once ``decided``, nobody more is asked.
    """

    id: str
    project_id: str
    kind: Kind
    topic: str
    payload: str
    places: int
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Assignment:
    """One person's place at one item; ``spent`` seconds at work, ``expires`` the end of the lease."""

    id: str
    item_id: str
    person_id: str
    state: State
    expires: float
    started: float
    seen: float
    spent: float
    ended: float | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """An item in somebody's hands."""

    item: Item
    assignment: Assignment
