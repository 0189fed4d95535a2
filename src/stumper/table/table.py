"""A table of results: a row for each variant that a victim met, or for an original of which there is none."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from stumper.errors import BadOption
from stumper.shown import hint
from stumper.table.columns import (
    Cell,
    Columns,
    Mask,
    Numbers,
    Texts,
    cells,
    groups_in,
    kind_of,
    names_in_order,
    nothing,
    scores_in,
    slices_in,
    taken,
)
from stumper.table.files import read_columns, write_columns

AT_ONCE = 10_000  # rows


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The columns by their names, in the order of ``columns.COLUMNS``, each of as many rows."""

    columns: Columns

    def __len__(self) -> int:
        return len(self.columns["run"])

    @property
    def groups(self) -> tuple[str, ...]:
        """The names of the groups that originals belong to, coarsest first."""
        return groups_in(self.columns)

    @property
    def scores(self) -> tuple[str, ...]:
        """The names of the scores, those of all tasks."""
        return scores_in(self.columns)

    @property
    def slices(self) -> tuple[str, ...]:
        """The names of what is told of originals for slices of the data."""
        return slices_in(self.columns)

    def texts(self, name: str) -> Texts:
        """A column of texts; BadOption where none has that name."""
        column = self._column(name)
        if not isinstance(column, Texts):
            raise BadOption(f"The column {name!r} holds numbers. Ask for it with numbers({name!r}).")
        return column

    def numbers(self, name: str) -> Numbers:
        """A column of numbers, NaN where a number is missing; BadOption where none has that name."""
        column = self._column(name)
        if isinstance(column, Texts):
            raise BadOption(f"The column {name!r} holds texts. Ask for it with texts({name!r}).")
        return column

    def _column(self, name: str) -> Texts | Numbers:
        if name not in self.columns:
            near = hint(name, self.columns, f"It has: {', '.join(self.columns)}.")
            raise BadOption(f"The table has no column {name!r}. {near}")
        return self.columns[name]

    def where(self, rows: Mask) -> "Table":
        """The rows where the mask is true, in order; or those at these places, in the order given."""
        return Table({name: taken(column, rows) for name, column in self.columns.items()})

    def of(self, task: str) -> "Table":
        """The rows of one task."""
        return self.where(self.texts("task").equal(task))

    def rows(self) -> Iterator[dict[str, Cell]]:
        """The rows as mappings, None where nothing stands; for looking at: a large table is read by its columns."""
        for begin in range(0, len(self), AT_ONCE):
            lists = [cells(taken(column, slice(begin, begin + AT_ONCE))) for column in self.columns.values()]
            for row in zip(*lists, strict=True):
                yield dict(zip(self.columns, row, strict=True))

    def write(self, path: Path) -> None:
        """Writes the table as Parquet, CSV or JSON lines, as the name of the file says.

        BadOption where it says none of them, BadOutput where it cannot be written, MissingExtra without what writes
        Parquet.
        """
        write_columns(path, self.columns)

    def frame(self, kind: str = "pandas") -> Any:
        """The table as a frame of pandas or polars, or as a table of arrow; MissingExtra without the package."""
        from stumper.table.frames import framed

        return framed(self.columns, kind)


def read(path: Path) -> Table:
    """Reads a table that ``write`` has written; BadData where the file holds none."""
    return Table(read_columns(path))


def joined(tables: Sequence[Table]) -> Table:
    """One table of the rows of all, in order; what one of them has no column for is missing in its rows."""
    groups = dict.fromkeys(name for table in tables for name in table.groups)
    scores = list(dict.fromkeys(name for table in tables for name in table.scores))
    slices = list(dict.fromkeys(name for table in tables for name in table.slices))
    return Table({name: _joined(name, tables) for name in names_in_order(groups, scores, slices)})


def _joined(name: str, tables: Sequence[Table]) -> Texts | Numbers:
    none = nothing(kind_of(name), 0)
    columns = [none, *(table.columns.get(name, nothing(kind_of(name), len(table))) for table in tables)]
    if isinstance(none, Texts):
        return _joined_texts([column for column in columns if isinstance(column, Texts)])
    return np.concatenate([column for column in columns if not isinstance(column, Texts)])


def _joined_texts(columns: Sequence[Texts]) -> Texts:
    known: dict[str, int] = {}
    parts = []
    for column in columns:
        places = np.array([*(known.setdefault(text, len(known)) for text in column.known), -1], dtype=np.int32)
        parts.append(places[column.codes])  # the last place is that of -1
    return Texts(tuple(known), np.concatenate(parts))
