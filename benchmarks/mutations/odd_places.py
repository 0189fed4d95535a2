"""What else may stand where a file is named: nothing, a folder, a pipe without a writer, a device without end."""

import os
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random


def _link(to: str) -> Callable[[Path, Random], None]:
    return lambda path, rng: path.symlink_to(to)


def _socket(path: Path, rng: Random) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(path))


def _refused(path: Path, rng: Random) -> None:
    path.write_bytes(b"{}")
    path.chmod(0)


def _huge(path: Path, rng: Random) -> None:
    with path.open("wb") as file:
        file.truncate(1_500_000_000)  # a hole: it takes no room on the disk


PLACES: dict[str, Callable[[Path, Random], None]] = {
    "missing": lambda path, rng: None,
    "a folder": lambda path, rng: path.mkdir(),
    "a pipe": lambda path, rng: os.mkfifo(path),
    "a socket": _socket,
    "a device without end": _link("/dev/zero"),
    "an empty device": _link("/dev/null"),
    "a link to nothing": _link("nowhere"),
    "a link to itself": lambda path, rng: path.symlink_to(path.name),
    "a terminal": _link("/dev/tty"),
    "not to be read": _refused,
    "a file of 1.5 GB": _huge,
    "a file of the system": _link("/proc/self/mem"),
}
