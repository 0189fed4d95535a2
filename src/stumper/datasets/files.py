"""A file of any known format, recognised from its content."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets import squad
from stumper.datasets.documents import read_start, read_text
from stumper.errors import BadData
from stumper.protocols import Dataset


def open_dataset(path: Path) -> Dataset:
    """The data set in the file; BadData where its format is unknown or broken."""
    start = read_start(path)
    for form in FORMATS:
        if form.marks.match(start):
            return form.read(path)
    start = read_text(path).lstrip()[:40]
    known = "; ".join(f"{form.name} ({form.looks})" for form in FORMATS)
    raise BadData(f"{path}: no format that is known begins with {start!r}. Known are: {known}.")


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what the beginning of its files looks like, in words and to ``match``, and what reads them."""

    name: str
    looks: str
    marks: re.Pattern[str]
    read: Callable[[Path], Dataset]


FORMATS = (
    Format("SQuAD 1.1 or 2.0", 'a JSON object with "data"', re.compile(r'\s*\{.*?"data"\s*:', re.DOTALL), squad.read),
)
