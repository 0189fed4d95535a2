"""The geometry of plots: places in percent of the width and in pixels of the height.

Widths follow the window while letters keep their size, so horizontal places are percentages; heights are fixed, so
that labels can be kept apart. The page draws what stands here.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.sections.pictures import Curved, Plot, Tick
from stumper.sections.wording import percent

HEIGHT = 320  # px of one panel
LABEL_GAP = 19  # px between the baselines of two labels
LONGEST_LABEL = 20


@dataclass(frozen=True, slots=True)
class Whisker:
    """An interval: ``x`` in percent; ``high`` and ``low`` in px from the top."""

    x: float
    high: float
    low: float


@dataclass(frozen=True, slots=True)
class Line:
    """A curve: ``path`` until its last attempt ended, ``tail`` on to the right edge, where its label stands.

    ``aside`` moves its intervals before the end by so many px, so that two curves' can be told apart.
    """

    label: str
    value: str
    colour: int
    path: str
    tail: str
    end: float
    height: float
    label_height: float
    aside: float
    whiskers: tuple[Whisker, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot as it is drawn."""

    up: tuple[Tick, ...]
    lines: tuple[Line, ...]


def panel(plot: Plot) -> Panel:
    """Where the curves of a plot are drawn, with their labels apart."""
    curves, top = plot.curves, plot.top
    heights = [down(curve.points[-1].value, top) for curve in curves]
    lines = tuple(
        _line(curve, top, label_height, 3 * (2 * place - len(curves) + 1))
        for place, (curve, label_height) in enumerate(zip(curves, apart(heights), strict=True))
    )
    step = 20 if top > 0.4 else 10
    up = tuple(Tick(down(value / 100, top), str(value)) for value in range(0, round(top * 100) + 1, step))
    return Panel(up, lines)


def _line(curve: Curved, top: float, label_height: float, aside: float) -> Line:
    places = [(f"{at.x * 10:.1f}", f"{down(at.value, top):.1f}") for at in curve.points]
    if curve.is_stepped:
        path = f"M{' '.join(places[0])}" + "".join(f"H{x}V{y}" for x, y in places[1:])
    else:
        path = "M" + "L".join(map(" ".join, places))
    last = curve.points[-1]
    height = down(last.value, top)
    whiskers = tuple(
        Whisker(at.x, down(at.estimate.high, top), down(at.estimate.low, top))
        for at in curve.points
        if at.is_marked and at.estimate is not None and at.estimate.is_known
    )
    tail = f"M{last.x * 10:.1f} {height:.1f}H1000" if curve.is_stepped else ""
    label = curve.label if len(curve.label) <= LONGEST_LABEL else f"…{curve.label[1 - LONGEST_LABEL :]}"
    value = percent(last.value)
    return Line(label, value, curve.colour, path, tail, last.x, height, label_height, aside, whiskers)


def down(value: float, top: float) -> float:
    """A value's place in px from the top of a picture that reaches up to ``top``."""
    return round(HEIGHT * (1 - value / top), 2)


def apart(heights: Sequence[float]) -> list[float]:
    """The heights moved as little as it takes for labels not to touch, in the same order, inside the picture."""
    clusters = [[place] for place in sorted(range(len(heights)), key=lambda place: heights[place])]
    while touching := _first_touching(clusters, heights):
        clusters[touching - 1 : touching + 1] = [clusters[touching - 1] + clusters[touching]]
    moved = [0.0] * len(heights)
    for cluster in clusters:
        for place, height in zip(cluster, _spread(cluster, heights), strict=True):
            moved[place] = height
    return moved


def _first_touching(clusters: Sequence[Sequence[int]], heights: Sequence[float]) -> int | None:
    for place in range(1, len(clusters)):
        above, below = _spread(clusters[place - 1], heights), _spread(clusters[place], heights)
        if below[0] - above[-1] < LABEL_GAP:
            return place
    return None


def _spread(cluster: Sequence[int], heights: Sequence[float]) -> list[float]:
    half = LABEL_GAP * (len(cluster) - 1) / 2
    centre = sum(heights[place] for place in cluster) / len(cluster)
    middle = max(half, min(HEIGHT - half, centre))
    return [middle - half + LABEL_GAP * rank for rank in range(len(cluster))]
