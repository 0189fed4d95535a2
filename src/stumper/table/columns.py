"""What stands in a table of results: every column with its type, its unit and its meaning.

The columns are public: what reads tables of ``VERSION`` 1 goes on to work; a change of what a column says raises it.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

VERSION = 1
Kind = Literal["text", "number", "whole number", "true or false"]
Status = Literal["asked", "nothing-proposed", "not-asked", "trained-on", "legacy-skipped", "errored"]
STATUSES: tuple[Status, ...] = get_args(Status)
Mask = NDArray[np.bool_]
Numbers = NDArray[Any]  # of float64, int32 or bool, as the kind of the column says
Cell = str | float | int | bool | None


@dataclass(frozen=True, slots=True)
class _Held:
    """How a column of a kind is held while it grows and when it is done, and what stands in it for nothing."""

    typecode: str
    dtype: type[np.generic]
    missing: float


_HELD: Mapping[Kind, _Held] = {
    "text": _Held("i", np.int32, -1),
    "whole number": _Held("i", np.int32, 0),
    "number": _Held("d", np.float64, nan),
    "true or false": _Held("b", np.bool_, 0),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column by its name; ``unit`` is what its numbers count, "" of a text.

    Where the name holds ``<…>``, there is one for each group or score of the tasks in the table.
    """

    name: str
    kind: Kind
    unit: str
    meaning: str


GROUP, BEFORE, AFTER = "<group>", "before_", "after_"
SCORE = "<score>"
SLICE, MEASURE, TYPE = "slice_", "<measure>", "_type"
COLUMNS = (
    Column("run", "text", "", "the run's id in the store"),
    Column("task", "text", "", "the task: reading, verification, quizbowl, or one that a package brings"),
    Column("dataset", "text", "", "the data set that the original belongs to, whichever file the variant came in"),
    Column("original", "text", "", "the original's id in its data set; empty where an old store does not tell it"),
    Column("original_key", "text", "", "the hash of what the original asks and of what is right: under one id and "
           "another key stands another original; empty where nobody knows"),
    Column(GROUP, "text", "", "what the original shares with others, coarsest first: article and paragraph of a "
           "question, page of a claim, answer line of a tossup"),
    Column(SLICE + MEASURE, "number", "words, or share, 0 to 1", "what is told of the original, to slice the data "
           "by: of a question overlap, paragraph_words and answer_position"),
    Column(SLICE + MEASURE + TYPE, "text", "", "what is told of the original in a word: of a question answer_type"),
    Column("adversary", "text", "", "who made the variant: an adversary by its name, or people"),
    Column("attack", "text", "", "the adversary as reports call it, with what sets two attacks by one adversary "
           "apart"),
    Column("options", "text", "", "the adversary's options, as a JSON object of texts"),
    Column("settings", "text", "", "what else decides how strong the attack is, as a JSON object of texts: goal, "
           "budget of queries and only_right; empty where the variants are not the run's own, or nobody knows"),
    Column("variant", "text", "", "the perturbation's id, the same for all that say the same; empty without one"),
    Column("made_against", "text", "", "the victim whose answers the adversary looked at; empty if it looked at none"),
    Column("victim", "text", "", "who answered"),
    Column("goal", "text", "", "what the run counts as success"),
    Column(BEFORE + SCORE, "number", "share, 0 to 1", "the score of the answer to the original"),
    Column(AFTER + SCORE, "number", "share, 0 to 1", "the score of the answer to the variant; of asked rows alone"),
    Column("goal_before", "number", "share, 0 to 1", "what the goal gives the original: of a tossup, how early it is "
           "answered"),
    Column("goal_after", "number", "share, 0 to 1", "what the goal gives the variant; of asked rows alone"),
    Column("answer_before", "text", "", "the best answer to the original; a text without characters says that there "
           "is no answer"),
    Column("answer_after", "text", "", "the best answer to the variant"),
    Column("outcome", "text", "", "how the attempt ended: succeeded, failed, exhausted, skipped or "
           "errored; empty where there was none"),
    Column("rule", "text", "", "which of the adversary's rules made the variant"),
    Column("kind", "text", "", "the type of attack that the rule belongs to"),
    Column("capability", "text", "", "what a system must be able to do to answer the variant; empty where the task "
           "does not tell"),
    Column("test", "text", "", "the kind of test: invariance (the right answer stays), directional (another is right), "
           "or minimum functionality (there is no original)"),
    Column("queries", "whole number", "distinct queries", "what the attempt asked, the original included; to be "
           "added up over chosen rows alone"),
    Column("error", "text", "", "why nothing was asked or answered"),
    Column("judged", "whole number", "judgements", "how many judged the variant"),
    Column("correct", "number", "1 or 0", "whether more than half of them find it grammatical, rightly labelled and on "
           "task; empty where they are split"),
    Column("status", "text", "", "what became of the row: one of the six below"),
    Column("chosen", "true or false", "", "whether the attempt stands by this row: of each attempt exactly one"),
)  # fmt: skip
VIEW_COLUMNS = (
    *(column for column in COLUMNS if column.name in ("run", "task", "dataset", "original", "attack", "variant")),
    Column("victim", "text", "", "who answered"),
    Column("view", "whole number", "views", "which of the variant's views, or without a variant of the original's, "
           "from 1: of a tossup, up to the end of which sentence"),
    Column("read", "number", "share, 0 to 1", "the share of the words of the whole that the view holds"),
    Column("answer", "text", "", "the best answer to the view; a text without characters says that there is no answer"),
    Column("score", "number", "share, 0 to 1", "what the run's goal gives this answer"),
)  # fmt: skip
LATER = (
    "original_key",
    "settings",
    "capability",
    "test",
)  # columns that tables of this version may lack, as earlier ones did
FIXED = {column.name: column for column in COLUMNS if "<" not in column.name}
_KINDS: Mapping[str, Kind] = {column.name: column.kind for column in (*FIXED.values(), *VIEW_COLUMNS)}


