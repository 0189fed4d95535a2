"""Mean score against queries spent."""

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from stumper.reports.report import Point
from stumper.scores.intervals import mean_interval
from stumper.types import Attempt

LONGEST = 160  # points of one curve; more is thinned to a logarithmic grid


def points(attempts: Sequence[Attempt]) -> tuple[Point, ...]:
    """Where the mean score steps, to the most queries that an attempt spent; errored attempts are left out.

    An attempt's score holds from one entry of its trace to the next, and its last, which is the
    score that it is reported with, to the end.
    """
    counted = [attempt for attempt in attempts if attempt.outcome != "errored"]
    traces = [attempt.trace or ((1, attempt.before.score or 0.0),) for attempt in counted]
    if not traces:
        return ()
    end = max(attempt.queries for attempt in counted)
    marked = [10**power for power in range(len(str(end)))]
    grid = _grid({spent for trace in traces for spent, _ in trace}, marked, end)
    return tuple(
        Point(spent, value, mean_interval(_scores_at(traces, spent)) if spent in (*marked, end) else None)
        for spent, value in zip(grid, _means(traces, grid), strict=True)
    )


def _grid(steps: set[int], marked: Sequence[int], end: int) -> list[int]:
    if len(steps) > LONGEST:
        steps = {round(spent) for spent in np.geomspace(1, end, LONGEST).tolist()}
    return sorted({*steps, *marked, 1, end})


def _means(traces: Sequence[tuple[tuple[int, float], ...]], grid: Sequence[int]) -> list[float]:
    drops = sorted(
        (spent, score - previous)
        for trace in traces
        for (_, previous), (spent, score) in zip(((1, 0.0), *trace), trace, strict=False)
    )
    sums = np.concatenate([[0.0], np.cumsum([drop for _, drop in drops])])
    places = np.searchsorted([spent for spent, _ in drops], grid, side="right")
    means: list[float] = (sums[places] / len(traces)).clip(0, 1).tolist()
    return means


def _scores_at(traces: Sequence[tuple[tuple[int, float], ...]], spent: int) -> list[float]:
    return [trace[max(0, bisect_right(trace, spent, key=lambda entry: entry[0]) - 1)][1] for trace in traces]
