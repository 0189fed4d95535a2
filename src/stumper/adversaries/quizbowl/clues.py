"""A tossup as its adversaries see it: sentences, each a clue, what is put in the place of some, and what to try."""

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from stumper.errors import BadOption
from stumper.language.parse import Parse
from stumper.language.rewording.one_sentence import parsed_each
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.text import Stretch, sentences
from stumper.types import Edit, Example, Nothing, Perturbation, Verdict


@dataclass(frozen=True, slots=True)
class Change:
    """``text`` for the characters [start, end) of the tossup."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ClueRewriting:
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

    def rewritten(self, rewritings: Sequence[ClueRewriting], kind: str) -> Perturbation:
        """The tossup with all of these changes, which do not overlap."""
        edits = [
            Edit("tossup", change.start, change.end, change.text, kind, rewriting.rule)
            for rewriting in rewritings
            for change in rewriting.changes
        ]
        ordered = tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))
        return Perturbation(self.example.id, Tossup("".join(_pieces(self.text, ordered))), self.example.gold, ordered)


def clues(example: Example, pipeline: str) -> Clues:
    """The clues of an example that is a tossup."""
    assert isinstance(example.query, Tossup), "clues are those of a tossup"
    return Clues(example, pipeline)


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


Search = Generator[Sequence[Perturbation], Sequence[Verdict], Perturbation | Nothing | None]


def combined(given: Clues, choices: Sequence[Sequence[ClueRewriting]], kind: str, most: int) -> Search:
    """Tries, of each clue that has choices, one after the other alone, and all first choices together; then, together,
    the choice of each clue that did most harm.

    ``most`` is how many choices are tried alone, first choices of all clues before second ones.
    """
    ways = [way for way in choices if way]
    if not ways:
        return Nothing("no clue can be said otherwise so")
    alone = list(islice(_by_rank(ways), most))
    proposed = [given.rewritten([ways[clue][rank]], kind) for clue, rank in alone]
    if len(ways) > 1:
        proposed.append(given.rewritten([way[0] for way in ways], kind))
    said = yield proposed
    harm: dict[int, tuple[tuple[float, float], int]] = {}
    for (clue, rank), verdict in zip(alone, said, strict=False):
        if verdict.score is not None and verdict.expected is not None:
            found = (verdict.score, verdict.expected), rank
            harm[clue] = min(harm.get(clue, found), found)
    worst = [ways[clue][rank] for clue, (_, rank) in sorted(harm.items())]
    if len(worst) > 1 and any(rank for _, rank in harm.values()):
        yield [given.rewritten(worst, kind)]
    return None


def check_most(adversary: str, most: int) -> None:
    """BadOption where less than one choice would be tried."""
    if most < 1:
        raise BadOption(f"The option 'candidates' of {adversary} is a number of 1 or more, not {most}.")


def _by_rank(ways: Sequence[Sequence[ClueRewriting]]) -> "list[tuple[int, int]]":
    """The places of all choices, as clue and rank: the first choice of each clue, then the second ones."""
    places = [(clue, rank) for clue, way in enumerate(ways) for rank in range(len(way))]
    return sorted(places, key=lambda place: (place[1], place[0]))
