"""What files of a task look like, hold and are called: values that each task declares and everything else asks for."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
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
    """A format of data sets: what the beginning of its files looks like, in words and to ``marks``, and what reads
    them into a Dataset."""

    name: str
    looks: str
    marks: re.Pattern[str]
    read: Callable[[Path], Any]


@dataclass(frozen=True, slots=True)
class PredictionsFormat:
    """The files in which a task's predictions are kept.

    ``said`` is what they hold in words, ``begins`` how they begin. ``read`` gives the predictions for examples with the
    queries that they answer, of which the first counts that says something; ``by_id`` gives those for the whole queries
    of a data set by their examples' ids, of which some were drawn. ``content`` is what their fingerprint is of.
    ``write`` takes predictions by example id. ``lacks`` says that a file does not answer a query, whose text takes the
    place of ``QUERY``.
    """

    kind: Kind
    said: str
    begins: re.Pattern[str]
    read: Callable[[Path, Sequence[Example]], Iterable[tuple[Query, Prediction]]]
    by_id: Callable[[Path, Sequence[Example], Sequence[Example]], Mapping[str, Prediction]]
    content: Callable[[Mapping[str, Prediction]], Sequence[object]]
    write: Callable[[Path, Mapping[str, Prediction]], object]
    lacks: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """What of a file cannot be used, by the line that it stands on."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}."


def line_with(*marks: str) -> re.Pattern[str]:
    """The first line of JSON lines: an object with all of these."""
    return re.compile(r"\s*\{" + "".join(rf"(?=[^\n]*?{mark})" for mark in marks))
