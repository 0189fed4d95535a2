"""Passages near a question that do not answer it, among those of a data set and of a corpus."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from stumper.retrieval.corpus import open_corpus
from stumper.retrieval.passages import PassageIndex
from stumper.tasks.rag.constraints import LONGEST_PASSAGE
from stumper.tasks.rag.open_question import UNTOLD, OpenQuestion
from stumper.text import normalise_answer, says_answer
from stumper.types import Example, Passage

LOOKED_AT = 8  # times as many passages are looked at as are wanted


@dataclass(frozen=True)
class Mine:
    """Passages, each id and each text once."""

    passages: tuple[Passage, ...]

    @cached_property
    def index(self) -> PassageIndex:
        """The passages in memory, for BM25."""
        return PassageIndex.build(self.passages)

    def nearest(self, example: Example, most: int, without: Sequence[Passage] = ()) -> list[Passage]:
        """Up to that many passages without an answer, the nearest to the question first; none is a gold one, or one of
        those to do without."""
        if not self.passages or most < 1:
            return []
        known = (*example.gold.passages, *without)
        texts = {normalise_answer(one.text) for one in known}
        gone = {*(one.id for one in known), *(id for ids in example.gold.evidence_sets for id in ids)}
        ranked = self.index.search(example.query.text, min(len(self.passages), LOOKED_AT * most), removed=gone)
        near = (one.passage for one in ranked)
        kept = (one for one in near if normalise_answer(one.text) not in texts and not may_answer(one, example))
        return list(islice(kept, most))


def mine(passages: Sequence[Passage]) -> Mine:
    """The passages that can be mined; of equal ids or texts the first."""
    found: dict[str, Passage] = {}
    texts: set[str] = set()
    for one in passages:
        if one.id not in found and (text := normalise_answer(one.text)) not in texts:
            found[one.id] = one
            texts.add(text)
    return Mine(tuple(found.values()))


def passages_of(examples: Sequence[Example]) -> list[Passage]:
    """All passages of the examples whose words are known: the gold ones, and those that are given."""
    return [passage for example in examples for passage in _behind(example)]


def passages_in(corpus: Path | None) -> list[Passage]:
    """The passages of a corpus, such as ``rag:CORPUS`` answers from; none where there is none."""
    return [] if corpus is None else list(open_corpus(str(corpus), LONGEST_PASSAGE))


def may_answer(passage: Passage, example: Example) -> bool:
    """Whether a passage has the words of an answer. Of an answer that is no words of a passage nobody can tell, so that
    one that shares the title of a gold passage may."""
    answers = [one.text for one in example.gold.answers]
    if all(normalise_answer(one) in UNTOLD for one in answers):
        return passage.title in {one.title for one in example.gold.passages}
    return says_answer(f"{passage.title} {passage.text}", answers)


def _behind(example: Example) -> Iterator[Passage]:
    yield from example.gold.passages
    if isinstance(example.query, OpenQuestion):
        yield from example.query.passages or ()
