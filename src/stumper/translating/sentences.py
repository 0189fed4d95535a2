"""Sentences as translators take and say them; what stays as it is: names, numbers, titles, quotations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from stumper.language.inflection import article, cased
from stumper.language.parse import Parse

# A name is one character in a masked text; its kind can be read off it.
FIRST = {
    "PERSON": 0xE000,
    "PLACE": 0xE400,
    "ORG": 0xE800,
    "OTHER": 0xEC00,
    "DATE": 0xF000,
    "NUMBER": 0xF400,
    "YEAR": 0xF800,
}
MASK = re.compile("[\ue000-\uf8ff]")
WORD = re.compile("[\ue000-\uf8ff]|n't|'s|[^\\W\ue000-\uf8ff]+(?<!n)(?=n't)|[^\\W\ue000-\uf8ff]+|[^\\w\\s]")
_YEAR = re.compile(r"1\d{3}|20\d\d")
_NUMBERS = {"TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"}
# Between two parts of one name.
_JOINS = re.compile(r"\s?[-–:&]?\s?|'s |’s |, | of (?:the )?|-(?:and|of|in|the)-|! |\. ")
_QUOTED = re.compile(r"\"[^\"]+\"|“[^”]+”|``[^`']+''|\([^)]*\)")
# At the beginning of a sentence these are no names.
_FUNCTION = {
    "a", "an", "the", "in", "on", "at", "by", "for", "from", "with", "of", "to", "and", "or", "but", "if", "as",
    "after", "before", "during", "since", "until", "there", "it", "he", "she", "they", "this", "that", "these",
    "those", "his", "her", "its", "their", "one", "some", "many", "most", "all", "both", "each", "every", "no",
    "not", "only", "according", "due", "despite", "when", "while", "where", "who", "what",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text as translators take it: ``masked`` has one character for each of its ``names``, which are in order.

    ``tags`` are the Penn tags of the words of ``masked``, "" for what is no token; ``is_one``: it is one sentence.
    """

    text: str
    masked: str
    names: tuple[str, ...]
    tags: tuple[str, ...]
    is_one: bool

    def restored(self, masked: str) -> str:
        """A masked text about the same names, with the names in it."""
        return MASK.sub(lambda match: self.names[number(match.group())], masked)

    def exchanged(self, word: int, new: str) -> "Sentence":
        """The sentence with the word of that place exchanged, and the article before it made to fit."""
        starts = [match.span() for match in WORD.finditer(self.masked)]
        start, end = starts[word]
        masked = fitted(self.masked[:start] + new + self.masked[end:])
        tags = (*self.tags[:word], *[self.tags[word]] * len(WORD.findall(new)), *self.tags[word + 1 :])
        return Sentence(tidied(self.restored(masked)), masked, self.names, tags, self.is_one)


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A text in other words; ``rule`` says what was done to it."""

    text: str
    rule: str


class Translator(Protocol):
    """Says sentences in other words, most of all by way of another language."""

    def paraphrases(self, sentences: Sequence[Sentence]) -> list[list[Paraphrase]]:
        """For each sentence its paraphrases, in order, the best ones first; the text itself may be among them."""

    def log_ratios(self, texts: Sequence[str], paraphrases: Sequence[str]) -> list[float] | None:
        """log P(paraphrase | text) - log P(text | text) of each pair; None: it has no probabilities."""


def sentence(parse: Parse) -> Sentence:
    """A parsed text with a character for each name, number, quotation and parenthesis."""
    names: list[str] = []
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for start, end, kind in protected(parse):
        pieces += [parse.text[at:start], chr(FIRST[kind] + len(names))]
        places += [*range(at, start), -1]
        names.append(parse.text[start:end])
        at = end
    masked = "".join(pieces) + parse.text[at:]
    places += range(at, len(parse.text))
    tags = {token.start: token.tag for token in parse.tokens}
    of_words = tuple(tags.get(places[match.start()], "") for match in WORD.finditer(masked))
    return Sentence(parse.text, masked, tuple(names), of_words, len(parse.sentences) == 1)


def number(mask: str) -> int:
    """Which name a character stands for."""
    return (ord(mask) - FIRST["PERSON"]) % 0x400


def protected(parse: Parse) -> list[tuple[int, int, str]]:
    """The stretches [start, end) of the text that stay, each with what it is, in order."""
    found: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(_stretches(parse), key=lambda each: (each[0], -each[1])):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]), found[-1][2])
        elif found and _is_one_name(parse.text, found[-1], (start, end, kind)):
            found[-1] = (found[-1][0], end, "OTHER" if "OTHER" in (kind, found[-1][2]) else found[-1][2])
        else:
            found.append((start, end, kind))
    return found


def tidied(text: str) -> str:
    """The text with single spaces, a capital at its beginning, a full stop at its end, and articles that fit."""
    text = fitted(" ".join(text.split()))
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", '."', ".''", ".”")) else f"{text}."


def fitted(text: str) -> str:
    """The text with *a* or *an* as the next word sounds."""
    return re.sub(r"\b([Aa]n?) (?=(?!an? )([\w'’-]+))", lambda m: f"{cased(article(m.group(2)), m.group(1))} ", text)


def is_same(one: str, other: str) -> bool:
    """Whether two texts differ in nothing but capitals, spaces and signs."""
    return _bare(one) == _bare(other)


def survive(parse: Parse, paraphrase: str) -> bool:
    """Whether a paraphrase of the parsed text has its names and numbers, no others, and is as negative as it."""
    text = parse.text
    kept = [text[start:end] for start, end, _ in protected(parse)]
    if any(text.count(name) > paraphrase.count(name) for name in kept):
        return False
    if sorted(_DIGITS.findall(text)) != sorted(_DIGITS.findall(paraphrase)):
        return False
    known = {word.lower() for word in _WORD.findall(text)}
    if any(word[0].isupper() and word.lower() not in known for word in _WORD.findall(paraphrase)[1:]):
        return False
    if _shared(_NUMBER_WORDS, text) != _shared(_NUMBER_WORDS, paraphrase):
        return False
    if bool(_RESTRICTING.search(text)) != bool(_RESTRICTING.search(paraphrase)):
        return False
    return len(_NEGATING.findall(text)) % 2 == len(_NEGATING.findall(paraphrase)) % 2


_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_NUMBER_WORDS = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|"
    r"million|billion|first|second|third|fourth|fifth|half|dozen)\b",
    re.IGNORECASE,
)
_RESTRICTING = re.compile(r"\b(?:only|solely|exclusively|just|nothing but|no one but|merely|purely)\b", re.IGNORECASE)
_NEGATING = re.compile(
    r"\b(?:no|not|never|none|neither|nor|nobody|nothing|without|cannot|unable|incapable|fail(?:s|ed)?|refuse[sd]?|"
    r"decline[sd]?|lack(?:s|ed)?|yet to)\b|n['’]t\b",
    re.IGNORECASE,
)


def _shared(words: re.Pattern[str], text: str) -> list[str]:
    return sorted(word.lower() for word in words.findall(text))


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _stretches(parse: Parse) -> Iterator[tuple[int, int, str]]:
    tokens = parse.tokens
    firsts = {first for first, _ in parse.sentences}
    for entity in parse.entities:
        start, end = tokens[entity.first].start, tokens[entity.last].end
        if parse.text[start:end].lower() == "one":  # as much an article as a number
            continue
        is_year = entity.kind == "DATE" and _YEAR.fullmatch(parse.text[start:end])
        yield start, end, "YEAR" if is_year else "NUMBER" if entity.kind in _NUMBERS else entity.kind
    for i, token in enumerate(tokens):
        number = any(c.isdigit() for c in token.text)
        name = token.text[0].isupper() if i not in firsts else _is_first_name(parse, i)
        if number or name or token.tag in ("NNP", "NNPS"):
            yield token.start, token.end, "NUMBER" if number else "OTHER"
    for match in _QUOTED.finditer(parse.text):
        yield match.start(), match.end(), "OTHER"


def _is_first_name(parse: Parse, index: int) -> bool:
    """Whether the first word of a sentence may be a name; a common noun in the plural is none."""
    token = parse.tokens[index]
    return token.text[0].isupper() and token.text.lower() not in _FUNCTION and token.tag not in ("RB", "IN")


def _is_one_name(text: str, one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Whether two stretches that stand beside each other are parts of one name."""
    between = text[one[1] : other[0]]
    kinds = {one[2], other[2]}
    if between.strip() == ",":
        return kinds == {"PLACE"}
    if not _JOINS.fullmatch(between):
        return False
    if between.strip() in ("", "-", "–", ":", "&"):
        return not kinds & {"DATE", "YEAR"} or between.strip() in ("-", "–")
    return kinds <= {"OTHER", "ORG", "PLACE"} and ("OTHER" in kinds or "ORG" in kinds)
