"""What a match is played by, and its tossups word by word; times are seconds since 1970, UTC."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from stumper.errors import BadOption
from stumper.listening import Listening
from stumper.people.accounts.person import code
from stumper.registry import read_out, task_named
from stumper.text import sentences, word_ends
from stumper.types import Gold

Mode = Literal["teams", "alone", "machine"]
MODES: tuple[Mode, ...] = ("teams", "alone", "machine")
Lockout = Literal["team", "player"]
LOCKOUTS: tuple[Lockout, ...] = ("team", "player")
MACHINE = "machine"  # the machine among the players, and its side
PEOPLE = "people"  # the side of all people where they play against the machine
TEAMS = ("a", "b")
GUEST = "-guest"  # the end of a guest's id, which is as long as a person's and is never one
MOST_GUESTS = 60  # who have a seat at once
ID_LENGTH = 32  # of people's ids, which teams and the machine do not have


@dataclass(frozen=True, slots=True)
class Rules:
    """How a match is played: ``speed`` in words a second, the rest in seconds.

    ``answer`` is the time that whoever buzzed has, ``silence`` that for a buzz after the last word, ``rest`` that
    until the next tossup where it comes by itself (``automatic``). ``victim`` is the machine's spec, "" where none
    plays. ``lockout`` says who is out of a tossup after a wrong answer: the whole side, as NAQT and ACF have it, or
    whoever gave it alone. One that is not ``hosted`` needs no moderator: it begins once somebody has a seat, and
    whoever plays gives a question up, or ends it.
    """

    mode: Mode
    teams: tuple[str, str] = ("A", "B")
    victim: str = ""
    speed: float = 2.5
    answer: float = 10.0
    silence: float = 5.0
    rest: float = 8.0
    power: bool = True
    automatic: bool = False
    lockout: Lockout = "team"
    hosted: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A tossup of the packet; a buzz before character ``power`` is in power.

    ``set`` is "regular" or "adversarial", or another name of what is compared. ``fault`` says what is odd about it,
    ``line`` is the answer line as it was written. ``media`` are its pictures and sounds, in the order of their marks in
    the text: as the file of the question names them, and in a room the ids of the files, "" of what is not there.
    """

    id: str
    set: str
    text: str
    gold: Gold
    power: int | None = None
    category: str = ""
    fault: str = ""
    line: str = ""
    media: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """What a room's document holds: its name, the rules, and the packet in the order in which it is read.

    ``skipped`` says which questions of its file could not be used, and why; ``wanted`` how many were asked for, where
    there may be fewer. 0: nobody said. The ``task`` says what is right; logs of before, which do not say it, are of
    the first that is read out.
    """

    name: str
    rules: Rules
    packet: tuple[Asked, ...]
    skipped: tuple[str, ...] = ()
    wanted: int = 0
    task: str = field(default_factory=lambda: read_out().name)


@dataclass(frozen=True, slots=True)
class Room:
    """A match in a project; ``alive`` is the last sign of life of a server that reads in it."""

    id: str
    project_id: str
    made_by: str
    match: Match
    created: float
    alive: float
    closed: float | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """What a list says of a room; of one that is not ``hosted``, to whoever ``made_by`` says alone."""

    id: str
    name: str
    mode: Mode
    tossups: int
    wanted: int
    created: float
    closed: float | None
    made_by: str = ""
    hosted: bool = True


def listening_to(task: str) -> Listening:
    """How the queries of a task are read out; BadOption where they are not."""
    listening = task_named(task).listening
    if listening is None:
        raise BadOption(f"This is about {task_named(task).unit}s, which are not read out in matches.")
    return listening


def is_guest(id: str) -> bool:
    """Whether the id of somebody in a match is a guest's."""
    return id.endswith(GUEST)


def coded(id: str) -> str:
    """A person's code; a team, the machine, and who has a code already, are what they are."""
    return code(id) if len(id) == ID_LENGTH else id


@lru_cache(maxsize=4096)
def ends_of(text: str) -> tuple[int, ...]:
    """The character at which each word ends."""
    return word_ends(text)


@lru_cache(maxsize=4096)
def words_to_giveaway(text: str) -> int:
    """How many words are read before the last sentence begins; all of them where there is no other."""
    last = sentences(text)[-1:]
    before = len(text[: last[0].start].split()) if last else 0
    return before or len(ends_of(text))


def first_words(text: str, words: int, after: int = 0) -> str:
    """The text up to the end of so many words, without that of the first ``after``."""
    ends = (0, *ends_of(text))
    return text[ends[min(after, len(ends) - 1)] : ends[min(words, len(ends) - 1)]]
