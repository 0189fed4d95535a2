"""A parent watches the child that loads code of others: without the child's closing record no command ends well.

Imports next to nothing: the child pays for the command, not the parent.
"""

import os
import signal
import sys
import time

# The commands that may load code of others, and those that ask a system.
WATCHED = frozenset({"attack", "buzz", "compare", "evaluate", "judge", "predict", "run", "score"})
ASKING = frozenset({"attack", "buzz", "demo", "evaluate", "predict", "run"})
NO_VERDICT, INTERRUPTED = 3, 130
MARK = "STUMPER_WATCHED"  # in a child's environment: the pipes where to record how it ends, and where to listen
LINGERING = 1.0  # seconds after an interrupt from which on another one means: now
LOOK, AT_THE_END = 0.5, 0.005  # seconds between two looks at a child that works, and at one that is about to end
GRACE = 10.0  # seconds that a child has to end once it has recorded how
MOST_STOPS = 20  # as often a child that is stopped is told to go on, once a look
MOST_BYTES = 65_536  # bytes of a closing record
SAID_INTERRUPTED = "interrupted. What was done is kept; the same command goes on from there."


def watch() -> int:
    """The exit code of the command, which a child carries out."""
    _open_standard()
    recorded, recording = os.pipe()
    listening, speaking = os.pipe()  # while the parent holds ``speaking``, the child knows that it lives
    interrupts = _Interrupts(speaking)
    before = _heard_by(interrupts)
    try:
        interrupts.child = _child(recording, listening)
    except OSError as error:
        return _no_verdict(f"no process can be started for the command: {error.strerror}.")
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(recording)
        os.close(listening)
    said, status = _ending(interrupts.child, recorded)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to interrupt: it would only change the exit code
    interrupts.child = None
    return _verdict(_record(said), os.waitstatus_to_exitcode(status), interrupts.first is not None)


def can_watch() -> bool:
    """Whether a child can be given pipes to hold, which on Windows it cannot be so."""
    return hasattr(os, "posix_spawn") and bool(sys.executable)


def _open_standard() -> None:
    """Standard streams that were closed lead nowhere, or what is opened next would be written to in their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # gets the lowest number that is free: this one


class _Interrupts:
    """Passes an interrupt on to the child, once: a terminal and its kin may send several. After a while, ends it."""

    def __init__(self, speaking: int) -> None:  # no dataclass: to import that takes longer than all the rest
        self.speaking = speaking
        self.child: int | None = None
        self.first: float | None = None

    def hear(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first = now
            try:
                os.write(self.speaking, b"i")
            except OSError:  # somebody's code has closed the child's end
                self._end()
        elif now - self.first > LINGERING:
            self._end()

    def _end(self) -> None:
        if self.child is not None:
            os.kill(self.child, signal.SIGKILL)


def _heard_by(interrupts: _Interrupts) -> set[int]:
    """The parent hears what would end it, unless it is to be deaf (nohup); the signals that were blocked before.

    Ctrl-C is blocked until the child has been started, which so begins without hearing it.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, interrupts.hear)
    return {int(number) for number in signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})}


def _child(recording: int, listening: int) -> int:
    for held in (recording, listening):
        os.set_inheritable(held, True)
    return os.posix_spawn(sys.executable, _again(), {**os.environ, MARK: f"{recording}:{listening}"})


def _again() -> list[str]:
    """What started this process; of a program that changed its arguments, the command alone."""
    arguments = sys.argv[1:]
    if sys.orig_argv[len(sys.orig_argv) - len(arguments) :] == arguments:
        return [sys.executable, *sys.orig_argv[1:]]
    return [sys.executable, "-m", "stumper", *arguments]


def _ending(child: int, recorded: int) -> tuple[bytes, int]:
    """The closing record and the status of the child, which has ended.

    A child that has recorded how it ends, and does not end, has done all that was asked of it: a thread or an exit
    handler of somebody's code holds it. After a while it is killed. Where there is no record the child is waited for,
    not the pipe: what the child has started may hold its end open for longer. A child that is stopped while its parent
    is not has been stopped by somebody's code, and is told to go on: then its own clocks bound what that code may take.
    One that stops again and again is killed.
    """
    from select import select

    os.set_blocking(recorded, False)
    said, is_open, deadline, stops = b"", True, 0.0, 0
    while True:
        if is_open and select([recorded], [], [], LOOK)[0]:
            said, is_open = _read(recorded), False
            deadline = time.monotonic() + GRACE
        elif not is_open:
            time.sleep(AT_THE_END)
        ended, status = os.waitpid(child, os.WNOHANG | os.WUNTRACED)
        if ended and os.WIFSTOPPED(status):
            stops += 1
            os.kill(child, signal.SIGCONT if stops < MOST_STOPS else signal.SIGKILL)
        elif ended:
            return said or _read(recorded), status
        if deadline and time.monotonic() > deadline and said:
            os.kill(child, signal.SIGKILL)
            deadline = 0.0


def _read(recorded: int) -> bytes:
    try:
        return os.read(recorded, MOST_BYTES)
    except OSError:
        return b""


def _record(said: bytes) -> dict[str, object] | None:
    """What the child has said last; None where it has said nothing, or nothing that is whole."""
    import json

    try:
        record = json.loads(said)
    except ValueError:
        return None
    return record if isinstance(record, dict) and isinstance(record.get("code"), int) else None


def _verdict(record: dict[str, object] | None, ended: int, is_interrupted: bool) -> int:
    if record is None:
        if is_interrupted:
            _say(SAID_INTERRUPTED)
            return INTERRUPTED
        how = f"exited with {ended}" if ended >= 0 else f"was ended by {_signal(-ended)}"
        return _no_verdict(f"the process of the command {how} before it said what it had measured: code that it loaded "
                           "ended it, or the system did (is there memory enough?).")  # fmt: skip
    code = record["code"]
    assert isinstance(code, int)
    if code == INTERRUPTED and not is_interrupted and record.get("spent") is not True:
        return _no_verdict("code that was loaded raised KeyboardInterrupt, and nobody interrupted the command.")
    if code in (0, 1) and record.get("command") in ASKING and not _is_proof(record.get("counts")):
        return _no_verdict("the command ended without a count of anything that was asked.")
    return code


def _is_proof(counts: object) -> bool:
    """Whether anything was answered, now or earlier (``Counts.is_proof``)."""
    if not isinstance(counts, dict):
        return False
    numbers = [counts.get(name) for name in ("unique", "lost", "recorded")]
    put, lost, recorded = (number if isinstance(number, int) else 0 for number in numbers)
    return put - lost + recorded > 0


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time one
        return f"signal {number}"


def _no_verdict(problem: str) -> int:
    _say(f"{problem} This is no verdict. What was done is kept: the same command goes on from there.")
    return NO_VERDICT


def _say(sentence: str) -> None:
    if sys.stderr is None:  # it was closed from the beginning
        return
    try:
        start = "\n" if sys.stderr.isatty() else ""  # it may stand behind a line that says how far it is
        print(f"{start}stumper: {sentence}", file=sys.stderr, flush=True)
    except OSError:  # nobody reads
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
