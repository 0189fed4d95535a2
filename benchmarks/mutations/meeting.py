"""A command meets a changed file, in this process: how it ended, what it said, and what is wrong with that."""

import os
import re
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

from mutations.cases import Case

LONGEST_MESSAGE = 2_000  # characters of a message
MOST_SECONDS = 30  # of the processor; of the clock ten times as many, as others may work beside
MOST_MEMORY = 8_000_000_000  # bytes of a process's own data
# What may stand on standard error beside the sentence: how far it is, what was asked, what was left out, what is next.
_BESIDE = re.compile(
    r"\S+( x \S+)?  \d+/\d+|\[\d+/\d+\] |\d[\d,]* quer(y|ies) put|\d[\d,]* requests?|wrote |open |next: |"
    r"\d+ of \d+ question|"
    r".*cannot be used and are left out|.*are left out, as by the published script|"
    r".*not in the data set and (is|are) left out|.*too few to tell of others|.*has no answer in the file|"
    r".*are variants of others, and are not attacked again|.*trained|.*was recorded|.*judgement|.*: \d+ new"
)
_SENTENCE = re.compile(r"stumper: .*[.?]\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Met:
    """``faults`` is empty where all is as it should be."""

    number: int
    kind: str
    change: str
    code: int
    seconds: float
    peak: int  # kB of memory, of all that this process has met so far
    said: str
    faults: tuple[str, ...]
    command: str

    @property
    def row(self) -> dict[str, object]:
        return asdict(self)


class Slow(BaseException):
    """What took longer than it may."""


def meet(case: Case, folder: Path, command: Callable[[tuple[str, ...]], int]) -> Met:
    """The command has met the file, in the folder of good ones; nothing of the case is left there."""
    before = {path.name for path in folder.iterdir()}
    with _recorded(folder) as said:
        began = time.process_time()
        code = _ended(command, case.arguments)
        seconds = time.process_time() - began
    err = said[1].read_text(encoding="utf-8", errors="replace")
    faults = [*_wrong(case, code, err), *_left(case, folder, code, before)]
    if seconds > MOST_SECONDS or code == -1:
        faults.append("slow")
    shutil.rmtree(folder / f"c{case.number}", ignore_errors=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return Met(
        case.number,
        case.kind,
        case.change,
        code,
        round(seconds, 3),
        peak,
        err[:6_000] if faults else _sentence(err),
        tuple(faults),
        " ".join(case.arguments),
    )


def bounded() -> None:
    """This process may take only so much memory."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def in_process(arguments: tuple[str, ...]) -> int:
    """The exit code of the command, carried out here as the child of its parent carries it out."""
    from stumper.cli.app import app

    try:
        app(list(arguments))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    raise AssertionError("typer always exits")


def _ended(command: Callable[[tuple[str, ...]], int], arguments: tuple[str, ...]) -> int:
    def too_slow(number: int, frame: FrameType | None) -> None:
        raise Slow

    signal.signal(signal.SIGALRM, too_slow)
    signal.setitimer(signal.ITIMER_REAL, 10 * MOST_SECONDS, 5)
    try:
        return command(arguments)
    except Slow:
        return -1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def _recorded(folder: Path) -> Iterator[tuple[Path, Path]]:
    """What is written to the standard streams meanwhile, by native code as well, stands in the two files."""
    files = folder.parent / f"{folder.name}.out", folder.parent / f"{folder.name}.err"
    kept = os.dup(1), os.dup(2)
    sys.stdout.flush()
    sys.stderr.flush()
    for number, path in zip((1, 2), files, strict=True):
        opened = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_APPEND)
        os.dup2(opened, number)
        os.close(opened)
    try:
        yield files
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, old in zip((1, 2), kept, strict=True):
            os.dup2(old, number)
            os.close(old)


def _sentence(said: str) -> str:
    return "\n".join(
        line for line in said.split("\n") if line and (line.startswith("stumper: ") or not _BESIDE.match(line))
    )


def _wrong(case: Case, code: int, said: str) -> Iterator[str]:
    """What is wrong with how it ended, and with what it said."""
    sentence = _sentence(said)
    if code not in (0, 2, 3):
        yield f"exit code {code}"
    if "Traceback" in said or "this is a bug" in said:
        yield "a traceback"
    elif code and not _SENTENCE.match(sentence):
        yield "no sentence"
    elif code and "\n" in sentence:
        yield "more than a sentence"
    elif code == 0 and sentence:
        yield "said beside success"
    if max(map(len, said.split("\n"))) > LONGEST_MESSAGE + len("stumper: "):
        yield "too long"
    if code == 2 and "The store" not in sentence and not _files(case) & set(_APART.split(sentence)):
        yield "names no file"
    if any(not character.isprintable() for character in sentence.replace("\n", "")):
        yield "strange characters"


_APART = re.compile(r"[/\s:'\"()=,#&]+|[.?] |[.?]\Z")


def _files(case: Case) -> set[str]:
    """The names of the files and folders that the command gets, of which a sentence must say one."""
    return {
        part
        for argument in (*case.arguments, case.path)
        for part in _APART.split(argument)
        if "." in part or part == f"c{case.number}"
    }


def _left(case: Case, folder: Path, code: int, before: set[str]) -> Iterator[str]:
    """What a command that failed has left behind, which it must not."""
    own = folder / f"c{case.number}"
    if code and case.kind != "store" and (left := [path for path in own.rglob("out*") if not _is_empty(path)]):
        yield f"left {left[0].name}"
    if any(path.name.endswith(".partial") for path in own.iterdir()):
        yield "left a draft"
    if new := {path.name for path in folder.iterdir()} - before - {"all.db", "all.db-wal", "all.db-shm", "__pycache__"}:
        yield f"left {sorted(new)}"


def _is_empty(path: Path) -> bool:
    """Whether it is a folder in which nothing was written yet."""
    return path.is_dir() and not any(path.iterdir())
