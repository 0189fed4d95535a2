"""What an uploaded file was taken for, before anything is made of it: its columns, what is left out, five items."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets import opened_dataset
from stumper.datasets.cells import text_of
from stumper.datasets.columns import COMMON, columns_of
from stumper.datasets.documents import read_start
from stumper.datasets.files import Opened
from stumper.datasets.mapped import mapped_path
from stumper.datasets.originals import originals
from stumper.datasets.row_files import first_object, is_nested, layout_of, read_file
from stumper.datasets.rows import LeftOut
from stumper.errors import BadData, BadOption
from stumper.formats import Skipped
from stumper.registry import no_desk, task_of, tasks
from stumper.task import Task
from stumper.types import Example

ITEMS = 5  # that are shown
SHOWN_CELL = 80  # characters of a value of a column
MOST_COLUMNS = 100
_SENTENCE = re.compile(r"(?<=\.) (?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Item:
    """An example as people will see it: where it is from, its text, what is asked of it, what stands beside it line by
    line; and the right ``answers``, which they may not see."""

    title: str
    text: str
    asked: str
    asides: tuple[str, ...]
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of the file with its first value; ``role`` is what it is read as, "" where it is not read."""

    name: str
    first: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """``task`` names what the file holds, "" where its columns do not say it; then ``fault`` says what is missing.

    ``format`` is that of a file which is in a task's own; else its ``columns`` can be said to be another thing. Of
    ``rows`` those ``left_out`` gave no example. ``roles`` are what columns can be, by the units of tasks.
    """

    task: str = ""
    format: str = ""
    examples: int = 0
    variants: int = 0
    columns: tuple[FileColumn, ...] = ()
    roles: tuple[tuple[str, tuple[str, ...]], ...] = ()
    rows: int = 0
    unit: str = "row"
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()
    fault: str = ""


def preview(path: Path) -> Preview:
    """What the file at a path, whose columns may be said, was taken for; BadData where it cannot be read at all, or is
    of a task that people cannot work on."""
    try:
        opened = opened_dataset(path)
    except (BadData, BadOption) as error:
        if (columns := _columns_of_rows(mapped_path(path)[0])) is None:
            raise
        said = {column: role for role, column in mapped_path(path)[1].items() if column}
        return Preview(columns=_with_roles(columns, said), roles=_roles(), fault=_on_a_page(str(error)))
    return _of(opened, path)


def _of(opened: Opened, path: Path) -> Preview:
    data, understood = opened.dataset, opened.understood
    first = originals(data)
    if not first:
        raise BadData(f"{path}: there is nothing in this file. Choose another.")
    task = task_of(first[0].query)
    if task.desk is None:
        raise BadData(f"{path}: {no_desk(task)}")
    skipped: Sequence[Skipped] = getattr(data, "skipped", ())
    columns: tuple[FileColumn, ...] = ()
    if understood is not None and opened.form is None:
        read = {column: role for role, said in understood.columns.items() for column in _named(said, understood.unused)}
        columns = _with_roles(_columns_of_rows(mapped_path(path)[0]) or (), read)
    return Preview(
        task=task.name,
        format="" if opened.form is None else opened.form.name,
        examples=len(first),
        variants=len(data) - len(first),
        columns=columns,
        roles=_roles() if columns else (),
        rows=understood.rows if understood else len(data) + len(skipped),
        unit=understood.unit if understood else next((one.unit for one in skipped), "line"),
        left_out=understood.left_out if understood else tuple(LeftOut(one.reason, 1, one.line) for one in skipped),
        notes=(*understood.notes, *understood.repeated_told) if understood else tuple(getattr(data, "notes", ())),
        items=tuple(_item(task, example) for example in first[:ITEMS]),
    )


def _item(task: Task, example: Example) -> Item:
    assert task.desk is not None, "it was looked for"
    seen = task.desk.shown(example)
    asides = tuple(f"{aside.heading}: {line}" for aside in seen.asides for line in aside.lines)
    answers = tuple(dict.fromkeys(answer.text for answer in example.gold.answers))
    return Item(seen.title, seen.text, seen.asked, asides, answers)


def _columns_of_rows(path: Path) -> tuple[FileColumn, ...] | None:
    """The columns of a file of rows, each with its first value; None of another file. BadData where one is broken."""
    layout = layout_of(path)
    if layout is None or (layout in ("list", "lines") and is_nested(first_object(read_start(path)))):
        return None
    rows = read_file(path, layout).rows
    names = columns_of(rows)[:MOST_COLUMNS]
    return tuple(FileColumn(name, _first(row.get(name) for row in rows)) for name in names)


def _first(values: Iterable[object]) -> str:
    found = next((text for value in values if (text := text_of(value))), "")
    return found if len(found) <= SHOWN_CELL else f"{found[:SHOWN_CELL]}…"


def _named(said: str, unused: Sequence[str]) -> list[str]:
    """The columns of a role: several stand with commas between, which a name may hold, too."""
    return [said] if "," not in said or said in unused else [said, *(part.strip() for part in said.split(","))]


def _with_roles(columns: Sequence[FileColumn], read: Mapping[str, str]) -> tuple[FileColumn, ...]:
    return tuple(FileColumn(one.name, one.first, read.get(one.name, "")) for one in columns)


def _roles() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What columns can be for people to work with them, by what the texts are called; what all have comes last."""
    able = [task for task in tasks() if task.rows is not None and task.desk is not None]
    own = tuple((task.unit, tuple(column.role for column in task.rows.columns)) for task in able if task.rows)
    return (*own, ("", tuple(column.role for column in COMMON)))


def _on_a_page(said: str) -> str:
    """A sentence or more, without what to write on a command line, and without the columns, which a page shows."""
    kept = [one for one in _SENTENCE.split(said.partition(" Its columns are ")[0]) if "--" not in one]
    return " ".join(kept) or said
