"""The building of postings: hashed and sorted a run at a time, then merged in little memory."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from stumper.retrieval.appended import Appended
from stumper.retrieval.postings import MOST_OCCURRENCES, Postings, open_postings
from stumper.retrieval.terms import BUCKET_BITS, grams

CHUNK = 1 << 21  # words that are sorted at a time
PART = 1 << 23  # postings that are merged at a time, about
_COUNT_BITS = 8
_NUMBER_BITS = 64 - BUCKET_BITS - _COUNT_BITS


@dataclass(slots=True)
class PostingWriter:
    """Postings on their way into the files of a path, or into memory where there is none; ``texts`` are there already.

    Until the end a posting is one integer: bucket, text, count. Sorted runs of them wait at the end of a file ``runs``.
    """

    path: Path | None
    runs: Path | None = None
    texts: int = 0
    _hashes: "array[int]" = field(default_factory=lambda: array("Q"))
    _lengths: "array[int]" = field(default_factory=lambda: array("q"))
    _sorted: Appended = field(init=False)
    _ends: Appended = field(init=False)

    def __post_init__(self) -> None:
        self._sorted = Appended(self.runs)
        self._ends = Appended(None if self.runs is None else self.runs.with_suffix(".ends"))

    def add(self, pieces: Sequence[Sequence[int]]) -> None:
        """The pieces together, each given as the hashes of its words, are the next text."""
        before = len(self._hashes)
        for piece in pieces:
            self._hashes.extend(piece)
            self._hashes.append(0)
        self._lengths.append(len(self._hashes) - before)
        if len(self._hashes) >= CHUNK:
            self._sort()

    def keep(self) -> None:
        """What was added is on the disk."""
        self._sort()
        self._sorted.keep()
        self._ends.keep()

    def close(self) -> None:
        """The files are closed, finished or not."""
        self._sorted.close()
        self._ends.close()

    def finished(self) -> Postings:
        """All postings, readable; nothing can be added any more."""
        self._sort()
        files = [Appended(None if self.path is None else self.path.with_suffix(end)) for end in _ENDINGS]
        buckets, starts, numbers, counts = files
        starts.add(np.int64(0).tobytes())
        before = 0
        for part in self._parts():
            of_bucket = (part >> (_NUMBER_BITS + _COUNT_BITS)).astype(np.uint32)
            last = np.flatnonzero(np.append(of_bucket[1:] != of_bucket[:-1], len(part) > 0))
            buckets.add(of_bucket[last].tobytes())
            starts.add((before + last + 1).astype(np.int64).tobytes())
            numbers.add((part >> _COUNT_BITS).astype(np.uint32).tobytes())  # the higher bits fall away
            counts.add(part.astype(np.uint8).tobytes())
            before += len(part)
        found = Postings(
            buckets.finished(np.uint32),
            starts.finished(np.int64),
            numbers.finished(np.uint32),
            counts.finished(np.uint8),
            self.texts,
        )
        return found if self.path is None else open_postings(self.path, self.texts)

    def _sort(self) -> None:
        """The hashes that were added since are a sorted run of distinct postings."""
        if not self._lengths:
            return
        texts = np.arange(self.texts, self.texts + len(self._lengths), dtype=np.uint64)
        found, places = grams(np.frombuffer(self._hashes, dtype=np.uint64))
        keys = found << np.uint64(_NUMBER_BITS) | np.repeat(texts, np.frombuffer(self._lengths, dtype=np.int64))[places]
        distinct, counts = np.unique(keys, return_counts=True)
        distinct <<= np.uint64(_COUNT_BITS)
        self._sorted.add((distinct | np.minimum(counts, MOST_OCCURRENCES).astype(np.uint64)).tobytes())
        self._ends.add(np.int64(self._sorted.size // 8).tobytes())
        self.texts += len(self._lengths)
        self._hashes, self._lengths = array("Q"), array("q")

    def _parts(self) -> Iterator[NDArray[np.uint64]]:
        """All postings in order, in arrays that hold whole buckets; the runs' files are closed."""
        postings = self._sorted.finished(np.uint64)
        runs = np.split(postings, self._ends.finished(np.int64)[:-1])
        bits = max(0, (len(postings) // PART).bit_length())  # buckets are hashes: their parts are about equal
        bounds = np.arange(1, 1 << bits, dtype=np.uint64) << np.uint64(64 - bits) if bits else np.zeros(0, np.uint64)
        cuts = [np.concatenate([[0], np.searchsorted(run, bounds), [len(run)]]) for run in runs]
        for part in range(1 << bits):
            pieces = [run[cut[part] : cut[part + 1]] for run, cut in zip(runs, cuts, strict=True)]
            keys = np.concatenate([np.zeros(0, dtype=np.uint64), *pieces])
            keys.sort(kind="stable")  # which merges what is sorted already
            yield keys


_ENDINGS = (".buckets.bin", ".starts.bin", ".numbers.bin", ".counts.bin")
