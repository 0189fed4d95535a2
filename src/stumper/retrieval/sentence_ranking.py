"""Sentences of the best pages, each read behind its page's title, ranked for a claim, and anew by a classifier."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from stumper.datasets.wiki_pages import readable_title
from stumper.errors import BrokenVictim
from stumper.retrieval.content import Content
from stumper.retrieval.fulltext import DECIMALS, Hit, Term
from stumper.retrieval.page_ranking import text_terms
from stumper.retrieval.ranked import RankedSentence, Ranking
from stumper.retrieval.terms import titled

PAGE_WEIGHT: Mapping[Ranking, float] = {"tfidf": 0.002, "bm25": 0.1}  # of a page's score in its sentences'


def best_sentences(
    content: Content, claim: str, pages: Sequence[Hit], k: int, ranking: Ranking
) -> tuple[RankedSentence, ...]:
    """The k best sentences of the pages, best first, equals by page and line."""
    of_page = {hit.number: PAGE_WEIGHT[ranking] * hit.score for hit in pages}
    hits = WAYS[ranking](content, claim, list(of_page))
    scored = [
        Hit(hit.number, round(hit.score + of_page[page], DECIMALS))
        for hit, page in zip(hits, _pages(content, hits), strict=True)
    ]
    return _values(content, tuple(text_terms(claim)), scored, k)


def everywhere(content: Content, claim: str, k: int) -> tuple[RankedSentence, ...]:
    """The k best sentences of all pages by BM25, without regard to their pages."""
    wanted = tuple(text_terms(claim))
    return _values(content, wanted, content.sentence_texts.ranked([Term("text", text) for text in wanted], k), k)


def _values(content: Content, wanted: tuple[str, ...], hits: Sequence[Hit], k: int) -> tuple[RankedSentence, ...]:
    pages = _pages(content, hits)
    found = zip(hits, pages, content.rank[pages].tolist(), strict=True)
    best = sorted(found, key=lambda row: (-row[0].score, row[2], row[0].number))[:k]
    return tuple(_value(content, hit, page, wanted) for hit, page, _ in best)


def _value(content: Content, hit: Hit, page: int, wanted: tuple[str, ...]) -> RankedSentence:
    text = content.sentences[hit.number]
    return RankedSentence(content.ids[page], int(content.lines[hit.number]), text, hit.score, wanted)


def _pages(content: Content, hits: Sequence[Hit]) -> list[int]:
    """The number of each sentence's page."""
    places = np.array([hit.number for hit in hits], dtype=np.int64)
    after: list[int] = (np.searchsorted(content.first, places, side="right") - 1).tolist()
    return after


def _by_bm25(content: Content, claim: str, pages: Sequence[int]) -> list[Hit]:
    query = [Term("text", text) for text in text_terms(claim)]
    return content.sentence_texts.ranked(query, len(content.places(pages)) or 1, pages)


def _by_tfidf(content: Content, claim: str, pages: Sequence[int]) -> list[Hit]:
    """By the cosine of the hashed n-grams' weights; a gram's idf is that of pages."""
    titles = {page: readable_title(content.ids[page]) for page in pages}
    places = [(page, place) for page in pages for place in content.places([page])]
    texts = [content.hashing.hashes(titled(titles[page], content.sentences[place])) for page, place in places]
    cosines = content.text_grams.cosines(content.hashing.buckets(claim), texts)
    return [Hit(place, cosine) for (_, place), cosine in zip(places, cosines.tolist(), strict=True)]


WAYS: Mapping[Ranking, Callable[[Content, str, Sequence[int]], list[Hit]]] = {"tfidf": _by_tfidf, "bm25": _by_bm25}


Scorer = Callable[[str, Sequence[RankedSentence]], Sequence[float]]
"""Gives each sentence that was found for a claim's text a number that is higher where it bears on the claim: for an
entailment classifier, the probability that it does not say NOT ENOUGH INFO."""


def selected(claim: str, sentences: Sequence[RankedSentence], scorer: Scorer, k: int = 5) -> tuple[RankedSentence, ...]:
    """The k sentences that the scorer puts first, with its scores; of equals, the one that was ranked higher."""
    scores = scorer(claim, sentences) if sentences else []
    if len(scores) != len(sentences):
        raise BrokenVictim(f"The scorer gave {len(scores)} scores for {len(sentences)} sentences. Give one for each.")
    if (broken := next((score for score in scores if not isfinite(score)), None)) is not None:
        raise BrokenVictim(f"The scorer gave {broken!r} for a sentence of {claim!r}. Give a finite number.")
    scored = [
        replace(sentence, score=round(float(score), DECIMALS))
        for sentence, score in zip(sentences, scores, strict=True)
    ]
    return tuple(sorted(scored, key=lambda sentence: -sentence.score)[:k])
