"""A tossup as its adversaries see it: its sentences, each a clue, and other texts in the place of some of its words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from stumper.language.parse import Parse
from stumper.language.rewording.one_sentence import parsed_each
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import Stretch, sentences
from stumper.types import Edit, Example, Perturbation


@dataclass(frozen=True, slots=True)
class Change:
    """``text`` for the characters [start, end) of the tossup."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Rewriting:
    """One clue said otherwise, by changes in the text's order that do not overlap, and the rule that made them."""

    changes: tuple[Change, ...]
    rule: str


@dataclass(frozen=True)
class Clues:
    """The tossup of an example by its sentences; the last one gives the answer away."""

    example: Example
    pipeline: str

    @property
    def text(self) -> str:
        """The whole tossup."""
        return self.example.query.text

    @cached_property
    def sentences(self) -> tuple[Stretch, ...]:
        """Its sentences in order."""
        return tuple(sentences(self.text))

    @cached_property
    def parses(self) -> tuple[Parse | None, ...]:
        """The parse of each sentence; None of a direction, and of one that the parser takes for several."""
        clues = parsed_each([sentence.text for sentence in self.sentences[self.directions :]], self.pipeline)
        return (None,) * self.directions + tuple(clues)

    @cached_property
    def directions(self) -> int:
        """How many sentences at the beginning are no clues: "Description acceptable." and the like."""
        texts = [sentence.text for sentence in self.sentences]
        return next((i for i, text in enumerate(texts) if _DIRECTION.fullmatch(text) is None), len(texts))

    def rewritten(self, rewritings: Sequence[Rewriting], kind: str) -> Perturbation:
        """The tossup with all of these changes, which do not overlap."""
        edits = [
            Edit("tossup", change.start, change.end, change.text, kind, rewriting.rule)
            for rewriting in rewritings
            for change in rewriting.changes
        ]
        ordered = tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
        return Perturbation(self.example.id, Tossup(_applied(self.text, ordered)), self.example.gold, ordered)


def clues(example: Example, pipeline: str) -> Clues:
    """The clues of an example that is a tossup."""
    assert isinstance(example.query, Tossup), "clues are those of a tossup"
    return Clues(example, pipeline)


def _applied(text: str, edits: Sequence[Edit]) -> str:
    return "".join(_pieces(text, edits))


def _pieces(text: str, edits: Sequence[Edit]) -> Iterator[str]:
    done = 0
    for edit in edits:
        yield text[done : edit.start]
        yield edit.text
        done = edit.end
    yield text[done:]


_DIRECTION = re.compile(
    r"\W*|(?:moderator |reader )?(?:notes?|warning)\b.*"
    r"|(?!.*\b(?:this|these|he|she|it|they)\b)[\w ,'’-]{1,60}\b(?:acceptable|required|needed)\b.*",
    re.IGNORECASE,
)
