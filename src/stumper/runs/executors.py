"""Where attempts are made: in this process, or in several that return values. Only the caller writes the store.

Worker processes are seen here as their driver sees them: started, heard whether they live or not, and ended.
"""

import multiprocessing
import os
import pickle
import signal
import tempfile
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import monotonic

from stumper.errors import VictimFailed
from stumper.protocols import Cache
from stumper.runs.counts import Counts
from stumper.runs.patience import not_made, patient, silence
from stumper.runs.plan import Plan
from stumper.runs.work import Components, Progress, Trust, Work, oracle_of, steps
from stumper.runs.worker import Asking, Given, Idle, Making, Raised, Said, Start, work

CHUNK = 16  # the most pieces of work that a worker takes at once


def serial(
    plan: Plan,
    components: Components,
    work: Iterable[Work],
    cache: Cache,
    batch_size: int,
    timeout: float,
    trust: Trust = Trust(),
    counts: Counts | None = None,
) -> Generator[Progress]:
    """Attempts all of the work in this process; a victim has ``timeout`` seconds to answer (0: forever), and so many
    more than the first time to be made. VictimFailed where it is not made. What is asked is added to ``counts``, also
    what was asked when an error ends it."""
    with patient(plan.victim, components.victim, timeout, components.making) as (victim, patience):
        oracle = oracle_of(plan, victim, cache, batch_size, trust)
        oracle.patience, oracle.counts = patience, counts or oracle.counts
        for attempts in steps(plan, oracle, components.adversary(), work):
            yield Progress(tuple(attempts), oracle.counts)


