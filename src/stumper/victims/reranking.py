"""Passages ranked anew for a question, and how like it each is: by how much of it they and their best sentences say."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from stumper.datasets.wiki_pages import readable_title
from stumper.models.word_pairs import Vectors
from stumper.retrieval.bm25 import Weighing
from stumper.retrieval.fulltext import analyzer, terms
from stumper.retrieval.page_ranking import text_terms
from stumper.retrieval.passages import RankedPassage, score
from stumper.retrieval.terms import STOP_WORDS, folded, words
from stumper.text import sentences
from stumper.types import Passage

Floats = npt.NDArray[np.float64]

CUES = ("bm25", "beside the best", "covered", "best sentence", "pairs", "near", "title")
WEIGHTS: Floats = np.array([1.48, 4.15, 0.43, 3.13, 2.68, 4.39, 0.58])  # chosen by training/rag.py
BESIDE = CUES.index("beside the best")


@dataclass(frozen=True, slots=True)
class Reranker:
    """Ranks by a weighted sum of ``CUES``; ``weights`` has one for each."""

    weights: Floats
    vectors: Vectors

    def ranked(self, question: str, found: Sequence[RankedPassage], weighing: Weighing) -> list[Passage]:
        """The passages that were found, best first; equals stay in their order."""
        if not found:
            return []
        scores = cues(question, found, weighing, self.vectors) @ self.weights
        return [found[place].passage for place in np.argsort(-np.round(scores, 6), kind="stable")]


def cues(question: str, found: Sequence[RankedPassage], weighing: Weighing, vectors: Vectors) -> Floats:
    """What tells of each passage whether it is the one that is asked for, [passages, ``CUES``], each about in [0, 1]:

    its score by BM25, as a share of what a passage could have and of the best one's; which share it has of what the
    question's words weigh, and which share its best sentence has with the title; the share of neighbouring words that
    are neighbours there, too; the likeness of each word to the most similar one there, by word embeddings; and the
    title's share.
    """
    scores = np.array([one.score for one in found])
    own = _own_cues(question, [one.passage for one in found], scores, weighing, vectors)
    return np.insert(own, BESIDE, scores / (scores.max() or 1.0), axis=1)


def likenesses(question: str, passages: Sequence[Passage], weighing: Weighing, vectors: Vectors) -> list[float]:
    """How like the question each passage is, whatever else was found: its cues but for the one beside the best, summed
    by ``WEIGHTS``."""
    if not passages:
        return []
    scores = np.array([score(weighing, one) for one in passages])
    own = _own_cues(question, passages, scores, weighing, vectors)
    # Rounded, as the last bits of a sum are other ones with other passages beside it.
    return [round(float(sum(row)), 6) for row in own * np.delete(WEIGHTS, BESIDE)]


def _own_cues(
    question: str, passages: Sequence[Passage], scores: Floats, weighing: Weighing, vectors: Vectors
) -> Floats:
    """The cues that tell of a passage by itself, by its score of BM25 among other things."""
    said = text_terms(question)
    order = [term for word in words(question) if folded(word) not in STOP_WORDS for term in terms(word)]
    pairs = set(pairwise(order))
    asked = [word for word in words(question) if folded(word) not in STOP_WORDS] or words(question)
    near = _Likeness(asked, [_weight(weighing, word) for word in asked], vectors)
    rows = []
    for passage, found in zip(passages, scores, strict=True):
        seen = _seen(passage)
        every = frozenset[str]().union(seen.title, *seen.sentences)
        best = max((_share(weighing, said, seen.title | each) for each in seen.sentences), default=0.0)
        rows.append([
            found / (weighing.most or 1.0),
            _share(weighing, said, every),
            best,
            len(pairs & seen.pairs) / max(1, len(pairs)),
            near.of(seen.words),
            _share(weighing, said, seen.title),
        ])  # fmt: skip
    return np.array(rows, np.float64)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is looked at in a passage: the terms of its title and of each sentence, its neighbours, its words."""

    title: frozenset[str]
    sentences: tuple[frozenset[str], ...]
    pairs: frozenset[tuple[str, str]]
    words: tuple[str, ...]


@lru_cache(maxsize=4096)
def _seen(passage: Passage) -> _Seen:
    title = readable_title(passage.title)
    parts = [
        [term for term in analyzer().analyze(part.text) if term not in STOP_WORDS] for part in sentences(passage.text)
    ]
    found = dict.fromkeys(folded(word) for word in words(f"{title} {passage.text}"))
    return _Seen(
        frozenset(terms(title)),
        tuple(frozenset(part) for part in parts),
        frozenset(pair for part in parts for pair in pairwise(part)),
        tuple(word for word in found if word not in STOP_WORDS),
    )


class _Likeness:
    """How near the words of a passage come to those that are asked for, the rarer of which count more."""

    def __init__(self, asked: Sequence[str], weights: Sequence[float], vectors: Vectors) -> None:
        self._vectors, self._weights = vectors, np.array(weights)
        self._asked = np.array([vectors.of(folded(word)) for word in asked]) if asked else None

    def of(self, shown: Sequence[str]) -> float:
        if self._asked is None or not shown or not self._weights.sum():
            return 0.0
        near = self._asked @ np.array([self._vectors.of(word) for word in shown]).T / self._asked.shape[1]
        return float(np.round(near.max(axis=1), 4) @ self._weights / self._weights.sum())


def _weight(weighing: Weighing, word: str) -> float:
    return max((weighing.weights.get(term, 0.0) for term in terms(word)), default=0.0)


def _share(weighing: Weighing, said: Sequence[str], shown: frozenset[str]) -> float:
    """The share of what the terms weigh that are shown."""
    return sum(weighing.weights[term] for term in said if term in shown) / (weighing.most or 1.0)
