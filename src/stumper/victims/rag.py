"""Retrieval-augmented answering that ships: passages by BM25, the embedded reader on each, and one answer or none."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from stumper import registry
from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.retrieval.corpus import BUNDLED, corpus_fingerprint, open_corpus
from stumper.retrieval.passages import PassageIndex
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.types import Example, Passage, Prediction, Query
from stumper.victims import ledger, reader
from stumper.victims.address import address
from stumper.victims.answering import Read, answered
from stumper.victims.graphs import shipped, threads
from stumper.victims.reader import GRAPH, Reader
from stumper.victims.spans import best_spans, strength

VERSION = 1  # of everything between the index, the reader and the prediction


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``rag:CORPUS#KEY=VALUE``: how many passages are read."""

    k: int = 5


def load(argument: str, examples: Sequence[Example]) -> "Rag":
    """BM25, and the embedded reader on the best passages of a corpus; ``argument`` is ``CORPUS#k=5``.

    For "" it is the pages that ship. BadData where there is no such corpus.
    """
    where = address("rag", argument)
    settings = Settings(**registry.arguments("victim", "rag", Settings, where.options))
    if settings.k < 1:
        raise BadOption(f"The option 'k' of 'rag' is 1 or more, not {settings.k}.")
    threads()
    corpus = where.place or BUNDLED
    weights = shipped() / GRAPH
    parts = VERSION, settings.k, corpus_fingerprint(corpus), reader.fingerprint(shipped()), ledger.fingerprint(weights)
    return Rag(content_id(*parts), corpus, settings)


@dataclass(frozen=True)
class Rag:
    """Answers with probabilities over all spans of the passages that were read, and over there being no answer, "".

    It reads the passages that a question comes with, and else the best of its corpus; none found, there is no answer.
    Weights and corpus are read when they are first needed.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)

    fingerprint: str
    corpus: str
    settings: Settings

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question, in order; the passages of all are read together."""
        found = [self._passages(query) for query in map(_open, queries)]
        pairs = [(query.text, passage) for query, passages in zip(queries, found, strict=True) for passage in passages]
        readings = iter(self._read(pairs))
        return [answered([next(readings) for _ in passages]) for passages in found]

    def passage(self, id: str) -> Passage | None:
        """The passage of this id in the corpus; None where there is none."""
        return self._index.passage(id)

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where a question is to be answered from the corpus and none of the sets of passages that say
        its answer is there, with what is added for it."""
        for example in examples:
            query, sets = _open(example.query), example.gold.evidence_sets
            if query.passages is not None or not sets:
                continue
            added = {passage.id for passage in query.added}
            lacking = [[id for id in sorted(ids) if id not in added and id not in self._index] for ids in sets]
            if all(lacking):
                raise BadData(f"the question {example.id!r} is answered by the passage {lacking[0][0]!r}, which the "
                              f"corpus of rag ({self.corpus}) does not have. Say rag:CORPUS with one that has it, or "
                              "correct its 'gold_passages'.")  # fmt: skip

    def has_seen(self, example: Example) -> bool:
        """Whether its reader was trained or tuned on this question, with a passage that says the answer."""
        seen = ledger.beside(shipped() / GRAPH)
        passages = example.gold.passages or (Passage("", ""),)
        asked = (Question(example.query.text, passage) for passage in passages)
        return any(seen.has_seen(replace(example, query=question)) for question in asked)

    def _passages(self, query: OpenQuestion) -> tuple[Passage, ...]:
        if query.passages is not None:
            return query.passages
        found = self._index.search(query.text, self.settings.k, query.added, query.removed)
        return tuple(one.passage for one in found)

    def _read(self, pairs: Sequence[tuple[str, Passage]]) -> list[Read]:
        """What the reader finds in each passage for its question; what is asked twice is read once."""
        distinct = list(dict.fromkeys((text, passage.text) for text, passage in pairs))
        cut = [self._reader.windows_of(Question(text, Passage("", context))) for text, context in distinct]
        found = {}
        for pair, rows, windows in zip(distinct, self._reader.scores(cut), cut, strict=True):
            scores = [row[:, 0] for row in rows], [row[:, 1] for row in rows], [window.offsets for window in windows]
            found[pair] = best_spans(*scores, pair[1]), strength(*scores)
        return [Read(passage, *found[text, passage.text]) for text, passage in pairs]

    @cached_property
    def _reader(self) -> Reader:
        return reader.read(shipped())

    @cached_property
    def _index(self) -> PassageIndex:
        return open_corpus(self.corpus)


def _open(query: Query) -> OpenQuestion:
    assert isinstance(query, OpenQuestion), "it says that it answers open questions alone"
    return query
