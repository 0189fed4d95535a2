"""Words that the key sentence shares with the question, put in other words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from stumper.adversaries.reading.edits.changes import Change, changed
from stumper.adversaries.reading.edits.clause import NOUNS
from stumper.adversaries.reading.edits.paragraph import Paragraph, content_words, paragraph, parsed
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.adversaries.reading.edits.word_set import word_set
from stumper.errors import BadOption
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.lexicon import PartOfSpeech, antonyms, safe_synonyms
from stumper.language.neighbours import load_neighbours
from stumper.language.parse import Parse
from stumper.types import Example, Perturbation

PARTS: dict[str, PartOfSpeech] = {
    "NN": "noun", "NNS": "noun", "JJ": "adj", "RB": "adv",
    "VB": "verb", "VBD": "verb", "VBG": "verb", "VBN": "verb", "VBP": "verb", "VBZ": "verb",
}  # fmt: skip
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
            if (self.shared and name not in asked) or not _is_plain(parse, i):
                continue
            if given.touches_answer(at + token.start, at + token.end):
                continue
            swaps = [
                _swap(parse, at, i, like(word, token.text, token.tag), "synonym") for word in self._words(parse, i)
            ]
            yield [*swaps, *_negated(parse, at, i)]

    def _words(self, parse: Parse, index: int) -> Sequence[str]:
        """What may replace a word, the first choice first."""
        token = parse.tokens[index]
        part, name = PARTS[token.tag], lemma(token.text, token.tag)
        rows = _interchangeable()
        has_object = any(parse.tokens[i].relation in ("obj", "nsubj:pass", "aux:pass") for i in parse.children(index))
        known = rows.get((part, name), rows.get(("verb+obj", name) if has_object else ("", "")))
        if known is not None:
            return [word for word in known if token.tag != "VBN" or word.split()[-1] not in _GOVERNING]
        if part == "verb" or name in _COUNTED_OTHERWISE:  # WordNet's senses keep no frames of verbs
            return ()
        found = safe_synonyms(name, part, self.least_share)
        return [
            word for word in found if word.isalpha() and word.islower() and _is_common(word) and not _alike(word, name)
        ][:2]


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


def _is_plain(parse: Parse, index: int) -> bool:
    """Whether a word is a common one that stands for itself: in no name, quotation, compound or fixed phrase."""
    tokens = parse.tokens
    token = tokens[index]
    if token.tag not in PARTS or not token.text.isalpha() or not token.text.islower() or len(token.text) < 3:
        return False
    if (
        parse.entity_at(index) is not None
        or _is_quoted(parse, index)
        or token.relation in ("compound", "fixed", "flat")
    ):
        return False
    if like(lemma(token.text, token.tag), token.text, token.tag) != token.text:  # it is tagged as what it is not
        return False
    around = [tokens[i] for i in (index - 1, index + 1) if 0 <= i < len(tokens)]
    if any(t.text in ("-", "–", "/") and (t.end == token.start or t.start == token.end) for t in around):
        return False
    if token.tag in NOUNS:
        return not any(t.tag in NOUNS or (t.tag == "JJ" and t.text[0].isupper()) for t in around)
    if PARTS[token.tag] == "verb":
        if around[0].tag in ("DT", "POS", "PRP$", "JJ") and around[-1].tag in (*NOUNS, "JJ"):
            return False
        below = [tokens[i].relation for i in parse.children(index)]
        return not {"compound:prt", "xcomp"} & set(below) and token.relation not in ("amod", "aux", "cop", "aux:pass")
    if token.tag == "RB":
        return True
    predicate = any(tokens[i].relation == "cop" for i in parse.children(index))
    return (token.relation == "amod" or predicate) and not around[-1].text[0].isupper()


# A verb of more words that ends with one of these has no passive.
# Nouns that are counted where their synonyms are not: capital punishment, a penalty.
_COUNTED_OTHERWISE = word_set("punishment penalty")
_GOVERNING = word_set("of to upon at into from for with after on")


def _is_quoted(parse: Parse, index: int) -> bool:
    before = parse.text[: parse.tokens[index].start]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”") or before.count("‘") > before.count("’")


def _lemmas(question: str) -> frozenset[str]:
    found = [word.text for word in content_words(question)]
    return frozenset(lemma(word, tag) for word in found for tag in ("NNS", "VBD", "VBG", "VBN", "VBZ", "JJ", "RB"))


def _alike(one: str, other: str) -> bool:
    """Whether two words look like forms or spellings of one."""
    return one[:5] == other[:5]


def _is_common(word: str) -> bool:
    return bool(load_neighbours().nearest(word))


@cache
def _interchangeable() -> dict[tuple[str, str], tuple[str, ...]]:
    """The rows of interchangeable.txt."""
    text = (files("stumper.adversaries.reading.edits") / "interchangeable.txt").read_text(encoding="utf-8")
    rows: Iterable[list[str]] = (line.split(" ", 2) for line in text.splitlines() if not line.startswith("#"))
    return {(part, word): tuple(others.split(", ")) for part, word, others in rows}
