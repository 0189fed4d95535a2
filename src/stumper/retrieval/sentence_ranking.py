"""Sentences of the best pages, ranked for a claim."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stumper.retrieval.content import Content
from stumper.retrieval.fulltext import Hit, Term, occurrences
from stumper.retrieval.page_ranking import text_terms
from stumper.retrieval.ranked import DECIMALS, RankedSentence, Ranking

PAGE_WEIGHT: Mapping[Ranking, float] = {"tfidf": 0.02, "bm25": 0.3}  # of a page's score in its sentences'


def best_sentences(
    content: Content, claim: str, pages: Sequence[Hit], k: int, ranking: Ranking
) -> tuple[RankedSentence, ...]:
    """The k best sentences of the pages, best first, equals by page and line."""
    of_page = {hit.number: PAGE_WEIGHT[ranking] * hit.score for hit in pages}
    hits = WAYS[ranking](content, claim, [hit.number for hit in pages])
    scored = [Hit(hit.number, round(hit.score + of_page[content.page_of(hit.number)], DECIMALS)) for hit in hits]
    return _values(content, claim, scored, k)


def everywhere(content: Content, claim: str, k: int) -> tuple[RankedSentence, ...]:
    """The k best sentences of all pages by BM25, without regard to their pages."""
    hits = content.sentence_texts.ranked([Term("text", text) for text in text_terms(claim)], k)
    return _values(content, claim, hits, k)


def _values(content: Content, claim: str, hits: Sequence[Hit], k: int) -> tuple[RankedSentence, ...]:
    best = sorted(hits, key=lambda hit: (-hit.score, content.rank[content.page_of(hit.number)], hit.number))[:k]
    wanted = text_terms(claim)
    return tuple(_value(content, hit, wanted) for hit in best)


def _value(content: Content, hit: Hit, wanted: Sequence[str]) -> RankedSentence:
    text, page = content.sentences[hit.number], content.ids[content.page_of(hit.number)]
    return RankedSentence(page, int(content.lines[hit.number]), text, hit.score, occurrences(text, wanted))


def _by_bm25(content: Content, claim: str, pages: Sequence[int]) -> list[Hit]:
    query = [Term("text", text) for text in text_terms(claim)]
    return content.sentence_texts.ranked(query, len(content.places(pages)) or 1, pages)


def _by_tfidf(content: Content, claim: str, pages: Sequence[int]) -> list[Hit]:
    """By the cosine of the hashed n-grams' weights; idf is that of pages."""
    query = Vector.of(content, claim)
    places = content.places(pages)
    return [Hit(place, query.cosine(Vector.of(content, content.sentences[place]))) for place in places]


@dataclass(frozen=True, slots=True)
class Vector:
    """The n-grams of a text: distinct buckets in order, and their weights."""

    buckets: NDArray[np.uint64]
    weights: NDArray[np.float64]

    @staticmethod
    def of(content: Content, text: str) -> "Vector":
        """The vector of the text, by the index's frequencies."""
        return Vector(*content.text_grams.weights(content.hashing.buckets(text)))

    def cosine(self, other: "Vector") -> float:
        """The cosine of the angle between the two; 0 where one has no weight."""
        _, mine, its = np.intersect1d(self.buckets, other.buckets, assume_unique=True, return_indices=True)
        lengths = np.linalg.norm(self.weights) * np.linalg.norm(other.weights)
        return float(self.weights[mine] @ other.weights[its] / lengths) if lengths else 0.0


WAYS: Mapping[Ranking, Callable[[Content, str, Sequence[int]], list[Hit]]] = {"tfidf": _by_tfidf, "bm25": _by_bm25}
