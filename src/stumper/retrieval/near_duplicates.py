"""Questions that resemble one: which of many share so much of its wording that they ask the same again."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

SPAN = 4  # words in a row
SAMPLED = 4  # one such row in this many is kept of a past question, by chance of its words
ALIKE = 0.4  # the share of a question's rows that another must hold
CANDIDATES = 5
HELD_BY_FEW = 8  # questions; of such a row of words all are compared with each other
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class PastQuestions:
    """Past questions; ``rows`` are hashes of four words in a row, in order, ``owners`` whose each is."""

    ids: tuple[str, ...]
    texts: tuple[str, ...]
    rows: NDArray[np.uint32]
    owners: NDArray[np.int32]

    def holding(self, row: int) -> Sequence[int]:
        """The places of those that hold this row of words."""
        low, high = (int(np.searchsorted(self.rows, np.uint32(row), side)) for side in ("left", "right"))
        found: list[int] = self.owners[low:high].tolist()
        return found


@dataclass(slots=True)
class Growing:
    """Questions to which more come, each as soon as it is there."""

    ids: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    _owners: dict[int, list[int]] = field(default_factory=dict)

    def add(self, id: str, text: str) -> None:
        """The question is compared with from now on."""
        for row in _sampled(_rows(text)):
            self._owners.setdefault(row, []).append(len(self.ids))
        self.texts.append(text)
        self.ids.append(id)

    def holding(self, row: int) -> Sequence[int]:
        """The places of those that hold this row of words."""
        return self._owners.get(row, ())


@dataclass(frozen=True, slots=True)
class Resemblance:
    """A question that holds this share of another's rows of four words."""

    id: str
    text: str
    share: float


def past_questions(questions: Iterable[tuple[str, str]]) -> PastQuestions:
    """The questions, each an id and its text, ready to be compared with."""
    ids, texts, rows, owners = [], [], [], []
    for place, (id, text) in enumerate(questions):
        ids.append(id)
        texts.append(text)
        kept = _sampled(_rows(text))
        rows += kept
        owners += [place] * len(kept)
    hashes = np.array(rows, dtype=np.uint32)
    order = np.argsort(hashes, kind="stable")
    return PastQuestions(tuple(ids), tuple(texts), hashes[order], np.array(owners, dtype=np.int32)[order])


def resembling(past: PastQuestions | Growing, text: str, but: Sequence[str] = ()) -> Resemblance | None:
    """The past question that holds most of this one's wording, where it is too much; never one of the ids ``but``."""
    wanted = _rows(text)
    found: Counter[int] = Counter()
    for row in _sampled(wanted):
        found.update(past.holding(row))
    candidates = [place for place, _ in found.most_common(CANDIDATES + len(but)) if past.ids[place] not in but]
    compared = [
        Resemblance(past.ids[place], past.texts[place], _share(wanted, past.texts[place])) for place in candidates
    ]
    best = max(compared, key=lambda one: one.share, default=None)
    return best if best is not None and best.share >= ALIKE else None


def alike(texts: Sequence[str]) -> set[tuple[int, int]]:
    """The places of texts of which one holds too much of the other's wording: pairs by which all such are connected.

    Of rows of words that many hold, neighbours alone are compared, so that a phrase of all questions costs little.
    """
    rows = [_rows(text) for text in texts]
    holding: dict[int, list[int]] = {}
    for place, own in enumerate(rows):
        for row in own:
            holding.setdefault(row, []).append(place)
    shared = Counter(
        pair
        for owners in holding.values()
        for pair in (combinations(owners, 2) if len(owners) <= HELD_BY_FEW else pairwise(owners))
    )
    return {pair for pair in shared if _resemble(*(rows[place] for place in pair))}


def _resemble(one: frozenset[int], other: frozenset[int]) -> bool:
    return len(one & other) >= ALIKE * min(len(one), len(other))


def _share(wanted: frozenset[int], other: str) -> float:
    return len(wanted & _rows(other)) / len(wanted) if wanted else 0.0


def _rows(text: str) -> frozenset[int]:
    words = WORD.findall(text.casefold())
    return frozenset(crc32(" ".join(words[at : at + SPAN]).encode()) for at in range(len(words) - SPAN + 1))


def _sampled(rows: Iterable[int]) -> list[int]:
    return [row for row in rows if row % SAMPLED == 0]
