"""What is read of a file of tossups."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.formats import Skipped
from stumper.listening import Details
from stumper.types import Example, Making, Perturbation


@dataclass(frozen=True, slots=True)
class ReadTossup:
    """One question of a file; ``original_id`` and ``perturbation`` where it is a variant of another."""

    example: Example
    details: Details
    original_id: str | None = None
    perturbation: Perturbation | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """All that a file holds; ``notes`` are what a user should know of it."""

    tossups: Sequence[ReadTossup]
    skipped: tuple[Skipped, ...] = ()
    made: Making | None = None
    notes: tuple[str, ...] = ()
