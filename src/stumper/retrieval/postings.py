"""TF-IDF over hashed n-grams as in DrQA (Chen et al. 2017, section 3.1): an inverted index in sorted arrays,
which may be larger than memory while it is written."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.retrieval.appended import Appended, rises
from stumper.retrieval.terms import BUCKET_BITS, grams

MOST_OCCURRENCES = 255  # occurrences of an n-gram in a text that are told apart


@dataclass(frozen=True, slots=True)
class Postings:
    """For each bucket that occurs, the texts it occurs in and how often.

    ``buckets`` (B) are sorted; those of bucket i are the places [starts[i], starts[i + 1]) of ``numbers`` and
    ``counts``. ``texts`` is how many texts there are in all.
    """

    buckets: NDArray[np.uint32]
    starts: NDArray[np.int64]
    numbers: NDArray[np.uint32]
    counts: NDArray[np.uint8]
    texts: int

    def idf(self, buckets: NDArray[Any]) -> NDArray[np.float64]:
        """log((N - n + 0.5) / (n + 0.5)) of each bucket, and 0 where that is negative (DrQA's inverse frequency)."""
        frequencies = self._spans(buckets)[1].astype(np.float64)
        odds = (self.texts - frequencies + 0.5) / (frequencies + 0.5)
        return np.log(np.maximum(odds, 1.0))

    def weights(self, buckets: NDArray[Any]) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """The distinct buckets of a text and log(count + 1) x idf of each."""
        distinct, counts = np.unique(buckets, return_counts=True)
        return distinct.astype(np.uint64), np.log1p(counts) * self.idf(distinct)

    def scores(self, query: NDArray[Any]) -> NDArray[np.float64]:
        """The product of each text's weights with those of the query, of which it gets the buckets."""
        buckets, weights = self.weights(query)
        weights *= self.idf(buckets)  # the texts' weights have the factor too
        starts, sizes = self._spans(buckets)
        scores = np.zeros(self.texts)
        for start, size, weight in zip(starts.tolist(), sizes.tolist(), weights.tolist(), strict=True):
            if weight:
                span = slice(start, start + size)
                # A text is in a bucket once, so that plain addition at many places is right.
                scores[self.numbers[span]] += weight * _LOG_COUNTS[self.counts[span]]
        return scores

    def cosines(self, query: NDArray[Any], texts: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """The cosine between the query, given as its buckets, and each of other texts, given as hashes of words."""
        flat = array("Q", [number for text in texts for number in (*text, 0)])
        found, places = grams(np.frombuffer(flat, dtype=np.uint64))
        numbers = np.repeat(np.arange(len(texts), dtype=np.uint64), [len(text) + 1 for text in texts])[places]
        keys, counts = np.unique(numbers << np.uint64(BUCKET_BITS) | found, return_counts=True)
        numbers, buckets = (keys >> np.uint64(BUCKET_BITS)).astype(np.int64), keys & np.uint64((1 << BUCKET_BITS) - 1)
        weights = np.log1p(counts) * self.idf(buckets)
        wanted, its = self.weights(query)
        at = np.searchsorted(wanted, buckets)
        its = np.where(np.append(wanted, 0)[at] == buckets, np.append(its, 0.0)[at], 0.0)
        products = np.bincount(numbers, weights * its, len(texts))
        lengths = np.sqrt(np.bincount(numbers, weights**2, len(texts))) * np.linalg.norm(self.weights(query)[1])
        cosines = np.zeros(len(texts))
        np.divide(products, lengths, out=cosines, where=lengths > 0)
        return cosines

    def _spans(self, buckets: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where each bucket's postings start, and how many they are: none where it does not occur."""
        if not len(self.buckets):
            return np.zeros(len(buckets), dtype=np.int64), np.zeros(len(buckets), dtype=np.int64)
        at = np.minimum(np.searchsorted(self.buckets, buckets.astype(np.uint32)), len(self.buckets) - 1)
        occurs = self.buckets[at] == buckets
        return self.starts[at], np.where(occurs, self.starts[at + 1] - self.starts[at], 0)


_LOG_COUNTS = np.log1p(np.arange(MOST_OCCURRENCES + 1))


def open_postings(path: Path, texts: int) -> Postings:
    """The postings of so many texts that were written under the path, mapped rather than read; ValueError where its
    files do not fit each other."""
    buckets = mapped(path.with_suffix(".buckets.bin"), np.dtype(np.uint32))
    starts = mapped(path.with_suffix(".starts.bin"), np.dtype(np.int64))
    numbers = mapped(path.with_suffix(".numbers.bin"), np.dtype(np.uint32))
    counts = mapped(path.with_suffix(".counts.bin"), np.dtype(np.uint8))
    if len(starts) != len(buckets) + 1 or not len(numbers) == len(counts) == starts[-1] or not rises(starts):
        raise ValueError(f"the files of {path.name} do not fit each other")
    return Postings(buckets, starts, numbers, counts, texts)


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
