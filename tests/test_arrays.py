"""Packed arrays are what they must be, or it is said which is not."""

import gc
import io
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from stumper.arrays import read_arrays
from stumper.errors import BadData

WANTED = {"rows": "f2", "names": "U1"}


def packed(**arrays: object) -> bytes:
    data = io.BytesIO()
    np.savez(data, **arrays)  # type: ignore[arg-type]
    return data.getvalue()


GOOD = packed(rows=np.zeros((2, 3)), names=np.array(["a", "b"]))


def test_arrays_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.npz").write_bytes(GOOD)
    found = read_arrays(tmp_path / "a.npz", WANTED)
    assert (found["rows"].shape, found["names"].tolist()) == ((2, 3), ["a", "b"])


def zipped(content: bytes) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("rows.npy", content)
        file.writestr("names.npy", content)
    return data.getvalue()


HUGE = b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (9999999999999, 3), }"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04",
        b"text",
        GOOD[:100],
        GOOD[:-30],
        GOOD.replace(b"descr", b"descs"),
        packed(rows=np.zeros(3), names=np.array(["a"])),
        packed(rows=np.zeros((2, 3))),
        packed(rows=np.array([[{}]], dtype=object), names=np.array(["a"])),
        packed(rows=np.zeros((1, 1)), names=np.zeros(1)),
        zipped(b""),
        zipped(b"no array"),
        zipped(HUGE.ljust(127) + b"\n"),
    ],
    ids=range(13),
)
def test_what_holds_other_things_is_said_to_be_so(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(data)
    with pytest.raises(BadData) as caught:
        read_arrays(path, WANTED)
    assert str(caught.value).startswith(str(path))


def test_threads_that_read_at_the_same_time_do_not_disturb_each_other(tmp_path):
    """The garbage collector may let another thread run while numpy parses the head of an array: CPython 3.11.7, on
    which nothing is there to keep them apart, raises a SystemError some ninety times in these readings."""
    names = {f"array{number}": "f1" for number in range(20)}
    np.savez(tmp_path / "many.npz", **{name: np.zeros(3) for name in names})

    def read_at(depth: int) -> int:
        if depth:
            return read_at(depth - 1)
        return sum(len(read_arrays(tmp_path / "many.npz", names)) for _ in range(100))

    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    gc.callbacks.append(let_others_run)
    sys.setswitchinterval(1e-6)
    gc.set_threshold(5, 1, 1)
    try:
        with ThreadPoolExecutor(3) as threads:
            assert list(threads.map(read_at, (0, 7, 14))) == [2000, 2000, 2000]
    finally:
        gc.set_threshold(*thresholds)
        sys.setswitchinterval(interval)
        gc.callbacks.remove(let_others_run)


def let_others_run(phase: str, about: object) -> None:
    sum(range(50))
