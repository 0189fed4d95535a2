"""What an index holds: the pages' ids, the sentences, and what finds them."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from stumper.datasets.wiki_pages import dump_title
from stumper.retrieval.fulltext import FullText
from stumper.retrieval.postings import Postings
from stumper.retrieval.terms import Hashing
from stumper.retrieval.texts import Texts


@dataclass(frozen=True, slots=True)
class Content:
    """Pages by number, in the order in which they were read, and all their sentences by place.

    The sentences of page i are the places [first[i], first[i + 1]); ``lines`` has their numbers on the page. ``by_id``
    are the pages in the order of their ids, ``rank`` is each page's place in it. ``hashing`` keeps what it learns.
    """

    fingerprint: str
    ids: Texts
    by_id: NDArray[np.int64]
    rank: NDArray[np.int64]
    sentences: Texts
    lines: NDArray[np.int64]
    first: NDArray[np.int64]
    page_texts: FullText
    sentence_texts: FullText
    text_grams: Postings
    title_grams: Postings
    hashing: Hashing

    def page_number(self, id: str) -> int | None:
        """The number of the page, also where it is named as Wikipedia shows its title; None where there is none."""
        exact = self._number(id)
        return self._number(dump_title(id)) if exact is None and " " in id else exact

    def _number(self, id: str) -> int | None:
        at = bisect_left(self.by_id, id, key=lambda number: self.ids[int(number)])
        number = int(self.by_id[at]) if at < len(self.by_id) else None
        return number if number is not None and self.ids[number] == id else None

    def place(self, page: int, line: int) -> int | None:
        """The place of the page's sentence of that line, None where there is none."""
        start, end = int(self.first[page]), int(self.first[page + 1])
        at = start + int(np.searchsorted(self.lines[start:end], line))
        return at if at < end and self.lines[at] == line else None

    def places(self, pages: Sequence[int]) -> list[int]:
        """The places of all sentences of the pages."""
        return [place for page in pages for place in range(int(self.first[page]), int(self.first[page + 1]))]
