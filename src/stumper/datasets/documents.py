"""JSON files: read with clear errors, whatever they hold, and written."""

import gc
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData
from stumper.identity import bytes_fingerprint

_GZIP = b"\x1f\x8b"


def read_json(path: Path) -> object:
    """The value of a JSON file, compressed or not; BadData says what keeps it from being read."""
    text = read_text(path)
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadData(f"{path}: {_where_json_breaks(text, error)}") from error
    except RecursionError as error:
        raise BadData(f"{path}: the JSON is nested too deeply to be data. Name another file.") from error
    except ValueError as error:
        raise BadData(f"{path}: the JSON holds a number that is too long. Correct it, or name another file.") from error
    if "\\ud" in text or "\\uD" in text:
        _check_surrogates(path, value)
    return value


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, compressed with gzip or not (its content tells); BadData where there is none."""
    data = _read_bytes(path)
    if data.startswith(_GZIP):
        data = _unpacked(path, data)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: not text: byte {error.start} is not UTF-8. Save the file as UTF-8.") from error
    if not text.strip():
        raise BadData(f"{path}: the file is empty. Write or download it again.")
    return text


def read_start(path: Path, characters: int = 65_536) -> str:
    """The first characters of a file, as far as they are text: enough to recognise its format."""
    try:
        with path.open("rb") as file:
            data = file.read(characters)
    except OSError as error:
        raise _unreadable(path, error) from error
    if data.startswith(_GZIP):
        with suppress(zlib.error):  # read_text says what is wrong
            data = zlib.decompressobj(wbits=31).decompress(data, characters)
    return data.decode("utf-8-sig", errors="replace")


def check_size(path: Path, most: int) -> None:
    """Nothing; BadData where the file holds more bytes than so many, unpacked where it is compressed."""
    data = _read_bytes(path)
    if data.startswith(_GZIP):
        data = _unpacked(path, data, most + 1)
    if len(data) > most:
        raise BadData(f"{path}: the file is too large: more than {most / 1e6:,.0f} MB unpacked. Name a smaller one.")


@contextmanager
def collector_paused() -> Iterator[None]:
    """Values without cycles are made here: the collector's walks over them would triple the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def write_json(path: Path, value: object) -> str:
    """The file holds the value, compressed where its name ends in ``.gz``, the same bytes for the same value; their
    fingerprint."""
    # A lone surrogate becomes the escape that JSON writes it with.
    data = (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-8", errors="backslashreplace")
    data = gzip.compress(data, mtime=0) if path.name.endswith(".gz") else data
    write_bytes(path, data)
    return bytes_fingerprint(data)


def _read_bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> BadData:
    match error:
        case FileNotFoundError():
            return BadData(f"There is no file {path}. Check the path.")
        case IsADirectoryError():
            return BadData(f"{path} is a folder. Name a file in it.")
        case _:
            return BadData(f"{path} cannot be read: {error.strerror}. Check the path and its permissions.")


def _unpacked(path: Path, data: bytes, most: int = -1) -> bytes:
    try:
        return gzip.GzipFile(fileobj=io.BytesIO(data)).read(most)
    except EOFError as error:
        raise BadData(f"{path}: the compressed file is cut off after {len(data):,} bytes. Fetch it again.") from error
    except (OSError, zlib.error) as error:
        raise BadData(f"{path}: the compressed file is damaged ({error}). Fetch it again.") from error


def _where_json_breaks(text: str, error: json.JSONDecodeError) -> str:
    place = f"line {error.lineno}, column {error.colno}"
    if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
        return f"the JSON is cut off at {place}, after {len(text):,} characters. Write or download the file again."
    return f"not valid JSON at {place}: {error.msg}. Correct it there, or write the file again."


def _check_surrogates(path: Path, value: object) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (UnicodeEncodeError, RecursionError) as error:
        raise BadData(f"{path}: an escape such as \\ud800 alone is no character. Write the file as UTF-8.") from error
