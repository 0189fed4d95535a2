"""Files and folders that appear whole or not at all, whatever ends the process or fills the disk meanwhile."""

import errno
import gzip
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from stumper.errors import BadOutput
from stumper.identity import bytes_fingerprint


def write_bytes(path: Path, data: bytes) -> None:
    """Makes the file hold the data; BadOutput where it cannot, and what stood there stays."""
    write_files({path: data})


def write_text(path: Path, text: str) -> str:
    """Makes the file hold the text, compressed where its name ends in ``.gz``, the same bytes for the same text; their
    fingerprint. A lone surrogate becomes the escape that JSON writes it with."""
    data = text.encode("utf-8", errors="backslashreplace")
    data = gzip.compress(data, mtime=0) if path.name.endswith(".gz") else data
    write_bytes(path, data)
    return bytes_fingerprint(data)


def write_files(files: Mapping[Path, bytes]) -> None:
    """Makes each file hold its data; BadOutput where one of them cannot, and then what stood there stays in all.

    All are on the disk before the first takes its place. A file that is there keeps its permissions, a link goes on
    pointing where it points, and what is no file (a pipe, a terminal) is written into.
    """
    drafts: list[tuple[Path, Path]] = []
    try:
        for path, data in files.items():
            with _blamed_on(path):
                if path.exists() and not path.is_file():
                    path.write_bytes(data)
                    continue
                place = Path(os.path.realpath(path))
                drafts.append((_draft_of(place), place))
                _fill(*drafts[-1], data)
        for draft, place in drafts:
            with _blamed_on(place):
                os.replace(draft, place)
    finally:
        for draft, _ in drafts:
            with suppress(OSError):  # where all went well, and where there is no such folder, no draft is left
                draft.unlink()


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Gives a file to write into bit by bit, which takes the place of ``path`` once all is written.

    BadOutput where it cannot be written, and then what stood there stays.
    """
    with _blamed_on(path):
        if path.exists() and not path.is_file():
            with path.open("wb") as file:
                yield file
            return
        place = Path(os.path.realpath(path))
        draft = _draft_of(place)
        try:
            with _begun(draft, place) as file:
                yield file
                file.flush()
                os.fsync(file.fileno())  # else a power cut could leave the new name with nothing in it
            os.replace(draft, place)
        finally:
            with suppress(OSError):  # where all went well, and where there is no such folder, no draft is left
                draft.unlink()


@contextmanager
def whole_folder(folder: Path) -> Iterator[Path]:
    """Gives a draft to fill, which becomes the folder; where it cannot be filled it is gone.

    BadOutput where something stands in the folder's place, other than an empty folder, or it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadOutput(f"{folder} exists already. Name a new folder, or remove it.")
    draft = _draft_of(folder)
    with _blamed_on(folder):
        draft.mkdir()
    try:
        yield draft
        for path in draft.rglob("*"):
            if path.is_file():
                _keep(path)
        draft.replace(folder)
    except OSError as error:
        if error.filename is not None and draft not in Path(error.filename).parents:
            raise  # of a file that is read to fill the folder
        raise BadOutput(_why(folder, error)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _draft_of(place: Path) -> Path:
    """A name beside the place that no other writer has; short, as the place's own may be as long as names can be."""
    return place.with_name(f".{place.name[:40]}.{os.urandom(6).hex()}.partial")


def _fill(draft: Path, place: Path, data: bytes) -> None:
    """The draft holds the data, on the disk, under the permissions that the place has, if it is there."""
    with _begun(draft, place) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())  # else a power cut could leave the new name with nothing in it


def _begun(draft: Path, place: Path) -> BinaryIO:
    """The draft, empty, under the permissions that the place has, if it is there."""
    mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else None
    if mode is not None and not os.access(place, os.W_OK):  # to replace it would need the folder's permission alone
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    # Never open to more people than the place, not even while it is empty: whoever opened it then could read on.
    file = open(draft, "xb", opener=partial(os.open, mode=0o666 if mode is None else mode))  # noqa: SIM115
    if mode is not None:
        draft.chmod(mode)
    return file


def _keep(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


@contextmanager
def _blamed_on(path: Path) -> Iterator[None]:
    """What the operating system refuses meanwhile is BadOutput, said of this path."""
    try:
        yield
    except OSError as error:
        raise BadOutput(_why(path, error)) from error


def _why(path: Path, error: OSError) -> str:
    if os.path.isdir(path):  # which, other than Path.is_dir, takes any name
        return f"{path} is a folder. Name a file in it."
    if not os.path.isdir(path.parent):
        return f"{path} cannot be written: there is no folder {path.parent}. Create it, or choose another."
    return f"{path} cannot be written: {error.strerror or error}. Choose another folder, or change its permissions."
