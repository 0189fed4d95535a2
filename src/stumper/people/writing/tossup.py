"""What writing a tossup is made of, as frozen values; times are seconds since 1970, UTC."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Revision:
    """What a tossup asked for until then, in ``category``; its author changed it ``at`` that time."""

    at: float
    answer: str
    answer_line: str
    category: str


@dataclass(frozen=True, slots=True)
class TossupPayload:
    """A tossup in the making: whose it is, what it asks for, and the text that it began with, "" where with none.

    ``answer_line`` is the whole line that readers go by; ``started_from`` the id of the question that it was made of.
    ``key`` was made by the browser, so that a second click makes no second one. ``revisions`` are in order.
    """

    author_id: str
    key: str
    answer: str
    answer_line: str
    category: str
    text: str = ""
    started_from: str = ""
    revisions: tuple[Revision, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A guess of a machine, and whether it is right."""

    answer: str
    probability: float | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What one machine said of a text when its author paused, after so many ``changes``.

    ``rank`` is the place of the right answer among its guesses, None where it is not there; ``buzz`` the number of
    words after which its first guess is right first, None where it never is. ``highlighted`` are the characters that
    its author saw marked as what the guess hangs on; ``fault`` is why it said nothing. What is right is so by the
    answer as it stood after so many ``revisions``.
    """

    machine: str
    text: str
    changes: int
    at: float
    guesses: tuple[Named, ...]
    rank: int | None
    words: int
    buzz: int | None
    highlighted: tuple[tuple[int, int], ...] = ()
    fault: str | None = None
    revisions: int = 0

    @property
    def position(self) -> float:
        """The share of the words that it needs; 1 where they do not suffice."""
        return 1.0 if self.buzz is None or not self.words else self.buzz / self.words


@dataclass(frozen=True, slots=True)
class Written:
    """A tossup that was submitted, with what each machine said of it; ``reason`` is why it may resemble another."""

    answer: str
    answer_line: str
    category: str
    text: str
    started_from: str
    reason: str
    seconds: float
    changes: int
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class SubmittedTossup:
    """The same with whose it is."""

    id: str
    item_id: str
    assignment_id: str
    person_id: str
    at: float
    written: Written
