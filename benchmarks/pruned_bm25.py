"""What pruning would save: BM25 by MaxScore over numpy arrays beside the index's own search and bm25s, on one corpus.

    python benchmarks/pruned_bm25.py [--sentences 300000] [--queries 300]

Corpus and claims are those of benchmarks/retrieval.py. Of each term there are the sentences that have it, in order,
what it adds to the score of each (BM25 with k1 1.2 and b 0.75, lengths as they are), and the most that it adds to any.
Lists are added up from the one that may add most; once those that are left cannot lift a further sentence among the
best five, they are only looked up for the sentences that can still be among them (Turtle and Flood 1995).

bm25s with numba stands beside them where both are installed (``pip install bm25s numba``, with --target and
PYTHONPATH): it is asked for all claims at once, as it is fastest, and for one after the other. All is done by one
thread, five times; what is told is the least time of the processor for a claim, in microseconds.
"""

import importlib.util
import tempfile
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from measuring import arguments, say
from retrieval import Corpus, Figures
from stumper.retrieval import Index
from stumper.retrieval.fulltext import FullText, Term, analyzer
from stumper.retrieval.page_ranking import text_terms
from stumper.retrieval.terms import STOP_WORDS

K, ROUNDS = 5, 5
K1, B = 1.2, 0.75


def main() -> None:
    args = arguments(__doc__, sentences=300_000, queries=300)
    corpus = Corpus(args.sentences, args.queries)
    claims = corpus.claims()
    with tempfile.TemporaryDirectory() as root:
        index = Index.build(corpus.pages(), Path(root) / "index")
        texts = index.content.sentence_texts
        lists = impacts(corpus)
        queries = {claim: [term for term in text_terms(claim) if term in lists.docs] for claim in claims}
        figures: Figures = {
            "sentences": args.sentences,
            "claims": len(claims),
            "postings_a_claim": sum(len(lists.docs[term]) for terms in queries.values() for term in terms)
            / len(claims),
            **fastest("engine_first_1", lambda claim: engine(texts, queries[claim], 1), claims),
            **fastest("engine_first_13", lambda claim: engine(texts, queries[claim], 13), claims),
            **fastest("all_postings", lambda claim: lists.best(queries[claim], prunes=False), claims),
            **fastest("pruned", lambda claim: lists.best(queries[claim]), claims),
        }
        alike = sum(np.allclose(lists.best(terms), lists.best(terms, prunes=False)) for terms in queries.values())
        figures |= fastest("sentences_anywhere", partial(index.sentences_anywhere, k=K), claims)
        figures |= of_bm25s(corpus, claims)
        say("pruned_bm25", exact=alike / len(claims), **figures)


def fastest(name: str, way: Callable[[str], object], claims: Sequence[str], number: int = 0) -> Figures:
    """The microseconds for a claim, of so many that are asked about."""
    rounds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for claim in claims:
            way(claim)
        rounds.append(time.process_time() - began)
    return {name: 1e6 * min(rounds) / (number or len(claims))}


def engine(texts: FullText, terms: Sequence[str], k: int) -> object:
    """The search alone: nothing is made of its hits."""
    query = texts.query([Term("text", term) for term in terms])
    return texts.searcher.search(query, k, count=False)


def of_bm25s(corpus: Corpus, claims: list[str]) -> Figures:
    """What bm25s with numba takes, if both are installed."""
    if not all(map(importlib.util.find_spec, ("bm25s", "numba"))):
        return {}
    import bm25s

    tokens = partial(bm25s.tokenize, stopwords=sorted(STOP_WORDS), show_progress=False)
    index = bm25s.BM25(k1=K1, b=B, method="lucene", backend="numba")
    index.index(tokens(list(corpus)), show_progress=False)

    def ask(claims: list[str]) -> object:
        return index.retrieve(tokens(claims), k=K, n_threads=0, show_progress=False)

    ask(claims)  # which compiles it
    return {**fastest("bm25s_at_once", lambda _: ask(claims), claims[:1], len(claims)),
            **fastest("bm25s", lambda claim: ask([claim]), claims)}  # fmt: skip


@dataclass
class Impacts:
    """By term: the sentences that have it, what it adds to each, and the most that it adds. ``scores`` is all zeros
    between two searches."""

    docs: dict[str, NDArray[np.int32]]
    adds: dict[str, NDArray[np.float32]]
    most: dict[str, float]
    scores: NDArray[np.float32]

    def best(self, terms: Sequence[str], prunes: bool = True) -> list[float]:
        """The five best scores."""
        order = sorted(terms, key=lambda term: -self.most[term])
        left = [*np.cumsum([self.most[term] for term in reversed(order)])[::-1].tolist(), 0.0]
        touched: list[NDArray[np.int32]] = []
        worst, added = 0.0, 0
        for term in order:
            if prunes and sum(map(len, touched)) >= K and left[added] < left[0] - left[added]:
                worst = self._worst(touched)
                if left[added] <= worst:
                    break
            self.scores[self.docs[term]] += self.adds[term]
            touched.append(self.docs[term])
            added += 1
        found = np.concatenate(touched)
        scores = self.scores[found]
        able = found[scores >= worst - left[added]] if added < len(order) else found
        able = np.unique(able) if added < len(order) else found
        scores = self.scores[able]
        for term in order[added:]:
            docs = self.docs[term]
            at = np.minimum(np.searchsorted(docs, able), len(docs) - 1)
            scores += np.where(docs[at] == able, self.adds[term][at], np.float32(0))
        if added == len(order) and len(touched) > 1:  # a sentence stands there once for each of its terms
            first = np.argpartition(scores, max(0, len(scores) - K * len(order)))[-K * len(order) :]
            able = np.unique(able[first])
            scores = self.scores[able]
        for docs in touched:
            self.scores[docs] = 0
        return sorted(scores.tolist(), reverse=True)[:K]

    def _worst(self, touched: Sequence[NDArray[np.int32]]) -> float:
        """A score that five sentences have reached: those of the lists' longest, each of which stands there once."""
        scores = self.scores[max(touched, key=len)]
        return float(np.partition(scores, -K)[-K]) if len(scores) >= K else 0.0


def impacts(corpus: Corpus) -> Impacts:
    """What each term adds to each sentence's score."""
    docs: dict[str, array[int]] = defaultdict(lambda: array("i"))
    counts: dict[str, array[int]] = defaultdict(lambda: array("i"))
    stems, lengths = analyzer(), array("i")
    for page in corpus.pages():
        for sentence in page.sentences:
            words = stems.analyze(f"{page.title}: {sentence.text}")
            for word in set(words):
                docs[word].append(len(lengths))
                counts[word].append(words.count(word))
            lengths.append(len(words))
    sizes = np.array(lengths, np.float32)
    norms = K1 * (1 - B + B * sizes / sizes.mean())
    adds = {}
    for word, places in docs.items():
        having, count = len(places), np.array(counts[word], np.float32)
        idf = np.log(1 + (len(sizes) - having + 0.5) / (having + 0.5))
        adds[word] = (idf * (K1 + 1) * count / (count + norms[np.array(places)])).astype(np.float32)
    found = {word: np.array(places, np.int32) for word, places in docs.items()}
    most = {word: float(added.max()) for word, added in adds.items()}
    return Impacts(found, adds, most, np.zeros(len(sizes), np.float32))


if __name__ == "__main__":
    main()
