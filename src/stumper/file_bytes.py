"""A file that a user has named, opened and read: what is no file is told apart, and nothing is read without an end."""

import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import IO
from zipfile import BadZipFile, ZipFile, ZipInfo

from stumper.errors import BadData

MOST_BYTES = 1_000_000_000  # bytes of a file that is read as a whole, unpacked where it is compressed
LONGEST_LINE = 100_000_000  # bytes
GZIP = b"\x1f\x8b"
ZIP = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file: the file as a message names it, the line's number and bytes, and how far reading has come with
    it, in bytes of the file on the disk."""

    file: str
    number: int
    data: bytes
    at: int


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


def file_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
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
    return (line.data for line in numbered_lines(path))


def numbered_lines(path: Path) -> Iterator[Line]:
    """Reads a file as ``file_lines`` does, and says of each line where it stands."""
    with opened(path) as file, _unpacking(path):
        is_packed = file.read(len(GZIP)) == GZIP
        file.seek(0)
        stream = gzip.GzipFile(fileobj=file) if is_packed else file
        yield from _lines(str(path), stream, file.tell)


def zipped_lines(path: Path, ending: str) -> Iterator[Line]:
    """Reads all files in a zip whose names end so, in the order of their names, line by line. BadData where there are
    none, the zip is damaged, or a line is too long."""
    with opened(path) as file, _unpacking(path), ZipFile(file) as members:
        found = {member.filename: member for member in members.infolist() if _is_wanted(member.filename, ending)}
        if not found:
            raise BadData(f"{path} holds no {ending} file. Name a zip that does.")
        before = 0
        for name, member in sorted(found.items()):
            with members.open(member) as stream:
                yield from _lines(f"{path}: {name}", stream, partial(_within, stream, member, before))
            before += member.compress_size


def is_zip(path: Path) -> bool:
    """Whether the content of a file is a zip's; BadData where there is no such file."""
    with opened(path) as file:
        return file.read(len(ZIP)) == ZIP


def _lines(name: str, stream: IO[bytes] | gzip.GzipFile | io.BufferedReader, at: Callable[[], int]) -> Iterator[Line]:
    for number in count(1):
        if not (line := stream.readline(LONGEST_LINE + 1)):
            return
        if len(line) > LONGEST_LINE:
            raise BadData(f"{name}, line {number}: it has more than {LONGEST_LINE / 1e6:,.0f} MB. Write shorter lines.")
        yield Line(name, number, line, at())


def _within(stream: IO[bytes], member: ZipInfo, before: int) -> int:
    """How far a zip has been read, ``before`` the file in it of which this is the stream."""
    return before + member.compress_size * stream.tell() // max(1, member.file_size)


def _is_wanted(member: str, ending: str) -> bool:
    """Whether a file in a zip is meant: macOS adds hidden ones of the same endings."""
    return member.endswith(ending) and not member.rpartition("/")[2].startswith(".")


def unpacked(path: Path, data: bytes, most: int = MOST_BYTES) -> bytes:
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
    except (gzip.BadGzipFile, BadZipFile, zlib.error) as error:
        raise BadData(f"{path}: the compressed file is damaged ({error}). Fetch it again.") from error
    except (RuntimeError, NotImplementedError) as error:  # as zipfile has it of a password, and of a rare compression
        raise BadData(f"{path}: the compressed file cannot be read ({error}). Unpack it first.") from error


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
