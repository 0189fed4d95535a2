"""Speaking to the user: results to standard output, progress and remarks to standard error."""

import logging
import os
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from stumper.cli.tally import Stepping, counted
from stumper.cli.watched import err, out
from stumper.errors import BadOutput
from stumper.shown import in_a_line

if TYPE_CHECKING:
    from rich.console import RenderableType

    from stumper.jobs import Job
    from stumper.runs import Counts

WIDTH = 100  # columns of what is printed to no terminal
LOG_EVERY = 60  # seconds between lines where standard error is no terminal


def show(renderable: "RenderableType") -> None:
    """A table or a text on standard output, with colour and bold type only on a terminal and without NO_COLOR."""
    from rich.console import Console

    live = out().isatty()
    plain = not live or "NO_COLOR" in os.environ
    width = None if live else WIDTH
    console = Console(file=out(), color_system=None if plain else "auto", highlight=False, soft_wrap=not live,
                      width=width, emoji=False, markup=False)  # fmt: skip
    with console.capture() as captured:
        console.print(renderable)
    tell(captured.get(), end="")


def tell(text: str, end: str = "\n") -> None:
    """A text on standard output, at once."""
    with _written_to(stream := out()):
        stream.write(text + end)
        stream.flush()


def flush() -> None:
    """All that was printed has been written, unless somebody's code has closed what it was printed to."""
    if not sys.stdout.closed:
        with _written_to(sys.stdout):
            sys.stdout.flush()


def remark(text: str) -> None:
    """A sentence beside the result."""
    with _written_to(stream := err()):
        print(text, file=stream, flush=True)


def named(command: str, store: str | None) -> str:
    """A command to go on with, which names the store where its user has."""
    if not store:
        return command
    from stumper.store.connection import without_password

    return f"{command} {shlex.join(['--store', without_password(store)])}"


def say_earlier(jobs: Iterable["Job"]) -> None:
    """What an earlier version of Stumper began of the jobs, and how to go on with it."""
    for job in jobs:
        if job.earlier is not None:
            done, of = job.store.standing(job.earlier.id).attempts, len(job.dataset)
            what = f"{job.plan.adversary} x {job.plan.victim} ({done:,} of {of:,})"
            remark(
                f"an earlier version of Stumper began {what}: --continue-earlier goes on with it, else it begins anew"
            )


@contextmanager
def _written_to(stream: TextIO) -> Iterator[None]:
    """Where nobody reads the stream any more, the command goes on without: its gate is still to be heard.

    BadOutput where the system refuses to write it.
    """
    try:
        yield
    except BrokenPipeError:  # whoever read the output has seen enough
        _leave_unwritten(stream)
    except OSError as error:
        _leave_unwritten(stream)
        if stream not in (sys.stderr, err()):
            raise BadOutput(f"The output cannot be written: {error.strerror}. Send it elsewhere.") from error


def _leave_unwritten(stream: TextIO) -> None:
    """What follows, and what the stream still holds, goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def aside() -> AbstractContextManager[object]:
    """What a victim or an attack prints meanwhile goes to standard error: standard output is for results alone."""
    return redirect_stdout(sys.stderr)


class Remarks(logging.Handler):
    """Says what the package logs beside the result, each sentence once."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        """The sentence has been said."""
        if (text := in_a_line(record.getMessage())) not in self.said:
            self.said.add(text)
            remark(text)


@contextmanager
def remarking(logger: str) -> Iterator[None]:
    """Meanwhile what this logger has to say is said beside the result."""
    log, handler = logging.getLogger(logger), Remarks()
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


class Progress:
    """`AddAny  43/300  12.1 ex/s  eta 0:21  fooled 31`: live on a terminal, a line a minute in a log."""

    def __init__(self, name: str, unit: str = "ex") -> None:
        self.name, self.unit = name, unit
        self.live = err().isatty()
        self.began = self.said = time.monotonic()
        self.first: int | None = None
        self.line, self.width = "", 0  # the longest line so far must be written over

    def update(self, done: int, total: int, tail: str = "") -> None:
        """The line says how far it is; ``tail`` is appended."""
        now = time.monotonic()
        if self.first is None:
            self.first = done
        rate = (done - self.first) / max(now - self.began, 1e-9)
        speed = f"  {rate:.1f} {self.unit}/s" if rate > 0 else ""  # what is done at the first sign of life took no time
        left = _clock((total - done) / rate) if rate > 0 else "?:??"
        eta = "" if done == total else f"  eta {left}"
        of = "" if self.unit == "ex" else f" {self.unit}"
        self.line = f"{self.name}  {done}/{total}{of}{speed}{eta}" + (f"  {tail}" if tail else "")
        if self.live and (now - self.said > 0.1 or done == total):
            self._rewrite()
            self.said = now
        elif not self.live and now - self.said > LOG_EVERY:
            remark(self.line)
            self.said = now

    def close(self) -> None:
        """The last state of the line stays."""
        if self.live:
            self._rewrite("\n")
        elif self.line:
            remark(self.line)

    def _rewrite(self, end: str = "") -> None:
        line = self.line[: shutil.get_terminal_size().columns - 1]  # a line that wrapped could not be written over
        self.width = max(self.width, len(line))
        with _written_to(stream := err()):
            stream.write(f"\r{line:<{self.width}}{end}")
            stream.flush()


def followed(name: str, unit: str, steps: Iterable[Stepping], tail: Callable[[], str] = str) -> Iterator[Stepping]:
    """The steps of a piece of work as they come, under a progress line that ends in the ``tail``; what a system prints
    meanwhile goes aside."""
    progress = Progress(name, unit)
    try:
        with aside():
            for step in counted(steps):
                yield step
                progress.update(step.done, step.total, tail())
    finally:
        progress.close()


@dataclass(frozen=True, slots=True)
class Done:
    """How the attempts of a job ended, those of earlier runs among them, and what this process asked."""

    examples: int
    outcomes: dict[str, int]
    counts: "Counts"


def carry_out(job: "Job", name: str) -> Done:
    """The job's steps under a progress line."""
    from stumper.standing import ended

    progress = Progress(name)
    fooled: int | None = None  # until the first step, when nothing but earlier runs has been recorded
    try:
        for step in counted(job.steps()):
            if fooled is None:
                fooled = job.outcomes().get("succeeded", 0)
            fooled += sum(ended(attempt) == "succeeded" for attempt in step.ended)
            learning = "" if step.learning is None else f"learning, {step.learning:,} asked"
            progress.update(step.done, step.total, learning or (f"fooled {fooled}" if fooled else ""))
    finally:
        progress.close()
    return Done(step.total, job.outcomes(), step.counts)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def columns(rows: Iterable[tuple[str, str]]) -> str:
    """Two aligned columns."""
    listed = list(rows)
    width = max((len(name) for name, _ in listed), default=0)
    return "\n".join(f"{name:<{width}}  {text}" for name, text in listed)
