"""An index of a dump of pages, built in its folder bit by bit: whatever ends the process costs a few seconds of work.

While it is built it lies beside its place, in ``FOLDER.building``. Every so many lines all that was written is on the
disk, and a file says how large every other file was then; whoever goes on cuts off what came later. One process works
on it at a time, from the first byte until it has its name.
"""

import json
import os
import shutil
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Literal

from stumper.datasets.documents import json_object
from stumper.datasets.page_dumps import dump_lines, dump_size
from stumper.datasets.whole_files import write_bytes
from stumper.datasets.wiki_pages import page_of
from stumper.errors import BadData, BadOutput
from stumper.file_bytes import Line
from stumper.retrieval.appended import sizes_in, take_back
from stumper.retrieval.building import ABOUT, VERSION, WORK, Begun, Writers, about, check, writing

LINES = 25_000  # between two moments at which all is on the disk
TELL = 500  # lines between two signs of life
_RECORD = f"{WORK}/kept.json"
Phase = Literal["comparing", "reading", "merging", "built", "stood"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the index of a dump is: ``pages`` are in it, ``done`` of the dump's ``size`` in bytes are read.

    ``comparing``: what was read of the dump earlier is held against it. ``stood``: there was nothing left to do.
    """

    phase: Phase
    pages: int
    done: int
    size: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What is on the disk of an index that is being built: ``lines`` of the dump, their hash, the pages on them and the
    hash of these, and how large each file is."""

    version: int
    lines: int
    source: str
    pages: int
    digest: str
    sizes: dict[str, int]


def build_from(dump: Path, folder: Path, every: int = LINES) -> Iterator[Standing]:
    """Builds the index of a dump in a folder, going on where an earlier process ended; the last standing is ``built``,
    or ``stood`` where the folder holds that index already.

    BadData names the file and line of what is no page; once that is mended, the same call goes on there. BadOutput:
    the folder holds something else, the index was begun from other pages, or the folder cannot be written.
    """
    size, place = dump_size(dump), folder.resolve()
    if _is_taken(place):
        yield from _stands(dump, folder, size)
        return
    if place == Path.cwd():
        raise BadOutput(f"{folder} is where this command runs, and its place would be taken. Name a new folder in it.")
    draft = place.with_name(f"{place.name}.building")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with held(draft.with_name(f"{draft.name}.lock")):
            if _is_taken(place):  # by another process, just now
                yield from _stands(dump, folder, size)
                return
            yield from _placed(dump, draft, place, size, every)
    except BlockingIOError as error:
        raise BadOutput(f"Another process is building {draft}. Wait for it, or name another folder.") from error
    except OSError as error:
        raise BadOutput(f"{draft} cannot be written: {error.strerror or error}. What was done is kept: mend that, and "
                        "give the same command again.") from error  # fmt: skip
    yield Standing("built", _pages_in(place), size, size)


def _is_taken(place: Path) -> bool:
    """Whether something stands there, other than an empty folder."""
    return place.exists() and (not place.is_dir() or any(place.iterdir()))


def _placed(dump: Path, draft: Path, place: Path, size: int, every: int) -> Iterator[Standing]:
    """The index is finished in the draft, which has taken its place; nobody else may work on the draft meanwhile."""
    try:
        (draft / WORK).mkdir(parents=True, exist_ok=True)
        yield from _finished(dump, draft, size) if (draft / ABOUT).exists() else _built(dump, draft, size, every)
        shutil.rmtree(draft / WORK)
        draft.replace(place)
    except BadData:
        if not (draft / ABOUT).exists() and not _kept(draft).pages:  # nothing is lost that was done
            shutil.rmtree(draft)
        raise


def _stands(dump: Path, folder: Path, size: int) -> Iterator[Standing]:
    """The folder holds the index of the dump, of which no byte has changed; BadOutput where it holds something else."""
    if not (folder / ABOUT).is_file():
        raise BadOutput(f"{folder} holds something that is no index. Name a new folder, or empty it.")
    source = about(folder).source
    if not (yield from _is_source(dump, size, source)):
        raise BadOutput(f"{folder} holds an index of other pages than {dump}. Name a new folder, or remove it.")
    check(folder)
    yield Standing("stood", _pages_in(folder), size, size)


def _finished(dump: Path, draft: Path, size: int) -> Iterator[Standing]:
    """The draft holds the whole index of the dump; BadOutput where it is that of another."""
    try:
        source = about(draft).source
    except BadData as error:
        raise _begun_by_another(draft) from error
    if not (yield from _is_source(dump, size, source)):
        raise _begun_otherwise(dump, draft)


def _built(dump: Path, draft: Path, size: int, every: int) -> Iterator[Standing]:
    """The draft holds the whole index, what an earlier process has kept there included."""
    with writing(draft, lambda: _taken_up(draft)) as writers:
        kept, lines, digest, at = _kept(draft), dump_lines(dump), sha256(), 0
        for line in islice(lines, kept.lines):
            digest.update(_text(line))
            if line.number % TELL == 0:
                yield Standing("comparing", 0, line.at, size)
        if digest.hexdigest() != kept.source:
            raise _begun_otherwise(dump, draft)
        read, waiting = kept.lines, 0

        def record() -> None:
            sizes = sizes_in([draft, draft / WORK], draft)
            sizes.pop(_RECORD, None)
            said = Kept(VERSION, read, digest.hexdigest(), writers.pages, writers.digest, sizes)
            write_bytes(draft / _RECORD, json.dumps(asdict(said)).encode())

        for line in lines:
            try:
                _add(line, writers)
            except BadData:
                writers.keep(record)
                raise
            digest.update(_text(line))
            read, waiting, at = read + 1, waiting + 1, line.at
            if waiting == every:
                writers.keep(record)
                waiting = 0
            if read % TELL == 0:
                yield Standing("reading", writers.pages, at, size)
        writers.keep(record)
        if read % TELL:
            yield Standing("reading", writers.pages, size, size)
        yield Standing("merging", writers.pages, size, size)
        writers.finished(digest.hexdigest())


def _taken_up(draft: Path) -> Begun:
    """What an earlier process has kept in the draft, which has lost what came later."""
    kept = _kept(draft)
    record = {_RECORD: (draft / _RECORD).stat().st_size} if kept.lines else {}
    take_back([draft, draft / WORK], draft, {**kept.sizes, **record})
    return Begun(kept.pages, kept.digest)


def _kept(draft: Path) -> Kept:
    """What is on the disk; BadOutput where another version of Stumper has begun the index."""
    if not (draft / _RECORD).exists():
        return Kept(VERSION, 0, sha256().hexdigest(), 0, Begun().digest, {})
    said = json_object(draft / _RECORD)
    if said.get("version") != VERSION:
        raise _begun_by_another(draft)
    return Kept(**said)


def _add(line: Line, writers: Writers) -> None:
    """The page of the line, if it has one, is in the index; BadData names the line where it cannot be."""
    page = page_of(line)
    if page is None:
        return
    try:
        writers.add(page)
    except BadData as error:
        raise BadData(f"{line.file}, line {line.number}: {error}") from None


def _is_source(dump: Path, size: int, source: str) -> Generator[Standing, None, bool]:
    """Reads the whole dump, telling how far it is; whether its hash is this one."""
    digest = sha256()
    for line in dump_lines(dump):
        digest.update(_text(line))
        if line.number % TELL == 0:
            yield Standing("comparing", 0, line.at, size)
    return digest.hexdigest() == source


def _text(line: Line) -> bytes:
    """What is hashed of a line: the last of a file may lack its end."""
    return line.data.rstrip(b"\r\n") + b"\n"


def _begun_otherwise(dump: Path, draft: Path) -> BadOutput:
    return BadOutput(f"{draft} was begun from other pages than {dump} has now. Remove it to begin anew, or name "
                     "another folder.")  # fmt: skip


def _begun_by_another(draft: Path) -> BadOutput:
    return BadOutput(f"Another version of Stumper has begun {draft}. Remove it, or name another folder.")


def _pages_in(folder: Path) -> int:
    return (folder / "ids.ends").stat().st_size // 8


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
