"""The embedded reader: a transformer with 8-bit weights that finds spans, run by onnxruntime."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from stumper.identity import content_id, file_fingerprint
from stumper.models.vocabulary import FILES as WORD_FILES
from stumper.models.vocabulary import Words, read_words
from stumper.models.windows import Window, windows
from stumper.tasks.reading.question import Question
from stumper.types import Prediction, Query
from stumper.victims.graphs import session
from stumper.victims.spans import best_spans

PAD_TO = 16  # tokens; a window's padded length depends on the window alone, so no prediction depends on its batch
BATCH_TOKENS = 768  # of one call of the session, padding included: four times as many cost a tenth more time each
GRAPH = "reader.onnx"
FILES = (GRAPH, *WORD_FILES)
VERSION = 1  # of everything between the weights and the prediction


@dataclass(frozen=True, slots=True)
class Batch:
    """Windows of one padded length, ready for the session."""

    places: tuple[tuple[int, int], ...]  # (query, window) of each row
    embedded: npt.NDArray[np.float32]
    segments: npt.NDArray[np.int64]
    mask: npt.NDArray[np.int32]

    @property
    def feed(self) -> dict[str, npt.NDArray[np.generic]]:
        """The session's inputs by name."""
        return {"embedded": self.embedded, "segments": self.segments, "mask": self.mask}


@dataclass(frozen=True, slots=True)
class Reader:
    """Ranked answer spans with probabilities over all legal spans of the paragraph."""

    tasks: ClassVar[Sequence[str]] = ("reading",)

    fingerprint: str
    words: Words
    session: ort.InferenceSession

    def predict(self, queries: Sequence[Query]) -> list[Prediction]:
        """One prediction a question; a paragraph without a token is left unanswered."""
        cut = [self.windows_of(query) for query in queries]
        return [
            best_spans([row[:, 0] for row in rows], [row[:, 1] for row in rows], [w.offsets for w in ws], paragraph)
            for rows, ws, paragraph in zip(self.scores(cut), cut, map(_paragraph, queries), strict=True)
        ]

    def scores(self, cut: Sequence[Sequence[Window]]) -> list[list[npt.NDArray[np.float32]]]:
        """The scores of each window's paragraph tokens as the first and as the last of an answer, [tokens, 2]."""
        found = [[np.empty((0, 2), np.float32)] * len(ws) for ws in cut]
        for batch in self.batches(cut):
            scores = self.session.run(["scores"], batch.feed)[0]
            for (query, window), row in zip(batch.places, scores, strict=True):
                first = cut[query][window].first
                found[query][window] = row[first : first + len(cut[query][window].offsets)]
        return found

    def windows_of(self, query: Query) -> list[Window]:
        """The token windows of one question."""
        return windows(self.words.tokenizer, query.text, _paragraph(query))

    def batches(self, cut: Sequence[Sequence[Window]]) -> Iterator[Batch]:
        """All windows once, those of one padded length together."""
        by_length: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for query, ws in enumerate(cut):
            for index, window in enumerate(ws):
                by_length[-(-len(window.ids) // PAD_TO) * PAD_TO].append((query, index))
        for length, places in sorted(by_length.items()):
            size = max(1, BATCH_TOKENS // length)
            for begin in range(0, len(places), size):
                yield self._batch(places[begin : begin + size], cut, length)

    def _batch(self, places: list[tuple[int, int]], cut: Sequence[Sequence[Window]], length: int) -> Batch:
        ids = np.zeros((len(places), length), np.int64)
        segments, mask = np.zeros_like(ids), np.zeros_like(ids, dtype=np.int32)
        for row, (query, index) in enumerate(places):
            window = cut[query][index]
            ids[row, : len(window.ids)] = window.ids
            segments[row, window.first : len(window.ids)] = 1
            mask[row, : len(window.ids)] = 1
        return Batch(tuple(places), self.words.embedded(ids), segments, mask)


def read(folder: Path, graph: str = GRAPH) -> Reader:
    """The reader whose weights stand in a folder, as ``training/reader.py`` writes them."""
    return Reader(fingerprint(folder, graph), read_words(folder), session(folder / graph))


def fingerprint(folder: Path, graph: str = GRAPH) -> str:
    """The hash of a reader's weights and of how they are read, without reading them."""
    return content_id(VERSION, [file_fingerprint(folder / name) for name in (graph, *WORD_FILES)])


def _paragraph(query: Query) -> str:
    assert isinstance(query, Question), "the embedded reader reads questions"
    return query.context.text
