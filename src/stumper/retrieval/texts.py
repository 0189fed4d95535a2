"""Many texts in two arrays: read from memory or from a file that is mapped, one at a time."""

import io
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts by number; ``ends[i]`` is where text i ends in the bytes."""

    data: NDArray[np.uint8]
    ends: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ends)

    def __getitem__(self, number: int) -> str:
        start = int(self.ends[number - 1]) if number else 0
        return self.data[start : int(self.ends[number])].tobytes().decode(errors="replace")


@dataclass(slots=True)
class TextsWriter:
    """Texts on their way into a file, or into memory where there is none."""

    path: Path | None
    _stream: IO[bytes] = field(init=False)
    _ends: "array[int]" = field(default_factory=lambda: array("q"))
    _at: int = 0

    def __post_init__(self) -> None:
        self._stream = io.BytesIO() if self.path is None else self.path.with_suffix(".bin").open("wb")

    def add(self, text: str) -> None:
        """The text is the next one; a lone surrogate becomes a question mark."""
        self._at += self._stream.write(text.encode(errors="replace"))
        self._ends.append(self._at)

    def close(self) -> None:
        """The file is closed, finished or not."""
        self._stream.close()

    def finished(self) -> Texts:
        """All texts, readable; nothing can be added any more."""
        ends = np.array(self._ends, dtype=np.int64)
        if self.path is None:
            assert isinstance(self._stream, io.BytesIO)
            return Texts(np.frombuffer(self._stream.getvalue(), dtype=np.uint8), ends)
        self.close()
        ends.tofile(self.path.with_suffix(".ends"))
        return open_texts(self.path)


def open_texts(path: Path) -> Texts:
    """The texts that were written under the path; ValueError where its two files do not fit each other."""
    data = mapped(path.with_suffix(".bin"), np.dtype(np.uint8))
    ends = mapped(path.with_suffix(".ends"), np.dtype(np.int64))
    if (int(ends[-1]) if len(ends) else 0) != len(data) or (len(ends) and (ends[0] < 0 or (np.diff(ends) < 0).any())):
        raise ValueError(f"{path.name}.bin does not hold the texts of {path.name}.ends")
    return Texts(data, ends)
