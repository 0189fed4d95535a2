"""Raw sentences: every choice of changes with every fake answer, as statements, in a fixed order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from stumper.adversaries.reading.addsent.alteration import Change, altered, changes, sets_aside
from stumper.adversaries.reading.addsent.answer_types import answer_type, fake_answers
from stumper.adversaries.reading.addsent.asked_answers import asked_for
from stumper.language.declarative import stated
from stumper.language.neighbours import Neighbours
from stumper.language.parse import Parse
from stumper.language.questions import clause
from stumper.tasks.reading.question import Question
from stumper.text import tokens
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
    example: Example, question: Parse, answer: Parse | None, neighbours: Neighbours, wanted: Wanted
) -> tuple[RawSentence, ...]:
    """The raw sentences for a parsed question and its parsed first gold answer, each text once; none where nothing in
    the question can be changed."""
    assert isinstance(example.query, Question), "a sentence is made of a question"
    golds = [gold.text for gold in example.gold.answers]
    parts = clause(question)
    found = changes(parts, [word for gold in golds for word in tokens(gold)], neighbours)
    if not found or answer is None or not answer.tokens:
        return ()
    asked = asked_for(answer, parts)
    kind = answer_type(asked).name
    fakes = fake_answers(asked, [*golds, example.query.text, example.query.context.text], wanted.modified)
    if len(fakes) < 1:
        fakes = fake_answers(asked, golds, wanted.modified)
    made: dict[str, RawSentence] = {}
    as_asked = {stated(parts, fake).text for fake in fakes[: wanted.fakes]} if wanted.safe else set()
    for chosen in _choices(found, wanted.strategy):
        if wanted.safe and all(sets_aside(parts, change) for change in chosen):
            continue
        said = replace(parts, parse=altered(question, chosen))
        categories = tuple(dict.fromkeys(change.category for change in chosen))
        for fake in fakes[: wanted.fakes]:
            statement = stated(said, fake)
            raw = RawSentence(statement.text, statement.rule, categories, fake, kind)
            is_safe = raw.text not in as_asked and not repeats(raw, golds)
            if raw.text not in made and (is_safe or not wanted.safe):
                made[raw.text] = raw
    return tuple(made.values())


def repeats(raw: RawSentence, golds: Sequence[str]) -> bool:
    """Whether a sentence names a gold answer, word by word."""
    said = tokens(raw.text)
    return any(_holds(said, tokens(gold)) for gold in golds)


def _holds(said: Sequence[str], gold: Sequence[str]) -> bool:
    length = len(gold)
    return length > 0 and any(said[i : i + length] == gold for i in range(len(said) - length + 1))


def _choices(found: Sequence[Change], strategy: Strategy) -> Iterator[tuple[Change, ...]]:
    """All changes together, each separately, or both; one change alone is both at once."""
    if strategy != "separately":
        yield tuple(found)
    if strategy != "together" and (len(found) > 1 or strategy == "separately"):
        for change in found:
            yield (change,)
