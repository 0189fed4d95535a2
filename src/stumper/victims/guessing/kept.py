"""What was made of somebody's files once: in the user's cache folder, found again by what it was made of."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from stumper.errors import BadData, BadOutput
from stumper.identity import file_fingerprint

Made = TypeVar("Made")
MOST_KEPT = 8  # that are kept: those that were used last
_CONTENT, _SUMS = "content", "sums.txt"


def kept(name: str, write: Callable[[Path], object], read: Callable[[Path], Made]) -> Made | None:
    """What ``read`` finds in a folder that ``write`` has filled, now or in an earlier process.

    None where nothing can be kept. ``name`` stands for all that it is made of. What has been damaged since, or cannot
    be read any more, is made anew. Of processes that make the same at once the first one's stays; a folder appears
    whole or not at all.
    """
    place = cache_folder() / name
    if (found := _read(place, read)) is not None:
        with suppress(OSError):  # of somebody else, or on a disk that is read only
            os.utime(place)
        return found
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{name}.", dir=place.parent))
    except OSError:  # no home, or one that cannot be written: all goes on without
        return None
    try:
        _fill(draft, write)
        _put(draft, place, read)
    except (OSError, BadOutput):  # the disk is full
        return None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    _thin_out(place.parent)
    return _read(place, read)


def cache_folder() -> Path:
    """Where things are kept: ``stumper`` in ``$XDG_CACHE_HOME``, which is ``~/.cache`` where it is not set."""
    return Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "stumper"


def _read(place: Path, read: Callable[[Path], Made]) -> Made | None:
    """What stands there; None where nothing does, or not what was written."""
    try:
        is_whole = (place / _SUMS).read_text(encoding="utf-8") == _sums(place / _CONTENT)
    except (OSError, BadData, UnicodeDecodeError):
        return None
    if not is_whole:
        return None
    try:
        return read(place / _CONTENT)
    except (BadData, OSError):  # of another version of the index, or taken away just now
        return None


def _fill(draft: Path, write: Callable[[Path], object]) -> None:
    content = draft / _CONTENT
    content.mkdir()
    write(content)
    (draft / _SUMS).write_text(_sums(content), encoding="utf-8")


def _put(draft: Path, place: Path, read: Callable[[Path], object]) -> None:
    """The draft has taken the place of what is not whole; what another process has put there meanwhile stays."""
    if place.exists() and _read(place, read) is None:
        aside = Path(tempfile.mkdtemp(prefix=".damaged.", dir=place.parent))
        place.rename(aside / _CONTENT)
        shutil.rmtree(aside, ignore_errors=True)
    if not place.exists():
        draft.rename(place)


def _sums(content: Path) -> str:
    """A line for each file, with the hash of its bytes."""
    files = sorted(path for path in content.rglob("*") if path.is_file())
    return "".join(f"{file_fingerprint(path)} {path.relative_to(content).as_posix()}\n" for path in files)


def _thin_out(folder: Path) -> None:
    """Only what was used last is there; so goes, in time, what a killed process has left half made."""
    places = sorted(folder.iterdir(), key=_age)
    for place in places[MOST_KEPT:]:
        shutil.rmtree(place, ignore_errors=True)


def _age(place: Path) -> float:
    """The newer, the less; what somebody else has just taken away is oldest."""
    try:
        return -place.stat().st_mtime
    except OSError:
        return 0.0
