"""Intervals and comparisons: by groups, in pairs, corrected for picking; their coverage is measured."""

from stumper.statistics.crossed import Crossed, crossed, crossed_apart, crossed_test
from stumper.statistics.estimate import UNKNOWN, Estimate, Grouping, negated
from stumper.statistics.groups import NO_GROUPS, Groups, groups_of, groups_told, merged, told_of
from stumper.statistics.interval import AMOUNT, CHANGE, SHARE, interval, quantile, spread
from stumper.statistics.intervals import (
    apart,
    contrast,
    difference,
    joined,
    mean,
    one_sided,
    product,
    share,
    simultaneous,
    weighted_share,
)
from stumper.statistics.power import enough
from stumper.statistics.statistic import Scored, Statistic, average, harmonic, means, weighed

__all__ = [
    "AMOUNT",
    "CHANGE",
    "NO_GROUPS",
    "SHARE",
    "UNKNOWN",
    "Crossed",
    "Estimate",
    "Grouping",
    "Groups",
    "Scored",
    "Statistic",
    "apart",
    "average",
    "contrast",
    "crossed",
    "crossed_apart",
    "crossed_test",
    "difference",
    "enough",
    "groups_of",
    "groups_told",
    "harmonic",
    "interval",
    "joined",
    "mean",
    "means",
    "merged",
    "negated",
    "one_sided",
    "product",
    "quantile",
    "share",
    "simultaneous",
    "spread",
    "told_of",
    "weighed",
    "weighted_share",
]
