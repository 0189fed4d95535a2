"""A part of the report as a value: sentences, tables and notes, which every form of the report shows alike."""

from dataclasses import dataclass
from typing import Literal

from stumper.scores.intervals import Estimate

Unit = Literal["text", "count", "share", "points"]  # points: a difference of shares


@dataclass(frozen=True, slots=True)
class Cell:
    """A text, a count, or a figure with its unit."""

    text: str = ""
    number: int = 0
    figure: Estimate | None = None
    unit: Unit = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of as many cells as there are words in the header; the first ``names`` columns hold texts."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = 2


@dataclass(frozen=True, slots=True)
class Section:
    """What a report says of the runs of one task; ``name`` is the task's, the first of the sentences its headline."""

    name: str
    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...]
    notes: tuple[str, ...] = ()


def counted(number: int) -> Cell:
    """The cell of a count."""
    return Cell(number=number, unit="count")


def share(estimate: Estimate) -> Cell:
    """The cell of a share, which is shown in percent."""
    return Cell(figure=estimate, unit="share")


def points(estimate: Estimate) -> Cell:
    """The cell of a difference of shares, which is shown in percentage points."""
    return Cell(figure=estimate, unit="points")
