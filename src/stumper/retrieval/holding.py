"""A path that one process holds at a time; whatever ends the process lets go of it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(number: int) -> None:
        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError("another process holds it") from error

else:
    import fcntl

    def _lock(number: int) -> None:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Nobody else holds the path meanwhile, where an empty file lies until the end; BlockingIOError where somebody
    does."""
    with path.open("ab") as file:
        _lock(file.fileno())
        if not _is_at(path, file.fileno()):
            raise BlockingIOError("another process has just let go of it")
        try:
            yield
        finally:
            with suppress(OSError):  # Windows removes no open file: there it stays, which does no harm
                path.unlink()


def _is_at(path: Path, number: int) -> bool:
    """Whether the open file of this number still has its name."""
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False
