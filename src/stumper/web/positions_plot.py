"""How much of each tossup a machine needs, as a picture: a row a machine, a dot a tossup, zero on the axis."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from stumper.people.study.tossup_results import AgainstMachine
from stumper.people.writing.tossup import SubmittedTossup
from stumper.scores.intervals import Estimate

ROW, LEFT, WIDTH, NEVER, FOOT = 56, 160, 420, 64, 44  # in the picture's units; never lies so far behind the end
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
    """The picture of these tossups, for the machines that have read any."""
    read = [one for one in machines if one.read]
    bottom = ROW * len(read)
    rows = tuple(
        MachineRow(
            one.machine, one.position, ROW * (place + 0.5), _x(one.position.value), _x(one.position.low),
            _x(one.position.high), _dots(made, one.machine),
        )
        for place, one in enumerate(read)
    )  # fmt: skip
    ticks = tuple((percent, _x(percent / 100)) for percent in range(0, 101, 25))
    never = LEFT + WIDTH + NEVER
    return PositionsPlot(rows, ticks, never, never + 40, bottom + FOOT, bottom)


def _dots(made: Sequence[SubmittedTossup], machine: str) -> tuple[Needed, ...]:
    said = [one for each in made for one in each.written.readings if one.machine == machine and one.fault is None]
    counted = Counter(None if one.buzz is None else round(BINS * one.position) / BINS for one in said)
    most = max(counted.values(), default=1)
    return tuple(
        Needed(LEFT + WIDTH + NEVER if share is None else _x(share), _radius(count, most), count, share)
        for share, count in counted.items()
    )


def _radius(count: int, most: int) -> float:
    """By area; where no two share a dot, all are small."""
    return SMALLEST if most == 1 else round(SMALLEST + (LARGEST - SMALLEST) * ((count - 1) / (most - 1)) ** 0.5, 1)


def _x(share: float) -> float:
    return round(LEFT + WIDTH * share, 1)
