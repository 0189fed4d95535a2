"""All that can happen in a match; the log of it is the match, and nothing else is."""

import json
from dataclasses import asdict, dataclass
from typing import Literal

from stumper.store.values import from_text

Heard = Literal["accept", "prompt", "reject", "unsure"]
Why = Literal["moderator", "server", "ruling", "player"]


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody plays for a side; "": they leave their place and watch."""

    person: str
    side: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """The reading of the next tossup begins."""

    tossup: int
    person: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Buzzed:
    """Somebody stopped the reading after so many words; ``delay`` is half of what a message to them and back takes."""

    person: str
    tossup: int
    words: int
    delay: float | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """What whoever buzzed last said, and how the matcher took it; ``late``: the time was up."""

    person: str
    text: str
    heard: Heard
    late: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The moderator says whether the answer to the buzz with this number was right."""

    buzz: int
    right: bool
    person: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Paused:
    """Nothing goes on: the moderator or a player wants it so, or no server was alive from ``at`` on, which was
    ``noticed`` then."""

    why: Why
    person: str = ""
    key: str = ""
    noticed: float = 0.0


@dataclass(frozen=True, slots=True)
class Resumed:
    """It goes on after so many seconds."""

    lead: float
    person: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """Nobody gets the tossup any more: the time for a buzz was over, or the moderator goes on."""

    tossup: int
    person: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Supposed:
    """What the machine makes of the first ``words`` words: its guesses with their probabilities, best first."""

    words: int
    guesses: tuple[tuple[str, float | None], ...]


@dataclass(frozen=True, slots=True)
class MachineRead:
    """The machine has read a tossup ahead of the players; it buzzes after ``buzz`` words, None: never.

    ``trained_on`` says that the machine was trained on the tossup, so that no figure counts what it answers.
    """

    tossup: int
    supposed: tuple[Supposed, ...]
    buzz: int | None
    trained_on: bool = False


@dataclass(frozen=True, slots=True)
class MachineFailed:
    """The machine does not play this tossup, and why."""

    tossup: int
    fault: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over."""

    person: str = ""
    key: str = ""


Event = Seated | Begun | Buzzed | Answered | Ruled | Paused | Resumed | Ended | MachineRead | MachineFailed | Finished
KINDS: dict[str, type[Event]] = {
    "seated": Seated, "begun": Begun, "buzzed": Buzzed, "answered": Answered, "ruled": Ruled, "paused": Paused,
    "resumed": Resumed, "ended": Ended, "machine-read": MachineRead, "machine-failed": MachineFailed,
    "finished": Finished,
}  # fmt: skip
NAMES = {kind: name for name, kind in KINDS.items()}


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with its number, from 1 on, and when it happened."""

    number: int
    at: float
    event: Event


def event_document(event: Event) -> str:
    """The event as JSON."""
    return json.dumps({"kind": NAMES[type(event)], **asdict(event)}, ensure_ascii=False, separators=(",", ":"))


def event_of(document: str) -> Event:
    """The event that ``event_document`` wrote."""
    kind: type[Event] = KINDS[json.loads(document)["kind"]]
    return from_text(kind, document)
