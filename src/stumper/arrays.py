"""Arrays that stand packed in a file (.npz), alone (.npy) or bare, read as what they must be."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile
from zlib import error as ZlibError

import numpy as np
from numpy.typing import NDArray

from stumper.errors import BadData
from stumper.file_bytes import opened
from stumper.parser_lock import parsing

AGAIN = "Write it again, or fetch it from where it came."


def read_arrays(
    path: Path, wanted: Mapping[str, str], advice: str = AGAIN, optional: Collection[str] = ()
) -> dict[str, NDArray[Any]]:
    """Reads the arrays of these names from a ``.npz`` file. ``wanted`` says of each which kinds of numbers (numpy's
    letters) and how many dimensions it has, such as ``"f2"``. BadData where the file is damaged or lacks one that is
    not ``optional``; ``advice`` says what to do."""
    with opened(path) as file:
        try:
            with parsing(), np.load(file, allow_pickle=False) as found:
                arrays = {name: found[name] for name in wanted if name in found or name not in optional}
        except _DAMAGED as error:
            raise BadData(f"{path} does not hold the arrays that it should ({_why(error)}). {advice}") from error
    for name, array in arrays.items():
        _check(path, name, array, wanted[name], advice)
    return arrays


def mapped(file: Path, kind: np.dtype[Any]) -> NDArray[Any]:
    """The numbers of a file, read where they are asked for."""
    if not file.stat().st_size:  # it cannot be mapped
        return np.zeros(0, dtype=kind)
    return np.memmap(file, dtype=kind, mode="r").view(np.ndarray)  # a memmap's own slices take ten times as long


# What numpy, and the ZIP and deflate beneath it, make of damaged bytes; a header may claim more than there is memory.
_DAMAGED = (ValueError, KeyError, TypeError, EOFError, OSError, SyntaxError, MemoryError, OverflowError, AttributeError,
            NotImplementedError, RuntimeError, RecursionError, BadZipFile, ZlibError)  # fmt: skip


def _why(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _check(path: Path, name: str, array: object, kind: str, advice: str) -> None:
    kinds, dimensions = kind[:-1], int(kind[-1])
    if not isinstance(array, np.ndarray):
        raise BadData(f"{path} holds a file of several arrays where one should stand. {advice}")
    if array.dtype.kind not in kinds or array.ndim != dimensions:
        raise BadData(f"{path}: {name} is of kind {array.dtype} and shape {array.shape}, not as it should be. {advice}")
