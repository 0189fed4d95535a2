"""Readers of the years before transformers, run by onnxruntime: BiDAF and Match-LSTM, one model or several together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
import onnxruntime as ort

from stumper.identity import content_id, file_fingerprint
from stumper.models.question_words import Asked, asked, letters
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

    def _scores(self, window: Asked) -> Scores:
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
