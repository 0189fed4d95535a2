"""What files of a task look like, hold and are called: values that each task declares and everything else asks for."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stumper.types import Example, Prediction, Query


@dataclass(frozen=True, slots=True)
class Kind:
    """What such a file is called, and what to do with it; ``PATH`` in that is its own."""

    called: str
    belongs: str
    marks: tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class Format:
    """A format of data sets, by its ``name``: what the beginning of its files looks like, in words (``looks``) and to
    ``marks``, and ``read``, which reads them into a Dataset.

    Of a file whose first object ``suits`` refuses the marks say nothing: then its rows are looked at. A format whose
    objects are rows has no reader of its own: ``row`` makes of each a row with the task's usual columns.
    One that ``is_distinct`` knows its own files by their first object, whatever other formats' marks say of them.
    Of a file with questions of two kinds a format reads those that it ``holds``, and another of its name the others: a
    user says which as ``FILE#questions=KIND``. ``write`` writes a data set so, and gives the file's fingerprint.
    A table, a Parquet file or a saved data set with all of its ``columns``, if it has any, is in this format, too.
    Objects of one that ``is_of_rows`` have no more than rows of the task: what it objects to in these, it does there.
    """

    name: str
    looks: str
    marks: re.Pattern[str]
    read: Callable[[Path], Any] | None
    suits: Callable[[Mapping[str, object]], bool] = lambda first: True
    row: Callable[[Mapping[str, Any]], Mapping[str, object]] | None = None
    is_distinct: bool = False
    holds: str = ""
    write: Callable[[Path, Any], str] | None = None
    columns: tuple[str, ...] = ()
    is_of_rows: bool = False


@dataclass(frozen=True, slots=True)
class PredictionsFormat:
    """The files in which a task's predictions are kept.

    ``kind`` says what to do with one that is given as a data set. ``said`` is what they hold in words, ``begins`` how
    they begin. ``parsed`` gives all that a file holds by example id, also of examples that a data set does not have; it
    is given those in whose order stands what has no id. ``answered`` makes of what stands at an example's id the
    queries that it answers, each with its prediction. ``content`` is what their fingerprint is of. ``write`` takes
    predictions by example id. ``lacks`` says that a file does not answer a query, whose text takes the place of
    ``QUERY``. ``recorded`` gives the beginnings of a query after which a recorded system said something, and whether it
    would have buzzed there; none of a file that does not say.
    """

    kind: Kind
    said: str
    begins: re.Pattern[str]
    parsed: Callable[[Path, Sequence[Example]], Mapping[str, Any]]
    answered: Callable[[Example, Any], Iterable[tuple[Query, Prediction]]]
    content: Callable[[Mapping[str, Prediction]], Sequence[object]]
    write: Callable[[Path, Mapping[str, Prediction]], object]
    lacks: str
    recorded: Callable[[Example, Any], Sequence[tuple[str, bool]]] = lambda example, made: ()


@dataclass(frozen=True, slots=True)
class Column:
    """What rows tell of an example: ``role`` is what a user maps a column to, ``names`` are those that data sets give
    the column, as ``snake_case``.

    Where a data set has columns of several tiers of ``names``, the first tier is meant; two of one tier are one too
    many. Without a column that ``is_needed`` rows are none of the task's; where a column that ``is_telling`` has a name
    of the first tier, rows are none of another task's that would drop it.
    """

    role: str
    names: tuple[tuple[str, ...], ...]
    is_needed: bool = False
    is_telling: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row by the roles of its columns, ``number`` counted from 1; what is empty is None. ``groups`` are what the row
    shares with others, by the names of the columns that say so."""

    number: int
    id: str | None
    values: Mapping[str, object]
    groups: tuple[tuple[str, str], ...] = ()

    def value(self, role: str) -> object:
        """What stands in the column of that role; None where nothing does, or there is no such column."""
        return self.values.get(role)


@dataclass(frozen=True, slots=True)
class Unusable:
    """A row that gives no example: ``reason`` is the same for all rows with the same fault, ``detail`` shows what is
    wrong with this one."""

    number: int
    reason: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}" if self.detail else self.reason


@dataclass(frozen=True, slots=True)
class FromRows:
    """What a task makes of rows: examples in their order, what it left out, and what a user should know of the rest.

    ``evidence`` are the words of gold evidence by example id.
    """

    examples: tuple[Example, ...]
    left_out: tuple[Unusable, ...] = ()
    notes: tuple[str, ...] = ()
    evidence: Mapping[str, str] = field(default_factory=dict)


def anything(rows: Sequence[Row]) -> str | None:
    """No objection, whatever the rows hold."""
    return None


@dataclass(frozen=True, slots=True)
class Rows:
    """How a task reads rows of any table: the ``columns`` that it knows, beside an id and groups, and ``read``, which
    makes examples of them.

    ``written`` is an example as such a row, with the words of its evidence where these are known; ``native`` is what a
    user calls the format in which the task's sets are written. ``objects`` says why rows whose columns would do are
    none of the task's all the same; it is not asked where a user has named the task or mapped a column to it.
    """

    columns: Sequence[Column]
    read: Callable[[Sequence[Row]], FromRows]
    written: Callable[[Example, str], Mapping[str, object]]
    native: str
    objects: Callable[[Sequence[Row]], str | None] = anything


@dataclass(frozen=True, slots=True)
class Skipped:
    """What of a file cannot be used, by its line, or its number where the file is counted in another ``unit``."""

    line: int
    reason: str
    unit: str = "line"

    def __str__(self) -> str:
        return f"{self.unit} {self.line}: {self.reason}."


def line_with(*marks: str) -> re.Pattern[str]:
    """The first line of JSON lines: an object with all of these."""
    return re.compile(r"\s*\{" + "".join(rf"(?=[^\n]*?{mark})" for mark in marks))
