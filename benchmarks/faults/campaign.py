"""Kills of one command on one store, until there are enough of them; kills pile up on one run until it ends."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random

from faults.counting import noted
from faults.processes import Family, Part
from faults.remains import Remains, differences, files_of, is_draft, is_locked, remains_of
from faults.scenes import Scene

PARTS: Sequence[Part] = ("parent", "child", "worker")
PHASES = ("starting", "asking", "asking", "ending")
LINGERS = 10.0  # seconds in which nobody may be left of a command whose parent is dead


@dataclass(frozen=True)
class Undisturbed:
    """What a command leaves that nobody kills, and the seconds until its first query, and from its last to its end."""

    remains: Remains
    starting: float
    ending: float


@dataclass
class Tally:
    """What it has come to. ``codes`` are how commands ended of which another part than the first was killed."""

    kills: Counter[str] = field(default_factory=Counter)  # by what was killed
    codes: Counter[str] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)  # of the kills
    runs: int = 0
    queries: int = 0
    undisturbed_queries: int = 0
    overlap: int = 0
    hangs: list[str] = field(default_factory=list)
    orphans: list[str] = field(default_factory=list)
    locks: int = 0
    torn: list[str] = field(default_factory=list)
    drafts: int = 0  # files that killed commands were about to put in another's place, and that stay
    differences: list[str] = field(default_factory=list)

    @property
    def is_wrong(self) -> bool:
        """Whether anything hung, was torn, differed or was left behind."""
        return bool(self.hangs or self.orphans or self.locks or self.torn or self.differences)


def undisturbed(scene: Scene) -> Undisturbed:
    """The command, left alone."""
    began, family = time.monotonic(), scene.begin(scene.folder.name)
    times, size = [], 0
    while family.process.poll() is None:
        if (now := _size(scene)) > size:
            times.append(time.monotonic())
            size = now
        time.sleep(0.002)
    over = time.monotonic()
    assert family.process.returncode == 0, scene.said
    assert times, f"{scene.command} has asked nothing"
    return Undisturbed(remains_of(scene), times[0] - began, over - times[-1])


@dataclass
class Campaign:
    """``scenes`` are as many as are wanted, each with the name of its victim's kind; ``whole`` is by that name.

    A command that has not ended ``patience`` seconds after a kill, or after it was left alone, is taken for hanging.
    """

    scenes: Iterator[tuple[str, Scene]]
    whole: Mapping[str, Undisturbed]
    kills: int
    patience: float
    rng: Random
    tally: Tally = field(default_factory=Tally)

    def carry_out(self) -> Tally:
        """There have been so many kills, and the last run has come to its end, too."""
        while self.tally.kills.total() < self.kills:
            kind, scene = next(self.scenes)
            self._to_its_end(scene, self.whole[kind])
        return self.tally

    def _to_its_end(self, scene: Scene, whole: Undisturbed) -> None:
        """The command is given again and again until nobody has killed it."""
        tally, is_killed, before = self.tally, True, Counter[str]()
        for given in count():
            family = scene.begin(f"{scene.folder.name}.{given}")
            killed = self._killed(scene, family, whole) if tally.kills.total() < self.kills else None
            code = self._ended(family, killed)
            asked = noted(scene.log)
            again = asked - before
            tally.overlap = max(tally.overlap, sum(again[query] for query in again if query in before))
            before, is_killed = asked, killed is not None
            tally.locks += is_locked(scene.store)
            tally.torn += [
                f"{scene.folder.name}/{name}"
                for name, data in files_of(scene).items()
                if not is_draft(name) and data != whole.remains.files.get(name)
            ]
            if is_killed:
                continue
            if code != 0:
                tally.differences.append(f"{scene.folder.name} ended with {code}: {scene.said}")
            break
        found = remains_of(scene)
        tally.runs += 1
        tally.queries += found.asked.total()
        tally.undisturbed_queries += whole.remains.asked.total()
        tally.drafts += sum(map(is_draft, found.files))
        tally.differences += [f"{scene.folder.name}: {line}" for line in differences(found, whole.remains)]

    def _killed(self, scene: Scene, family: Family, whole: Undisturbed) -> Part | None:
        """The part of the command that was killed at a moment drawn at random; None where it had ended before."""
        part, phase = PARTS[self.tally.kills.total() % len(PARTS)], self.rng.choice(PHASES)
        done, total = len(noted(scene.log)), len(whole.remains.asked)
        if part == "worker":
            _wait(family, self.patience, lambda: bool(family.part("worker")))
        if phase == "starting":
            _wait(family, self.rng.uniform(0.0, whole.starting))
        elif phase == "asking" and done < total:
            enough = self.rng.randint(done, total - 1)
            _wait(family, self.patience, lambda: len(noted(scene.log)) > enough)
        else:
            _wait(family, self.patience, lambda: len(noted(scene.log)) >= total)
            _wait(family, self.rng.uniform(0.0, whole.ending + (whole.starting if done == total else 0.0)))
        if family.process.poll() is not None:
            return None
        found: Part
        for found in (part, "parent"):
            for member in self.rng.sample(members := family.part(found), len(members)):
                with suppress(ProcessLookupError):
                    os.kill(member.id, signal.SIGKILL)
                    self.tally.kills[found] += 1
                    self.tally.phases[phase] += 1
                    return found
        return None

    def _ended(self, family: Family, killed: Part | None) -> int | None:
        """How the command ended; where it did not in time, it is ended."""
        _wait(family, self.patience)
        code = family.process.poll()
        if code is None:
            self.tally.hangs.append(f"{family.mark}, {killed} killed")
        elif not family.gone(LINGERS):
            self.tally.orphans += [f"{family.mark}, {killed} killed: {one.command}" for one in family.members()]
        family.end()
        family.process.wait()
        if killed not in (None, "parent"):
            self.tally.codes[f"{killed}: {code}"] += 1
        return code


def _wait(family: Family, seconds: float, holds: Callable[[], bool] = lambda: False) -> None:
    """Until it holds, the time is over, or the command has ended."""
    until = time.monotonic() + seconds
    while family.process.poll() is None and time.monotonic() < until and not holds():
        time.sleep(0.002)


def _size(scene: Scene) -> int:
    return scene.log.stat().st_size if scene.log.exists() else 0
