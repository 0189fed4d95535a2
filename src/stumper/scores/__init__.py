"""Scores: pure functions of values, each with an interval and a signature."""

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
from stumper.scores.edit_distance import edit_distance
from stumper.scores.failures import Case, Failures, failures
from stumper.scores.fever import ClaimScore, claim_score, score_claims, score_instances
from stumper.scores.intervals import (
    Estimate,
    contrast_interval,
    difference_interval,
    mean_interval,
    share_contrast,
    share_interval,
)
from stumper.scores.quizbowl import TossupScore, score_tossup_instances, score_tossups, tossup_score
from stumper.scores.score import Score
from stumper.scores.variants import (
    FileScores,
    QuestionScores,
    original_ids,
    question_scores,
    score_predictions,
    skipped_variants,
)

__all__ = [
    "AnswerScore",
    "Case",
    "ClaimScore",
    "Estimate",
    "Failures",
    "FileScores",
    "GoldTokens",
    "QuestionScores",
    "Score",
    "TossupScore",
    "answer_score",
    "best_answer",
    "claim_score",
    "contrast_interval",
    "difference_interval",
    "edit_distance",
    "exact_match",
    "f1",
    "failures",
    "gold_tokens",
    "mean_interval",
    "original_ids",
    "question_scores",
    "score_claims",
    "score_instances",
    "score_predictions",
    "score_tossup_instances",
    "score_tossups",
    "share_contrast",
    "share_interval",
    "skipped_variants",
    "tokens_of",
    "tossup_score",
]
