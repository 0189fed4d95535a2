"""A file of any known format, recognised from its content."""

from pathlib import Path

from stumper.datasets.documents import read_start, read_text
from stumper.datasets.kinds import DATA_SET, check_kind, format_of, kind_of
from stumper.errors import BadData
from stumper.formats import Format
from stumper.identity import file_fingerprint
from stumper.protocols import Collection
from stumper.registry import tasks
from stumper.task import Task


def open_dataset(path: Path) -> Collection:
    """The data set in the file; BadData where its format is unknown or broken."""
    if (form := _format(path)) is not None:
        found: Collection = form.read(path)
        return found
    check_kind(path, DATA_SET)
    start = read_text(path).lstrip()[:40]
    known = "; ".join(f"{form.name} ({form.looks})" for task in tasks() for form in task.formats)
    raise BadData(f"{path}: no format that is known begins with {start!r}. Known are: {known}.")


def fingerprint_of(path: Path) -> str | None:
    """The fingerprint of the data set that ``open_dataset`` would read from the file; None where the format is unknown.

    Much faster than reading, as every format's is the fingerprint of the bytes; it says nothing of what is wrong in the
    file. BadData where there is none.
    """
    return None if _format(path) is None else file_fingerprint(path)


def task_of_file(path: Path) -> Task | None:
    """The task that the file's examples belong to, by its format alone; None where that is unknown."""
    form = _format(path)
    return next((task for task in tasks() if form in task.formats), None)


def _format(path: Path) -> Format | None:
    start = read_start(path)
    return format_of(start) if kind_of(start) is DATA_SET else None
