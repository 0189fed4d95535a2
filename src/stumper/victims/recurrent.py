"""Readers of the years before transformers, run by onnxruntime: BiDAF and Match-LSTM, one model or several together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from stumper.identity import content_id, file_fingerprint
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import Vectors, piece_vectors
from stumper.tasks.reading.question import Question
from stumper.types import Example, Prediction, Query
from stumper.victims import ledger
from stumper.victims.graphs import Scores, mean_log_shares, members, session, shipped, threads
from stumper.victims.reader import GRAPH as SAME_QUESTIONS
from stumper.victims.spans import best_spans

VERSION = 1  # of everything between the weights and the prediction


@dataclass(frozen=True)
class Recurrent:
    """Ranked spans of words, with probabilities over all of at most 30 words.

    Several models answer together with the mean of their log probabilities of first and last words. Weights are read
    when the first question is asked.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    graphs: tuple[Path, ...]
    seen_by: tuple[Path, ...]  # weights, beside which the ledgers stand

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a word is left unanswered."""
        return [self._answer(query) for query in queries]

    def has_seen(self, example: Example) -> bool:
        """Whether one of the models was trained or tuned on this one."""
        return any(ledger.beside(weights).has_seen(example) for weights in self.seen_by)

    def _answer(self, query: Query) -> Prediction:
        assert isinstance(query, Question), "it says that it reads questions alone"
        windows = asked(query.text, query.context.text)
        rows = [self._scores(window) for window in windows]
        return best_spans([row[:, 0] for row in rows], [row[:, 1] for row in rows], [w.offsets for w in windows],
                          query.context.text)  # fmt: skip

    def _scores(self, window: "Asked") -> Scores:
        """Of each of the window's words as the answer's first and last, [words, 2]."""
        distinct = {word: place for place, word in enumerate(dict.fromkeys((*window.question, *window.paragraph)))}
        feed = {
            "vectors": np.stack([self._vectors.of(word.lower()) for word in distinct]),
            "letters": np.stack([letters(word) for word in distinct]),
            "question": np.array([distinct[word] for word in window.question], np.int64),
            "paragraph": np.array([distinct[word] for word in window.paragraph], np.int64),
        }
        found = [
            one.run(["scores"], {each.name: feed[each.name] for each in one.get_inputs()})[0] for one in self._sessions
        ]
        return mean_log_shares(found)

    @cached_property
    def _sessions(self) -> list[ort.InferenceSession]:
        return [session(graph) for graph in self.graphs]

    @cached_property
    def _vectors(self) -> Vectors:
        return piece_vectors(read_words(shipped()))


def bidaf(argument: str, examples: Sequence[Example]) -> Recurrent:
    """BiDAF (Seo et al. 2017); ``argument`` is nothing, or a folder as ``graphs.members`` has it."""
    return _loaded("bidaf", argument)


def match_lstm(argument: str, examples: Sequence[Example]) -> Recurrent:
    """Match-LSTM with boundaries (Wang & Jiang 2017); ``argument`` is nothing, or as ``graphs.members`` has it."""
    return _loaded("match-lstm", argument)


def _loaded(name: str, argument: str) -> Recurrent:
    threads()
    graphs = members(name, argument, f"{name}.onnx")
    seen_by = graphs if argument else (shipped() / SAME_QUESTIONS,)
    parts = [file_fingerprint(path) for path in (*graphs, *(shipped() / name for name in WORD_FILES))]
    return Recurrent(content_id(VERSION, parts, *map(ledger.fingerprint, seen_by)), graphs, seen_by)


WORDS_READ = 50  # words; what is longer is cut
WINDOW, STRIDE = 400, 100  # words of a paragraph that are read at once, and that neighbouring windows share
LETTERS = 16  # of a word that are read: its first ones
KINDS = 98  # of letters: none, printable ASCII, all others
EMPTY = "[SEP]"  # stands where there is no word
_WORD = re.compile(r"\d+(?:[.,]\d+)+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question and of a window of its paragraph, as they are written; never none of the question's.

    ``offsets``: the characters of each word of the window.
    """

    question: tuple[str, ...]
    paragraph: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]


def asked(question: str, paragraph: str, window: int = WINDOW) -> list[Asked]:
    """Overlapping windows that together cover the paragraph; none where it has no word."""
    said = tuple(_WORD.findall(question)[:WORDS_READ]) or (EMPTY,)
    shown = [(found.group(), found.span()) for found in _WORD.finditer(paragraph)]
    return [
        Asked(
            said, tuple(word for word, _ in shown[at : at + window]), tuple(span for _, span in shown[at : at + window])
        )
        for at in _begins(len(shown), window)
    ]


def _begins(length: int, window: int) -> Sequence[int]:
    if length <= window:
        return [0] if length else []
    return [*range(0, length - window, window - STRIDE), length - window]


@lru_cache(100_000)
def letters(word: str) -> npt.NDArray[np.int64]:
    """The kinds of the word's first letters; 0 where it has ended."""
    found = np.zeros(LETTERS, np.int64)
    for place, letter in enumerate(word[:LETTERS]):
        code = ord(letter) - 31
        found[place] = code if 0 < code < KINDS - 1 else KINDS - 1
    return found
