"""What the files of an index were when it was finished, so that it is known whether they still are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stumper.errors import BadData
from stumper.identity import file_fingerprint


@dataclass(frozen=True, slots=True)
class Written:
    """A file as it was written: its ``size`` in bytes, when that was in nanoseconds, and the hash of its bytes."""

    size: int
    time: int
    hash: str


def all_written(files: Iterable[Path], root: Path) -> dict[str, Written]:
    """What each file is now, by its path from the root."""
    return {file.relative_to(root).as_posix(): _now(file) for file in sorted(files)}


def check(root: Path, files: Mapping[str, Written], every_byte: bool = False) -> None:
    """Nothing; BadData where a file is not what it was, OSError where it cannot be read.

    Read are only files that were written to since, or copied without their times, once a process; or all of them.
    """
    for name, was in files.items():
        found = (root / name).stat()
        if found.st_size != was.size:
            raise BadData(f"{name} has {found.st_size} bytes, not {was.size}")
        if every_byte:
            is_other = file_fingerprint(root / name) != was.hash
        else:
            time = found.st_mtime_ns
            is_other = time != was.time and _hash((root / name).absolute(), found.st_size, time) != was.hash
        if is_other:
            raise BadData(f"{name} has other bytes than were written")


def _now(file: Path) -> Written:
    found = file.stat()
    return Written(found.st_size, found.st_mtime_ns, file_fingerprint(file))


@cache
def _hash(file: Path, size: int, time: int) -> str:
    """The hash of a file that has this size and time."""
    return file_fingerprint(file)
