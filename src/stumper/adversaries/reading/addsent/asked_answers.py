"""An answer seen with its question: all that tells which type it is of."""

import re
from dataclasses import dataclass

from stumper.language.clauses import Clause, Span
from stumper.language.lexicon import classes
from stumper.language.parse import Parse


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer with all that tells its type: its parse, the words that ask for it, the class of their noun."""

    text: str
    parse: Parse
    asking: str
    noun: str
    is_action: bool  # what somebody does
    is_predicate: bool  # what something is, or which one

    @property
    def first(self) -> str:
        """The Penn tag of its first word."""
        return self.parse.tokens[0].tag if self.parse.tokens else ""

    @property
    def last(self) -> str:
        """The Penn tag of its last word."""
        words = [token for token in self.parse.tokens if any(letter.isalnum() for letter in token.text)]
        return words[-1].tag if words else ""

    def is_entity(self, *kinds: str) -> bool:
        """Whether a named entity of one of these kinds makes up its end."""
        return any(entity.kind in kinds and entity.last >= len(self.parse.tokens) - 1 for entity in self.parse.entities)

    @property
    def noun_classes(self) -> tuple[str, ...]:
        """What kind of thing the question's noun names."""
        return classes(self.noun) if self.noun else ()

    @property
    def own_classes(self) -> tuple[str, ...]:
        """What kind of thing its last word names."""
        words = [token for token in self.parse.tokens if token.text.isalpha()]
        return classes(words[-1].lemma) if words and not self.is_name else ()

    @property
    def is_name(self) -> bool:
        """Whether its first or last word has a capital that no sentence gave it."""
        words = [word for word in re.findall(r"[\w'’.-]+", self.text) if word.lower() not in ("the", "a", "an")]
        return bool(words) and words[-1][0].isupper()


def asked_for(answer: Parse, parts: Clause) -> Asked:
    """An answer's parse seen with the question's parts."""
    named = parts.noun or (parts.subject if {"what", "copula"} <= parts.features else parts.noun)
    return Asked(answer.text.strip(), answer, parts.text(parts.asking).lower(), _head(parts, named),
                 "done" in parts.features, "copula" in parts.features or "noun" in parts.features)  # fmt: skip


def _head(parts: Clause, span: Span) -> str:
    """The lemma of the noun that a phrase is about: of "the name of the river" the river."""
    tokens = parts.parse.tokens
    heads = [i for i in span if tokens[i].tag.startswith("NN") and (
        i + 1 == span.end or not tokens[i + 1].tag.startswith(("NN", "HYPH", "POS")))]  # fmt: skip
    while len(heads) > 1 and tokens[heads[0]].lemma in ("name", "term", "title", "nickname", "type", "kind"):
        if not parts.noun or tokens[heads[0]].lemma not in ("type", "kind"):
            heads.pop(0)
        else:
            break
    return tokens[heads[0]].lemma if heads else ""
