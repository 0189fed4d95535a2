"""Uploaded files are parsed in a process of their own, so that none of them takes more memory or time than is spared.

The process is a fresh interpreter (forking a server with threads is not safe). What it made of a file comes back as
data: values of the types that are named here or by a task, and nothing else.
"""

import pickle
import subprocess
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore
from typing import Literal, TypeVar

from stumper.adversaries.reading.addsent.raw_file import RawSentence, Version, Vote, Voted
from stumper.datasets.documents import collector_paused
from stumper.datasets.rows import LeftOut
from stumper.errors import BadData, Throttled
from stumper.formats import Skipped
from stumper.people.projects import processes
from stumper.people.projects.previewing import FileColumn, Item, Preview
from stumper.protocols import Collection
from stumper.registry import tasks
from stumper.shown import LONGEST_MESSAGE
from stumper.types import Answer, Edit, Example, Gold, Instance, Passage, Perturbation

Contents = Literal["data set", "summary", "read out", "raw sentences", "preview"]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Summary:
    """How many examples a data set holds, and the questions of its file that cannot be used."""

    examples: int
    skipped: tuple[Skipped, ...] = ()


PLAIN = (
    Summary,
    Skipped,
    Preview,
    Item,
    FileColumn,
    LeftOut,
    RawSentence,
    Version,
    Voted,
    Vote,
    Answer,
    Edit,
    Example,
    Gold,
    Instance,
    Passage,
    Perturbation,
)
PROCESS = "stumper.people.projects.parsing_process"
TURNS = BoundedSemaphore(2)  # files that one server parses at once
PATIENCE = 30.0  # seconds that a file waits for its turn


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the parsing of one file may take: bytes of the file unpacked, of address space and of what comes back,
    seconds of a processor and of the clock."""

    unpacked: int = 200_000_000  # training sets of both tasks have a fifth of it
    memory: int = 1_500_000_000
    cpu: int = 30
    clock: float = 120.0


BOUNDS = Bounds()


def data_set_of(path: Path) -> Collection:
    """The data set that a file of strangers holds; BadData, Throttled."""
    return _in_memory(parsed(path, "data set"))


def summary_of(path: Path) -> Summary:
    """What is to be known of a data set that nobody works with yet; BadData, Throttled."""
    return _expected(Summary, parsed(path, "summary"))


def preview_of(path: Path) -> Preview:
    """What a file of strangers was taken for, with five items as people would see them; BadData, Throttled."""
    return _expected(Preview, parsed(path, "preview"))


def read_out_of(path: Path, task: str) -> Collection:
    """What a file of strangers holds that is read out in matches of the task; BadData, Throttled."""
    return _in_memory(parsed(path, "read out", task=task))


def raw_sentences_of(path: Path) -> tuple[RawSentence, ...]:
    """The raw sentences that a file of strangers holds; BadData, Throttled."""
    return _expected(tuple, parsed(path, "raw sentences"))


def parsed(path: Path, contents: Contents, bounds: Bounds | None = None, task: str = "") -> object:
    """What a process within the bounds makes of a file; ``task`` is that of what is read out.

    BadData says what is wrong in the file, or that it takes too much; Throttled where too many others wait.
    """
    if not TURNS.acquire(timeout=PATIENCE):
        raise Throttled("Too many files are being read at the moment. Send yours again in a minute.", MINUTE)
    try:
        return _parsed(path, contents, bounds or BOUNDS, task)
    finally:
        TURNS.release()


MINUTE = 60  # seconds
DONE, REFUSED, TOO_LARGE, BROKEN = 0, 2, 3, 1  # how the process ends


def _parsed(path: Path, contents: Contents, bounds: Bounds, task: str) -> object:
    with TemporaryDirectory() as folder:
        result = Path(folder) / "result"
        code, said = _run(path, contents, result, bounds, task)
        if code == REFUSED:
            raise BadData(result.read_text(encoding="utf-8")[:LONGEST_MESSAGE])
        if code == TOO_LARGE or code < 0:  # a signal, the system's or ours
            spared = f"{bounds.memory / 1e6:,.0f} MB of memory or the {bounds.cpu} seconds"
            raise BadData(f"{path}: reading this file takes more than the {spared} that a file may take here. "
                          "Send a smaller one, or a part of it.")  # fmt: skip
        if code != DONE:
            raise RuntimeError(f"the process that parses files ended with {code}: {said[-LONGEST_MESSAGE:]}")
        with result.open("rb") as file, collector_paused():
            return _Values(file).load()


def _run(path: Path, contents: Contents, result: Path, bounds: Bounds, task: str) -> tuple[int, str]:
    """How the process ended, and what it said."""
    limits = (str(number) for number in (bounds.unpacked, bounds.memory, bounds.cpu))
    command = processes.command(PROCESS, contents, str(path), str(result), *limits, task)
    try:
        ran = subprocess.run(command, env=processes.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, timeout=bounds.clock, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1, ""
    return ran.returncode, ran.stderr.decode("utf-8", errors="replace")


class _Values(pickle.Unpickler):
    """Values of the named types and of Python's own plain ones; whatever else stands in a file is an error."""

    def find_class(self, module: str, name: str) -> type:
        """One of the named types."""
        desks = [(task.query, *task.desk.parsed) for task in tasks() if task.desk is not None]
        for kind in (*PLAIN, *chain.from_iterable(desks)):
            if (kind.__module__, kind.__qualname__) == (module, name):
                return kind
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that a file is parsed to")


def _in_memory(value: object) -> Collection:
    assert isinstance(value, Collection)
    return value


def _expected(kind: type[Value], value: object) -> Value:
    assert isinstance(value, kind)
    return value
