"""Pages ranked for a claim: by their text, their title, and whether the claim names them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from stumper.retrieval.content import Content
from stumper.retrieval.fulltext import DECIMALS, FullText, Hit, Term, terms
from stumper.retrieval.ranked import Ranking
from stumper.retrieval.terms import STOP_WORDS, folded, name_words, possible_names, words


@dataclass(frozen=True, slots=True)
class PageWeights:
    """What counts beside a page's text: so much its title's score, and so much each word of its name that is said."""

    title: float
    name: float


WEIGHTS: Mapping[Ranking, PageWeights] = {"tfidf": PageWeights(1.0, 15.0), "bm25": PageWeights(1.0, 5.0)}


def best_pages(content: Content, claim: str, k: int, ranking: Ranking) -> list[Hit]:
    """The k best pages, best first, equals by id; none that shares no word with the claim."""
    hits = WAYS[ranking](content, claim, k)
    return sorted(hits, key=lambda hit: (-hit.score, content.rank[hit.number]))[:k]


def linked_pages(content: Content, claim: str, k: int) -> list[Hit]:
    """The k best pages by the names that the claim has, best first, equals by id: those that it names, then those whose
    titles have some of its words with a capital or a digit. What a page's text says does not count."""
    weights = WEIGHTS["bm25"]
    query = [Term("title", text, weights.title) for word in name_words(claim) for text in terms(word)]
    query += [replace(term, weight=weights.name * term.weight) for term in names(content.page_texts, claim)]
    hits = content.page_texts.ranked(query, k) if query else []
    return sorted(hits, key=lambda hit: (-hit.score, content.rank[hit.number]))[:k]


def text_terms(claim: str) -> list[str]:
    """The terms to look for in texts: those of words that say something, or all where none does."""
    telling = " ".join(word for word in words(claim) if folded(word) not in STOP_WORDS)
    return terms(telling or claim)


def names(texts: FullText, claim: str) -> list[Term]:
    """The names of pages that the claim has, none within a longer one; each weighs as much as it has words."""
    found: list[Term] = []
    taken: set[int] = set()
    for start, end, name in possible_names(claim):
        term = Term("name", name, float(end - start), fixed=True)
        if not taken.issuperset(range(start, end)) and texts.frequency(term):
            found.append(term)
            taken.update(range(start, end))
    return list(dict.fromkeys(found))


def _by_bm25(content: Content, claim: str, k: int) -> list[Hit]:
    weights = WEIGHTS["bm25"]
    query = [Term("text", text) for text in text_terms(claim)]
    query += [Term("title", term.text, weights.title) for term in query]
    query += [replace(term, weight=weights.name * term.weight) for term in names(content.page_texts, claim)]
    return content.page_texts.ranked(query, k)


def _by_tfidf(content: Content, claim: str, k: int) -> list[Hit]:
    weights, buckets = WEIGHTS["tfidf"], content.hashing.buckets(claim)
    scores = content.text_grams.scores(buckets)
    scores += weights.title * content.title_grams.scores(buckets)
    for term in names(content.page_texts, claim):
        named = content.page_texts.numbers(term)
        scores[named] += weights.name * term.weight
    found = np.flatnonzero(scores)
    if len(found) > k:
        worst = np.partition(scores[found], -k)[-k]
        found = found[scores[found] >= worst - 10.0**-DECIMALS]
    return [Hit(int(number), round(float(scores[number]), DECIMALS)) for number in found]


WAYS: Mapping[Ranking, Callable[[Content, str, int], list[Hit]]] = {"tfidf": _by_tfidf, "bm25": _by_bm25}
