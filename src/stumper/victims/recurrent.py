"""Readers of the years before transformers, run by onnxruntime: BiDAF and Match-LSTM, one model or several together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from stumper.errors import BadOption
from stumper.identity import content_id, file_fingerprint
from stumper.models.question_words import Asked, asked, letters
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.models.vocabulary import read_words
from stumper.models.word_pairs import Vectors, piece_vectors
from stumper.tasks.reading.question import Question
from stumper.types import Example, Prediction, Query
from stumper.victims import ledger
from stumper.victims.graphs import session, shipped, threads
from stumper.victims.reader import GRAPH as SAME_QUESTIONS
from stumper.victims.spans import best_spans

VERSION = 1  # of everything between the weights and the prediction


Scores = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Recurrent:
    """Ranked spans of words, with probabilities over all of at most 30 words.

    Several models answer together with the mean of their log probabilities of first and last words. Weights are read
    when the first question is asked.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    graphs: tuple[Path, ...]
    seen_by: Path  # weights, beside which the ledger stands

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a word is left unanswered."""
        return [self._answer(query) for query in queries]

    def has_seen(self, example: Example) -> bool:
        """Whether it was trained or tuned on this one."""
        return ledger.beside(self.seen_by).has_seen(example)

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
        return found[0] if len(found) == 1 else np.mean([_log_shares(row) for row in found], axis=0)

    @cached_property
    def _sessions(self) -> list[ort.InferenceSession]:
        return [session(graph) for graph in self.graphs]

    @cached_property
    def _vectors(self) -> Vectors:
        return piece_vectors(read_words(shipped()))


def _log_shares(scores: Scores) -> Scores:
    shifted = scores - scores.max(axis=0)
    shares: Scores = shifted - np.log(np.exp(shifted).sum(axis=0))
    return shares


def bidaf(argument: str, examples: Sequence[Example]) -> Recurrent:
    """BiDAF (Seo et al. 2017); ``argument`` is nothing, or a folder as ``_loaded`` has it."""
    return _loaded("bidaf", argument)


def match_lstm(argument: str, examples: Sequence[Example]) -> Recurrent:
    """Match-LSTM with boundaries (Wang & Jiang 2017); ``argument`` is nothing, or a folder as ``_loaded`` has it."""
    return _loaded("match-lstm", argument)


def _loaded(name: str, argument: str) -> Recurrent:
    """The model that ships, or the one in a folder, or those in its folders, which answer together.

    BadOption where the folder holds none.
    """
    threads()
    folder = Path(argument) if argument else shipped()
    file = f"{name}.onnx"
    graphs = (folder / file,) if (folder / file).is_file() else tuple(sorted(folder.glob(f"*/{file}")))
    if not graphs:
        raise BadOption(f"There is no {file} in {str(folder)!r}, nor in a folder in it. After '{name}:' comes a folder "
                        f"that training/classic_readers.py wrote; '{name}' alone is the one that ships.")  # fmt: skip
    seen_by = shipped() / SAME_QUESTIONS if not argument else graphs[0]
    parts = [file_fingerprint(path) for path in (*graphs, *(shipped() / name for name in WORD_FILES))]
    return Recurrent(content_id(VERSION, parts, ledger.fingerprint(seen_by)), graphs, seen_by)
