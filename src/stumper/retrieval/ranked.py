"""What a search finds."""

from dataclasses import dataclass
from typing import Literal

from stumper.datasets.wiki_pages import sentence_id
from stumper.retrieval.fulltext import occurrences
from stumper.text import Stretch
from stumper.types import Passage

Ranking = Literal["tfidf", "bm25"]
RANKINGS: tuple[Ranking, ...] = ("tfidf", "bm25")


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page for a claim; scores of the two rankings are on scales of their own."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence for a claim, which is looked for by its ``terms``."""

    page: str
    line: int
    text: str
    score: float
    terms: tuple[str, ...]

    @property
    def id(self) -> str:
        """Names the sentence by its page and its line."""
        return sentence_id(self.page, self.line)

    @property
    def highlights(self) -> tuple[Stretch, ...]:
        """The words of its text that the claim has too, inflected or not."""
        return occurrences(self.text, self.terms)

    @property
    def passage(self) -> Passage:
        """The sentence as a system under test gets it."""
        return Passage(self.id, self.text, self.page)
