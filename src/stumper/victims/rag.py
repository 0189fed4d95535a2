"""Retrieval-augmented answering that ships: passages by BM25, the embedded reader on each, and one answer or none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cached_property, lru_cache
from typing import ClassVar

from stumper import registry
from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import piece_vectors
from stumper.protocols import SEARCHED
from stumper.retrieval.corpus import BUNDLED, corpus_fingerprint, open_corpus, unread
from stumper.retrieval.passages import PassageIndex
from stumper.tasks.rag.constraints import LONGEST_PASSAGE
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.rag.retrieved import SHARE
from stumper.tasks.reading.question import Question
from stumper.text import tokens
from stumper.types import Example, Passage, Prediction, Query
from stumper.victims import answering, ledger, reader
from stumper.victims.address import address
from stumper.victims.answering import Read, answered
from stumper.victims.graphs import shipped, threads
from stumper.victims.passage_reader import PassageReader, passage_reader
from stumper.victims.reader import GRAPH
from stumper.victims.reranking import WEIGHTS, Reranker, likenesses

VERSION = 2  # of everything between the index, the reader and the prediction


@dataclass(frozen=True, slots=True)
class Settings:
    """What may stand behind the ``#`` of ``rag:CORPUS#KEY=VALUE``: how many passages are read."""

    k: int = 5


@dataclass(frozen=True, slots=True)
class SettingsOfReranking:
    """What may stand behind the ``#`` of ``rag-rerank:CORPUS#KEY=VALUE``: how many passages are read, of how many that
    BM25 finds."""

    k: int = 5
    candidates: int = 20


@dataclass(frozen=True)
class Rag:
    """Answers with probabilities over all spans of the passages that were read, and over there being no answer, "".

    It reads the passages that a question comes with, and else the ``k`` best of its corpus: by BM25 alone, or of so
    many ``candidates`` ranked anew. Where nothing is found there is no answer. Weights and corpus are read when they
    are first needed.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)

    fingerprint: str
    name: str
    corpus: str
    k: int
    candidates: int = 0
    content: str = ""  # what the corpus holds, as a hash

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question, in order; the passages of all are read together."""
        asked = list(map(_open, queries))
        found = [self.passages(query) for query in asked]
        pairs = [(query.text, one.text) for query, passages in zip(asked, found, strict=True) for one in passages]
        readings = iter(self._reader.read(pairs))
        return [
            answered([
                Read(one, next(readings), likeness)
                for one, likeness in zip(passages, self._likenesses(query, passages), strict=True)
            ])
            for query, passages in zip(asked, found, strict=True)
        ]  # fmt: skip

    def passage(self, id: str) -> Passage | None:
        """The passage of this id in the corpus; None where there is none."""
        return self._index.passage(id)

    def check_evidence(self, examples: Sequence[Example]) -> None:
        """Nothing; BadData where a question is to be answered from the corpus, and none of the sets of passages that
        say its answer is there, with what is added for it, or another passage stands there under the id of one."""
        for example in examples:
            query, sets = _open(example.query), example.gold.evidence_sets
            if query.passages is not None or not sets:
                continue
            added = {passage.id for passage in query.added}
            lacking = [[id for id in sorted(ids - added) if id not in self._index] for ids in sets]
            if all(lacking):
                id = lacking[0][0]
                raise BadData(f"the question {example.id!r} is answered by the passage {id!r}, which the corpus of "
                              f"{self.name} ({self.corpus}) does not have{self._under(example, id)}")  # fmt: skip
            own = [one for one in example.gold.passages if one.id not in added.union(query.removed)]
            if other := next((one.id for one in own if self._is_other(one)), None):
                raise BadData(f"the question {example.id!r} is answered by the passage {other!r}, and the corpus of "
                              f"{self.name} ({self.corpus}) has other words under that id. Correct its "
                              "'gold_passages'.")  # fmt: skip

    def _under(self, example: Example, id: str) -> str:
        """The end of a sentence on a passage that the corpus does not have: under which id it has its words, if so."""
        for lacking in (one for one in example.gold.passages if one.id == id):
            for found in self._index.search(lacking.text, 1):
                if _is_like(lacking, found.passage):
                    return f" under that id: it has its words as {found.passage.id!r}. Let 'gold_passages' name that."
        return f". Say {self.name}:CORPUS with one that has it, or correct its 'gold_passages'."

    def _is_other(self, passage: Passage) -> bool:
        """Whether the corpus has a passage of that id with fewer than half of its words."""
        there = self._index.passage(passage.id)
        return there is not None and not _is_like(passage, there)

    def has_seen(self, example: Example) -> bool:
        """Whether its reader was trained, or it was tuned, on this question with a passage that says the answer."""
        ledgers = [ledger.beside(shipped() / name) for name in (GRAPH, answering.TUNED)]
        asked = [Question(example.query.text, passage) for passage in example.gold.passages or (Passage("", ""),)]
        return any(seen.has_seen(replace(example, query=question)) for seen in ledgers for question in asked)

    @property
    def manner(self) -> Mapping[str, str]:
        """How deep it reads in how much, once it has searched: recall says little without."""
        return {SEARCHED: self._searched, "k": str(self.k)} if "_index" in self.__dict__ else {}

    def passages(self, query: OpenQuestion) -> list[Passage]:
        """What is read for a question, best first."""
        if query.passages is not None:
            return list(query.passages)
        found = self._index.search(query.text, self.candidates or self.k, query.added, query.removed)
        if not self.candidates:
            return [one.passage for one in found]
        return self._reranker.ranked(query.text, found, self._index.weighing(query.text))[: self.k]

    def _likenesses(self, query: OpenQuestion, passages: Sequence[Passage]) -> list[float]:
        return likenesses(query.text, passages, self._index.weighing(query.text), self._reranker.vectors)

    @cached_property
    def _reader(self) -> PassageReader:
        return passage_reader(shipped())

    @cached_property
    def _reranker(self) -> Reranker:
        return Reranker(WEIGHTS, piece_vectors(read_words(shipped())))

    @cached_property
    def _searched(self) -> str:
        """How many passages there are, and which files of its folder are none."""
        without = unread(self.corpus)
        return f"{len(self._index):,} passages" + (f" ({without} not read)" if without else "")

    @cached_property
    def _index(self) -> PassageIndex:
        return _indexed(self.corpus, self.content)


