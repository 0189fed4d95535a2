"""Tables as Parquet and as frames of pandas, polars and arrow; all but this works without them."""

from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from stumper.datasets.whole_files import whole_file
from stumper.errors import BadData, BadOption, MissingExtra
from stumper.file_bytes import opened
from stumper.registry import with_extras
from stumper.table.columns import VERSION, Columns, Kind, Numbers, Texts, kind_of, taken

Frame = Literal["pandas", "polars", "arrow"]
AT_ONCE = 100_000  # rows
MARK = b"stumper.table"  # under which a Parquet file says which version of the columns it holds


def framed(columns: Columns, kind: str) -> Any:
    """The columns as a frame; BadOption where there is no such kind, MissingExtra without its package."""
    if kind not in get_args(Frame):
        raise BadOption(f"There is no frame of the kind {kind!r}; there are {', '.join(get_args(Frame))}.")
    found = _arrow(columns)
    if kind == "arrow":
        return found
    narwhals = with_extras(f"frame({kind!r})", lambda: __import__("narwhals"))
    try:
        return narwhals.from_arrow(found, backend=kind).to_native()
    except ModuleNotFoundError as error:
        raise MissingExtra(f"A frame of {kind} needs {error.name}: pip install {error.name}.") from error


def write_parquet(path: Path, columns: Columns) -> None:
    """The file holds the columns, compressed, with the version of their meaning."""
    rows = len(next(iter(columns.values())))
    schema = _arrow({name: taken(column, slice(0, 0)) for name, column in columns.items()}).schema
    with whole_file(path) as file, parquet().ParquetWriter(file, schema, compression="zstd") as writer:
        for begin in range(0, rows, AT_ONCE):
            part = {name: taken(column, slice(begin, begin + AT_ONCE)) for name, column in columns.items()}
            writer.write_table(_arrow(part))


def read_parquet(path: Path) -> Columns:
    """The columns of a Parquet file; BadData where it is none, or a later Stumper wrote it."""
    with opened(path) as file:
        try:
            found = parquet().read_table(file)
        except (ValueError, OSError) as error:  # pyarrow's own are of these
            raise BadData(f"{path} cannot be read as Parquet ({str(error).splitlines()[0]}). Write the table again."
                          ) from error  # fmt: skip
    version = (found.schema.metadata or {}).get(MARK, str(VERSION).encode()).decode("ascii", "replace")
    if version != str(VERSION):
        raise BadData(f"{path} holds a table of version {version}, and this Stumper reads {VERSION}. Install the one "
                      "that wrote it.")  # fmt: skip
    return {name: _column(path, name, found.column(name)) for name in found.column_names}


def parquet() -> Any:
    """The module that reads and writes Parquet; MissingExtra without it."""
    return with_extras("Parquet", lambda: __import__("pyarrow.parquet").parquet)


def _arrow(columns: Columns) -> Any:
    arrow = with_extras("a frame", lambda: __import__("pyarrow"))
    arrays = {name: _array(arrow, column) for name, column in columns.items()}
    return arrow.table(arrays, metadata={MARK: str(VERSION).encode()})


def _array(arrow: Any, column: Texts | Numbers) -> Any:
    if not isinstance(column, Texts):
        return arrow.array(column, from_pandas=True)  # NaN says that there is nothing
    used = np.unique(column.codes[column.codes >= 0])
    places = np.searchsorted(used, column.codes).astype(np.int32)
    known = arrow.array([_plain(column.known[code]) for code in used.tolist()], arrow.string())
    return arrow.DictionaryArray.from_arrays(arrow.array(places, mask=column.codes < 0), known).cast(arrow.string())


def _plain(text: str) -> str:
    """The text without lone surrogates, which no UTF-8 holds."""
    return text.encode("utf-8", errors="backslashreplace").decode()


def _column(path: Path, name: str, found: Any) -> Texts | Numbers:
    arrow = __import__("pyarrow")
    kind: Kind = kind_of(name)
    wanted = {"text": arrow.string(), "number": arrow.float64(), "whole number": arrow.int32(),
              "true or false": arrow.bool_()}[kind]  # fmt: skip
    try:
        values = found.cast(wanted).combine_chunks()
    except (ValueError, NotImplementedError, TypeError) as error:
        raise BadData(f"{path}: the column {name!r} holds {found.type}, not {kind}. Write the table again.") from error
    if kind != "text":
        if kind != "number" and values.null_count:
            raise BadData(f"{path}: the column {name!r} has rows without a value. Write the table again.")
        numbers: Numbers = values.to_numpy(zero_copy_only=False)
        return numbers
    encoded = values.dictionary_encode()
    return Texts(tuple(encoded.dictionary.to_pylist()), encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False))
