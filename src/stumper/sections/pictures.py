"""Pictures as values: curves, and the two small plots of an error analysis.

Places across are in percent of the width, as widths follow the window while letters keep their size.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stumper.statistics import Estimate

COLOURS = 5  # more systems than this share grey


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis; ``place`` in percent of the width, or in px of the height. Narrow pages omit the crowded."""

    place: float
    text: str
    is_crowded: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A mean and its interval: ``x`` in percent; the others in px from the top. Without an interval, low is high."""

    x: float
    y: float
    high: float
    low: float


@dataclass(frozen=True, slots=True)
class Series:
    """One group's means, the line through them, and where its label stands."""

    key: str
    label: str
    aside: int
    spots: tuple[Spot, ...]
    label_height: float


@dataclass(frozen=True, slots=True)
class SpotPlot:
    """Means of two groups at a few places; ``axis`` says what is across."""

    told: str
    axis: str
    height: int
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """An attack's correct rate and excess as a point with two intervals, called by its number: ``x``, ``left`` and
    ``right`` in percent of the width, ``y``, ``above`` and ``below`` in px from the top. ``beaten_by`` names the
    attacks that met the same ``systems``, have an excess whose whole interval is above 0, take as much and are correct
    as often, and have more of one of these two."""

    number: int
    label: str
    correct: Estimate
    excess: Estimate
    systems: tuple[str, ...]
    beaten_by: tuple[str, ...]
    x: float
    y: float
    left: float
    right: float
    above: float
    below: float


@dataclass(frozen=True, slots=True)
class Frontier:
    """What attacks take against how much of it is correct; ``axis`` says which is across and which is up."""

    told: str
    axis: str
    height: int
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    points: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """So many of ``label``; ``x`` and ``width`` in percent, ``height`` in px."""

    x: float
    width: float
    height: float
    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """How one group's numbers are spread; ``mean`` is laid out like a spot's ``x``, low and high in percent, too."""

    key: str
    label: str
    bars: tuple[Bar, ...]
    mean: float
    low: float
    high: float
    told: Estimate


@dataclass(frozen=True, slots=True)
class Histograms:
    """Several groups' numbers over one axis; a bar's tick stands ``half`` of its width further on."""

    told: str
    axis: str
    height: int
    across: tuple[Tick, ...]
    half: float
    histograms: tuple[Histogram, ...]


@dataclass(frozen=True, slots=True)
class At:
    """A point of a curve: ``x`` in percent of the width. Where ``is_marked``, its interval is drawn."""

    x: float
    value: float
    estimate: Estimate | None
    is_marked: bool


@dataclass(frozen=True, slots=True)
class Curved:
    """A curve to draw, in steps or straight from point to point."""

    label: str
    colour: int
    points: tuple[At, ...]
    is_stepped: bool = False


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves up to ``top``: ``told`` says what they show to whoever does not see it, ``axis`` what is across."""

    title: str
    told: str
    axis: str
    across: tuple[Tick, ...]
    curves: tuple[Curved, ...]
    top: float = 1.0


def hues(names: Iterable[str]) -> Mapping[str, int]:
    """The colour of each name, in their order; grey (0) for more than there are colours."""
    return {name: place if place <= COLOURS else 0 for place, name in enumerate(dict.fromkeys(names), 1)}
