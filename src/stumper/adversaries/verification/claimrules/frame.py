"""A claim as the rules read it: its subject, A, and its predicate, which begins at the finite verb."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from stumper.adversaries.verification.claimrules.word_sets import IN_NAMES
from stumper.language.parse import Parse, Token

FINITE = ("VBZ", "VBD", "VBP", "MD")
NOUNS = ("NN", "NNS", "NNP", "NNPS")
# A text that ends with one of these keeps its full stop when more words follow.
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:(?:[A-Za-z]\.)+|(?:Jr|Sr|Dr|St|Mt|Ft|Mr|Mrs|Ms|Inc|Corp|Co|Ltd|Bros|No|Vol|vs|etc|Prof|Rev|Gen)\.)$"
)
_CLAUSE_PUNCTUATION = re.compile(r"[;?“”\"]|``|''|--|—|!$")


@dataclass(frozen=True, slots=True)
class Frame:
    """The tokens [0, verb) are the subject, those [verb, end) the predicate; the final full stop is outside."""

    parse: Parse
    verb: int
    end: int
    body: str

    @property
    def subject(self) -> str:
        """The text before the finite verb."""
        return self.body[: self.parse.tokens[self.verb].start].strip()

    @property
    def predicate(self) -> str:
        """The text from the finite verb on, without the final full stop."""
        return self.body[self.parse.tokens[self.verb].start :]

    def tokens_in(self, start: int, stop: int) -> tuple[int, int]:
        """The tokens [first, last) that lie within these characters; none where first == last."""
        tokens = self.parse.tokens
        first = bisect_left(tokens, start, key=lambda token: token.start)
        last = bisect_right(tokens, stop, lo=first, key=lambda token: token.end)
        return (first, last) if first < last else (0, 0)


def framed(parse: Parse) -> Frame | None:
    """The claim's frame; None where it is not one plain sentence with its subject first.

    The subject is what the parser says, or, where it is led astray by a title, a run of capitalised words.
    """
    body = without_stop(parse.text)
    tokens = parse.tokens
    end = next((i for i, token in enumerate(tokens) if token.end > len(body)), len(tokens))
    if end < 2 or _CLAUSE_PUNCTUATION.search(body) or body != body.lstrip():
        return None
    verb = _verb_by_parse(parse)
    if verb is None or verb >= end:
        verb = _verb_by_capitals(tokens, end)
    return None if verb is None else Frame(parse, verb, end, body)


def without_stop(text: str) -> str:
    """The text without what ends the sentence; the full stop of an abbreviation is kept."""
    text = text.rstrip()
    bare = text.rstrip(".").rstrip()
    return bare + "." if _ABBREVIATION.search(bare + ".") and text != bare else bare


def ended(text: str) -> str:
    """The text with a full stop at its end, and no second one behind an abbreviation."""
    return text if text.endswith(".") else f"{text}."


def is_titled(tokens: list[Token]) -> bool:
    """Whether the words could be a name: each has a capital or a figure, but for the small words within names."""
    inside = False
    for place, token in enumerate(tokens):
        word = token.text
        if word == "(":
            inside = True
        elif word == ")":
            inside = False
        elif inside or not any(letter.isalnum() for letter in word):
            if word in (",", ";") and not inside:
                return False
        elif not (word[0].isupper() or word[0].isdigit() or word in ("'s", "’s")) and (
            word not in IN_NAMES or place in (0, len(tokens) - 1)
        ):
            return False
    return any(token.text[0].isupper() or token.text[0].isdigit() for token in tokens)


def _verb_by_parse(parse: Parse) -> int | None:
    if len(parse.sentences) != 1:
        return None
    root = next((i for i, token in enumerate(parse.tokens) if token.head == i), None)
    if root is None:
        return None
    below = parse.children(root)
    subject = next((i for i in below if parse.tokens[i].relation in ("nsubj", "nsubj:pass")), None)
    if subject is None:
        return None
    whole = parse.subtree(subject)
    verb = min((i for i in _verbs(parse, root, below) if i > whole[-1]), default=None)
    if verb is None or whole != list(range(verb)) or parse.tokens[verb].tag not in FINITE:
        return None
    return None if _has_clause(parse, whole) or parse.tokens[verb].text[0].isupper() else verb


def _verbs(parse: Parse, root: int, below: list[int]) -> list[int]:
    helping = [i for i in below if parse.tokens[i].relation in ("aux", "aux:pass", "cop")]
    return [root, *helping]


def _has_clause(parse: Parse, subject: list[int]) -> bool:
    """Whether something is said of the subject within it, so that it is no plain name or noun."""
    return any(
        parse.tokens[i].tag in (*FINITE, "WP", "WDT", "WRB", "PRP", "EX", ",") and parse.tokens[i].text.islower()
        for i in subject
    ) or any(parse.tokens[i].text == "," for i in subject) or parse.tokens[0].tag in ("PRP", "EX")  # fmt: skip


def _verb_by_capitals(tokens: tuple[Token, ...], end: int) -> int | None:
    """The first finite verb in small letters, where all before it looks like a name."""
    found = next((i for i in range(1, end) if _may_be_finite(tokens[i])), None)
    if found is None or tokens[found].text in ("'s", "’s") or tokens[0].tag in ("IN", "RB", "WRB"):
        return None
    name = list(tokens[:found])
    if tokens[0].tag in ("PRP", "EX") and (len(name) < 3 or not all(token.text[0].isupper() for token in name)):
        return None
    if tokens[found].text in ("is", "was", "has"):  # one thing, so that a comma in its name joins no others to it
        name = [token for token in name if token.text != ","] if name[-1].text != "," else name
    return found if is_titled(name) else None


def _may_be_finite(token: Token) -> bool:
    return token.text.islower() and (token.tag in FINITE or (token.tag == "NNS" and token.text in _TAKEN_FOR_NOUNS))


_TAKEN_FOR_NOUNS = ("stars", "features", "plays", "airs")
