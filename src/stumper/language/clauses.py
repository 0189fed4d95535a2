"""The parts of a question's clause, and the closed classes of words that show them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stumper.language.parse import Parse, Token

ASKING = {
    "who": "who", "whom": "who", "whos": "who", "whose": "whose", "what": "what", "which": "which", "when": "when",
    "where": "where", "why": "why", "how": "how", "whic": "which", "wich": "which", "wat": "what", "waht": "what",
    "hwat": "what", "whar": "where",
}  # fmt: skip
AUXILIARIES = {
    **dict.fromkeys(("do", "does", "did"), "do"),
    **dict.fromkeys(("is", "are", "was", "were", "am", "'s", "’s", "'re"), "be"),
    **dict.fromkeys(("has", "have", "had"), "have"),
    **dict.fromkeys(("can", "could", "will", "would", "shall", "should", "may", "might", "must", "ca", "wo"), "modal"),
}
FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
PREPOSITIONS = frozenset(("IN", "TO", "RP"))


@dataclass(frozen=True, slots=True)
class Span:
    """The tokens [first, end); none where the two are equal."""

    first: int
    end: int

    def __bool__(self) -> bool:
        return self.first < self.end

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.first, self.end))


@dataclass(frozen=True, slots=True)
class Clause:
    """A question by its parts, each a span of tokens; ``features`` are the words by which rules choose.

    ``opening`` stands before what asks, ``preposition`` right before it; ``noun`` is what it asks about ("year"),
    ``early`` stands before an inverted auxiliary ("in town"), ``adverbs`` between the subject and the verb.
    """

    parse: Parse
    opening: Span
    preposition: Span
    asking: Span
    noun: Span
    early: Span
    auxiliary: Span
    subject: Span
    adverbs: Span
    verb: Span
    rest: Span
    features: frozenset[str]

    def text(self, span: Span) -> str:
        """What stands there, as it is written."""
        return self.parse.span(span.first, span.end - 1) if span else ""


def is_word(token: Token, words: Iterable[str]) -> bool:
    """Whether a token is one of these words, in any capitals."""
    return token.text.lower() in words


def is_finite(parse: Parse, index: int) -> bool:
    """Whether a token is a finite verb or an auxiliary, as far as its tag and the word behind it tell."""
    token = parse.tokens[index]
    if is_word(token, AUXILIARIES) and token.tag not in ("POS", "NN", "NNP"):
        return True
    if is_word(token, ("happens", "happened")):
        return True
    if token.tag not in FINITE:
        return False
    following = parse.tokens[index + 1] if index + 1 < len(parse.tokens) else None
    return following is None or not (is_word(following, AUXILIARIES) and following.tag != "POS")
