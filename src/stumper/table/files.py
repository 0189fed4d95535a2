"""Tables in files: CSV and JSON lines, plain or packed, and Parquet where what writes it is installed.

A text without characters and no text at all are two things: in CSV the first stands between quotes, and of the second
there is nothing. A text that a spreadsheet would take for a formula gets an apostrophe before it (``csv_cells``).
"""

import gzip
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from stumper.datasets.csv_cells import is_guarded, written
from stumper.datasets.whole_files import whole_file
from stumper.errors import BadData, BadOption
from stumper.file_bytes import file_lines
from stumper.table.columns import (
    FIXED,
    LATER,
    Cell,
    Columns,
    Growing,
    Kind,
    Numbers,
    Texts,
    cells,
    in_order,
    kind_of,
    taken,
)

Row = Mapping[str, Cell]
AT_ONCE = 10_000  # rows


def write_columns(path: Path, columns: Columns) -> None:
    """The file holds the columns, in the format that its name says; BadOption where it says none."""
    match format_of(path):
        case "parquet":
            from stumper.table.frames import write_parquet

            write_parquet(path, columns)
        case "csv":
            _write(path, [",".join(columns)], columns, _csv_cell, ",".join)
        case _:
            _write(path, [], columns, _json_cell, _json_line)


def format_of(path: Path) -> str:
    """The format that the name of a file says: parquet, csv or jsonl; BadOption where it says none."""
    for ending, name in (("parquet", "parquet"), ("csv", "csv"), ("csv.gz", "csv"), ("jsonl", "jsonl"),
                         ("jsonl.gz", "jsonl")):  # fmt: skip
        if path.name.lower().endswith(f".{ending}"):
            return name
    raise BadOption(f"{path} names no format of a table. Let it end in .parquet, .csv or .jsonl; the last two may be "
                    "packed, with .gz behind.")  # fmt: skip


def check_writable(path: Path) -> None:
    """Nothing, where a table can be written in the format that the name says; BadOption, or MissingExtra without what
    writes it."""
    if format_of(path) == "parquet":
        from stumper.table.frames import parquet

        parquet()


def read_columns(path: Path) -> Columns:
    """The columns that ``write_columns`` wrote; BadData where there are none."""
    match format_of(path):
        case "parquet":
            from stumper.table.frames import read_parquet

            columns = read_parquet(path)
            _check(path, columns)
            return in_order(columns)
        case "csv":
            return _unguarded(_read(path, _csv_rows(path), IN_CSV))
        case _:
            return _read(path, _json_rows(path), IN_JSON)


def _unguarded(columns: Columns) -> Columns:
    """The columns without the apostrophes that spreadsheets need."""
    return {
        name: Texts(tuple(text[1:] if is_guarded(text) else text for text in column.known), column.codes)
        if isinstance(column, Texts)
        else column
        for name, column in columns.items()
    }


def _write(
    path: Path,
    head: Sequence[str],
    columns: Columns,
    encoded: Callable[[str, Cell], str],
    line: Callable[[Iterable[str]], str],
) -> None:
    """Writes row by row; each text is encoded once."""
    once = {name: [*(encoded(name, text) for text in column.known), encoded(name, None)]
            for name, column in columns.items() if isinstance(column, Texts)}  # fmt: skip
    rows = len(next(iter(columns.values())))
    with whole_file(path) as file, _packed(path, file) as stream:
        for text in head:
            stream.write(f"{text}\n".encode())
        for begin in range(0, rows, AT_ONCE):
            part = {name: taken(column, slice(begin, begin + AT_ONCE)) for name, column in columns.items()}
            lists = [_encoded(name, column, once, encoded) for name, column in part.items()]
            text = "".join(line(row) + "\n" for row in zip(*lists, strict=True))
            stream.write(text.encode("utf-8", errors="backslashreplace"))  # no file holds a lone surrogate


def _encoded(
    name: str, column: Texts | Numbers, once: dict[str, list[str]], encoded: Callable[[str, Cell], str]
) -> list[str]:
    if isinstance(column, Texts):
        texts, codes = once[name], column.codes.tolist()
    else:
        distinct, places = np.unique(column, return_inverse=True)  # there are few: scores, counts, marks
        texts = [encoded(name, value) for value in cells(distinct)]
        codes = places.tolist()
    return [texts[code] for code in codes]  # of texts, -1 is the last


@contextmanager
def _packed(path: Path, file: BinaryIO) -> Iterator[BinaryIO]:
    if not path.name.lower().endswith(".gz"):
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0, compresslevel=6) as stream:
        yield stream  # type: ignore[misc]  # it takes bytes as a file does


def _csv_cell(name: str, value: Cell) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            text = written(value)
            return f'"{text.replace(chr(34), chr(34) * 2)}"' if not text or _SPECIAL.search(text) else text
        case _:
            return repr(value)


