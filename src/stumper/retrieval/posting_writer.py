"""The building of postings: hashed and sorted a chunk at a time, in little memory."""

import io
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from stumper.retrieval.postings import MOST, Postings, open_postings
from stumper.retrieval.terms import BUCKET_BITS, grams

CHUNK = 1 << 21  # words that are sorted at a time
PARTS = 1 << 4  # of the buckets, put in order one after the other
_COUNT_BITS = 8
_NUMBER_BITS = 64 - BUCKET_BITS - _COUNT_BITS


@dataclass(slots=True)
class PostingWriter:
    """Postings on their way into the files of a path, or into memory where there is none.

    Until the end a posting is one integer: bucket, text, count. With a path, sorted chunks wait in a file, so that
    memory holds one part of the buckets at a time.
    """

    path: Path | None
    _hashes: "array[int]" = field(default_factory=lambda: array("Q"))
    _lengths: "array[int]" = field(default_factory=lambda: array("q"))
    _chunks: list[NDArray[np.uint64]] = field(default_factory=list)
    _texts: int = 0

    def add(self, pieces: Sequence[Sequence[int]]) -> None:
        """The pieces together, each given as the hashes of its words, are the next text."""
        before = len(self._hashes)
        for piece in pieces:
            self._hashes.extend(piece)
            self._hashes.append(0)
        self._lengths.append(len(self._hashes) - before)
        if len(self._hashes) >= CHUNK:
            self._sort()

    def finished(self) -> Postings:
        """All postings, readable; nothing can be added any more."""
        self._sort()
        buckets: list[NDArray[np.uint32]] = []
        sizes: list[NDArray[np.int64]] = []
        numbers, counts = self._output(".numbers.bin"), self._output(".counts.bin")
        for part in self._parts():
            bucket, size = np.unique((part >> (_NUMBER_BITS + _COUNT_BITS)).astype(np.uint32), return_counts=True)
            buckets.append(bucket)
            sizes.append(size)
            numbers.write((part >> _COUNT_BITS).astype(np.uint32).tobytes())  # the higher bits fall away
            counts.write(part.astype(np.uint8).tobytes())
        starts = np.concatenate([[0], np.cumsum(np.concatenate(sizes))]).astype(np.int64)
        if self.path is None:
            assert isinstance(numbers, io.BytesIO)
            assert isinstance(counts, io.BytesIO)
            postings = np.frombuffer(numbers.getvalue(), np.uint32), np.frombuffer(counts.getvalue(), np.uint8)
            return Postings(np.concatenate(buckets), starts, *postings, self._texts)
        numbers.close()
        counts.close()
        np.save(self.path.with_suffix(".buckets.npy"), np.concatenate(buckets))
        np.save(self.path.with_suffix(".starts.npy"), starts)
        return open_postings(self.path, self._texts)

    def _sort(self) -> None:
        """The hashes that were added since are a sorted chunk of distinct postings."""
        if not self._lengths:
            return
        texts = np.arange(self._texts, self._texts + len(self._lengths), dtype=np.uint64)
        found, places = grams(np.frombuffer(self._hashes, dtype=np.uint64))
        keys = found << np.uint64(_NUMBER_BITS) | np.repeat(texts, np.frombuffer(self._lengths, dtype=np.int64))[places]
        distinct, counts = np.unique(keys, return_counts=True)
        distinct <<= np.uint64(_COUNT_BITS)
        self._chunks.append(self._kept(distinct | np.minimum(counts, MOST).astype(np.uint64)))
        self._texts += len(self._lengths)
        self._hashes, self._lengths = array("Q"), array("q")

    def _kept(self, chunk: NDArray[np.uint64]) -> NDArray[np.uint64]:
        if self.path is None or not len(chunk):
            return chunk
        with tempfile.TemporaryFile(dir=self.path.parent) as file:
            file.write(chunk.tobytes())
            file.flush()
            return np.memmap(file, dtype=np.uint64, mode="r")  # which keeps what it maps

    def _parts(self) -> Iterator[NDArray[np.uint64]]:
        """All postings in order, in as many arrays as there are parts."""
        bounds = np.arange(1, PARTS, dtype=np.uint64) << np.uint64(64 - PARTS.bit_length() + 1)
        pieces = [np.split(chunk, np.searchsorted(chunk, bounds)) for chunk in self._chunks]
        for part in range(PARTS):
            keys = np.concatenate([np.zeros(0, dtype=np.uint64), *[piece[part] for piece in pieces]])
            keys.sort()
            yield keys

    def _output(self, suffix: str) -> IO[bytes]:
        return io.BytesIO() if self.path is None else self.path.with_suffix(suffix).open("wb")