def processes(
    plan: Plan,
    components: Components,
    work: Iterable[Work],
    most: int,
    store_url: str,
    batch_size: int,
    workers: int,
    timeout: float,
    trust: Trust = Trust(),
    counts: Counts | None = None,
) -> Generator[Progress]:
    """Attempts the work, ``most`` pieces at most, in ``workers`` processes.

    Each reads the store's cache, and none writes it. A worker hands over what it has as soon as it has it, and goes on
    once the caller comes back for more: by then the caller has written it, so that at most a batch a worker is ever
    lost. A worker whose victim does not answer for ``timeout`` seconds (0: forever) is killed and replaced, and what it
    had asked is not asked again; VictimFailed where one does not get so far in ``timeout`` more than its share of what
    it took to make the first.
    """
    making = timeout + workers * components.making
    size = min(CHUNK, -(-most // workers))
    many, threads = min(workers, -(-most // size)), max(1, (os.cpu_count() or 1) // workers)
    pieces = iter(work)
    total, crew, failed = counts or Counts(), list[Hand](), dict[str, str]()
    try:
        for place in range(many):
            given, share = Given(list(islice(pieces, size)), {}), trust.part(place, many)
            hire(crew, Start(plan, components, store_url, batch_size, threads, share, given))
        while any(hand.is_wanted for hand in crew):
            for hand in [hand for hand in crew if timeout and hand.is_silent(timeout, making)]:
                if hand.is_making:
                    raise not_made(plan.victim, making)
                failed.update(dict.fromkeys(hand.asking.keys, silence(timeout)))
                replace_worker(crew, hand, failed, islice(pieces, size))
            for hand, message in heard(crew):
                match message:
                    case Progress():
                        total.add(message.counts)
                        yield Progress(message.attempts, total, message.predictions)
                        hand.reply(True)
                    case Idle():
                        hand.reply(Given(chunk, failed) if (chunk := list(islice(pieces, size))) else None)
                    case Raised():
                        raise message.error
                    case None if hand.asking.is_twice:  # all that it was given has ended: no run ends by this
                        replace_worker(crew, hand, failed, islice(pieces, size))
                    case None:
                        raise VictimFailed(
                            f"A worker ended abruptly while it asked {plan.victim!r}; is there memory for {workers} "
                            "of them? What was done is kept: run the same command with fewer --workers."
                        )
    finally:
        dismiss(crew)


GLANCE = 1.0  # seconds after which a process is looked at that says nothing
GRACE = 2.0  # seconds that a process has to end by itself
NOTHING = Asking(())  # is put to a victim
SPAWNING = multiprocessing.get_context("spawn")  # begins processes that have nothing of this one


@dataclass(slots=True)
class Hand:
    """One worker. ``given`` is what it was given last and has no attempts on yet."""

    process: SpawnProcess
    pipe: Connection
    start: Start
    path: Path  # of the file that it reads to start, and then removes
    given: Sequence[Work] = ()
    asking: Asking = NOTHING  # what it has put to the victim
    is_making: bool = False  # its victim
    heard: float = 0.0  # when it last said anything, by the monotonic clock
    is_wanted: bool = True

    def reply(self, reply: Given | bool | None) -> None:
        """The worker is told to go on, or what to do next, or by None to end. That it is dead is heard later."""
        self.is_wanted = reply is not None
        if isinstance(reply, Given):
            self.given, self.asking = reply.work, NOTHING
        with suppress(OSError):
            self.pipe.send(reply)

    def is_silent(self, answering: float, making: float) -> bool:
        """Whether its victim has been at work for so long without an answer, or for so long in the making."""
        silent = monotonic() - self.heard
        is_late = silent >= making if self.is_making else bool(self.asking.keys) and silent >= answering
        return is_late and self.is_wanted and not self.pipe.poll()  # what it has said may not have been heard yet

    def message(self) -> Said | None:
        """What the worker says next, waited for; None: it is dead."""
        try:
            said: Said = self.pipe.recv()
        except (EOFError, OSError):
            return None
        self.heard = monotonic()
        self.is_making = isinstance(said, Making)
        if isinstance(said, Asking):
            self.asking = said
        elif isinstance(said, Progress):
            ended = {attempt.example_id for attempt in said.attempts}
            self.given = [piece for piece in self.given if piece.id not in ended]
        return said


def hire(crew: list[Hand], start: Start) -> None:
    """The crew has one more worker, which has been started and does not hear Ctrl-C."""
    number, path = tempfile.mkstemp(prefix="stumper-", suffix=".start")  # nobody else can read it
    with open(number, "wb") as file:
        pickle.dump(start, file)
    ours, theirs = SPAWNING.Pipe()
    hand = Hand(SPAWNING.Process(target=work, args=(path, theirs)), ours, start, Path(path), start.given.work)
    crew.append(hand)  # before it runs: whatever happens from now on, it is dismissed with the others
    try:
        with _deaf_to_ctrl_c():
            hand.process.start()
    finally:
        theirs.close()  # or the driver would never hear that the worker's end is closed


def heard(crew: Sequence[Hand], seconds: float = GLANCE) -> Iterator[tuple[Hand, Said | None]]:
    """What those say who say anything within a second; None of one that has died, however it stood with it."""
    wanted = {hand.pipe: hand for hand in crew if hand.is_wanted}
    ready = wait([*wanted, *(hand.process.sentinel for hand in wanted.values())], seconds)
    for pipe, hand in wanted.items():
        if pipe in ready:
            yield hand, hand.message()
        elif not hand.process.is_alive() and not pipe.poll():
            yield hand, None


def dismiss(crew: Sequence[Hand]) -> None:
    """Nothing is left of these workers; one that is at work, or does not end, is ended."""
    for hand in crew:
        hand.pipe.close()  # whoever waits for the driver hears it, and ends
    begun = [hand.process for hand in crew if hand.process.pid is not None]
    for end in (lambda process: None, SpawnProcess.terminate, SpawnProcess.kill):
        deadline = monotonic() + GRACE
        for process in begun:
            end(process)
        for process in begun:
            process.join(max(0.0, deadline - monotonic()))
    for hand in crew:
        hand.path.unlink(missing_ok=True)


def replace_worker(crew: list[Hand], hand: Hand, failed: Mapping[str, str], fresh: Iterable[Work]) -> None:
    """A new worker does what an old one, which is killed or dead, has not ended; some queries it asks no more.

    What the old one was asking for again the new one owes: else nobody would hear that the victim failed on it. Where
    the old one had ended all and was asking originals a second time, the new one does what is ``fresh``. Without any
    of that nobody is hired: a run whose work is done would otherwise end by a victim that cannot be made again.
    """
    hand.process.kill()
    dismiss([hand])
    crew.remove(hand)
    trust = Trust(hand.start.trust.again, hand.asking.owing)
    given = list(fresh) if hand.asking.is_twice else hand.given
    if given or not hand.asking.is_twice:
        hire(crew, replace(hand.start, trust=trust, given=Given(given, failed)))


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C, which a terminal sends to all: the driver, who does, stops them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # beginning it with the first process, as Python would, makes this one hear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
