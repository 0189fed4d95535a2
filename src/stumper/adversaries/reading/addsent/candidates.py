"""Raw sentences: every choice of changes with every fake answer, as statements, in a fixed order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from stumper.adversaries.reading.addsent.alteration import altered, changes
from stumper.adversaries.reading.addsent.answer_types import answer_type, fake_answers, plausible, unlike
from stumper.adversaries.reading.addsent.asked_answers import Asked, asked_for
from stumper.adversaries.reading.addsent.change import Change
from stumper.adversaries.reading.addsent.telling_apart import weight
from stumper.language.declarative import stated
from stumper.language.neighbours import Neighbours
from stumper.language.parse import Parse
from stumper.language.questions import clause
from stumper.language.well_formed import is_well_formed
from stumper.tasks.reading.question import Question
from stumper.text import says_answer, tokens
from stumper.types import Example

Strategy = Literal["together", "separately", "both"]


@dataclass(frozen=True, slots=True)
class RawSentence:
    """A statement that looks like an answer and is none; ``changes`` are the categories of what was changed."""

    text: str
    rule: str
    changes: tuple[str, ...]
    fake_answer: str
    answer_type: str

    @property
    def label(self) -> str:
        """The rule and the categories, as an edit names them."""
        return f"{self.rule}: {', '.join(self.changes)}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is made of a question: which changes, which table of fake answers and how many of them, and whether to leave
    out what names a gold answer or answers the question as it was."""

    strategy: Strategy = "together"
    fakes: int = 2
    modified: bool = False
    safe: bool = True


def sentences(
    example: Example, question: Parse, answer: Parse, neighbours: Neighbours, wanted: Wanted
) -> tuple[RawSentence, ...]:
    """The raw sentences for a parsed question and its parsed first gold answer, each text once; none where nothing in
    the question can be changed. Of a question without an answer, the fake answers are of the type that it asks for:
    what they may cause is that it gets one."""
    assert isinstance(example.query, Question), "a sentence is made of a question"
    golds = [gold.text for gold in example.gold.answers]
    parts = clause(question)
    words = {word.strip(".,;:!?()\"'’") for word in example.query.context.text.split()}
    small = {word for word in words if word[:1].islower()}
    named = {re.sub(r"['’]s$", "", word) for word in words if word[:1].isupper()}
    found = changes(parts, [word for gold in golds for word in tokens(gold)], neighbours, small, named)
    if not found:
        return ()
    kind, fakes = _fakes(example, asked_for(answer, parts), wanted.modified)
    made: dict[str, RawSentence] = {}
    as_asked = {stated(parts, fake).text for fake in fakes[: wanted.fakes]} if wanted.safe else set()
    for chosen in _choices(found, wanted.strategy):
        if wanted.safe and not any(weight(parts, change) for change in chosen):
            continue
        said = replace(parts, parse=altered(question, chosen))
        categories = tuple(dict.fromkeys(change.category for change in chosen))
        for fake in fakes[: wanted.fakes]:
            statement = stated(said, fake)
            raw = RawSentence(statement.text, statement.rule, categories, fake, kind)
            is_safe = raw.text not in as_asked and not repeats(raw, golds)
            may_stand = raw.rule != "last-resort" and is_well_formed(said, raw.text) and (is_safe or not wanted.safe)
            if raw.text not in made and may_stand:
                made[raw.text] = raw
    return tuple(made.values())


def _fakes(example: Example, asked: Asked, modified: bool) -> tuple[str, list[str]]:
    """The type of the answer and fake answers, which share no word with the paragraph if there are any such."""
    assert isinstance(example.query, Question), "a sentence is made of a question"
    golds = [gold.text for gold in example.gold.answers]
    said = [*golds, example.query.text, example.query.context.text]
    if not asked.parse.tokens:
        return plausible(asked, said, modified)
    fakes = fake_answers(asked, said, modified)
    fakes = fakes or fake_answers(asked, golds, modified)
    if all(says_answer(fake, golds) for fake in fakes):  # an Act of another year is still that Act's name
        fakes = unlike(asked, modified)
    return answer_type(asked).name, fakes


def repeats(raw: RawSentence, golds: Sequence[str]) -> bool:
    """Whether a sentence names a gold answer, word by word."""
    return says_answer(raw.text, golds)


def _choices(found: Sequence[Change], strategy: Strategy) -> Iterator[tuple[Change, ...]]:
    """All changes together, each separately, or both; one change alone is both at once."""
    if strategy != "separately":
        yield tuple(found)
    if strategy != "together" and (len(found) > 1 or strategy == "separately"):
        for change in found:
            yield (change,)
