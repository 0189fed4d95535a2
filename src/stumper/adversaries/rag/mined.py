"""Passages near a question that do not answer it, among those of a data set and of a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from stumper.adversaries.rag.false_answers import says_answer
from stumper.datasets import open_dataset
from stumper.datasets.json_lines import Line, read_lines
from stumper.errors import BadData
from stumper.retrieval.fulltext import FullText, Term, start, terms
from stumper.tasks.rag.open_question import OpenQuestion
from stumper.tasks.reading.question import Question
from stumper.text import normalise_answer, tokens
from stumper.types import Example, Passage

UNTOLD = frozenset(("yes", "no", "true", "false"))  # answers that passages do not hold as words
LOOKED_AT = 8  # times as many passages are looked at as are wanted


@dataclass(frozen=True)
class Mine:
    """Passages, each id and each text once."""

    passages: tuple[Passage, ...]

    @cached_property
    def index(self) -> FullText:
        """The passages in memory, for BM25."""
        writer = start(None)
        for one in self.passages:
            writer.add(f"{one.title} {one.text}")
        return writer.finished()

    def nearest(self, example: Example, most: int, without: Sequence[Passage] = ()) -> list[Passage]:
        """Up to that many passages without an answer, the nearest to the question by BM25 first; none is a gold one, or
        one of those to do without."""
        wanted = [Term("text", term) for term in terms(example.query.text)]
        if not wanted or not self.passages:
            return []
        hits = self.index.ranked(wanted, min(len(self.passages), LOOKED_AT * most))
        near = (self.passages[hit.number] for hit in sorted(hits, key=lambda hit: (-hit.score, hit.number)))
        kept = (one for one in near if not _is_known(one, (*example.gold.passages, *without), example))
        return [one for one, _ in zip((one for one in kept if not may_answer(one, example)), range(most), strict=False)]


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


def passages_in(path: Path) -> list[Passage]:
    """The passages of a file: of JSON lines with ``text``, or those behind the questions of a data set; BadData where
    it has none."""
    found = _lines(path) if path.name.removesuffix(".gz").endswith(".jsonl") else None
    if found is None:
        found = [
            passage
            for example in open_dataset(path)
            for passage in ((example.query.context,) if isinstance(example.query, Question) else _behind(example))
        ]
    if not found:
        raise BadData(f'{path} has no passages. Name a file of JSON lines with "text", or a data set with passages.')
    return found


def may_answer(passage: Passage, example: Example) -> bool:
    """Whether a passage has the words of an answer; of an answer that is no words of a passage nobody can tell, so that
    none is taken that shares the title of a gold one."""
    answers = [one.text for one in example.gold.answers]
    if all(normalise_answer(one) in UNTOLD for one in answers):
        return bool(passage.title) and passage.title in {one.title for one in example.gold.passages}
    return says_answer(f"{passage.title} {passage.text}", answers)


def _behind(example: Example) -> Iterator[Passage]:
    yield from example.gold.passages
    if isinstance(example.query, OpenQuestion):
        yield from example.query.passages or ()


def _lines(path: Path) -> list[Passage] | None:
    """The passages of JSON lines; None where they are those of a data set."""
    lines = read_lines(path)
    if lines and "text" not in lines[0].values:
        return None
    return [_passage(line, path) for line in lines]


def _passage(line: Line, path: Path) -> Passage:
    text = line.text("text")
    if not text or not tokens(text):
        raise BadData(f'{path}: line {line.number} has no words in its "text". Correct it there.')
    return Passage(line.id() if "id" in line.values else f"{path.name}/{line.number}", text, line.text("title") or "")


def _is_known(passage: Passage, known: Sequence[Passage], example: Example) -> bool:
    ids = {id for ids in example.gold.evidence_sets for id in ids}
    return passage.id in ids or any(
        passage.id == one.id or normalise_answer(passage.text) == normalise_answer(one.text) for one in known
    )
