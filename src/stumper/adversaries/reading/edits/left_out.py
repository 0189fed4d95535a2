"""What of a paragraph still reads as a text where some of its sentences are left out."""

import re
from collections.abc import Set
from dataclasses import dataclass

from stumper.adversaries.reading.edits.paragraph import Paragraph
from stumper.language.clauses import FINITE
from stumper.language.parse import Parse
from stumper.language.rewording.leaning import leans, takes_as_known
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.rewording.taken_as_known import (
    has_pronoun,
    names_known,
    opens_with_known,
    things_known,
    things_named,
)
from stumper.text import words


def what_stays(given: Paragraph, gone: Set[int], pipeline: str) -> list[int]:
    """The indices of the sentences that still read as a text once those at the indices ``gone`` are left out, in order.

    A sentence goes too that leans on one that is gone, by a pronoun, a word that points back, a thing taken as known
    or a name. Nothing stays where the first sentence is gone, which says what the paragraph is about, where the
    paragraph is torn or begins with what it takes as known, or where a sentence that stays announces one that is gone.
    """
    texts = [sentence.text for sentence in given.sentences]
    if 0 in gone or not given.reads_whole():
        return []
    parses = parsed_each(texts, pipeline)
    if parses[0] is None or (opens_with_known(parses[0]) and not names_known(texts[0])):
        return []
    stays = _Left([], frozenset(), frozenset())
    for at, (text, parse) in enumerate(zip(texts, parses, strict=True)):
        if at in gone or (len(stays.kept) < at and not stays.carries(at, text, parse, texts)):
            continue
        stays = stays.with_one(at, text, parse)
    announced = any(_ANNOUNCES.search(texts[at]) for at in stays.kept if at + 1 not in stays.kept)
    return [] if announced else stays.kept


_REACH = 2  # sentences before it on which a sentence leans
_THEN = re.compile(r"\bthen\b")
_ANNOUNCES = re.compile(r"\b(?:following|as follows|below)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Left:
    """The sentences that stay so far, and the things and names that they have brought up."""

    kept: list[int]
    things: frozenset[str]
    names: frozenset[str]

    def with_one(self, at: int, text: str, parse: Parse | None) -> "_Left":
        """What is left with one more sentence."""
        things = things_named(parse) if parse else frozenset[str]()
        return _Left([*self.kept, at], self.things | things, self.names | _words(text))

    def carries(self, at: int, text: str, parse: Parse | None, texts: list[str]) -> bool:
        """Whether a sentence behind one that is gone leans on none but those that stay."""
        near = all(before in self.kept for before in range(max(at - _REACH, 0), at))
        if not near and (_THEN.search(text) or leans(text) or has_pronoun(text) or takes_as_known(text, texts[at - 1])):
            return False
        if parse is None or not _says_something(parse) or not set(things_known(parse)) <= self.things:
            return False
        return not any(self._lacks(name, texts[:at]) for name in names_known(text))

    def _lacks(self, name: str, before: list[str]) -> bool:
        """Whether a name was brought up, but by none of the sentences that stay."""
        return name not in self.names and any(name in _words(text) for text in before)


def _says_something(parse: Parse) -> bool:
    """Whether a sentence has a main verb: *Something that was done.* has none."""
    root = next(i for i, token in enumerate(parse.tokens) if token.relation == "root")
    helped = any(parse.tokens[i].relation in ("cop", "aux", "aux:pass") for i in parse.children(root))
    return helped or parse.tokens[root].tag in FINITE


def _words(text: str) -> frozenset[str]:
    return frozenset(part for word in words(text) for part in (word.text, re.sub(r"['’]s?$", "", word.text)))
