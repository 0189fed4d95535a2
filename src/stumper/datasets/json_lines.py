"""JSON lines: an object a line, read with the number of the line in every error, and written whole or not at all."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from stumper.datasets.documents import KINDS, called, collector_paused, read_text
from stumper.datasets.whole_files import write_text
from stumper.errors import BadData

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Line:
    """An object and the number of the line that it stands on, counted from 1."""

    number: int
    values: Mapping[str, object]

    def value(self, key: str, kind: type[Kind]) -> Kind:
        """What stands under the key; BadData where there is nothing, or something of another kind."""
        if key not in self.values:
            raise BadData(f"line {self.number} has no {key!r}. Add it there, or name another file.")
        value = self.values[key]
        if type(value) is not kind:
            raise self.bad(f"{key!r} is {called(value)}, not {KINDS[kind]}. Correct it")
        return value

    def text(self, key: str) -> str | None:
        """The text under the key; None where there is none or null, BadData where it is something else."""
        return None if self.values.get(key) is None else self.value(key, str)

    def id(self, key: str = "id") -> str:
        """The id under the key, which files write as a text or as a whole number; BadData where there is none."""
        value = self.values.get(key)
        return str(value) if type(value) is int else self.value(key, str)

    def bad(self, problem: str) -> BadData:
        """The error that says what is wrong on this line."""
        return BadData(f"line {self.number}: {problem}.")


def read_lines(path: Path) -> list[Line]:
    """The objects of a file, compressed or not, without blank lines; BadData names the line that holds none."""
    text = read_text(path)
    with collector_paused():
        # Within JSON texts there may be other line breaks than this one.
        lines = [_line(path, i, row) for i, row in enumerate(text.split("\n"), 1) if row and not row.isspace()]
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(path, lines)
    return lines


def write_lines(path: Path, rows: Iterable[Mapping[str, object]]) -> str:
    """The file holds the objects, compressed where its name ends in ``.gz``, the same bytes for the same objects; their
    fingerprint."""
    return write_text(path, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))


def plain_id(id: str) -> str | int:
    """The id as a file has it: a number where it reads as one."""
    return int(id) if _NUMBER.fullmatch(id) else id


_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


def _line(path: Path, number: int, row: str) -> Line:
    try:
        value: object = json.loads(row)
    except json.JSONDecodeError as error:
        is_cut_off = error.pos >= len(row.rstrip()) or error.msg.startswith("Unterminated string")
        todo = "It is cut off there: write or download the file again" if is_cut_off else "Write one object a line"
        raise BadData(f"{path}: line {number} is not JSON (column {error.colno}: {error.msg}). {todo}.") from error
    except (RecursionError, ValueError) as error:  # a number of thousands of digits
        raise BadData(f"{path}: line {number} holds JSON that is no data. Correct it there.") from error
    if not isinstance(value, dict):
        raise BadData(f"{path}: line {number} is {called(value)}, not an object. Write one object a line.")
    return Line(number, value)


def _check_surrogates(path: Path, lines: Iterable[Line]) -> None:
    for line in lines:
        try:
            json.dumps(line.values, ensure_ascii=False).encode("utf-8")
        except UnicodeEncodeError as error:
            raise BadData(
                f"{path}: line {line.number}: an escape such as \\ud800 alone is no character. Write the file as UTF-8."
            ) from error
