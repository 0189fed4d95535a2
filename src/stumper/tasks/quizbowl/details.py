"""What a file says of a tossup besides its text and its answer."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.formats import Skipped
from stumper.types import Example, Perturbation


@dataclass(frozen=True, slots=True)
class Details:
    """``power`` is the offset in the text up to which a buzz is in power, None where nothing is marked.

    ``page`` is the title of the answer's page, spaces for underscores, "" where the file names none; ``sentences`` are
    the characters [start, end) of each. ``set`` is the tournament as the file names it, with its year; ``phenomena``
    are what its annotators say makes it hard. The ``fold`` of what people wrote against a machine is "adversarial".
    """

    page: str = ""
    answer_line: str = ""
    category: str = ""
    subcategory: str = ""
    tournament: str = ""
    year: int | None = None
    power: int | None = None
    sentences: tuple[tuple[int, int], ...] = ()
    fold: str = ""
    set: str = ""
    packet: str = ""
    difficulty: str = ""
    phenomena: tuple[str, ...] = ()


NO_DETAILS = Details()


@dataclass(frozen=True, slots=True)
class ReadTossup:
    """One question of a file; ``original_id`` and ``perturbation`` where it is a variant of another."""

    example: Example
    details: Details
    original_id: str | None = None
    perturbation: Perturbation | None = None


@dataclass(frozen=True, slots=True)
class Read:
    """All that a file holds."""

    tossups: Sequence[ReadTossup]
    skipped: tuple[Skipped, ...] = ()
