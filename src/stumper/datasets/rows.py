"""Rows of any table as examples: which task they are of, which column is what, and what cannot be used.

Nothing is guessed: rows whose columns fit no task, or two, are refused with the first row and the columns found.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from stumper.datasets.cells import plain, text_of
from stumper.datasets.columns import GROUP, Found, columns_of, fitting, level_name
from stumper.errors import BadData
from stumper.formats import FromRows, Row, Unusable
from stumper.identity import examples_fingerprint
from stumper.protocols import Collection
from stumper.shown import shown
from stumper.task import Task
from stumper.types import Example

NO_MAP: Mapping[str, str] = {}
LONGEST_GROUP = 200  # characters: a longer text is no name of a group


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many rows were left out for one reason; ``first`` is the number of the first of them, ``detail`` shows it."""

    reason: str
    rows: int
    first: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Understood:
    """What rows were taken for: the ``dataset``, and all that a user may want to check before anything is asked.

    ``columns`` are those that were read by their roles, ``unused`` the others. ``groups`` are the numbers of distinct
    groups by name, coarsest first. ``unit`` is what the rows are called ("row", or "line" of JSON lines);
    so many examples that stand there once more are ``repeated``, and left out.
    """

    dataset: Collection
    task: Task
    rows: int
    columns: Mapping[str, str]
    unused: tuple[str, ...]
    groups: Mapping[str, int]
    left_out: tuple[LeftOut, ...]
    notes: tuple[str, ...]
    evidence: Mapping[str, str]
    unit: str = "row"
    repeated: int = 0

    @property
    def repeated_told(self) -> list[str]:
        """How many examples stand there once more, in a sentence; none where each stands there once."""
        verb = "stands there already and is" if self.repeated == 1 else "stand there already and are"
        return [f"{self.repeated:,} of its {self.task.unit}s {verb} left out"] if self.repeated else []

    @property
    def left_out_told(self) -> list[str]:
        """How many rows gave no example, why, and where the first of them stands: at most a sentence for repeated and
        one for unusable rows, to stand behind the data set's name."""
        again = self.repeated_told
        if not self.left_out:
            return again
        reasons = ", ".join(
            f"{one.rows:,} of them as {one.reason} (the first is {self.unit} {one.first})" for one in self.left_out
        )
        number = sum(one.rows for one in self.left_out)
        return [*again, f"{number:,} of its {self.rows:,} {self.unit}s cannot be used and are left out, {reasons}"]


def read_rows(
    rows: Iterable[Mapping[str, object]],
    *,
    mapping: Mapping[str, str] = NO_MAP,
    task: str | None = None,
    name: str = "rows",
    fingerprint: str = "",
    unit: str = "row",
    numbers: Sequence[int] | None = None,
) -> Understood:
    """Reads rows, each with its values by the names of columns, as a data set of one task.

    ``mapping`` says which column is what, by role: ``{"question": "q", "context": "text", "answer": "gold", "group":
    "doc"}``; columns that it does not name are found by their usual names. ``task`` is the task's name, where columns
    alone do not tell. Without a ``fingerprint`` the data set has that of its examples. Rows are counted from 1, or have
    these ``numbers`` of their ``unit`` (the lines of a file). BadData where the rows fit no
    task, or two, or none of them can be used; BadOption where the mapping names what is not there.
    """
    given = _given(rows, name, unit)
    found = fitting(columns_of(given), given, mapping, task, name, unit)
    told = _rows(given, found, mapping, numbers or range(1, len(given) + 1))
    _check_ids(told, found, name, unit)
    made = _named(found.task.rows.read(told), is_mapped=GROUP in mapping) if found.task.rows else FromRows(())
    every = len(made.examples)
    made = _without_repeats(made)
    if not made.examples:
        first = made.left_out[0]
        raise BadData(f"{name}: none of its {len(given):,} {unit}s can be used as a {found.task.unit}: "
                      f"{unit} {first.number}: {first}. Its columns are {found.said}.")  # fmt: skip
    own = fingerprint or examples_fingerprint(made.examples)
    return Understood(
        dataset=found.task.collected(name, own, made.examples, made.evidence),
        task=found.task,
        rows=len(given),
        columns=found.columns,
        unused=found.unused,
        groups=_sizes(made.examples),
        left_out=tuple(_counted(made.left_out)),
        notes=(*found.notes, *made.notes),
        evidence=made.evidence,
        unit=unit,
        repeated=every - len(made.examples),
    )