def kind_of(name: str) -> Kind:
    """The kind of a column by its name: one that is not fixed is a score's, a slice's or a group's."""
    is_number = name.startswith((BEFORE, AFTER)) or (name.startswith(SLICE) and not name.endswith(TYPE))
    return _KINDS.get(name, "number" if is_number else "text")


def names_in_order(groups: Iterable[str], scores: Sequence[str], slices: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of all columns of a table with these groups, scores and slices."""
    several = {
        GROUP: tuple(groups),
        **{when + SCORE: [when + score for score in scores] for when in (BEFORE, AFTER)},
        SLICE + MEASURE: [SLICE + name for name in slices if not name.endswith(TYPE)],
        SLICE + MEASURE + TYPE: [SLICE + name for name in slices if name.endswith(TYPE)],
    }
    return tuple(name for column in COLUMNS for name in several.get(column.name, (column.name,)))


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """A column of texts: each row has the number of one of those that are ``known``, or -1: there is none."""

    known: tuple[str, ...]
    codes: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str | None]:
        return (None if code < 0 else self.known[code] for code in self.codes.tolist())

    def __getitem__(self, row: int) -> str | None:
        code = int(self.codes[row])
        return None if code < 0 else self.known[code]

    def at(self, rows: NDArray[Any] | slice) -> "Texts":
        """The column at these rows, given by their places, a mask or a slice."""
        return Texts(self.known, self.codes[rows])

    def equal(self, value: str | None) -> Mask:
        """Which rows have this text, or with None, which have none."""
        code = -1 if value is None else next((code for code, text in enumerate(self.known) if text == value), -2)
        found: Mask = self.codes == code
        return found

    def found(self) -> list[str]:
        """The texts that rows have, each once, in the order in which they first come."""
        codes, first = np.unique(self.codes[self.codes >= 0], return_index=True)
        return [self.known[code] for code in codes[np.argsort(first)].tolist()]


Columns = Mapping[str, Texts | Numbers]


@dataclass(slots=True)
class Growing:
    """A column of a kind to which values are added one by one."""

    kind: Kind
    _known: dict[str, int] = field(default_factory=dict)
    _values: "array[float] | None" = None

    def add(self, value: Cell, times: int = 1) -> None:
        """Adds a row, or several alike; None says that nothing stands there."""
        values = self._values if self._values is not None else self._begun()
        if value is None:
            held = _HELD[self.kind].missing
        elif self.kind == "text":
            assert isinstance(value, str), "a text"
            held = self._known.setdefault(value, len(self._known))
        else:
            held = value  # type: ignore[assignment]  # a number
        if times == 1:
            values.append(held)
        else:
            values.extend(array(values.typecode, (held,)) * times)

    def fill(self, rows: int) -> None:
        """Makes the column have so many rows: there is nothing in those that are added."""
        values = self._values if self._values is not None else self._begun()
        if (lacking := rows - len(values)) > 0:
            values.extend(array(values.typecode, [_HELD[self.kind].missing]) * lacking)

    def column(self, order: NDArray[np.intp] | slice = slice(None)) -> Texts | Numbers:
        """The column, with the rows in this order."""
        values = self._values if self._values is not None else self._begun()
        array = np.frombuffer(values, np.dtype(values.typecode))[order].astype(_HELD[self.kind].dtype)
        return Texts(tuple(self._known), array) if self.kind == "text" else array

    def _begun(self) -> "array[float]":
        self._values = array(_HELD[self.kind].typecode)
        return self._values


def nothing(kind: Kind, rows: int) -> Texts | Numbers:
    """A column of a kind that says nothing in so many rows."""
    column = Growing(kind)
    column.fill(rows)
    return column.column()


def texts_of(values: Iterable[str | None]) -> Texts:
    """The column of these texts."""
    column = Growing("text")
    for value in values:
        column.add(value)
    found = column.column()
    assert isinstance(found, Texts)
    return found


def taken(column: Texts | Numbers, rows: NDArray[Any] | slice) -> Texts | Numbers:
    """The column at these rows, given by their places, a mask or a slice."""
    return column.at(rows) if isinstance(column, Texts) else column[rows]


def cells(column: Texts | Numbers) -> list[Cell]:
    """The values of a column, None where nothing stands."""
    if isinstance(column, Texts):
        return list(column)
    values: list[Cell] = column.tolist()
    return [None if value != value else value for value in values] if column.dtype == np.float64 else values


def groups_in(names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names of columns that are of groups."""
    return tuple(name for name in names if name not in FIXED and kind_of(name) == "text" and not name.startswith(SLICE))


def slices_in(names: Iterable[str]) -> tuple[str, ...]:
    """The slices that the names of columns tell of."""
    return tuple(name.removeprefix(SLICE) for name in names if name.startswith(SLICE))


def scores_in(names: Iterable[str]) -> tuple[str, ...]:
    """The scores that the names of columns tell of."""
    names = tuple(names)
    both = (name.removeprefix(when) for when in (BEFORE, AFTER) for name in names if name.startswith(when))
    return tuple(dict.fromkeys(both))


def in_order(columns: Columns) -> Columns:
    """The columns as they stand in every table; of those that came later, nothing where there are none."""
    rows = len(next(iter(columns.values())))
    columns = {**{name: nothing(kind_of(name), rows) for name in LATER}, **columns}
    return {name: columns[name] for name in names_in_order(groups_in(columns), scores_in(columns), slices_in(columns))}
