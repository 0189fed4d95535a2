"""A parsed text, as frozen values of our own: rules read these, whatever parser made them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

EntityKind = Literal[
    "PERSON", "PLACE", "ORG", "OTHER",  # names
    "DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL",  # numbers of a kind
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """One token: characters [start, end) of the text, Penn tag, Universal Dependencies relation, index of its head.

    A sentence's root is its own head.
    """

    text: str
    start: int
    end: int
    lemma: str
    tag: str
    relation: str
    head: int


@dataclass(frozen=True, slots=True)
class Entity:
    """The tokens [first, last] are a name, or a number of a kind."""

    kind: EntityKind
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Parse:
    """A text with its tokens, entities in order, and sentences as pairs (first, last) of token indices."""

    text: str
    tokens: tuple[Token, ...]
    entities: tuple[Entity, ...]
    sentences: tuple[tuple[int, int], ...]
    _children: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: list[list[int]] = [[] for _ in self.tokens]
        for i, token in enumerate(self.tokens):
            if token.head != i:
                found[token.head].append(i)
        object.__setattr__(self, "_children", tuple(map(tuple, found)))

    def children(self, index: int) -> list[int]:
        """The tokens that hang on this one, in the text's order."""
        return list(self._children[index])

    def subtree(self, index: int) -> list[int]:
        """The token and all below it, in the text's order."""
        below = [index]
        for token in below:  # it grows as it is walked
            below.extend(self._children[token])
        return sorted(below)

    def span(self, first: int, last: int) -> str:
        """The text from one token to another, both included, as it is written."""
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def with_words(self, new: Mapping[int, str]) -> "Parse":
        """The parse with these words in the places of its tokens; of one that went ("") its space goes along."""
        text, tokens, at = "", [], 0
        for i, token in enumerate(self.tokens):
            gap = self.text[at : token.start]
            text += gap.lstrip() if i and new.get(i - 1) == "" and not text[-1:].isalnum() else gap
            at = token.end
            word = new.get(i, token.text)
            tokens.append(replace(token, text=word, start=len(text), end=len(text) + len(word),
                                  lemma=word.lower() if i in new else token.lemma))  # fmt: skip
            text += word
        return Parse(text + self.text[at:], tuple(tokens), self.entities, self.sentences)

    def entity_at(self, index: int) -> Entity | None:
        """The entity that a token belongs to."""
        return next((entity for entity in self.entities if entity.first <= index <= entity.last), None)
