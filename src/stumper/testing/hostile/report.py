"""All ways to misbehave, and how the engine ends before each."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.testing.hostile.meddling import WHEN_MADE
from stumper.testing.hostile.replies import REMOTE
from stumper.testing.hostile.running import Ending, command_through, put_through
from stumper.testing.hostile.systems import CODE
from stumper.testing.hostile.ways import Way

HOSTILE_WAYS: tuple[Way, ...] = (*CODE, *REMOTE)


@dataclass(frozen=True, slots=True)
class Row:
    """One way, and how a run ended that met it."""

    way: Way
    ending: Ending
    workers: int = 1

    @property
    def holds(self) -> bool:
        """Whether it ended as it must."""
        return self.ending.is_as(self.way.must_end(self.workers))

    def __str__(self) -> str:
        wanted = " or ".join(self.way.must_end(self.workers))
        mark = "" if self.holds else f", and must be {wanted}; {self.ending.said}"
        return f"{self.way.name}: {self.way.does}: {self.ending.ended}{mark}"


def meet(way: Way, folder: Path, workers: int = 1) -> Ending:
    """How a run ends that meets this way: here, or on the command line where it would end this process."""
    # Of several workers each is a process of its own, but a system is made in the driver's first.
    ends_us = way.reach == "process" and (workers == 1 or way.name in WHEN_MADE)
    return (command_through if ends_us else put_through)(way, folder, workers)


def hostile_report(ways: Sequence[str] = (), workers: int = 1) -> Iterator[Row]:
    """A row for each of the ways of these names, all where none is named; KeyError where there is no such way."""
    named = {way.name: way for way in HOSTILE_WAYS}
    for way in [named[name] for name in ways or named]:
        with tempfile.TemporaryDirectory() as folder:
            yield Row(way, meet(way, Path(folder), workers), workers)


def hostile_table() -> str:
    """All ways as the rows of a Markdown table: what each does, and how a run must end."""
    rows = [f"| `{way.name}` | {way.reach} | {way.does} | {_ends(way)} |" for way in HOSTILE_WAYS]
    return "\n".join(["| way | reach | the system | a run ends |", "|---|---|---|---|", *rows])


def _ends(way: Way) -> str:
    return f"{way.ends}; in a worker {' or '.join(way.apart)}" if way.apart else way.ends
