"""What is being changed in an index of somebody else's, noted on disk before it is, so that whoever comes next can undo
it; and who may ask or change that index meanwhile."""

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stumper.datasets.whole_files import write_bytes
from stumper.errors import BadData, BadOutput
from stumper.identity import content_id

STATE = "STUMPER_STATE"  # the variable that names another folder for journals
LOOK = 0.01  # seconds between two looks at an index that somebody else holds

if sys.platform == "win32":
    import msvcrt

    def _lock(number: int, is_shared: bool) -> None:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # it knows no sharing
        except PermissionError as error:
            raise BlockingIOError from error

else:
    import fcntl

    def _lock(number: int, is_shared: bool) -> None:
        fcntl.flock(number, (fcntl.LOCK_SH if is_shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True)
class Noted:
    """A change: the ids under which passages are added, and what is taken out, as the index gave it."""

    added: tuple[str, ...] = ()
    removed: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Journal:
    """The journal of one system, called ``name``, in a folder of the user's."""

    name: str
    folder: Path = field(default_factory=lambda: state_folder())

    @property
    def file(self) -> Path:
        """Where the change stands that is being made, or that somebody who was killed has left; else there is none."""
        return self.folder / f"{content_id('index', self.name)[:16]}.json"

    @contextmanager
    def held(self, is_shared: bool, waits: bool = True) -> Iterator[bool]:
        """Nobody else changes the index meanwhile; unless it ``is_shared``, nobody else asks it. Others are waited for.

        False where they are not to be, and somebody is there. Whatever ends a process lets go of what it holds.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = self.file.with_suffix(".lock").open("ab")
        except OSError as error:
            raise BadOutput(f"What is added to the index of {self.name!r} cannot be noted in {self.folder} "
                            f"({error.strerror}). Name a folder in the variable {STATE}.") from error  # fmt: skip
        with lock:
            while not (is_ours := _is_locked(lock.fileno(), is_shared)) and waits:
                time.sleep(LOOK)  # in Python's own code, where a call that is given up can be broken off
            yield is_ours

    def note(self, change: Noted) -> None:
        """The change is on the disk."""
        document = {"system": self.name, "added": change.added, "removed": change.removed}
        write_bytes(self.file, json.dumps(document).encode())
        _keep_names(self.folder)

    def left(self) -> Noted | None:
        """The change that was begun and not undone; None where there is none. BadData where it cannot be read."""
        try:
            found = json.loads(self.file.read_bytes())
            return Noted(tuple(found["added"]), tuple(found["removed"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BadData(f"{self.file} says what is still to be taken out of the index of {self.name!r}, and cannot "
                          f"be read ({error}). Look what it holds, and remove it.") from error  # fmt: skip

    def forget(self) -> None:
        """Nothing is left to undo."""
        self.file.unlink(missing_ok=True)
        _keep_names(self.folder)


def state_folder() -> Path:
    """Where journals lie: in ``STUMPER_STATE``, else where the user's programs keep such things. A system may be asked
    from any folder and for any store, so that it is beside none of these."""
    if named := os.environ.get(STATE):
        return Path(named).absolute()
    usual = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(usual) / "stumper"


def _is_locked(number: int, is_shared: bool) -> bool:
    try:
        _lock(number, is_shared)
    except BlockingIOError:
        return False
    return True


def _keep_names(folder: Path) -> None:
    """Which files the folder holds outlasts a power cut, where the system can promise that."""
    if sys.platform == "win32":
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
