"""An index of pages and their sentences, in memory or in a folder: searched for what bears on a claim."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from stumper.datasets.page_dumps import ENDINGS
from stumper.datasets.wiki_pages import Page, Sentence, bundled_pages, parted
from stumper.errors import BadData, BadOption
from stumper.identity import content_id
from stumper.retrieval.building import built, opened
from stumper.retrieval.content import Content
from stumper.retrieval.page_ranking import WEIGHTS, best_pages, linked_pages
from stumper.retrieval.ranked import RANKINGS, RankedPage, RankedSentence, Ranking
from stumper.retrieval.sentence_ranking import PAGE_WEIGHT, best_sentences, everywhere
from stumper.types import Passage


@dataclass(frozen=True, slots=True)
class Index:
    """Pages by their ids and sentences by theirs (``page:line``), both ranked. The same pages and the same claim give
    the same results; equals are in the order of their ids."""

    content: Content

    @staticmethod
    def build(pages: Iterable[Page], folder: Path | None = None) -> "Index":
        """The index of the pages, which are read once; with a folder it lies there, whole or not at all.

        BadData: no page, or two of one id. BadOutput: something stands in the folder's place, or it cannot be written.
        """
        return Index(built(pages, folder))

    @staticmethod
    def open(folder: Path) -> "Index":
        """The index that was built in the folder; BadData where there is none, or one of another version."""
        return Index(opened(folder))

    @property
    def fingerprint(self) -> str:
        """A hash of all pages and of how they are indexed and ranked: with the claim it decides what is found."""
        return content_id(self.content.fingerprint, repr(WEIGHTS), repr(PAGE_WEIGHT))

    def __len__(self) -> int:
        """How many pages there are."""
        return len(self.content.ids)

    def read(self) -> Iterator[Page]:
        """All pages in the order in which they were indexed, without their links."""
        content = self.content
        for number in range(len(self)):
            id, places = content.ids[number], content.places([number])
            yield Page(id, tuple(Sentence(id, int(content.lines[at]), content.sentences[at]) for at in places))

    def text(self, id: str) -> str:
        """The text of the sentence ``page:line``; BadData where there is none."""
        page, line = parted(id)
        if (number := self.content.page_number(page)) is None:
            raise BadData(f"The index has no page {page!r}. Correct the id, or build an index that has it.")
        if (place := self.content.place(number, line)) is None:
            raise BadData(f"Page {page!r} has no sentence {line}. Correct the id, or build the index anew.")
        return self.content.sentences[place]

    def passage(self, id: str) -> Passage | None:
        """The sentence ``page:line`` with its page's title; None where there is none."""
        page, line = parted(id)
        number = self.content.page_number(page)
        place = None if number is None else self.content.place(number, line)
        return None if place is None else Passage(id, self.content.sentences[place], page)

    def pages(self, claim: str, k: int = 5, ranking: Ranking = "bm25") -> tuple[RankedPage, ...]:
        """The k pages that fit the claim best, best first; fewer where fewer share a word with it."""
        _check(claim, k, ranking)
        hits = best_pages(self.content, claim, k, ranking)
        return tuple(RankedPage(self.content.ids[hit.number], hit.score) for hit in hits)

    def sentences(
        self, claim: str, k: int = 5, ranking: Ranking = "bm25", pages: int = 5
    ) -> tuple[RankedSentence, ...]:
        """The k sentences that fit the claim best, best first, of so many pages that do; fewer where they have fewer,
        none where no page shares a word with the claim."""
        _check(claim, min(k, pages), ranking)
        return best_sentences(self.content, claim, best_pages(self.content, claim, pages, ranking), k, ranking)

    def linked_sentences(self, claim: str, k: int = 5, pages: int = 5) -> tuple[RankedSentence, ...]:
        """The k sentences that fit the claim best by BM25, of so many pages that it names, or whose titles have words
        of its names; none where there is no such page."""
        _check(claim, min(k, pages), "bm25")
        return best_sentences(self.content, claim, linked_pages(self.content, claim, pages), k, "bm25")

    def sentences_anywhere(self, claim: str, k: int = 5) -> tuple[RankedSentence, ...]:
        """The k sentences that fit the claim best by BM25, whatever the rest of their pages is about."""
        _check(claim, k, "bm25")
        return everywhere(self.content, claim, k)


def is_index(path: Path) -> bool:
    """Whether a path is to be opened as an index: it is a folder in which no file of pages lies."""
    return path.is_dir() and not any(file.name.endswith(ENDINGS) for file in path.iterdir())


@lru_cache(maxsize=1)
def bundled_index() -> Index:
    """The index of the pages that ship with the package, built in memory when it is first asked for."""
    return Index.build(bundled_pages().pages)


def _check(claim: str, k: int, ranking: str) -> None:
    if not claim.strip():
        raise BadData("The claim is empty: there is nothing to look for. Give it a text.")
    if k < 1:
        raise BadOption(f"A search finds at least 1 result, not {k}. Ask for more.")
    if ranking not in RANKINGS:
        raise BadOption(f"No ranking is called {ranking!r}. Take one of {', '.join(RANKINGS)}.")
