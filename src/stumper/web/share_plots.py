"""Shares as pictures, in percent, zero on the axis: dots with intervals, and how much of tossups machines need."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from stumper.people.study.tossup_results import AgainstMachine
from stumper.people.writing.tossup import SubmittedTossup
from stumper.statistics import Estimate

# In a picture's units: what stands left of the axis, and how wide it is, then margins and rows.
LEFT, WIDTH, RIGHT = 200, 420, 40
ROW, FOOT = 32, 28
LETTERS, LINE, BASELINE = 22, 18, 5  # of a name in a line, and from line to line
MACHINE_LEFT, MACHINE_ROW, MACHINE_FOOT, NEVER = 160, 56, 44, 64  # never lies so far behind the end
BINS = 40  # of the words, in which tossups share a dot
SMALLEST, LARGEST = 3.0, 13.0  # radius of a dot


@dataclass(frozen=True, slots=True)
class Dot:
    """One row: its name, whole and in ``lines`` that fit, each with its place, and where dot and bar stand."""

    name: str
    lines: tuple[tuple[str, float], ...]
    estimate: Estimate
    y: float
    x: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A picture of shares from 0 to 100 percent."""

    dots: tuple[Dot, ...]
    ticks: tuple[tuple[int, float], ...]
    width: float
    height: float
    bottom: float


def dot_plot(rows: Sequence[tuple[str, Estimate]]) -> DotPlot:
    """The picture of these shares, in this order, a dot with its bar each."""
    dots: list[Dot] = []
    bottom = 0.0
    for name, one in rows:
        lines = wrap(name, LETTERS)
        height = ROW + LINE * (len(lines) - 1)
        y = bottom + height / 2
        first = y - LINE * (len(lines) - 1) / 2 + BASELINE
        dots.append(
            Dot(name, tuple((line, first + LINE * n) for n, line in enumerate(lines)), one, y, *_places(one, LEFT))
        )
        bottom += height
    return DotPlot(tuple(dots), _ticks(LEFT), LEFT + WIDTH + RIGHT, bottom + FOOT, bottom)


@dataclass(frozen=True, slots=True)
class Needed:
    """So many tossups of which a machine needs about this ``share``; None where it is never right."""

    x: float
    radius: float
    count: int
    share: float | None


@dataclass(frozen=True, slots=True)
class MachineRow:
    """A machine with its dots, and where its mean and the interval of that stand."""

    machine: str
    mean: Estimate
    y: float
    x: float
    low: float
    high: float
    dots: tuple[Needed, ...]


@dataclass(frozen=True, slots=True)
class PositionsPlot:
    """A picture of shares from 0 to 100 percent, with a column ``never`` behind them."""

    rows: tuple[MachineRow, ...]
    ticks: tuple[tuple[int, float], ...]
    never: float
    width: float
    height: float
    bottom: float


def positions_plot(made: Sequence[SubmittedTossup], machines: Sequence[AgainstMachine]) -> PositionsPlot:
    """How much of each tossup a machine needs: a row for each machine that has read any, a dot for each tossup."""
    read = [one for one in machines if one.read]
    bottom = MACHINE_ROW * len(read)
    rows = tuple(
        MachineRow(one.machine, one.position, MACHINE_ROW * (n + 0.5), *_places(one.position, MACHINE_LEFT),
                   _needed(made, one.machine))
        for n, one in enumerate(read)
    )  # fmt: skip
    never = MACHINE_LEFT + WIDTH + NEVER
    return PositionsPlot(rows, _ticks(MACHINE_LEFT), never, never + RIGHT, bottom + MACHINE_FOOT, bottom)


def _needed(made: Sequence[SubmittedTossup], machine: str) -> tuple[Needed, ...]:
    said = [one for each in made for one in each.written.readings if one.machine == machine and one.fault is None]
    counted = Counter(None if one.buzz is None else round(BINS * one.position) / BINS for one in said)
    most = max(counted.values(), default=1)
    never = MACHINE_LEFT + WIDTH + NEVER
    return tuple(
        Needed(never if share is None else _x(share, MACHINE_LEFT), _radius(count, most), count, share)
        for share, count in counted.items()
    )


def _radius(count: int, most: int) -> float:
    """By area; where no two share a dot, all are small."""
    return SMALLEST if most == 1 else round(SMALLEST + (LARGEST - SMALLEST) * ((count - 1) / (most - 1)) ** 0.5, 1)


def _places(estimate: Estimate, left: float) -> tuple[float, float, float]:
    """Where a value stands, and the ends of its interval."""
    low, high = estimate.ends
    return _x(estimate.value, left), _x(low, left), _x(high, left)


def _ticks(left: float) -> tuple[tuple[int, float], ...]:
    return tuple((percent, _x(percent / 100, left)) for percent in range(0, 101, 25))


def _x(share: float, left: float) -> float:
    return round(left + WIDTH * share, 1)
