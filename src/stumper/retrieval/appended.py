"""Files that only grow while an index is built: what is kept of them at one moment is a number of bytes."""

import io
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.errors import BadData

PIECE = 1 << 20  # numbers that are looked at together


@dataclass(slots=True)
class Appended:
    """Bytes on their way to the end of a file, or into memory where there is none. ``size`` is how many there are."""

    path: Path | None
    size: int = field(init=False)
    _stream: IO[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._stream = io.BytesIO() if self.path is None else self.path.open("ab")
        self.size = self._stream.tell()

    def add(self, data: bytes) -> None:
        """The data come next."""
        self.size += self._stream.write(data)

    def keep(self) -> None:
        """What was added is on the disk, even after a power cut."""
        self._stream.flush()
        if self.path is not None:
            os.fsync(self._stream.fileno())

    def close(self) -> None:
        """The file is closed."""
        if self.path is not None:
            self._stream.close()

    def finished(self, kind: Any) -> NDArray[Any]:
        """All that was added, as numbers of this kind; nothing can be added any more."""
        if self.path is None:
            assert isinstance(self._stream, io.BytesIO)
            return np.frombuffer(self._stream.getvalue(), kind)
        self.keep()
        self.close()
        return mapped(self.path, np.dtype(kind))


def sizes_in(folders: Iterable[Path], root: Path) -> dict[str, int]:
    """How many bytes each file of the folders has, by its path from the root."""
    files = [file for folder in folders for file in folder.iterdir() if file.is_file()]
    return {file.relative_to(root).as_posix(): file.stat().st_size for file in files}


def take_back(folders: Iterable[Path], root: Path, sizes: Mapping[str, int]) -> None:
    """The files of the folders are as large as they were; later ones are gone. BadData where one holds less."""
    for name, size in sizes_in(folders, root).items():
        if name not in sizes:
            (root / name).unlink()
        elif size > sizes[name]:
            os.truncate(root / name, sizes[name])
    if (now := sizes_in(folders, root)) != sizes:
        lost = min(name for name, size in sizes.items() if now.get(name) != size)
        raise BadData(f"{root / lost} has lost what it held. Remove {root}, and begin anew.")


def rises(numbers: NDArray[Any]) -> bool:
    """Whether no number is below 0 or below the one before it, looked at piece by piece."""
    if len(numbers) and numbers[0] < 0:
        return False
    starts = range(0, len(numbers), PIECE)
    return all((np.diff(numbers[start : start + PIECE + 1]) >= 0).all() for start in starts)
