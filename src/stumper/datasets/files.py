"""A file of any known format, or of rows, recognised from its content."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from stumper.datasets.columns import check_meant, knows_any, says_more
from stumper.datasets.documents import read_start, read_text
from stumper.datasets.json_lines import read_lines
from stumper.datasets.kinds import DATA_SET, check_kind, format_of, kind_of
from stumper.datasets.mapped import mapped_path
from stumper.datasets.row_files import Layout, first_object, is_nested, layout_of, named_columns, read_file
from stumper.datasets.rows import Understood, read_rows
from stumper.errors import BadData, BadOption
from stumper.formats import Format
from stumper.identity import content_id, file_fingerprint, folder_fingerprint
from stumper.protocols import Collection
from stumper.registry import tasks
from stumper.task import Task


@dataclass(frozen=True, slots=True)
class Opened:
    """A data set, and what its rows were taken for; None where the file is in a format of a task's own."""

    dataset: Collection
    understood: Understood | None = None
    form: Format | None = None


def open_dataset(path: Path) -> Collection:
    """The data set in the file; BadData where its format is unknown or broken."""
    return opened_dataset(path).dataset


def opened_dataset(path: Path) -> Opened:
    """The data set at a path, whose columns may be said (``FILE#question=q``), and how it was understood; BadData where
    its format is unknown or broken."""
    path, mapping = mapped_path(path)
    form, layout = _told(path, mapping)
    if form is not None and form.holds and form.read is not None and set(mapping) == {KIND_OF_QUESTIONS}:
        own: Collection = replace(_of_format(path, form), fingerprint=_fingerprint(path, mapping))
        return Opened(own, form=form)
    if form is not None and mapping:
        raise BadOption(f"{path} is in the format {form.name}, which has no columns that could be mapped. Leave out "
                        "--map, or convert it first: stumper data --to jsonl.")  # fmt: skip
    if form is not None and form.read is not None:
        dataset = _of_format(path, form)
        if form.is_of_rows and (first := first_object(read_start(path))):
            [task] = [task for task in tasks() if form in task.formats]
            check_meant(task, dataset, first, str(path), "line")
        return Opened(dataset, form=form)
    if layout is not None:
        found = _understood(path, mapping, layout, form)
        return Opened(found.dataset, found, form)
    check_kind(path, DATA_SET)
    text = read_text(path).lstrip()
    _check_lines(path, text)
    start = text[:40]
    known = "; ".join(f"{form.name} ({form.looks})" for task in tasks() for form in task.formats)
    raise BadData(f"{path}: no format that is known begins with {start!r}. Known are: {known}; and rows of a task "
                  "(CSV, TSV, JSON, JSON lines, Parquet, a saved Hugging Face data set).")  # fmt: skip


def _check_lines(path: Path, text: str) -> None:
    """Nothing; BadData, with the line and the column, of JSON lines that cannot be read."""
    first = text.partition("\n")[0]
    if not (first.startswith("{") and ":" in first):
        return
    try:
        json.loads(text)
    except ValueError:  # several lines, or one that is broken
        read_lines(path)


def understood_of(path: Path) -> Understood | None:
    """What the rows of a file were taken for; None where it is in a format of a task's own, or in none."""
    path, mapping = mapped_path(path)
    form, layout = _told(path, mapping)
    if layout is None or (form is not None and form.read is not None):
        return None
    return _understood(path, mapping, layout, form)


def fingerprint_of(path: Path) -> str | None:
    """The fingerprint of the data set that ``open_dataset`` would read from the file; None where the format is unknown.

    Much faster than reading, as every format's is the fingerprint of the bytes, with the map where columns are said; it
    says nothing of what is wrong in the file. BadData where there is none.
    """
    path, mapping = mapped_path(path)
    return None if _told(path, mapping) == (None, None) else _fingerprint(path, mapping)


def task_of_file(path: Path) -> Task | None:
    """The task that the file's examples belong to: by its format alone, or of rows by their columns; None where the
    format is unknown."""
    path, mapping = mapped_path(path)
    form, layout = _told(path, mapping)
    if layout is not None and form is None:
        return _understood(path, mapping, layout).task
    return next((task for task in tasks() if form in task.formats), None)


