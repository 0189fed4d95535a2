"""What one person's browser knows: what it has sent, and what the server said of it."""

from dataclasses import dataclass, field
from typing import Any

from stumper.people.writing.drafts import Change, replayed


@dataclass
class Written:
    """A text in somebody's hands; ``saved`` of its changes, up to ``revision``, the server says that it has."""

    original: str
    text: str
    revision: int = 0
    saved: int = 0
    made: list[Change] = field(default_factory=list)

    def adopt(self, revision: int, changes: int, text: str) -> str | None:
        """What the server has is where one goes on from; what is wrong with it, where it lacks what it had said."""
        if revision < self.revision or changes < self.saved:
            return f"revision {revision} with {changes} changes, after {self.revision} with {self.saved} was saved"
        if replayed(self.original, self.made[:changes]) != text:
            return f"revision {revision} with {changes} changes is another text than was sent"
        self.revision, self.saved = revision, changes
        return None


@dataclass
class Press:
    """A press of Predict or Submit; ``said`` is the server's answer, None as long as there is none."""

    assignment: str
    key: str
    text: str
    said: dict[str, Any] | None = None


@dataclass
class Responded:
    """All that was sent as the response to one piece of work, and the one that the server said it recorded."""

    kind: str
    sent: list[dict[str, Any]] = field(default_factory=list)
    recorded: dict[str, Any] | None = None
    was_there: bool = False  # the server said that it had one before
    refused: str | None = None


@dataclass
class Journal:
    """Everything of one person; ``heard`` are the times at which the server answered what changes something."""

    person_id: str
    written: dict[str, Written] = field(default_factory=dict)
    presses: list[Press] = field(default_factory=list)
    responded: dict[str, Responded] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    heard: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    drafts: int = 0
    unanswered: int = 0
    hung_up: int = 0
    too_often: int = 0
    broken: int = 0  # answers of 500 and more
    slowest: tuple[float, str] = (0.0, "")  # seconds of an answer or of a failure, and what was asked
    has_ended: bool = False
