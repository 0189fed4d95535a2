"""Words that the key sentence shares with the question, put in other words."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph, changed, content_words, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.errors import BadOption
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.lexicon import antonyms
from stumper.language.parse import Parse
from stumper.language.rewording.exchanges import exchanges, is_plain
from stumper.language.rewording.one_sentence import parsed
from stumper.types import Example, Perturbation

# Gradable opposites: what is not the one is understood to be the other. The first row is also said of "no small part".
LITOTES = {"large": "small", "big": "small", "great": "small", "difficult": "easy", "hard": "easy"}
OPPOSITES = LITOTES | {
    "small": "large", "important": "unimportant", "common": "uncommon", "rare": "common", "strong": "weak",
    "weak": "strong", "easy": "difficult", "famous": "unknown", "rich": "poor", "wealthy": "poor", "poor": "rich",
    "expensive": "cheap", "cheap": "expensive", "popular": "unpopular", "significant": "insignificant",
    "dangerous": "safe", "similar": "dissimilar", "long": "short", "short": "long", "high": "low",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Synonym:
    """Puts synonyms or negated antonyms for words of question and key sentence (Rahurkar et al. 2020).

    A word that the table of interchangeable words lacks is looked up in WordNet, and replaced where ``least_share`` of
    its uses, as far as can be estimated, have the sense of the synonym. Without ``shared`` any word may be replaced.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)

    shared: bool = True
    least_share: float = 1.0
    candidates: int = 8
    pipeline: str = "embedded"

    def __post_init__(self) -> None:
        at_least_one("edit-synonym", "candidates", self.candidates)
        if not 0 <= self.least_share <= 1:
            raise BadOption(f"The option 'least_share' of edit-synonym is a share of 0 to 1, not {self.least_share}.")

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """Each word by its first choice, then all words together, then the second choices."""
        given = paragraph(example)
        parse = None if given is None else parsed(given.key_sentence.text, self.pipeline)
        if given is None or parse is None:
            return []
        choices = [choice for choice in self._choices(given, parse) if choice]
        together = [choice[0] for choice in choices]
        others = [swap for choice in choices for swap in choice[1:]]
        tries = [[swap] for swap in together]
        tries += [together] if len(together) > 1 else []
        tries += [[swap] for swap in others]
        return first(self.candidates, (_swapped(given, swaps) for swaps in tries))

    attack = one_batch

    def _choices(self, given: Paragraph, parse: Parse) -> Iterator[list["_Swap"]]:
        asked = _lemmas(given.question)
        at = given.key_sentence.start
        for i, token in enumerate(parse.tokens):
            name = lemma(token.text, token.tag)
            if (self.shared and name not in asked) or not is_plain(parse, i):
                continue
            if given.touches_answer(at + token.start, at + token.end):
                continue
            swaps = [
                _swap(parse, at, i, like(word, token.text, token.tag), "synonym")
                for word in exchanges(parse, i, self.least_share)
            ]
            yield [*swaps, *_negated(parse, at, i)]


@dataclass(frozen=True, slots=True)
class _Swap:
    """A change and the row that made it."""

    change: Change
    rule: str


def _swapped(given: Paragraph, swaps: Sequence[_Swap]) -> Perturbation | None:
    rule = " + ".join(dict.fromkeys(swap.rule for swap in swaps))
    return changed(given, [swap.change for swap in swaps], "synonym", rule)


def _swap(parse: Parse, at: int, index: int, word: str, rule: str) -> _Swap:
    """The word in the token's place, with the article that it needs."""
    token = parse.tokens[index]
    if index and (before := parse.tokens[index - 1]).text.lower() in ("a", "an"):
        return _Swap(Change(at + before.start, at + token.end, f"{cased(article(word), before.text)} {word}"), rule)
    return _Swap(Change(at + token.start, at + token.end, word), rule)


def _negated(parse: Parse, at: int, index: int) -> Iterator[_Swap]:
    """*was large* → *was not small*; *a large part* → *no small part*; *was unable* → *was not able*."""
    token = parse.tokens[index]
    if token.tag != "JJ" or index == 0:
        return
    name = token.text
    before = parse.tokens[index - 1]
    opposite = OPPOSITES.get(name) or _without_prefix(name)
    if opposite is None or any(parse.tokens[i].relation in ("advmod", "conj", "cc") for i in parse.children(index)):
        return
    if before.relation == "cop" and before.head == index and before.text in ("is", "are", "was", "were"):
        yield _Swap(Change(at + token.start, at + token.end, f"not {opposite}"), "negated antonym")
    elif before.text in ("a", "an") and name in LITOTES and parse.tokens[token.head].relation in ("obj", "root"):
        yield _Swap(Change(at + before.start, at + token.end, f"no {opposite}"), "negated antonym")


def _without_prefix(name: str) -> str | None:
    """The direct antonym of which the word is the negation by its prefix."""
    found = re.fullmatch(r"(?:un|in|im|il|ir)(\w{3,})", name)
    return found.group(1) if found and found.group(1) in antonyms(name, "adj", direct=True) else None


def _lemmas(question: str) -> frozenset[str]:
    found = [word.text for word in content_words(question)]
    return frozenset(lemma(word, tag) for word in found for tag in ("NNS", "VBD", "VBG", "VBN", "VBZ", "JJ", "RB"))