def _json_cell(name: str, value: Cell) -> str:
    return f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"


def _json_line(cells: Iterable[str]) -> str:
    return f"{{{', '.join(cells)}}}"


_SPECIAL = re.compile(r'[",\r\n]|^\s|\s$')
_CELL = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n?\Z)')


def _csv_rows(path: Path) -> Iterator[tuple[int, Row]]:
    """The rows with the numbers of their lines; a text that stands between quotes as it is, of others "" is nothing."""
    names: list[str] = []
    for number, text in _csv_lines(path):
        row = _csv_row(path, number, text)
        if not names:
            names = [str(name).removeprefix("\ufeff") for name in row]
        elif len(row) == len(names):
            yield number, dict(zip(names, row, strict=True))
        else:
            raise BadData(f"{path}, line {number}: it has {len(row)} cells, and the first line has {len(names)}. "
                          "Write the table again.")  # fmt: skip


def _csv_lines(path: Path) -> Iterator[tuple[int, str]]:
    """A row of the file each, with the number of the line where it begins: a text between quotes may go on in the next
    line."""
    begun, first = "", 0
    for number, line in enumerate(file_lines(path), 1):
        text = _text(path, number, line)
        first = first if begun else number
        begun += text
        if begun.count('"') % 2 == 0:
            yield first, begun
            begun = ""
    if begun:
        raise BadData(f"{path}, line {first}: a text between quotes has no end. Write the table again.")


def _csv_row(path: Path, number: int, text: str) -> list[Cell]:
    if '"' not in text:
        return [cell or None for cell in text.rstrip("\r\n").split(",")]
    row: list[Cell] = []
    place = 0
    while True:
        found = _CELL.match(text, place)
        if found is None:
            raise BadData(f"{path}, line {number}: a quote stands within a text that is not between quotes. Write the "
                          "table again.")  # fmt: skip
        quoted, plain, end = found.groups()
        row.append(quoted.replace('""', '"') if quoted is not None else plain or None)
        if end != ",":
            return row
        place = found.end()


def _json_rows(path: Path) -> Iterator[tuple[int, Row]]:
    for number, line in enumerate(file_lines(path), 1):
        text = _text(path, number, line)
        if text.isspace():
            continue
        try:
            row = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadData(f"{path}, line {number}: it is not JSON. Write one object a line.") from error
        if not isinstance(row, dict):
            raise BadData(f"{path}, line {number}: it is no JSON object. Write one object a line.")
        yield number, row


def _text(path: Path, number: int, line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadData(f"{path}, line {number}: it is not UTF-8. Save the file as UTF-8.") from error


def _read(path: Path, rows: Iterable[tuple[int, Row]], values: Mapping[Kind, Callable[[Any], Cell]]) -> Columns:
    columns = {name: Growing(column.kind) for name, column in FIXED.items()}
    known: tuple[str, ...] = ()
    for number, row in rows:
        if not known:
            known = tuple(row)
            _check(path, known)
            columns = {name: Growing(kind_of(name)) for name in known}
        if row.keys() != columns.keys():
            raise BadData(
                f"{path}, line {number}: it has other columns than the lines before it. Write the table again."
            )
        for name, column in columns.items():
            try:
                column.add(_value(column.kind, row[name], values))
            except (ValueError, LookupError, TypeError, OverflowError) as error:
                raise BadData(f"{path}, line {number}: {name!r} is {row[name]!r}, not {CALLED[column.kind]}. Write the "
                              "table again.") from error  # fmt: skip
    return in_order({name: column.column() for name, column in columns.items()})


def _value(kind: Kind, given: Any, values: Mapping[Kind, Callable[[Any], Cell]]) -> Cell:
    if given is None and kind in ("text", "number"):
        return None
    return values[kind](given)


def _check(path: Path, names: Collection[str]) -> None:
    if missing := [name for name in FIXED if name not in (*names, *LATER)]:
        raise BadData(f"{path} is no table of results: it has no column {missing[0]!r}. Name a file that stumper table "
                      "has written.")  # fmt: skip


CALLED: Mapping[Kind, str] = {
    "text": "a text",
    "number": "a number",
    "whole number": "a whole number",
    "true or false": "true or false",
}


def _of_type(*types: type) -> Callable[[Any], Any]:
    def checked(value: Any) -> Any:
        if type(value) not in types:
            raise TypeError("another type")
        return value

    return checked


IN_JSON: Mapping[Kind, Callable[[Any], Cell]] = {
    "text": _of_type(str),
    "number": _of_type(int, float),
    "whole number": _of_type(int),
    "true or false": _of_type(bool),
}
IN_CSV: Mapping[Kind, Callable[[Any], Cell]] = {
    "text": str,
    "number": float,
    "whole number": int,
    "true or false": lambda text: {"true": True, "false": False}[text.lower()],
}
