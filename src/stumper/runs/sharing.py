"""Several processes at one run: each claims a few pieces at a time, and takes over what a dead one has claimed."""

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from threading import Event, Thread
from uuid import uuid4

from stumper.errors import BadStore
from stumper.runs.work import Work
from stumper.store import Claims, Store
from stumper.types import Instance

FEWEST_CLAIMED, MOST_CLAIMED = 16, 256  # pieces that are claimed at once
BEAT = 10.0  # seconds between two signs of life
SILENCE = 60.0  # seconds without one, by the watcher's own clock, after which an owner counts as dead
PAUSE = 0.2  # seconds between two looks at what others have done


@dataclass(slots=True)
class Sharing:
    """This process' part in a run. ``claims`` is None where the store is in memory: nobody else knows it."""

    claims: Claims | None
    _beats: dict[str, tuple[int, float]] = field(default_factory=dict)  # of others, and since when they are the same

    def taken(self, pieces: Sequence[Work]) -> Iterator[Work]:
        """The pieces that nobody else has, each claimed not long before it is wanted.

        Pieces of one original are claimed together: otherwise two processes would ask for it at the same time.
        """
        if self.claims is None:
            yield from pieces
            return
        enough, some = min(MOST_CLAIMED, max(FEWEST_CLAIMED, len(pieces) // 100)), list[Work]()
        for _, of_one in groupby(pieces, key=_original):
            some += of_one
            if len(some) >= enough:
                yield from self._claimed(self.claims, some)
                some = []
        yield from self._claimed(self.claims, some)

    def watch(self) -> None:
        """What the dead have claimed is free again."""
        if self.claims is None:
            return
        others, now = self.claims.others(), time.monotonic()
        self._beats = {
            owner: (beat, self._beats[owner][1] if self._beats.get(owner, (None,))[0] == beat else now)
            for owner, beat in others.items()
        }
        for owner, (_, since) in self._beats.items():
            if is_gone(owner) or now - since > SILENCE:
                self.claims.drop(owner)

    def _claimed(self, claims: Claims, pieces: Sequence[Work]) -> list[Work]:
        ours = claims.take([piece.id for piece in pieces]) if pieces else set()
        return [piece for piece in pieces if piece.id in ours]


@contextmanager
def sharing(store: Store, run_id: str) -> Iterator[Sharing]:
    """Takes part in a run; afterwards nothing is claimed any more."""
    if store.is_private:
        yield Sharing(None)
        return
    claims, over = store.claims(run_id, this_owner()), Event()
    heart = Thread(target=_beat, args=(claims, over), name=f"heart of {run_id}", daemon=True)
    heart.start()
    try:
        yield Sharing(claims)
    finally:
        over.set()
        heart.join()
        with suppress(BadStore):  # what made the store unusable has been said, or is said by the next who uses it
            claims.drop(claims.owner)


@contextmanager
def alone(store: Store, run_id: str, doing: str) -> Iterator[None]:
    """Does something for a run while no other process does the same, for which it waits."""
    with sharing(store, f"{run_id} {doing}") as shared:
        while shared.claims is not None and not shared.claims.take([doing]):
            shared.watch()
            time.sleep(PAUSE)
        yield


def this_owner() -> str:
    """A name for a run of this process, which no other has: it says where the process runs, and since when."""
    return f"{_own_process()} {uuid4().hex}"


def is_gone(owner: str) -> bool:
    """Whether it is certain that an owner does not go on: its process has ended, or is this one, which began anew."""
    machine, pid, began, _ = owner.split(" ")
    if not machine or machine != _machine():
        return False
    return owner.startswith(f"{_own_process()} ") or _began(int(pid)) != began


def _original(piece: Work) -> str:
    return piece.example.id if isinstance(piece, Instance) else piece.id


def _beat(claims: Claims, over: Event) -> None:
    with suppress(BadStore):  # the run meets the same, and says so
        while not over.wait(BEAT):
            claims.beat()


def _own_process() -> str:
    return f"{_machine()} {os.getpid()} {_began(os.getpid())}"


@cache
def _machine() -> str:
    """What tells processes of one number apart: the machine since it started, and the container; empty if unknown."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return ""


def _began(pid: int) -> str:
    """When a process of this machine began, by the system's own count; empty where it has ended, or is unknown."""
    try:
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if state in "ZX" else fields[18]
