"""Retrieval: pages and sentences ranked for a claim by TF-IDF with hashed bigrams or BM25, passages for a question."""

from stumper.retrieval.index import Index, bundled_index, is_index
from stumper.retrieval.passages import PassageIndex, RankedPassage
from stumper.retrieval.ranked import RankedPage, RankedSentence, Ranking
from stumper.retrieval.resuming import Standing, build_from
from stumper.retrieval.sentence_ranking import Scorer, selected

__all__ = [
    "Index",
    "PassageIndex",
    "RankedPage",
    "RankedPassage",
    "RankedSentence",
    "Ranking",
    "Scorer",
    "Standing",
    "build_from",
    "bundled_index",
    "is_index",
    "selected",
]
