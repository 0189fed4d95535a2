"""A command with all the processes that it begets, told apart by what they do, and found again when it is dead."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

MARK = "STUMPER_FAMILY"  # the variable by which a process is known, whoever its parent is by now
Part = Literal["parent", "child", "worker"]
AIDES = ("resource_tracker", "forkserver")  # of multiprocessing's own; they end when the process that began them does


@dataclass(frozen=True)
class Member:
    """One process of a family."""

    id: int
    parent: int
    command: str


@dataclass(frozen=True)
class Family:
    """A command that was started, known by its mark."""

    process: "subprocess.Popen[str]"
    mark: str

    def members(self) -> list[Member]:
        """Those that live, in the order of their numbers."""
        sign = f"{MARK}={self.mark}".encode()
        found = (_member(folder, sign) for folder in Path("/proc").iterdir() if folder.name.isdigit())
        return sorted((member for member in found if member is not None), key=lambda member: member.id)

    def part(self, part: Part) -> Sequence[Member]:
        """Those that play a part: the command itself; what it starts to load foreign code; what answers for it.

        Where the command starts its workers itself, it is the child, too.
        """
        living = {member.id: member for member in self.members() if not any(aide in member.command for aide in AIDES)}
        parents = [member for member in living.values() if member.id == self.process.pid]
        below = [member for member in living.values() if member.parent == self.process.pid]
        children = [member for member in below if not _answers(member)] or parents
        match part:
            case "parent":
                return parents
            case "child":
                return children
            case "worker":
                known = {member.id for member in (*parents, *children)}
                return [member for member in living.values() if member.id not in known and member.parent in known]

    def gone(self, seconds: float) -> bool:
        """Whether within so many seconds none is left."""
        until = time.monotonic() + seconds
        while self.members():
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def end(self) -> None:
        """None is left, whatever they were at."""
        for member in self.members():
            with suppress(ProcessLookupError):
                os.kill(member.id, signal.SIGKILL)


def started(command: Sequence[str], environment: Mapping[str, str], folder: Path, mark: str) -> Family:
    """The command has been started; what it says is kept in files beside its folder."""
    said = [(folder / name).open("w") for name in ("stdout", "stderr")]
    process = subprocess.Popen(
        command, env={**environment, MARK: mark}, cwd=folder, stdout=said[0], stderr=said[1],
        stdin=subprocess.DEVNULL, text=True, start_new_session=True,
    )  # fmt: skip
    for file in said:
        file.close()
    return Family(process, mark)


def _answers(member: Member) -> bool:
    return "spawn_main" in member.command


def _member(folder: Path, sign: bytes) -> Member | None:
    """The process with that sign, unless it is dead already."""
    with suppress(OSError):
        if sign not in (folder / "environ").read_bytes().split(b"\0"):
            return None
        state, parent, *_ = (folder / "stat").read_text().rpartition(")")[2].split()
        if state != "Z":
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            return Member(int(folder.name), int(parent), command)
    return None
