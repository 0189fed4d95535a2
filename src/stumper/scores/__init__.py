"""Scores: pure functions of values, each with an interval and a signature."""

from stumper.scores.adversarial import FileScores, QuestionScores, original_ids, question_scores, score_predictions
from stumper.scores.answers import (
    AnswerScore,
    GoldTokens,
    answer_score,
    best_answer,
    exact_match,
    f1,
    gold_tokens,
    tokens_of,
)
from stumper.scores.intervals import Estimate, difference_interval, mean_interval
from stumper.scores.score import Score

__all__ = [
    "AnswerScore",
    "Estimate",
    "FileScores",
    "GoldTokens",
    "QuestionScores",
    "Score",
    "answer_score",
    "best_answer",
    "difference_interval",
    "exact_match",
    "f1",
    "gold_tokens",
    "mean_interval",
    "original_ids",
    "question_scores",
    "score_predictions",
    "tokens_of",
]
