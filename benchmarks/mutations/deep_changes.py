"""What becomes of files that are no text: the arrays of a packed file, the rows of a store."""

import io
import shutil
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np

from mutations.odd_values import json_value
from mutations.structures import of_json


def of_arrays(data: bytes, rng: Random) -> bytes:
    """A ``.npz`` file in which an array is missing, of another shape or kind, or holds what is no array."""
    with np.load(io.BytesIO(data)) as found:
        arrays = dict(found)
    name = rng.choice(list(arrays))
    array = arrays.pop(name)
    match rng.randrange(9):
        case 0:
            pass
        case 1:
            arrays[name] = array[: len(array) // 2] if array.ndim else array
        case 2:
            arrays[name] = array.reshape(-1)[:1].reshape(())
        case 3:
            arrays[name] = np.array([["x"] * 3] * 2)
        case 4:
            arrays[name] = np.full_like(array, np.nan) if array.dtype.kind == "f" else np.zeros((0,), array.dtype)
        case 5:
            arrays[name] = np.array([{"a": 1}, None], dtype=object)
        case 6:
            arrays[name] = array.astype("f8") if array.dtype.kind in "iuf" else np.frombuffer(b"\xff\xfe", np.uint8)
        case 7:
            arrays[name] = np.full_like(array, 120) if array.dtype.kind in "iu" else array[::-1]
        case _:
            arrays["extra"] = array
            arrays[name] = array[None]
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    if rng.random() < 0.1:
        with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED) as file:
            file.writestr(f"{name}.npy", b"no array")
    return packed.getvalue()


def of_store(good: Path, path: Path, rng: Random) -> str:
    """A copy of the store in which a row, a table or a page is otherwise; which kind of change it was."""
    shutil.copy(good, path)
    kind = rng.choice(("page", "page", "header", "row", "row", "row", "table", "column", "version"))
    if kind in ("page", "header"):
        data = bytearray(path.read_bytes())
        for _ in range(rng.choice((1, 4, 100))):
            at = rng.randrange(16, 100) if kind == "header" else rng.randrange(100, len(data))
            data[at] = rng.randrange(256)
        path.write_bytes(data)
        return kind
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
        filled = [name for name in tables if connection.execute(f'select count(*) from "{name}"').fetchone()[0]]
        match kind:
            case "row":
                _row_changed(connection, rng.choice(filled), rng)
            case "table":
                connection.execute(f'drop table "{rng.choice(tables)}"')
            case "column":
                table = rng.choice(filled)
                columns = [row[1] for row in connection.execute(f'pragma table_info("{table}")')]
                connection.execute(f'alter table "{table}" rename column "{rng.choice(columns)}" to "other"')
            case _:
                value = rng.choice((0, -1, 1, 3, 99, "x", None, b"\xff", 10**15))
                connection.execute("update or ignore schema_version set number = ?", (value,))
        connection.commit()
    return kind


def _row_changed(connection: sqlite3.Connection, table: str, rng: Random) -> None:
    columns = [row[1] for row in connection.execute(f'pragma table_info("{table}")')]
    column = rng.choice([name for name in columns if name != "position"] or columns)
    rows = connection.execute(f'select rowid, "{column}" from "{table}" order by rowid').fetchall()
    rowid, value = rng.choice(rows)
    new: object
    if isinstance(value, str) and value[:1] in ("{", "[") and rng.random() < 0.8:
        new = of_json(value, rng)
    elif isinstance(value, bytes):
        new = value[: rng.randrange(len(value) + 1)] if rng.random() < 0.5 else rng.randbytes(len(value))
    else:
        new = rng.choice((None, "", "x", -1, 2**60, b"\xff\xfe", 1e308, json_value(rng)[:50_000]))
    try:
        connection.execute(f'update or replace "{table}" set "{column}" = ? where rowid = ?', (new, rowid))
    except sqlite3.IntegrityError:
        connection.execute(f'delete from "{table}" where rowid = ?', (rowid,))
