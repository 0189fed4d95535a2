"""Scores: pure functions of values, each with an interval and a signature."""

from stumper.scores.edit_distance import edit_distance
from stumper.scores.failures import Case, Failures, failures
from stumper.scores.intervals import (
    Estimate,
    contrast_interval,
    difference_interval,
    mean_interval,
    share_contrast,
    share_interval,
)
from stumper.scoring import Score

__all__ = [
    "Case",
    "Estimate",
    "Failures",
    "Score",
    "contrast_interval",
    "difference_interval",
    "edit_distance",
    "failures",
    "mean_interval",
    "share_contrast",
    "share_interval",
]
