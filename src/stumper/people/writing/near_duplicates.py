"""Questions that resemble one: which of many share so much of its wording that they ask the same again.

Of those that were submitted in a project all are kept in memory: nobody waits until they are read anew.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from stumper.store.people_schema import tossups
from stumper.store.values import from_text

SPAN = 4  # words in a row
SAMPLED = 4  # one such row in this many is kept of a past question, by chance of its words
ALIKE = 0.4  # the share of a question's rows that another must hold
CANDIDATES = 5
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


class Known(Protocol):
    """Questions to compare with."""

    @property
    def ids(self) -> Sequence[str]: ...
    @property
    def texts(self) -> Sequence[str]: ...
    def holding(self, row: int) -> Sequence[int]:
        """The places of those that hold this row of words."""


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


def resembling(past: Known, text: str, but: Sequence[str] = ()) -> Resemblance | None:
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


@dataclass(frozen=True, slots=True)
class Text:
    """All that is read of what was submitted."""

    text: str


@dataclass(slots=True)
class SubmittedTexts:
    """Those of one project, as far as they were read; of a project they come one after the other, as it is locked."""

    project_id: str
    _texts: Growing = field(default_factory=Growing)
    _last: int = 0  # position
    _lock: Lock = field(default_factory=Lock)

    def resembling(self, connection: Connection, text: str, but: Sequence[str]) -> Resemblance | None:
        """The one of all that are there now that holds most of this text's wording, where it is too much."""
        query = (
            select(tossups.c.position, tossups.c.id, tossups.c.document)
            .where(tossups.c.project_id == self.project_id, tossups.c.position > self._last)
            .order_by(tossups.c.position)
        )
        with self._lock:
            for row in connection.execute(query):
                if row.position > self._last:
                    self._texts.add(row.id, from_text(Text, row.document).text)
                    self._last = row.position
            return resembling(self._texts, text, but)


def _share(wanted: frozenset[int], other: str) -> float:
    return len(wanted & _rows(other)) / len(wanted) if wanted else 0.0


def _rows(text: str) -> frozenset[int]:
    words = WORD.findall(text.casefold())
    return frozenset(crc32(" ".join(words[at : at + SPAN]).encode()) for at in range(len(words) - SPAN + 1))


def _sampled(rows: Iterable[int]) -> list[int]:
    return [row for row in rows if row % SAMPLED == 0]
