"""Scores: pure functions of values, each with an interval and a signature."""

from stumper.scores.edit_distance import edit_distance
from stumper.scores.failures import Case, Failures, failures
from stumper.scoring import Score
from stumper.statistics import Estimate

__all__ = ["Case", "Estimate", "Failures", "Score", "edit_distance", "failures"]
