"""Uploaded files are parsed in a process of their own, so that none of them takes more memory or time than is spared.

The process is a fresh interpreter (forking a server with threads is not safe). What it made of a file comes back as
data: values of the types that are named here, and nothing else.
"""

import os
import pickle
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore
from typing import Literal, TypeVar

from stumper.datasets.documents import collector_paused
from stumper.errors import BadData, Throttled
from stumper.listening import Details
from stumper.people.projects.raw_sentences import RawSentence
from stumper.tasks.quizbowl.details import Skipped
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.reading.squad import Squad
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.fever import Fever
from stumper.types import Answer, Edit, Example, Gold, Instance, Passage, Perturbation

Contents = Literal["data set", "summary", "tossups", "raw sentences"]
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Summary:
    """How many examples a data set holds, and the questions of its file that cannot be used."""

    examples: int
    skipped: tuple[Skipped, ...] = ()


MADE = (
    Squad, Fever, Quizbowl, Summary, Details, Skipped, RawSentence,
    Answer, Claim, Edit, Example, Gold, Instance, Passage, Perturbation, Question, Tossup,
)  # fmt: skip
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


def data_set_of(path: Path) -> Squad | Fever | Quizbowl:
    """The data set that a file of strangers holds; BadData, Throttled."""
    found = parsed(path, "data set")
    assert isinstance(found, Squad | Fever | Quizbowl)
    return found


def summary_of(path: Path) -> Summary:
    """What is to be known of a data set that nobody works with yet; BadData, Throttled."""
    return _expected(Summary, parsed(path, "summary"))


def tossups_of(path: Path) -> Quizbowl:
    """The tossups that a file of strangers holds; BadData, Throttled."""
    return _expected(Quizbowl, parsed(path, "tossups"))


def raw_sentences_of(path: Path) -> tuple[RawSentence, ...]:
    """The raw sentences that a file of strangers holds; BadData, Throttled."""
    return _expected(tuple, parsed(path, "raw sentences"))


def parsed(path: Path, contents: Contents, bounds: Bounds | None = None) -> object:
    """What a process within the bounds makes of a file.

    BadData says what is wrong in the file, or that it takes too much; Throttled where too many others wait.
    """
    if not TURNS.acquire(timeout=PATIENCE):
        raise Throttled("Too many files are being read at the moment. Send yours again in a minute.", MINUTE)
    try:
        return _parsed(path, contents, bounds or BOUNDS)
    finally:
        TURNS.release()


MINUTE = 60  # seconds
DONE, REFUSED, TOO_LARGE, BROKEN = 0, 2, 3, 1  # how the process ends
LONGEST_SAID = 2_000  # characters of a sentence


def _parsed(path: Path, contents: Contents, bounds: Bounds) -> object:
    with TemporaryDirectory() as folder:
        result = Path(folder) / "result"
        code, said = _run(path, contents, result, bounds)
        if code == REFUSED:
            raise BadData(result.read_text(encoding="utf-8")[:LONGEST_SAID])
        if code == TOO_LARGE or code < 0:  # a signal, the system's or ours
            spared = f"{bounds.memory / 1e6:,.0f} MB of memory or the {bounds.cpu} seconds"
            raise BadData(f"{path}: reading this file takes more than the {spared} that a file may take here. "
                          "Send a smaller one, or a part of it.")  # fmt: skip
        if code != DONE:
            raise RuntimeError(f"the process that parses files ended with {code}: {said[-LONGEST_SAID:]}")
        with result.open("rb") as file, collector_paused():
            return _Values(file).load()


def _run(path: Path, contents: Contents, result: Path, bounds: Bounds) -> tuple[int, str]:
    """How the process ended, and what it said."""
    limits = (str(number) for number in (bounds.unpacked, bounds.memory, bounds.cpu))
    command = [
        sys.executable,
        "-m",
        "stumper.people.projects.parsing_process",
        contents,
        str(path),
        str(result),
        *limits,
    ]
    # It finds what this process has imported, wherever that came from.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        ran = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, timeout=bounds.clock, check=False)  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1, ""
    return ran.returncode, ran.stderr.decode("utf-8", errors="replace")


class _Values(pickle.Unpickler):
    """Values of the named types and of Python's own plain ones; whatever else stands in a file is an error."""

    def find_class(self, module: str, name: str) -> type:
        """One of the named types."""
        for kind in MADE:
            if (kind.__module__, kind.__qualname__) == (module, name):
                return kind
        raise pickle.UnpicklingError(f"{module}.{name} is nothing that a file is parsed to")


def _expected(kind: type[Value], value: object) -> Value:
    assert isinstance(value, kind)
    return value
