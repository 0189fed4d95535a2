"""Rows of a file: CSV, TSV, a JSON list, JSON lines, Parquet, or the folder of a saved Hugging Face data set."""

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from stumper.datasets.csv_cells import any_length, delimiter_of, unguarded
from stumper.datasets.documents import called, json_object, read_json, read_start, read_text
from stumper.datasets.json_lines import read_lines
from stumper.errors import BadData
from stumper.file_bytes import file_bytes
from stumper.registry import with_extras
from stumper.shown import shown

Layout = Literal["table", "list", "lines", "parquet", "folder"]
TABLES = (".csv", ".tsv", ".tab")
STATE, SPLITS = "state.json", "dataset_dict.json"  # what a saved data set, or a dict of them, is known by


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows of a file by the names of columns, each with its number, and what that counts."""

    rows: Sequence[Mapping[str, object]]
    numbers: Sequence[int]
    unit: str


def layout_of(path: Path) -> Layout | None:
    """How rows stand in a file, by its content; of a table of texts, which may begin with anything, by its name. None
    where there are none."""
    if path.is_dir():
        return "folder" if any((path / name).is_file() for name in (STATE, SPLITS)) else None
    start = read_start(path)
    if start.startswith("PAR1"):
        return "parquet"
    if path.name.lower().removesuffix(".gz").endswith(TABLES):
        return "table"
    if start.lstrip().startswith("["):
        return "list" if first_object(start) else None
    return "lines" if first_object(start) else None


def first_object(start: str) -> Mapping[str, object] | None:
    """The first object of a JSON list or of JSON lines that start so; None where there is none, or it is longer."""
    begun = start.lstrip()
    inner = begun[1:].lstrip() if begun.startswith("[") else begun
    if not inner.startswith("{"):
        return None
    try:
        found, _ = json.JSONDecoder().raw_decode(inner)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def is_nested(first: Mapping[str, object] | None) -> bool:
    """Whether an object is no row, but a whole document: one that holds a list of further objects under its only keys
    that hold anything of size."""
    lists = [value for value in (first or {}).values() if isinstance(value, list)]
    return len(lists) == 1 and len(first or {}) <= 3 and bool(lists[0]) and isinstance(lists[0][0], dict)


def named_columns(path: Path, layout: Layout | None) -> Collection[str]:
    """The columns that a table, a Parquet file or a saved data set names before its rows; none of other layouts."""
    match layout:
        case "table":
            start = read_start(path).lstrip("\ufeff\r\n")
            # A line may end in "\r" alone. Quotes are not strict: the start of a file may end within some.
            with any_length():
                rows = csv.reader(io.StringIO(start, newline=""), delimiter=delimiter_of(start))
                return next(_lines(path, rows), (1, list[str]()))[1]
        case "parquet":
            parquet = with_extras(str(path), lambda: __import__("pyarrow.parquet").parquet)
            try:
                names: list[str] = parquet.read_schema(io.BytesIO(file_bytes(path))).names
            except (ValueError, OSError) as error:
                raise _unreadable(path, "Parquet", error) from error
            return names
        case "folder":
            info = path / "dataset_info.json"
            features = json_object(info).get("features") if info.is_file() else None
            return list(features) if isinstance(features, dict) else []
    return ()


def read_file(path: Path, layout: Layout) -> FileRows:
    """The rows of a file; BadData names the file, the line or row, and what is wrong there."""
    match layout:
        case "table":
            return _table(path)
        case "list":
            return _list(path)
        case "lines":
            lines = read_lines(path)
            return FileRows([line.values for line in lines], [line.number for line in lines], "line")
        case "parquet":
            return _counted(_parquet(path))
        case "folder":
            return _counted(_folder(path))


def _counted(rows: Sequence[Mapping[str, object]]) -> FileRows:
    return FileRows(rows, range(1, len(rows) + 1), "row")


def _table(path: Path) -> FileRows:
    text = read_text(path)
    with any_length():
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
        lines = _lines(path, reader)
        _, names = next(lines)
        _check_names(path, names)
        rows, numbers = [], []
        for number, cells in lines:
            if not cells:
                continue
            if len(cells) != len(names):
                raise BadData(f"{path}, line {number}: it has {len(cells)} cells, and the first line names "
                              f"{len(names)} columns. Put texts that hold a delimiter between quotes.")  # fmt: skip
            rows.append({name: unguarded(cell) for name, cell in zip(names, cells, strict=True)})
            numbers.append(number)
    return FileRows(rows, numbers, "line")


def _lines(path: Path, reader: Any) -> Iterator[tuple[int, list[str]]]:
    """The cells of each line, with the number of the line on which they begin."""
    while True:
        begun = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            raise BadData(f"{path}, line {begun}: this is no row of a table ({error}). Put texts that hold quotes or "
                          "line breaks between quotes, each quote within twice.") from error  # fmt: skip
        if cells is None:
            return
        yield begun, cells


def _check_names(path: Path, names: Sequence[str]) -> None:
    if twice := [name for name in names if names.count(name) > 1]:
        raise BadData(f"{path}, line 1: two columns are called {twice[0]!r}. Rename one.")


def _list(path: Path) -> FileRows:
    document = read_json(path)
    assert isinstance(document, list), "it begins so"
    for number, row in enumerate(document, 1):
        if not isinstance(row, dict):
            raise BadData(f"{path}, row {number}: this is {called(row)}, not an object. Write a list of objects, each "
                          "with the names of its columns.")  # fmt: skip
    return _counted(document)


def _parquet(path: Path) -> list[dict[str, object]]:
    parquet = with_extras(str(path), lambda: __import__("pyarrow.parquet").parquet)
    try:
        found: list[dict[str, object]] = parquet.read_table(io.BytesIO(file_bytes(path))).to_pylist()
    except (ValueError, OSError) as error:  # pyarrow's own are of these
        raise _unreadable(path, "Parquet", error) from error
    return found


def _folder(path: Path) -> list[dict[str, object]]:
    """The rows of a data set that ``save_to_disk`` wrote, with the names of labels in the place of their numbers."""
    if not (path / STATE).is_file():
        splits = json_object(path / SPLITS).get("splits")
        names = [str(name) for name in splits] if isinstance(splits, list) else []
        if len(names) != 1:
            raise BadData(f"{path} holds the splits {', '.join(names) or 'of no name'}. Name one of them, such as "
                          f"{path / names[0] if names else path / 'validation'}.")  # fmt: skip
        return _folder(path / names[0])
    ipc = with_extras(str(path), lambda: __import__("pyarrow.ipc").ipc)
    rows: list[dict[str, object]] = []
    for name in _data_files(path):
        try:
            rows += ipc.open_stream(file_bytes(path / name)).read_all().to_pylist()
        except (ValueError, OSError) as error:
            raise _unreadable(path / name, "an Arrow file", error) from error
    labels = _labels(path)
    return [{key: _labelled(value, labels.get(key)) for key, value in row.items()} for row in rows]


def _data_files(path: Path) -> list[str]:
    listed = json_object(path / STATE).get("_data_files")
    files = [one.get("filename") for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
    names = [name for name in files if isinstance(name, str) and name == Path(name).name]
    if not names:
        raise BadData(f"{path / STATE} names no files of data. Save the data set again with save_to_disk.")
    return names


def _labels(path: Path) -> dict[str, list[str]]:
    """The names of the labels of columns that hold their numbers."""
    info = path / "dataset_info.json"
    features = json_object(info).get("features") if info.is_file() else None
    return {
        column: [str(name) for name in told["names"]]
        for column, told in (features.items() if isinstance(features, dict) else ())
        if isinstance(told, dict) and told.get("_type") == "ClassLabel" and isinstance(told.get("names"), list)
    }


def _labelled(value: object, names: Sequence[str] | None) -> object:
    return names[value] if names and isinstance(value, int) and 0 <= value < len(names) else value


def _unreadable(path: Path, form: str, error: Exception) -> BadData:
    return BadData(f"{path} cannot be read as {form} ({shown(str(error).splitlines()[0])}). Write it again.")
