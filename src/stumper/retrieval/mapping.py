"""Arrays that stay in their files until they are asked for."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


def mapped(file: Path, kind: np.dtype[Any]) -> NDArray[Any]:
    """The numbers of a file, read where they are asked for."""
    if not file.stat().st_size:  # it cannot be mapped
        return np.zeros(0, dtype=kind)
    return np.memmap(file, dtype=kind, mode="r").view(np.ndarray)  # a memmap's own slices take ten times as long
