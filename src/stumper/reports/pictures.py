"""The geometry of the report's pictures: places in percent of the width and in pixels of the height.

Widths follow the window while letters keep their size, so horizontal places are percentages; heights are fixed, so
that labels can be kept apart. The templates draw what stands here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, log
from typing import Generic, Protocol, TypeVar

from stumper.reports.families import by_family
from stumper.reports.naming import Names, is_control
from stumper.reports.report import Curve, Report, Row
from stumper.reports.wording import count, percent

HEIGHT = 320  # px of one panel
LABEL_GAP = 19  # px between the baselines of two labels
CONTROL_QUERIES = 2  # the original and one change: nothing to see over queries
LONGEST_LABEL = 20
COLOURS = 5  # more systems than this share grey


class HasNames(Protocol):
    """A row of any table of a report."""

    @property
    def names(self) -> Names:
        """How its run is called."""


Named = TypeVar("Named", bound=HasNames)


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
    """One plot of curves."""

    title: str
    measure: str
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class FamilyRows(Generic[Named]):
    """The rows of one family of attacks; ``title`` is empty where there is no other."""

    title: str
    rows: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Group(Generic[Named]):
    """The rows of one victim, by family; ``title`` is empty where there is no other victim."""

    title: str
    families: tuple[FamilyRows[Named], ...]


def groups(report: Report) -> tuple[Group[Row], ...]:
    """The rows by data set and victim, then by family."""
    return grouped(report, report.rows)


def grouped(report: Report, rows: Iterable[Named]) -> tuple[Group[Named], ...]:
    """Any rows of a report by data set and victim, then by family; none for a victim without a row."""
    systems, several = _systems(report), len({row.names.family for row in report.rows}) > 1
    found = []
    for key, title in systems.items():
        families = by_family((row for row in rows if _system(row.names) == key), lambda row: row.names.family)
        alike = tuple(FamilyRows(name if several else "", tuple(members)) for name, members in families.items())
        if alike:
            found.append(Group(title if len(systems) > 1 else "", alike))
    return tuple(found)


def colours(report: Report) -> Mapping[str, int]:
    """The colour of each run: by victim where there are several, else by attack with grey (0) for the controls.

    More attacks than colours have those of their families.
    """
    if len({row.names.victim for row in report.rows}) > 1:
        keys = {row.run_id: row.names.victim for row in report.rows}
    else:
        attacks = [row for row in report.rows if not is_control(row.names)]
        by_attack = len({row.names.attack for row in attacks}) <= COLOURS
        keys = {row.run_id: row.names.attack if by_attack else row.names.family for row in attacks}
    order = {key: place for place, key in enumerate(dict.fromkeys(keys.values()), start=1)}
    places = {row.run_id: order.get(keys.get(row.run_id, ""), 0) for row in report.rows}
    return {run_id: place if place <= COLOURS else 0 for run_id, place in places.items()}


def panels(report: Report) -> tuple[Panel, ...]:
    """F1 against queries: one plot where there is one victim, else one an attack; none where nothing was searched."""
    systems, colour = _systems(report), colours(report)
    drawn = [curve for curve in report.curves if curve.points]
    end = max((curve.points[-1].queries for curve in drawn), default=1)
    if end < 2:
        return ()
    if len(systems) == 1:
        return (_panel("", drawn, [curve.names.attack for curve in drawn], colour, end),)
    by_attack: dict[str, list[Curve]] = {}
    for curve in drawn:
        if curve.points[-1].queries > CONTROL_QUERIES:
            by_attack.setdefault(curve.names.attack, []).append(curve)
    return tuple(
        _panel(attack, curves, [systems[_system(curve.names)] for curve in curves], colour, end)
        for attack, curves in by_attack.items()
    )


def _systems(report: Report) -> dict[tuple[str, str], str]:
    keys = dict.fromkeys(_system(row.names) for row in report.rows)
    several = len({dataset for dataset, _ in keys}) > 1
    return {key: f"{key[1]} on {key[0]}" if several else key[1] for key in keys}


def _system(names: Names) -> tuple[str, str]:
    return names.dataset, names.victim


def _panel(title: str, curves: Sequence[Curve], labels: Sequence[str], colour: Mapping[str, int], end: int) -> Panel:
    drawn = [point for curve in curves for point in curve.points]
    top = _top([p.estimate.high if p.estimate and p.estimate.n > 1 else p.value for p in drawn])
    heights = [_down(curve.points[-1].value, top) for curve in curves]
    lines = tuple(
        _line(curve, label, colour[curve.run_id], (end, top), label_height, 3 * (2 * place - len(curves) + 1))
        for place, (curve, label, label_height) in enumerate(zip(curves, labels, apart(heights), strict=True))
    )
    step = 20 if top > 0.4 else 10
    up = tuple(Tick(_down(value / 100, top), str(value)) for value in range(0, round(top * 100) + 1, step))
    return Panel(title, curves[0].measure, _across(end), up, lines)


def _line(curve: Curve, label: str, colour: int, scale: tuple[int, float], label_height: float, aside: float) -> Line:
    end, top = scale
    first, last = curve.points[0], curve.points[-1]
    steps = [f"M{_x(first.queries, end) * 10:.1f} {_down(first.value, top):.1f}"]
    steps += [f"H{_x(p.queries, end) * 10:.1f}V{_down(p.value, top):.1f}" for p in curve.points[1:]]
    height, at = _down(last.value, top), _x(last.queries, end)
    whiskers = tuple(
        Whisker(_x(p.queries, end), _down(p.estimate.high, top), _down(p.estimate.low, top))
        for p in curve.points[1:]
        if p.estimate is not None and p.estimate.n > 1
    )
    tail = f"M{at * 10:.1f} {height:.1f}H1000"
    return Line(
        _shortened(label), percent(last.value), colour, "".join(steps), tail, at, height, label_height, aside, whiskers
    )


def _shortened(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else f"…{label[1 - LONGEST_LABEL :]}"


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


def _across(end: int) -> tuple[Tick, ...]:
    factors = (1, 2, 5) if end <= 100 else (1,)
    marks = [factor * 10**power for power in range(len(str(end))) for factor in factors]
    places = {mark: _x(mark, end) for mark in marks if mark < end}
    ticks = [Tick(place, count(mark), place > 75) for mark, place in places.items() if place < 94]
    return (*ticks, Tick(100.0, count(end)))


def _x(queries: int, end: int) -> float:
    return 100 * log(queries) / log(end)


def _down(value: float, top: float) -> float:
    return round(HEIGHT * (1 - value / top), 2)


def _top(values: Sequence[float]) -> float:
    return max(1, ceil(5 * max(values))) / 5
