"""The geometry of the report's pictures: places in percent of the width and in pixels of the height.

Widths follow the window while letters keep their size, so horizontal places are percentages; heights are fixed, so
that labels can be kept apart. The page draws what stands here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stumper.scores.intervals import Estimate
from stumper.sections.wording import percent

HEIGHT = 320  # px of one panel
LABEL_GAP = 19  # px between the baselines of two labels
LONGEST_LABEL = 20
COLOURS = 5  # more systems than this share grey


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis; ``place`` in percent of the width, or in px of the height. Narrow pages omit the crowded."""

    place: float
    text: str
    is_crowded: bool = False


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
    """One plot of curves: ``told`` says what it shows to whoever does not see it, ``axis`` what is across."""

    title: str
    told: str
    axis: str
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[Line, ...]


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
    path: str
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
    points: Sequence[At]
    is_stepped: bool = False


def hues(names: Iterable[str]) -> Mapping[str, int]:
    """The colour of each name, in their order; grey (0) for more than there are colours."""
    return {name: place if place <= COLOURS else 0 for place, name in enumerate(dict.fromkeys(names), 1)}


def panel(
    title: str, told: str, axis: str, across: tuple[Tick, ...], curves: Sequence[Curved], top: float = 1
) -> Panel:
    """Curves up to this value, with their labels apart."""
    heights = [down(curve.points[-1].value, top) for curve in curves]
    lines = tuple(
        _line(curve, top, label_height, 3 * (2 * place - len(curves) + 1))
        for place, (curve, label_height) in enumerate(zip(curves, apart(heights), strict=True))
    )
    step = 20 if top > 0.4 else 10
    up = tuple(Tick(down(value / 100, top), str(value)) for value in range(0, round(top * 100) + 1, step))
    return Panel(title, told, axis, across, up, lines)


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
        if at.is_marked and at.estimate is not None and at.estimate.n > 1
    )
    tail = f"M{last.x * 10:.1f} {height:.1f}H1000" if curve.is_stepped else ""
    label = curve.label if len(curve.label) <= LONGEST_LABEL else f"…{curve.label[1 - LONGEST_LABEL :]}"
    value = percent(last.value)
    return Line(label, value, curve.colour, path, tail, last.x, height, label_height, aside, whiskers)


def down(value: float, top: float = 1, height: float = HEIGHT) -> float:
    """A value's place in px from the top of a picture that reaches up to ``top``."""
    return round(height * (1 - value / top), 2)


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
