"""The sentences that a system reads for a claim: those that it was given, else those that an index finds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from stumper.datasets.page_dumps import dump_files
from stumper.datasets.wiki_pages import bundled_pages, dump_id, dump_title, parted, read_pages
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import SEARCHED
from stumper.retrieval import Index, Ranking, bundled_index, is_index
from stumper.retrieval.building import VERSION
from stumper.tasks.verification.claim import Claim
from stumper.tasks.verification.evidence import is_verifiable, sentence_ids
from stumper.types import AbsentGold, Example, Passage

BUNDLED = "bundled"
_NO_MORE = ""  # is hashed in the place of what once was another hash of the pages: predictions are kept under it


@dataclass(frozen=True, slots=True)
class Evidence:
    """Finds ``sentences`` a claim in the index; without one, a claim has what it was given."""

    index: Index | None
    sentences: int
    ranking: Ranking = "bm25"

    def __call__(self, claim: Claim) -> tuple[Passage, ...]:
        """The claim's own evidence, else what the index finds, best first."""
        return claim.evidence or self.found(claim.text)

    def found(self, text: str) -> tuple[Passage, ...]:
        """What the index finds for a text, best first."""
        if self.index is None or not text.strip():
            return ()
        return tuple(found.passage for found in self.index.sentences(text, self.sentences, self.ranking))

    def passage(self, id: str) -> Passage | None:
        """The sentence of this id; None where the pages do not have it."""
        return None if self.index is None else self.index.passage(id)

    def absent_gold(self, examples: Sequence[Example]) -> AbsentGold | None:
        """Of the verifiable claims that come without evidence, for how many the pages lack gold sentences; None where
        nothing is searched."""
        if (index := self.index) is None:
            return None
        gold = _gold(examples)
        sets = [one.gold.evidence_sets for one in examples if gold.get(one.id) and is_verifiable(one.gold)]
        wanted = {id for of_one in sets for some in of_one for id in some}
        return AbsentGold.among(sets, {id for id in wanted if index.passage(id) or index.passage(dump_id(id))})

    @property
    def manner(self) -> Mapping[str, str]:
        """How deep it reads in how much; nothing where nothing is searched."""
        if self.index is None:
            return {}
        sentences, pages = len(self.index.content.sentences), len(self.index)
        return {SEARCHED: f"{sentences:,} sentences on {pages:,} pages", "k": str(self.sentences)}

    @property
    def fingerprint(self) -> list[object]:
        """What decides which sentences are found."""
        return [] if self.index is None else [self.index.fingerprint, _NO_MORE, self.sentences, self.ranking]


def open_evidence(pages: str, sentences: int, ranking: Ranking = "bm25") -> Evidence:
    """The evidence in the pages that ship with the package, in a file or folder of pages, or in an index's folder.

    Without a name there is none but what a claim brings. BadData where pages cannot be read.
    """
    if sentences < 1:
        raise BadOption(f"The option 'sentences' is 1 or more, not {sentences}.")
    if not pages:
        return Evidence(None, sentences)
    if pages == BUNDLED:
        return Evidence(bundled_index(), sentences, ranking)
    path = _existing(pages)
    if is_index(path):
        return Evidence(Index.open(path), sentences, ranking)
    try:
        return Evidence(Index.build(read_pages(path)), sentences, ranking)
    except BadData as error:
        raise error if str(path) in str(error) else BadData(f"{path}: {error}") from error


def pages_fingerprint(pages: str) -> str:
    """A hash of the pages that ``open_evidence`` would search, without indexing them; BadData as there."""
    if pages == BUNDLED:
        with as_file(files("stumper.datasets") / "bundled" / "verification-pages.jsonl") as file:
            return content_id(VERSION, file_fingerprint(file))
    path = _existing(pages)
    if is_index(path):
        return Index.open(path).fingerprint
    return content_id(VERSION, [file_fingerprint(file) for file in dump_files(path)])


def check_gold(examples: Sequence[Example], pages: str, victim: str) -> None:
    """Nothing; BadData where gold sentences are none of what ``open_evidence`` would search for the victim.

    A claim that comes with its evidence needs no pages, and evidence by address or in words is on none. Nothing is
    indexed for it.
    """
    gold = _gold(examples)
    named = {parted(sentence)[0] for sentences in gold.values() for sentence in sentences}
    lines = _lines(pages, named | set(map(dump_title, named)))
    for id, sentences in gold.items():
        for page, line in map(parted, sentences):
            there = lines.get(page, lines.get(dump_title(page)))
            if line not in (there or ()):
                what = f"the page {page!r}" if there is None else f"line {line} of the page {page!r}"
                raise BadData(f"the evidence of claim {id!r} names {what}, which the pages of {victim} ({pages}) do "
                              f"not have. Say {victim}:PAGES with pages that have it, give it with oracle:, or correct "
                              "it.")  # fmt: skip


def _gold(examples: Sequence[Example]) -> Mapping[str, Sequence[str]]:
    """The ids of gold sentences by claim, of claims that come without evidence and whose gold is told by ids."""
    return {
        example.id: sorted(frozenset[str]().union(*example.gold.evidence_sets))
        for example in examples
        if isinstance(example.query, Claim) and not example.query.evidence and example.gold.matched_by == "id"
    }


def _lines(pages: str, wanted: Collection[str]) -> Mapping[str, Collection[int]]:
    """The numbers of the sentences of each of the wanted pages that is there."""
    if not wanted:
        return {}
    if pages != BUNDLED and is_index(path := _existing(pages)):
        content = Index.open(path).content
        numbers = {page: number for page in wanted if (number := content.page_number(page)) is not None}
        return {page: {int(content.lines[at]) for at in content.places([numbers[page]])} for page in numbers}
    found = bundled_pages().pages if pages == BUNDLED else read_pages(_existing(pages))
    return {page.id: {sentence.line for sentence in page.sentences} for page in found if page.id in wanted}


def _existing(pages: str) -> Path:
    path = Path(pages)
    if not path.exists():
        raise BadData(f"There is no file or folder {pages}. Name pages in FEVER's format, the folder of an index, or "
                      f"{BUNDLED!r}.")  # fmt: skip
    return path


def ids_of(evidence: Sequence[Passage]) -> tuple[str, ...]:
    """The ids of the sentences that the passages hold, in order."""
    return tuple(sentence for passage in evidence if passage.id for sentence in sentence_ids(passage.id))
