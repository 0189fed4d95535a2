"""Shares with their intervals as dots with bars, one row each, zero on the axis."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.scores.intervals import Estimate

ROW, LEFT, WIDTH, FOOT = 32, 200, 420, 28  # in the picture's units


@dataclass(frozen=True, slots=True)
class Dot:
    """One row: its name, and where dot and bar stand."""

    name: str
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
    """The picture of these shares, in this order."""
    bottom = ROW * len(rows)
    dots = tuple(
        Dot(name, one, ROW * (place + 0.5), _x(one.value), _x(one.low), _x(one.high))
        for place, (name, one) in enumerate(rows)
    )
    ticks = tuple((percent, _x(percent / 100)) for percent in range(0, 101, 25))
    return DotPlot(dots, ticks, LEFT + WIDTH + 40, bottom + FOOT, bottom)


def _x(share: float) -> float:
    return round(LEFT + WIDTH * share, 1)