def _told(path: Path, mapping: Mapping[str, str]) -> tuple[Format | None, Layout | None]:
    """The format of a file, or how its rows stand in it; neither, where it holds no data set."""
    if path.is_dir():
        layout = layout_of(path)
        return (None, layout) if mapping else _of_columns(path, layout)
    start = read_start(path)
    form, kind = format_of(start), kind_of(start)
    if form is not None and form.holds and KIND_OF_QUESTIONS in mapping:
        return _holding(form, mapping[KIND_OF_QUESTIONS], path), None
    if kind is not None and kind is not DATA_SET:
        return None, None
    first, layout = first_object(start), layout_of(path)
    has_rows = layout is not None and bool(first) and not is_nested(first)
    if form is not None and not (mapping and has_rows) and (first is None or _is_of(form, first)):
        return form, None if form.read else layout
    if layout in ("list", "lines") and not mapping and form is None and not (first and knows_any(first)):
        return None, None
    return (None, layout) if mapping else _of_columns(path, layout)


def _of_columns(path: Path, layout: Layout | None) -> tuple[Format | None, Layout | None]:
    """The format that has all of its columns in a table, or how its rows stand in it."""
    named = {*named_columns(path, layout)}
    form = next((form for task in tasks() for form in task.formats if form.columns and {*form.columns} <= named), None)
    return (form, None) if form else (None, layout)


KIND_OF_QUESTIONS = "questions"  # says which of the questions of a file are meant, where it holds several kinds


def _holding(form: Format, held: str, path: Path) -> Format:
    """The format of this name that reads those questions of a file; BadOption where there is none."""
    forms = [one for task in tasks() for one in task.formats if one.name == form.name and one.holds]
    for one in forms:
        if one.holds == held:
            return one
    known = " or ".join(f"{KIND_OF_QUESTIONS}={one.holds}" for one in forms)
    raise BadOption(f"{path} holds no {held!r} of its format {form.name}. Say {known}.")


def _is_of(form: Format, first: Mapping[str, object]) -> bool:
    """Whether an object that looks as those of a format do is one of them, and not a row of another task's."""
    [task] = [task for task in tasks() if form in task.formats]
    return form.suits(first) and (form.row is not None or not says_more(task, tuple(first)))


def _of_format(path: Path, form: Format) -> Collection:
    return _read_as(path, form, _fingerprint(path, {}))


@lru_cache(maxsize=1)  # an evaluation asks whether a file holds variants, and then for its examples
def _read_as(path: Path, form: Format, fingerprint: str) -> Collection:
    """What a file in a format of a task's own holds, as long as its bytes are the same."""
    assert form.read is not None
    read: Collection = form.read(path)
    return read


def _understood(path: Path, mapping: Mapping[str, str], layout: Layout, form: Format | None = None) -> Understood:
    return _read(path, tuple(mapping.items()), layout, form, _fingerprint(path, mapping))


@lru_cache(maxsize=1)  # whoever asks for the task of a file asks for its examples next
def _read(
    path: Path, mapping: Sequence[tuple[str, str]], layout: Layout, form: Format | None, fingerprint: str
) -> Understood:
    """What the rows of a file were taken for; of a format whose objects are rows, as it makes these."""
    found = read_file(path, layout)
    of = None if form is None else next(task.name for task in tasks() if form in task.formats)
    try:
        return read_rows(
            found.rows if form is None or form.row is None else list(map(form.row, found.rows)),
            task=of,
            mapping=dict(mapping),
            name=_name(path),
            fingerprint=fingerprint,
            unit=found.unit,
            numbers=found.numbers,
        )
    except BadData as error:
        raise BadData(f"{path}: {str(error).removeprefix(f'{_name(path)}: ')}") from None


def _fingerprint(path: Path, mapping: Mapping[str, str]) -> str:
    own = folder_fingerprint(path) if path.is_dir() else file_fingerprint(path)
    return content_id("mapped", own, dict(mapping)) if mapping else own


def _name(path: Path) -> str:
    """What the data set of a file is called."""
    name = path.name.removesuffix(".gz")
    return name if path.is_dir() else name.rsplit(".", 1)[0] or name