def _given(rows: Iterable[Mapping[str, object]], name: str, unit: str) -> list[dict[str, object]]:
    """The rows with plain values; BadData where there are none, or one is no row."""
    found: list[dict[str, object]] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise BadData(f"{name}: {unit} {number} is {shown(row)}, not an object with names and values. Give each "
                          f"{unit} the names of its columns.")  # fmt: skip
        found.append({str(key): plain(value) for key, value in row.items()})
    if not found:
        raise BadData(f"{name}: there are no {unit}s. Name a data set that has some.")
    return found


def _rows(
    given: Sequence[Mapping[str, object]], found: Found, mapping: Mapping[str, str], numbers: Sequence[int]
) -> list[Row]:
    groups = _levels(given, found.groups, is_asked=GROUP in mapping)
    return [
        Row(
            number,
            text_of(row.get(found.id)) if found.id else None,
            {role: row.get(column) for role, column in found.roles.items()},
            tuple((level, label) for level, column in groups if (label := text_of(row.get(column)))),
        )
        for number, row in zip(numbers, given, strict=True)
    ]


def _levels(given: Sequence[Mapping[str, object]], columns: Sequence[str], is_asked: bool) -> list[tuple[str, str]]:
    """The names of the levels with their columns, coarsest first; a column of texts, which nobody has asked for, is
    none."""
    sizes: dict[str, int] = {}
    for column in columns:
        labels = {text_of(row.get(column)) or "" for row in given}
        if is_asked or max(map(len, labels)) <= LONGEST_GROUP:
            sizes[column] = len(labels)
    return [(level_name(column), column) for column in sorted(sizes, key=lambda column: sizes[column])]


def _check_ids(rows: Sequence[Row], found: Found, name: str, unit: str) -> None:
    """Nothing; BadData where two rows that differ have one id."""
    first: dict[str, Row] = {}
    for row in rows:
        if row.id is None:
            continue
        before = first.setdefault(row.id, row)
        if before is not row and before.values != row.values:
            raise BadData(f"{name}: the id {shown(row.id)} stands on {unit}s {before.number} and {row.number}. Make "
                          f"the ids in {found.id!r} unique, or map another column: --map id=COLUMN.")  # fmt: skip


def _named(made: FromRows, *, is_mapped: bool) -> FromRows:
    """The examples with an id each, made of their content where their row has none.

    A group from a column called so counts as content where it ``is_mapped`` alone: unmapped, it was none in earlier
    versions, and predictions name these rows by their ids.
    """
    named = (one if one.id else replace(one, id=_id(one if is_mapped else _ungrouped(one))) for one in made.examples)
    return replace(made, examples=tuple(named))


def _id(example: Example) -> str:
    return examples_fingerprint([example])[:16]


def _ungrouped(example: Example) -> Example:
    return replace(example, groups=tuple((level, label) for level, label in example.groups if level != GROUP))


def _without_repeats(made: FromRows) -> FromRows:
    """Each example once; rows that repeat one are left out."""
    kept = tuple({example.id: example for example in reversed(made.examples)}.values())[::-1]
    return replace(made, examples=kept)


def _sizes(examples: Sequence[Example]) -> dict[str, int]:
    """How many distinct groups there are, by name."""
    labels = dict.fromkeys(pair for example in examples for pair in example.groups)
    return dict(Counter(level for level, _ in labels))


def _counted(left_out: Iterable[Unusable]) -> Iterator[LeftOut]:
    by_reason = sorted(left_out, key=lambda one: one.reason)
    found = [(reason, list(group)) for reason, group in groupby(by_reason, key=lambda one: one.reason)]
    for reason, group in sorted(found, key=lambda one: -len(one[1])):
        first = min(group, key=lambda one: one.number)
        yield LeftOut(reason, len(group), first.number, first.detail)
