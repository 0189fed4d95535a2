"""The clues of a tossup said in another voice or word order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.quizbowl.clues import Change, ClueRewriting, Clues, Search, check_most, clues, combined
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.clause import laid_out
from stumper.language.rewording.pieces import Kept
from stumper.language.rewording.restated import reworded
from stumper.types import Example, Verdict


@dataclass(frozen=True, slots=True)
class TossupParaphrase:
    """Says clues of a tossup in another voice or word order, through their parses (Wallace et al. 2019)."""

    tasks: ClassVar[Sequence[str]] = ("quizbowl",)
    family: ClassVar[str] = "question edits"
    searches: ClassVar[bool] = True

    candidates: int = 12
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        check_most("tossup-paraphrase", self.candidates)

    def attack(self, example: Example, original: Verdict, rng: Random) -> Search:
        """Each clue alone by each transformation that fits it, then those together that did most harm."""
        given = clues(example, self.pipeline)
        ways = [list(_ways(given, place)) for place in range(len(given.sentences))]
        return (yield from combined(given, ways, "paraphrase", self.candidates))


def _ways(given: Clues, place: int) -> Iterator[ClueRewriting]:
    sentence, parse = given.sentences[place], given.parses[place]
    if parse is None:
        return
    for rule, parts in reworded(parse):
        if rule in _UNSAFE and _UNSAFE[rule].search(sentence.text):
            continue
        if rule == "cleft" and not _opens_with_name(parse):
            continue
        pieces = laid_out(parse, sentence.start, parts, given.text)
        if pieces is not None:
            text = "".join(given.text[p.start : p.end] if isinstance(p, Kept) else p for p in pieces)
            if text != sentence.text:
                yield ClueRewriting((Change(sentence.start, sentence.end, text),), rule)


def _opens_with_name(parse: Parse) -> bool:
    """Whether the capital that opens the sentence is that of a name: *Legend* and *Theologians* have it there alone."""
    first, second = parse.tokens[:2]
    return name_class(first.text) is not None or (first.text.isalpha() and second.text[:1].isupper())


# The verb of the relative clause has another one joined to it; of *had them drowned* it is no relative clause.
_UNSAFE = {
    "reduced relative": re.compile(r"\b(?:that|which|who) (?:is|are|was|were)\b.*\band (?:is|are|was|were)\b"),
    "full relative": re.compile(r"\b(?:had|have|has|having) (?:\w+ ){1,3}\w+ed\b"),
}
