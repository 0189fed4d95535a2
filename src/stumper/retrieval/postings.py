"""TF-IDF over hashed n-grams as in DrQA (Chen et al. 2017, section 3.1): an inverted index in sorted arrays."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stumper.arrays import mapped
from stumper.retrieval.appended import rises
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
