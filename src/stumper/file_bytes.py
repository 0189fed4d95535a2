"""A file that a user has named, opened and read: what is no file is told apart, and nothing is read without an end."""

import gzip
import io
import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from stumper.errors import BadData

MOST = 1_000_000_000  # bytes of a file that is read as a whole, unpacked where it is compressed
LONGEST_LINE = 100_000_000  # bytes
GZIP = b"\x1f\x8b"


@contextmanager
def opened(path: Path) -> Iterator[io.BufferedReader]:
    """Opens a regular file for reading. BadData says what else stands there (nothing, a folder, a pipe, a device), and
    what the system refuses while the file is read."""
    try:
        _check_kind(path)
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise _unreadable(path, error) from error
    except ValueError as error:
        if "null byte" not in str(error):
            raise
        raise BadData(f"No file can be called {str(path)!r}. Check the path.") from error


def file_bytes(path: Path, most: int = MOST) -> bytes:
    """Reads a whole file, unpacked where its content is compressed with gzip. BadData where there is no such file, it
    is damaged, or it holds more than so many bytes."""
    with opened(path) as file:
        if os.fstat(file.fileno()).st_size > most:  # of a huge one nothing is read
            raise _too_large(path, most)
        data = file.read(most + 1)
    if len(data) > most:
        raise _too_large(path, most)
    return unpacked(path, data, most) if data.startswith(GZIP) else data


def file_text(path: Path) -> str:
    """Reads a whole UTF-8 file, with a byte order mark or without, compressed or not. BadData where it is no text."""
    try:
        return file_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadData(f"{path}: not text: byte {error.start} is not UTF-8. Save the file as UTF-8.") from error


def file_lines(path: Path) -> Iterator[bytes]:
    """Reads a file of any size line by line, unpacked where its content is compressed with gzip. BadData where there is
    no such file, it is damaged, or a line holds more than ``LONGEST_LINE`` bytes."""
    with opened(path) as file, _unpacking(path):
        is_packed = file.read(len(GZIP)) == GZIP
        file.seek(0)
        stream = gzip.GzipFile(fileobj=file) if is_packed else file
        for number in count(1):
            if not (line := stream.readline(LONGEST_LINE + 1)):
                return
            if len(line) > LONGEST_LINE:
                raise BadData(
                    f"{path}, line {number}: it has more than {LONGEST_LINE / 1e6:,.0f} MB. Write shorter lines."
                )
            yield line


def unpacked(path: Path, data: bytes, most: int = MOST) -> bytes:
    """Unpacks what gzip has compressed. BadData where it is damaged or holds more than so many bytes."""
    with _unpacking(path):
        found = gzip.GzipFile(fileobj=io.BytesIO(data)).read(most + 1)
    if len(found) > most:
        raise _too_large(path, most)
    return found


@contextmanager
def _unpacking(path: Path) -> Iterator[None]:
    """Says BadData of what turns out to be damaged meanwhile."""
    try:
        yield
    except EOFError as error:
        raise BadData(f"{path}: the compressed file is cut off. Fetch it again.") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BadData(f"{path}: the compressed file is damaged ({error}). Fetch it again.") from error


def _check_kind(path: Path) -> None:
    mode = os.stat(path).st_mode
    for is_kind, called in _NO_FILES:
        if is_kind(mode):
            raise BadData(f"{path} is {called}, not a file. Name a file, or write what comes from there into one.")


_NO_FILES = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


def _unreadable(path: Path, error: OSError) -> BadData:
    match error:
        case FileNotFoundError():
            return BadData(f"There is no file {path}. Check the path.")
        case IsADirectoryError():
            return BadData(f"{path} is a folder. Name a file in it.")
        case _:
            return BadData(f"{path} cannot be read: {error.strerror or error}. Check the path and its permissions.")


def _too_large(path: Path, most: int) -> BadData:
    return BadData(f"{path}: the file is too large: more than {most / 1e6:,.0f} MB unpacked. Name a smaller one.")
