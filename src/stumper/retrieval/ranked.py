"""What a search finds."""

from dataclasses import dataclass
from typing import Literal

from stumper.datasets.wiki_pages import sentence_id
from stumper.text import Stretch
from stumper.types import Passage

Ranking = Literal["tfidf", "bm25"]
RANKINGS: tuple[Ranking, ...] = ("tfidf", "bm25")
DECIMALS = 4  # of a score: what lies below is rounding, not rank


@dataclass(frozen=True, slots=True)
class RankedPage:
    """A page for a claim; scores of the two rankings are on scales of their own."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence for a claim; ``highlights`` are the words of its text that the claim has too, inflected or not."""

    page: str
    line: int
    text: str
    score: float
    highlights: tuple[Stretch, ...]

    @property
    def id(self) -> str:
        return sentence_id(self.page, self.line)

    @property
    def passage(self) -> Passage:
        """The sentence as a system under test gets it."""
        return Passage(self.id, self.text, self.page)
