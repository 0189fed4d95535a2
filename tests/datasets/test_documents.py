"""Files are written whole or not at all, and reading leaves no trace."""

import gc
import os
from pathlib import Path
from threading import Thread

import pytest

from stumper.datasets.documents import collector_paused, write_bytes
from stumper.errors import BadOutput


def test_what_stood_there_stays_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    write_bytes(path, b"old")
    (tmp_path / f".out.json.{os.getpid()}.partial").mkdir()
    with pytest.raises(BadOutput, match="cannot be written"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"


def test_a_written_file_replaces_the_old_one_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    for data in (b"old", b"new"):
        write_bytes(path, data)
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_bytes(pipe, b"data")
    reader.join(timeout=10)
    assert received == [b"data"]
    assert pipe.is_fifo()


def test_the_collector_goes_on_after_an_error() -> None:
    paused = collector_paused()
    with pytest.raises(ZeroDivisionError), paused:
        fail_while_paused()
    assert gc.isenabled()


def fail_while_paused() -> None:
    assert not gc.isenabled()
    raise ZeroDivisionError
