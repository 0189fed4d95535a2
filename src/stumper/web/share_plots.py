"""How much of its words a machine needs for each tossup, as dots over an axis of percent with a place behind it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stumper.people.study.tossup_results import AgainstMachine
from stumper.people.writing.tossup import SubmittedTossup
from stumper.statistics import Estimate

LAST = 88  # percent of a picture's width, where an axis ends behind which "never" has its place
BINS = 40  # of the words, in which tossups share a dot
SMALLEST, LARGEST = 3.0, 13.0  # radius of a dot


@dataclass(frozen=True, slots=True)
class Needed:
    """So many tossups of which a machine needs about this ``share``; None where it is never right."""

    x: float
    radius: float
    count: int
    share: float | None


@dataclass(frozen=True, slots=True)
class MachineRow:
    """A machine with its dots, and where its mean and the interval of that stand, as shares of the width."""

    machine: str
    mean: Estimate
    x: float
    low: float
    high: float
    dots: tuple[Needed, ...]


def place(share: float) -> str:
    """Where a share stands on an axis from 0 to 1."""
    return f"{100 * share:.2f}%"


def positions(made: Sequence[SubmittedTossup], machines: Sequence[AgainstMachine]) -> tuple[MachineRow, ...]:
    """How much of each tossup a machine needs: a row for each machine that has read any, a dot for each tossup."""
    return tuple(_row(made, one.machine, one.position) for one in machines if one.read)


def _row(made: Sequence[SubmittedTossup], machine: str, mean: Estimate) -> MachineRow:
    low, high = mean.ends
    return MachineRow(machine, mean, _x(mean.value), _x(low), _x(high), _needed(made, machine))


def _needed(made: Sequence[SubmittedTossup], machine: str) -> tuple[Needed, ...]:
    said = [one for each in made for one in each.written.readings if one.machine == machine and one.fault is None]
    counted = Counter(None if one.buzz is None else round(BINS * one.position) / BINS for one in said)
    most = max(counted.values(), default=1)
    return tuple(
        Needed(1.0 if share is None else _x(share), _radius(count, most), count, share)
        for share, count in counted.items()
    )


def _radius(count: int, most: int) -> float:
    """By area; where no two share a dot, all are small."""
    return SMALLEST if most == 1 else round(SMALLEST + (LARGEST - SMALLEST) * ((count - 1) / (most - 1)) ** 0.5, 1)


def _x(share: float) -> float:
    return share * LAST / 100
