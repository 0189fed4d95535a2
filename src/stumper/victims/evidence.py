"""The sentences that a system reads for a claim: those that it was given, else those that an index finds."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stumper.datasets.wiki_pages import read_pages, readable_title
from stumper.errors import BadData, BadOption
from stumper.retrieval import Index, bundled_index
from stumper.scores.fever import sentence_ids
from stumper.types import Claim, Passage

BUNDLED = "bundled"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Finds ``sentences`` a claim in the index; without one, a claim has what it was given."""

    index: Index | None
    sentences: int

    def __call__(self, claim: Claim) -> tuple[Passage, ...]:
        """The claim's own evidence, else what the index finds, best first."""
        if claim.evidence or self.index is None:
            return claim.evidence
        return tuple(found.passage for found in self.index.sentences(claim.text, self.sentences))

    @property
    def fingerprint(self) -> list[object]:
        """What decides which sentences are found."""
        return [] if self.index is None else [self.index.fingerprint, self.sentences]


def open_evidence(pages: str, sentences: int) -> Evidence:
    """The evidence in the pages that ship with the package, in a file or folder of pages, or in an index's folder.

    Without a name there is none but what a claim brings. BadData where pages cannot be read.
    """
    if sentences < 1:
        raise BadOption(f"The option 'sentences' is 1 or more, not {sentences}.")
    if not pages:
        return Evidence(None, sentences)
    if pages == BUNDLED:
        return Evidence(bundled_index(), sentences)
    path = Path(pages)
    if not path.exists():
        raise BadData(f"There is no file or folder {pages}. Name pages in FEVER's format, the folder of an index, or "
                      f"{BUNDLED!r}.")  # fmt: skip
    is_index = path.is_dir() and not any(file.name.endswith((".jsonl", ".jsonl.gz")) for file in path.iterdir())
    return Evidence(Index.open(path) if is_index else Index.build(read_pages(path)), sentences)


def written(passage: Passage) -> str:
    """A passage behind the title of its page, as one reads it; without one, its text."""
    return f"{readable_title(passage.title)}: {passage.text}" if passage.title else passage.text


def ids_of(evidence: Sequence[Passage]) -> tuple[str, ...]:
    """The ids of the sentences that the passages hold, in order."""
    return tuple(sentence for passage in evidence if passage.id for sentence in sentence_ids(passage.id))
