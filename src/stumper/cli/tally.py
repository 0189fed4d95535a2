"""What a command has asked of systems so far: the proof of work that stands behind its exit code."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from stumper.runs import Counts


class Counting(Protocol):
    """A step of some work that says how far the work has come, and what it has asked up to here."""

    @property
    def done(self) -> int:
        """Counts the pieces that are done."""

    @property
    def total(self) -> int:
        """Counts all pieces."""

    @property
    def counts(self) -> "Counts":
        """Counts what the work has asked, from its beginning up to this step."""


Stepping = TypeVar("Stepping", bound=Counting)
_parts: ContextVar["dict[int, Counts]"] = ContextVar("parts")  # what each piece of a command's work has said last


@contextmanager
def tallying() -> Iterator[None]:
    """Meanwhile what a command asks is added up."""
    token = _parts.set({})
    try:
        yield
    finally:
        _parts.reset(token)


def counted(steps: Iterable[Stepping]) -> Iterator[Stepping]:
    """The steps as they come; what they say of their work so far is part of what the command has asked."""
    parts = _parts.get()
    number = len(parts)
    for step in steps:
        parts[number] = step.counts
        yield step


def tally(counts: "Counts") -> "Counts":
    """These counts, which are part of what the command has asked, also as they grow."""
    parts = _parts.get()
    parts[len(parts)] = counts
    return counts


def asked() -> "Counts":
    """All that the command has asked up to here."""
    from stumper.runs import Counts

    total = Counts()
    for part in _parts.get().values():
        total.add(part)
    return total
