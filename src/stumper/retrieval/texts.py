"""Many texts in two arrays: read from memory or from a file that is mapped, one at a time."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.retrieval.appended import Appended, rises


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts by number; ``ends[i]`` is where text i ends in the bytes."""

    data: NDArray[np.uint8]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, number: int) -> str:
        return self.bytes_of(number).decode(errors="replace")

    def bytes_of(self, number: int) -> bytes:
        """A text as it is stored."""
        start = int(self.ends[number - 1]) if number else 0
        return self.data[start : int(self.ends[number])].tobytes()


@dataclass(slots=True)
class TextsWriter:
    """Texts on their way to the end of a file, or into memory where there is none."""

    path: Path | None
    _data: Appended = field(init=False)
    _ends: Appended = field(init=False)

    def __post_init__(self) -> None:
        self._data, self._ends = (
            Appended(None if self.path is None else self.path.with_suffix(suffix)) for suffix in (".bin", ".ends")
        )

    def add(self, text: str) -> None:
        """The text is the next one; a lone surrogate becomes a question mark."""
        self._data.add(text.encode(errors="replace"))
        self._ends.add(np.int64(self._data.size).tobytes())

    def keep(self) -> None:
        """What was added is on the disk."""
        self._data.keep()
        self._ends.keep()

    def close(self) -> None:
        """The files are closed, finished or not."""
        self._data.close()
        self._ends.close()

    def finished(self) -> Texts:
        """All texts, readable; nothing can be added any more."""
        return Texts(self._data.finished(np.uint8), self._ends.finished(np.int64))


def open_texts(path: Path) -> Texts:
    """The texts that were written under the path; ValueError where its two files do not fit each other."""
    data = mapped(path.with_suffix(".bin"), np.dtype(np.uint8))
    ends = mapped(path.with_suffix(".ends"), np.dtype(np.int64))
    if (int(ends[-1]) if len(ends) else 0) != len(data) or not rises(ends):
        raise ValueError(f"{path.name}.bin does not hold the texts of {path.name}.ends")
    return Texts(data, ends)
