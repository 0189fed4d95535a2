"""Mean score against queries spent, and its picture."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from math import ceil, log

import numpy as np

from stumper.sections.pictures import At, Curved, Plot, Tick
from stumper.sections.wording import count
from stumper.statistics import NO_GROUPS, Estimate, Groups, mean
from stumper.tasks.reading.section.figures import Curve, Point
from stumper.types import Attempt

CONTROL_QUERIES = 2  # the original and one change: nothing to see over queries
MOST_POINTS = 160  # points of one curve; more is thinned to a logarithmic grid


Trace = tuple[tuple[int, float], ...]


def trace(attempt: Attempt) -> Trace:
    """What ``points`` takes of an attempt: the scores that it came to, with the queries spent by then.

    A score holds from one entry to the next, and the last, which is the score that the attempt is reported with, to
    the end.
    """
    return attempt.trace or ((1, attempt.before.score or 0.0),)


def points(
    traces: Sequence[Trace], end: int, originals: Sequence[str] | None = None, groups: Groups = NO_GROUPS
) -> tuple[Point, ...]:
    """Where the mean score steps, to the ``end``: the most queries that an attempt spent. Attempts that ended in an
    error have no part in it. ``originals`` are those of the traces."""
    if not traces:
        return ()
    marked = [10**power for power in range(len(str(end)))]
    grid = _grid({spent for trace in traces for spent, _ in trace}, marked, end)

    def told(spent: int) -> Estimate:
        return mean(_scores_at(traces, spent), originals, groups)

    return tuple(
        Point(spent, value, told(spent) if spent in (*marked, end) else None)
        for spent, value in zip(grid, _means(traces, grid), strict=True)
    )


def _grid(steps: set[int], marked: Sequence[int], end: int) -> list[int]:
    if len(steps) > MOST_POINTS:
        steps = {round(spent) for spent in np.geomspace(1, end, MOST_POINTS).tolist()}
    return sorted({*steps, *marked, 1, end})


def _means(traces: Sequence[Trace], grid: Sequence[int]) -> list[float]:
    drops = sorted(
        (spent, score - previous)
        for trace in traces
        for (_, previous), (spent, score) in zip(((1, 0.0), *trace), trace, strict=False)
    )
    sums = np.concatenate([[0.0], np.cumsum([drop for _, drop in drops])])
    places = np.searchsorted([spent for spent, _ in drops], grid, side="right")
    means: list[float] = (sums[places] / len(traces)).clip(0, 1).tolist()
    return means


def _scores_at(traces: Sequence[Trace], spent: int) -> list[float]:
    return [trace[max(0, bisect_right(trace, spent, key=lambda entry: entry[0]) - 1)][1] for trace in traces]


def plots(curves: Sequence[Curve], systems: Mapping[tuple[str, str], str], colours: Mapping[str, int]) -> list[Plot]:
    """F1 against queries: one plot where there is one victim, else one an attack; none where nothing was searched.

    ``systems`` are the data sets and victims with what they are called, ``colours`` those of runs.
    """
    drawn = [curve for curve in curves if curve.points]
    end = max((curve.points[-1].queries for curve in drawn), default=1)
    if end < 2:
        return []
    if len(systems) == 1:
        return [_plot("", [(curve.names.attack, curve) for curve in drawn], colours, end)]
    by_attack: dict[str, list[tuple[str, Curve]]] = {}
    for curve in drawn:
        if curve.points[-1].queries > CONTROL_QUERIES:
            called = systems[curve.names.dataset, curve.names.victim]
            by_attack.setdefault(curve.names.attack, []).append((called, curve))
    return [_plot(attack, found, colours, end) for attack, found in by_attack.items()]


def _plot(title: str, labelled: Sequence[tuple[str, Curve]], colours: Mapping[str, int], end: int) -> Plot:
    every = [point for _, curve in labelled for point in curve.points]
    highest = max(p.estimate.ends[1] if p.estimate else p.value for p in every)
    drawn = tuple(
        Curved(
            label,
            colours[curve.run_id],
            tuple(At(_x(p.queries, end), p.value, p.estimate, place > 0) for place, p in enumerate(curve.points)),
            is_stepped=True,
        )
        for label, curve in labelled
    )
    told = f"Mean {labelled[0][1].measure} against queries{f' under {title}' if title else ''}"
    return Plot(title, told, "queries spent on one example", _across(end), drawn, max(1, ceil(5 * highest)) / 5)


def _across(end: int) -> tuple[Tick, ...]:
    factors = (1, 2, 5) if end <= 100 else (1,)
    marks = [factor * 10**power for power in range(len(str(end))) for factor in factors]
    places = {mark: _x(mark, end) for mark in marks if mark < end}
    ticks = [Tick(place, count(mark), place > 75) for mark, place in places.items() if place < 94]
    return (*ticks, Tick(100.0, count(end)))


def _x(queries: int, end: int) -> float:
    return 100 * log(queries) / log(end)
