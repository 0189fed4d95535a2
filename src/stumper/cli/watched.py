"""The child of a command's parent: it records how it ended, hears Ctrl-C from the parent alone, and ends with it.

What it speaks through is its own: code of others reaches standard error, by whichever way it writes.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from select import select
from types import FrameType
from typing import TYPE_CHECKING, TextIO

from stumper.cli.watching import INTERRUPTED, LOOK, NO_VERDICT
from stumper.errors import BadOutput

if TYPE_CHECKING:
    from stumper.runs import Counts


@dataclass(frozen=True, slots=True)
class Kept:
    """A standard stream under a descriptor that code of others does not know."""

    stream: TextIO
    file: tuple[int, int]  # which one it writes to

    @property
    def is_open(self) -> bool:
        """Whether nobody has closed it; what has its descriptor then may be a file that something is kept in."""
        try:
            return _identity(self.stream.fileno()) == self.file
        except OSError:
            return False


@dataclass(slots=True)
class Watch:
    """The child's ends of two pipes, to record how it ended and to listen to the parent; and where it speaks to the
    user."""

    recording: int
    listening: int
    pipe: tuple[int, int]  # which one ``recording`` is
    hearing: tuple[int, int]  # and ``listening``
    out: Kept
    err: Kept
    process: int = field(default_factory=os.getpid)
    is_told: bool = False  # to stop, and has not done so yet
    was_told: bool = False
    has_recorded: bool = False


_watches: list[Watch] = []  # the one of this process, where it is watched


def run(mark: str, command: Callable[[], None]) -> None:
    """Runs the command under the watch of the parent that left this mark; the command records how it ends.

    What never becomes a command is recorded here. What this process starts cannot tell the parent anything: it inherits
    neither the mark nor the pipes.
    """
    recording, listening = map(int, mark.split(":"))
    for held in (recording, listening):
        os.set_inheritable(held, False)
    pipes = _identity(recording), _identity(listening)
    _watches[:] = [Watch(recording, listening, *pipes, _kept(sys.stdout), _kept(sys.stderr))]
    _hand_over_output()
    os.register_at_fork(after_in_child=_let_go)
    signal.signal(signal.SIGINT, _interrupt)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_listen, args=(_watches[0],), name="listening to the parent", daemon=True).start()
    try:
        command()
    except KeyboardInterrupt:  # while it began: the parent knows, and says so
        sys.exit(INTERRUPTED)
    except SystemExit as end:
        if end.code != INTERRUPTED:
            record(end.code if isinstance(end.code, int) else 0)  # of --help, or of arguments that are none
        raise


def out() -> TextIO:
    """Where this process writes results; BadOutput where code of others has closed that."""
    if (watch := _watch()) is None:
        return sys.stdout
    if not watch.out.is_open:
        raise BadOutput("The output cannot be written: code that was loaded has closed every file. Mend it there.")
    return watch.out.stream


def err() -> TextIO:
    """Where this process writes what stands beside results."""
    return sys.stderr if (watch := _watch()) is None or not watch.err.is_open else watch.err.stream


def nobody_interrupted() -> bool:
    """Whether a KeyboardInterrupt that was raised in a watched process is of somebody's code, not of the parent."""
    return (watch := _watch()) is not None and not watch.was_told


def record(code: int, command: str = "", counts: "Counts | None" = None, is_spent: bool = False) -> None:
    """Tells the parent, where there is one, how this process ends, what was asked, and whether it stops as it may ask
    no more; only the first record counts."""
    if (watch := _watch()) is None or watch.has_recorded:
        return
    watch.has_recorded = True
    said = {"code": code, "command": command, "counts": counts and counts.told, "spent": is_spent}
    try:
        if _identity(watch.recording) == watch.pipe:  # else somebody's code has closed it, and it is a file of theirs
            os.write(watch.recording, json.dumps(said).encode())
    except OSError:  # it is closed: as the parent sees it, nothing was measured
        return


def _watch() -> Watch | None:
    """The watch of this process; None where there is none, as in what a watched process has forked."""
    return next((watch for watch in _watches if watch.process == os.getpid()), None)


def _kept(named: TextIO) -> Kept:
    """The stream under a descriptor of our own, which nothing that is started inherits."""
    stream = os.fdopen(os.dup(named.fileno()), "w", encoding=named.encoding, errors=named.errors)
    return Kept(stream, _identity(named.fileno()))


def _hand_over_output() -> None:
    """Whatever is written to standard output from now on, by name or by number, goes to standard error."""
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr


def _let_go() -> None:
    """In a copy of this process, which code of others has made: whoever reads what we write waits for us alone."""
    for kept in [kept for watch in _watches for kept in (watch.out, watch.err) if kept.is_open]:
        os.close(kept.stream.fileno())


def _identity(descriptor: int) -> tuple[int, int]:
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino


def _listen(watch: Watch) -> None:
    """Interrupts the main thread when the parent says so; ends the process when the parent is gone, or can no longer be
    told anything because code of others has closed the pipes: the store's files are closed, too, and worse may come.
    """
    while True:
        try:
            ready, _, _ = select([watch.listening], [], [], LOOK)
            are_open = _identity(watch.listening) == watch.hearing and _identity(watch.recording) == watch.pipe
        except OSError:
            are_open = False
        if not are_open:
            os._exit(NO_VERDICT)
        if ready:
            if not os.read(watch.listening, 1):
                os._exit(INTERRUPTED)
            watch.is_told = watch.was_told = True
        if watch.is_told:  # again at each look: a signal that comes just before a thread waits for a lock wakes nobody
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raises what Ctrl-C raises once for each time that the parent says so, as a terminal sends it to both.

    Whatever else sends it is not heard. A forked process has nobody who says so and hears everybody. Where the main
    thread blocks the signal, as it begins a process, another thread may get it, and Python calls this all the same:
    then it is heard at a later look.
    """
    if (watch := _watch()) is not None:
        if not watch.is_told or watch.has_recorded:
            return
        if signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
            return
        watch.is_told = False
    raise KeyboardInterrupt