def load(argument: str, examples: Sequence[Example]) -> Rag:
    """BM25, and the embedded reader on the best passages of a corpus; ``argument`` is ``CORPUS#k=5``.

    For "" it is the pages that ship. BadData where there is no such corpus.
    """
    return _loaded("rag", argument, Settings)


def load_reranking(argument: str, examples: Sequence[Example]) -> Rag:
    """BM25, a small model that ranks its finds anew, and the embedded reader on the best; ``CORPUS#candidates=20``."""
    return _loaded("rag-rerank", argument, SettingsOfReranking)


def _loaded(name: str, argument: str, settings: Callable[..., Settings | SettingsOfReranking]) -> Rag:
    where = address(name, argument)
    chosen = settings(**registry.arguments("victim", name, settings, where.options))
    numbers: Mapping[str, int] = {field: getattr(chosen, field) for field in chosen.__dataclass_fields__}
    for option, number in numbers.items():
        if number < 1:
            raise BadOption(f"The option {option!r} of {name!r} is 1 or more, not {number}.")
    if numbers.get("candidates", numbers["k"]) < numbers["k"]:
        raise BadOption(f"{name!r} reads k={numbers['k']} passages of candidates={numbers['candidates']}. Ask for more "
                        "candidates.")  # fmt: skip
    threads()
    corpus = where.place or BUNDLED
    weights, content = (astuple(answering.WEIGHTS), WEIGHTS.tolist()), corpus_fingerprint(corpus)
    own = reader.fingerprint(shipped()), *(ledger.fingerprint(shipped() / name) for name in (GRAPH, answering.TUNED))
    return Rag(content_id(VERSION, numbers, content, weights, *own), name, corpus, **numbers, content=content)


@lru_cache(maxsize=2)
def _indexed(corpus: str, content: str) -> PassageIndex:
    """The index of a corpus that holds this: one for all systems of a process, and for each run of a plan."""
    return open_corpus(corpus, LONGEST_PASSAGE)


def _is_like(passage: Passage, other: Passage) -> bool:
    """Whether at least half of a passage's words stand in another."""
    words = {*tokens(passage.text)}
    return len(words & {*tokens(other.text)}) >= SHARE * len(words)


def _open(query: Query) -> OpenQuestion:
    assert isinstance(query, OpenQuestion), "it says that it answers open questions alone"
    return query
