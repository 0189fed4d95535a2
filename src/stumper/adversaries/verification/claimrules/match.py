"""A claim in which a pattern was found, with what the letters of the pattern stand for."""

from dataclasses import dataclass, field
from functools import cached_property

from stumper.adversaries.verification.claimrules.frame import NOUNS, Frame
from stumper.language.parse import Token


@dataclass(frozen=True)
class Part:
    """A stretch of a claim that a letter stands for."""

    frame: Frame
    text: str
    first: int
    last: int  # one past the last token
    known: dict[str, bool] = field(default_factory=dict, compare=False)  # which guards hold of it, once asked

    @cached_property
    def tokens(self) -> list[Token]:
        """Its tokens."""
        return list(self.frame.parse.tokens[self.first : self.last])

    @cached_property
    def heads(self) -> list[int]:
        """The tokens that hang on something outside; a phrase has one."""
        tokens = self.frame.parse.tokens
        return [
            i
            for i in range(self.first, self.last)
            if tokens[i].relation not in ("case", "punct", "cc")
            and (tokens[i].head == i or not self.first <= tokens[i].head < self.last)
        ]

    @property
    def head(self) -> Token | None:
        """The noun or other word that all the rest hangs on."""
        return self.frame.parse.tokens[self.heads[0]] if self.heads else None

    def kinds(self) -> list[str]:
        """The kinds of the entities that stand wholly within it."""
        return [e.kind for e in self.frame.parse.entities if self.first <= e.first and e.last < self.last]

    def is_one_entity(self, kind: str) -> bool:
        """Whether an entity of this kind is all of it, an article and a parenthesis aside."""
        first = self.first + (self.tokens[0].text.lower() == "the")
        last = next((self.first + i for i, token in enumerate(self.tokens) if token.text == "("), self.last)
        return any(e.kind == kind and e.first <= first and e.last >= last - 1 for e in self.frame.parse.entities)

    def has_noun(self) -> bool:
        """Whether there is a noun in it."""
        return any(token.tag in NOUNS for token in self.tokens)


@dataclass(frozen=True)
class Match:
    """What a pattern has found: the words that it fixes, and the parts that its letters stand for."""

    frame: Frame
    words: dict[str, str]
    parts: dict[str, Part]

    @property
    def subject(self) -> Part:
        """A: what the claim is about."""
        return self.parts["A"]
