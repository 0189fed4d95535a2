"""What a project is about, as frozen values; times are seconds since 1970, UTC."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["write", "fix", "verify", "judge", "adjudicate", "answer", "tag"]
KINDS: tuple[Kind, ...] = ("write", "fix", "verify", "judge", "adjudicate", "answer", "tag")
FOLLOWS: Mapping[Kind, Kind] = {"verify": "fix", "adjudicate": "judge"}  # work that comes of other work


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
