"""A passage of the fewest words that still misleads, found by asking the system."""

import math
import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import ClassVar, Literal

from stumper.adversaries.rag.as_read import AsRead, as_read, clauses_by_id, lacking
from stumper.adversaries.rag.contradicted import CUES, SHORTEST, denied, stated
from stumper.adversaries.rag.false_answers import NONE_FALSE, Falsehood, falsehoods
from stumper.adversaries.rag.poisoned import FRAMES, poisoned
from stumper.adversaries.rag.putting import Place, put
from stumper.adversaries.rag.sent_passages import sent_passages
from stumper.adversaries.reading.addsent.candidates import Wanted
from stumper.text import tokens
from stumper.types import OVER_BUDGET, Example, Nothing, Passage, Perturbation, Verdict

KIND = "passage search"


@dataclass(frozen=True, slots=True)
class PassageSearch:
    """Looks for one passage of as few words as possible that misleads: from whole passages down, word by word.

    It starts from the passages of passage-sent (``of=sent``), passage-conflict (``of=conflict``) or passage-poison
    (``of=poison``), and from parts of them. While the system is fooled, it leaves out stretches of words, half of them
    at first, in the end one by one; of passage-sent's statement what makes it answer something else stays, and of
    passage-conflict the words that say that it does not hold.
    """

    tasks: ClassVar[Sequence[str]] = ("rag",)
    family: ClassVar[str] = "passages"
    searches: ClassVar[bool] = True

    of: Literal["sent", "conflict", "poison"] = "sent"
    place: Place = "first"
    pipeline: str = "embedded"

    @property
    def goal(self) -> str:
        """What it is scored by where nobody says: a false answer that is stated is to be said, nothing else counts."""
        return "target_given" if self.of == "poison" else ""

    def attack(
        self, example: Example, original: Verdict, rng: Random
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]:
        """A batch of whole passages and parts, then one of shorter ones a round; it stands by the shortest."""
        read = as_read(example)
        if read is None:
            return lacking(example)
        drafts = list(self._drafts(read, rng))
        if not drafts:
            return Nothing(NONE_FALSE if self.of != "sent" else "the question makes no statement of something else")
        best, is_over = yield from self._best(example, drafts)
        if best is None:
            return None
        stretch = max(1, len(best.free) // 2)
        while not is_over and best.free:
            shorter, is_over = yield from self._best(example, list(_shorter(best, stretch)))
            if shorter is not None:
                best = shorter
            elif stretch == 1:
                break
            else:
                stretch //= 2
            stretch = max(1, min(stretch, len(best.free) // 2))
        return self._made(example, best)

    def _best(
        self, example: Example, drafts: Sequence["_Draft"]
    ) -> Generator[Sequence[Perturbation], Sequence[Verdict], "tuple[_Draft | None, bool]"]:
        """The shortest draft that fools the system, then the one that it is surest of; and whether nothing more can be
        asked."""
        said = yield [self._made(example, one) for one in drafts]
        fooling = [
            (len(draft.words), math.inf if verdict.expected is None else verdict.expected, number)
            for number, (draft, verdict) in enumerate(zip(drafts, said, strict=True))
            if verdict.succeeded
        ]
        is_over = any(verdict.fault == OVER_BUDGET for verdict in said)
        return (drafts[min(fooling)[2]] if fooling else None), is_over

    def _made(self, example: Example, draft: "_Draft") -> Perturbation:
        gold = replace(example.gold, rejects=(draft.answer,)) if self.of == "poison" else example.gold
        return put(example, [draft.passage], (KIND, self.of), Random(0), self.place, gold)

    def _drafts(self, read: AsRead, rng: Random) -> Iterator["_Draft"]:
        """Whole passages, then the same without a title, then what is at their core."""
        question = read.example.query.text.strip()
        if self.of == "sent":
            [found] = sent_passages([read], Wanted("both", fakes=2), self.pipeline)
            asked = {*tokens(question)}
            for one in found:
                kept = {word for word in tokens(one.raw.text) if word not in asked}
                for title, text in ((one.passage.title, one.passage.text), ("", one.passage.text), ("", one.raw.text)):
                    yield _draft(title, text, kept, one.raw.fake_answer)
            return
        asked_for = clauses_by_id([read.example], self.pipeline)[read.example.id]
        for false in falsehoods(read, asked_for, rng, self.pipeline) if asked_for is not None else ():
            yield from _of_poison(question, false) if self.of == "poison" else _of_conflict(read, false)


def _of_poison(question: str, false: Falsehood) -> Iterator["_Draft"]:
    """Passages that state the false answer, then the statement alone."""
    kept = {*tokens(false.answer)}
    for passage in poisoned(question, false, len(FRAMES)):
        yield _draft(passage.title, passage.text, kept, false.answer)
    for text in (false.statement, f"{question} {false.answer}."):
        if text:
            yield _draft("", text, kept, false.answer)


def _of_conflict(read: AsRead, false: Falsehood) -> Iterator["_Draft"]:
    """Passages that say that the false statement does not hold, then the least that says so; all words that do stay."""
    if statement := stated(read, false):
        for cue in CUES.values():
            passage, kept = denied(read, cue, statement), {*tokens(cue.text), *tokens(false.answer)}
            yield _draft(passage.title, passage.text, kept, false.answer)
        for text in SHORTEST:
            yield _draft("", text.format(statement=statement), {*tokens(text), *tokens(false.answer)}, false.answer)


@dataclass(frozen=True, slots=True)
class _Draft:
    """A passage by its words; those at the places of ``free`` may be left out."""

    title: str
    words: tuple[str, ...]
    free: tuple[int, ...]
    kept: frozenset[str]
    answer: str

    @property
    def passage(self) -> Passage:
        """The passage, without an id."""
        return Passage("", " ".join(self.words), self.title)


def _draft(title: str, text: str, kept: set[str] | frozenset[str], answer: str) -> _Draft:
    found = tuple(re.findall(r"\S+", text))
    free = tuple(place for place, word in enumerate(found) if not {*tokens(word)} & kept)
    return _Draft(title, found, free, frozenset(kept), answer)


def _shorter(draft: _Draft, stretch: int) -> Iterator[_Draft]:
    """The draft without a title, or without so many words in a row of those that may be left out."""
    if draft.title:
        yield replace(draft, title="")
    for start in range(0, len(draft.free), stretch):
        gone = frozenset(draft.free[start : start + stretch])
        left = [word for place, word in enumerate(draft.words) if place not in gone]
        if left:
            yield _draft(draft.title, " ".join(left), draft.kept, draft.answer)
