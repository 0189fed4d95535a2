"""A file of any known format, recognised from its content."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets import fever, packets, qanta, quizbowl, squad
from stumper.datasets.documents import read_start, read_text
from stumper.datasets.kinds import DATA_SET, FEVER, SQUAD, check_kind, kind_of
from stumper.errors import BadData
from stumper.identity import file_fingerprint
from stumper.protocols import Dataset
from stumper.types import TaskName


def open_dataset(path: Path) -> Dataset:
    """The data set in the file; BadData where its format is unknown or broken."""
    if (form := _format(path)) is not None:
        return form.read(path)
    check_kind(path, DATA_SET)
    start = read_text(path).lstrip()[:40]
    known = "; ".join(f"{form.name} ({form.looks})" for form in FORMATS)
    raise BadData(f"{path}: no format that is known begins with {start!r}. Known are: {known}.")


def fingerprint_of(path: Path) -> str | None:
    """The fingerprint of the data set that ``open_dataset`` would read from the file; None where the format is unknown.

    Much faster than reading, as every format's is the fingerprint of the bytes; it says nothing of what is wrong in the
    file. BadData where there is none.
    """
    return None if _format(path) is None else file_fingerprint(path)


def task_of_file(path: Path) -> TaskName | None:
    """The task that the file's examples belong to, by its format alone; None where that is unknown."""
    form = _format(path)
    return None if form is None else form.task


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what the beginning of its files looks like, in words and to ``match``, and what reads them."""

    name: str
    looks: str
    marks: re.Pattern[str]
    read: Callable[[Path], Dataset]
    task: TaskName


def _format(path: Path) -> Format | None:
    start = read_start(path)
    if kind_of(start) is not DATA_SET:
        return None
    return next((form for form in FORMATS if form.marks.match(start)), None)


FORMATS = (
    Format("SQuAD 1.1 or 2.0", 'a JSON object with "data"', SQUAD, squad.read, "reading"),
    Format("FEVER", 'JSON lines with "claim"', FEVER, fever.read, "verification"),
    Format("packets", 'JSON lines with "question" and "answer"', packets.MARKS, quizbowl.read, "quizbowl"),
    Format("QANTA", 'JSON objects with "text" and "answer" or "page"', qanta.MARKS, quizbowl.read, "quizbowl"),
)
