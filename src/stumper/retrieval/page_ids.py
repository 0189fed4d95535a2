"""The ids of millions of pages: which were met before, and their order, in little memory."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from stumper.retrieval.texts import Texts

RECENT = 1 << 17  # hashes that wait until they are sorted among the others
KEY = 8  # bytes of an id that are compared at a time


@dataclass(slots=True)
class MetIds:
    """The ids that were met, each as a hash of 64 bits: that two of 5.4 million share one is as likely as 1 in a
    million."""

    _sorted: NDArray[np.uint64] = field(default_factory=lambda: np.zeros(0, np.uint64))
    _recent: set[int] = field(default_factory=set)

    def add(self, id: bytes) -> bool:
        """Whether the id is new; it has been met now."""
        number = _hash(id)
        at = int(np.searchsorted(self._sorted, np.uint64(number)))
        if number in self._recent or (at < len(self._sorted) and int(self._sorted[at]) == number):
            return False
        self._recent.add(number)
        if len(self._recent) >= RECENT:
            self._sort()
        return True

    def add_all(self, ids: Iterable[bytes]) -> None:
        """The ids, of which each is new, have been met."""
        self._recent.update(map(_hash, ids))
        self._sort()

    def _sort(self) -> None:
        recent = np.fromiter(self._recent, np.uint64, len(self._recent))
        self._sorted = np.sort(np.concatenate([self._sorted, recent]), kind="stable")
        self._recent = set()


def order_of(texts: Texts) -> NDArray[np.int64]:
    """The numbers of distinct texts in the order of their bytes, which is that of their characters.

    Eight bytes of all are compared, then the next eight of those that are equal so far, and so on.
    """
    starts = np.concatenate([np.zeros(1, np.int64), texts.ends[:-1]]) if len(texts) else np.zeros(0, np.int64)
    order = np.arange(len(texts))
    places, group, at = order.copy(), np.zeros(len(texts), np.int64), 0  # the places of texts that are still equal
    while len(places):
        members = order[places]
        there = np.clip(texts.ends[members] - starts[members] - at, 0, KEY)
        keys = _keys(texts.data, starts[members] + at, there)
        by = np.lexsort((there, keys, group))
        order[places] = members[by]
        rows = np.stack([group, keys[by].view(np.int64), there[by]])
        group = np.concatenate([[0], np.cumsum((rows[:, 1:] != rows[:, :-1]).any(axis=0))])
        ties = (np.bincount(group)[group] > 1) & (rows[2] == KEY)
        places, group, at = places[ties], group[ties], at + KEY
    return order


def _keys(data: NDArray[np.uint8], starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.uint64]:
    """The first bytes of texts as one number each, zeros behind shorter ones."""
    keys = np.zeros(len(starts), np.uint64)
    for place in range(KEY):
        byte = data[np.minimum(starts + place, len(data) - 1)].astype(np.uint64)
        keys = keys << np.uint64(8) | np.where(place < sizes, byte, np.uint64(0))
    return keys


def _hash(id: bytes) -> int:
    return int.from_bytes(blake2b(id, digest_size=8).digest(), "big")
