"""What of the key sentence may be said in other words: words, set phrases, names, numbers, dates."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from random import Random

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph, content_words
from stumper.language.clauses import FINITE
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.lexicon import antonyms
from stumper.language.parse import Parse
from stumper.language.rewording.exchanges import exchanges, is_plain
from stumper.language.rewording.known_names import names_in_full, owners
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.rewording.set_phrases import Exchange, phrases
from stumper.language.rewording.words import word_set
from stumper.language.rewording.written_otherwise import is_spelt_like_another, written_otherwise

# Gradable opposites: what is not the one is understood to be the other. The first row is also said of "no small part".
LITOTES = {"large": "small", "big": "small", "great": "small", "difficult": "easy"}
OPPOSITES = LITOTES | {
    "small": "large", "important": "unimportant", "common": "uncommon", "rare": "common", "strong": "weak",
    "weak": "strong", "easy": "difficult", "rich": "poor", "wealthy": "poor", "poor": "rich",
    "expensive": "cheap", "cheap": "expensive", "significant": "insignificant",
    "dangerous": "safe", "similar": "dissimilar", "long": "short", "short": "long", "high": "low",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Swap:
    """A change, the row that made it, and whether the question has what it replaces."""

    change: Change
    rule: str
    is_asked: bool


def choices(
    given: Paragraph, parse: Parse, least_share: float | None = None, sentence: int | None = None
) -> list[list[Swap]]:
    """For each place of the key sentence, or of another whose index and parse are given, what may stand there, the
    first choice first; nothing of an answer.
    """
    asked = _lemmas(given.question)
    at = given.sentences[given.key if sentence is None else sentence].start
    found = [
        choice
        for choice in (*_phrases(given, parse, asked, at), *_words(given, parse, least_share, asked, at))
        if not _is_quoted(given, choice[0].change.start)
    ]
    return sorted(found, key=lambda choice: choice[0].change.start)


def _is_quoted(given: Paragraph, at: int) -> bool:
    """Whether a quotation is open here, which may have begun some sentences before."""
    before = given.text[:at]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")


def elsewhere(given: Paragraph, pipeline: str, least_share: float | None = None) -> list[list[Swap]]:
    """The choices of all sentences but the key sentence: those first that can say a word of the question, which draws
    an answer there, with that word as their first choice; then those nearest to an answer.
    """
    asked = _lemmas(given.question)
    parses = parsed_each([sentence.text for sentence in given.sentences], pipeline)
    found = [
        sorted(choice, key=lambda swap: not _lemmas(swap.change.text) & asked)
        for i, parse in enumerate(parses)
        if parse is not None and i != given.key
        for choice in choices(given, parse, least_share, i)
    ]
    return sorted(found, key=lambda choice: (not _lemmas(choice[0].change.text) & asked, distance(given, choice[0])))


def drawn(given: Paragraph, places: Sequence[Sequence[Swap]], most: int, rng: Random, least: int = 2) -> list[Swap]:
    """From ``least`` to ``most`` of these places, each with one of its choices: those more often that take a word of
    the question from the key sentence, or give one to another sentence, by which a reader tells where the answer is.
    """
    asked = _lemmas(given.question)
    weights = [_weight(given, choice, asked) for choice in places]
    order = sorted(range(len(places)), key=lambda i: rng.random() ** (1 / weights[i]), reverse=True)
    chosen = [places[i] for i in order[: min(len(places), rng.randint(least, most))]]
    return [rng.choice(_telling(given, choice, asked)) for choice in chosen]


def _weight(given: Paragraph, choice: Sequence[Swap], asked: frozenset[str]) -> float:
    """How much more often than others a place is drawn."""
    if _in_key(given, choice[0]):
        return IN_QUESTION if choice[0].is_asked else IN_KEY
    return GIVES if any(_lemmas(swap.change.text) & asked for swap in choice) else 1.0


def _telling(given: Paragraph, choice: Sequence[Swap], asked: frozenset[str]) -> Sequence[Swap]:
    """The choices of a place that say a word of the question, in another sentence; else all."""
    found = [swap for swap in choice if _lemmas(swap.change.text) & asked]
    return found if found and not _in_key(given, choice[0]) else choice


def _in_key(given: Paragraph, swap: Swap) -> bool:
    return given.key_sentence.start <= swap.change.start < given.key_sentence.end


IN_QUESTION, GIVES, IN_KEY = 4.0, 4.0, 2.0  # how much more often such a place is drawn than one of another sentence


def _phrases(given: Paragraph, parse: Parse, asked: frozenset[str], at: int) -> Iterator[list[Swap]]:
    for found, rule in _said_otherwise(given, parse, at):
        start, end = at + found.start, at + found.end
        if not given.touches_answer(start, end):
            said = _lemmas(parse.text[found.start : found.end])
            yield [Swap(Change(start, end, found.text), rule, bool(said & asked))]


def _said_otherwise(given: Paragraph, parse: Parse, at: int) -> Iterator[tuple[Exchange, str]]:
    for found, rule in chain(
        ((found, "set phrase") for found in phrases(parse)), ((found, "writing") for found in written_otherwise(parse))
    ):
        if not _is_spelt_again(given, at, found, rule):
            yield found, rule
    yield from ((found, "owner") for found in owners(parse))
    yield from ((found, "name") for found in names_in_full(parse, given.text, at))


_DATES = (re.compile(r"[A-Z][a-z]{2,} \d{1,2}, \d{4}"), re.compile(r"\d{1,2} [A-Z][a-z]{2,} \d{4}"))

# Shares, thousands, millions, amounts of money, small numbers and centuries: of each kind one way in a paragraph.
_NUMBERS = (
    re.compile(r"\d ?%|\d (?:percent|per cent)\b|[\d.]+(?: ?%| (?:percent|per cent))"),
    re.compile(r"\d{1,3},\d{3}\b"),
    re.compile(r"[$£€]\d"),
    re.compile(
        r"\b\d{1,2}\b(?! ?(?:[A-Z%:/.–-]|,\d))|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    ),
    re.compile(r"\b(?:\d{1,2}(?:st|nd|rd|th)|[a-z-]+(?:th|first|second|third|st))\b"),
)


def _is_spelt_again(given: Paragraph, at: int, found: Exchange, rule: str) -> bool:
    """Whether a word stands in the paragraph twice, or another date, number or spelling of its kind does: one of them
    would be written otherwise.
    """
    word = given.text[at + found.start : at + found.end]
    if (date := next((kind for kind in _DATES if kind.fullmatch(word)), None)) is not None:
        return len(date.findall(given.text)) > 1
    if any(kind.match(word) and len(kind.findall(given.text)) > 1 for kind in _NUMBERS):
        return True
    if rule != "writing" or not word.isalpha():
        return False
    return len(re.findall(rf"\b{word}", given.text, re.IGNORECASE)) > 1 or is_spelt_like_another(word, given.text)


def _words(
    given: Paragraph, parse: Parse, least_share: float | None, asked: frozenset[str], at: int
) -> Iterator[list[Swap]]:
    for i, token in enumerate(parse.tokens):
        if not is_plain(parse, i) or given.touches_answer(at + token.start, at + token.end):
            continue
        is_asked = lemma(token.text, token.tag) in asked
        swaps = [
            _swap(parse, at, i, like(word, token.text, token.tag), is_asked)
            for word in exchanges(parse, i, least_share)
        ]
        if swaps := [*swaps, *_negated(parse, at, i, is_asked)]:
            yield swaps


def distance(given: Paragraph, swap: Swap) -> int:
    """How many characters stand between the swap and the next answer."""
    change = swap.change
    return min(max(answer.start - change.end, change.start - answer.end, 0) for answer in given.answers)


def _swap(parse: Parse, at: int, index: int, word: str, is_asked: bool) -> Swap:
    """The word in the token's place, with the article that it needs."""
    token = parse.tokens[index]
    if index and (before := parse.tokens[index - 1]).text.lower() in ("a", "an"):
        return Swap(Change(at + before.start, at + token.end, f"{cased(article(word), before.text)} {word}"),
                     "synonym", is_asked)  # fmt: skip
    return Swap(Change(at + token.start, at + token.end, word), "synonym", is_asked)


def _negated(parse: Parse, at: int, index: int, is_asked: bool) -> Iterator[Swap]:
    """*was large* → *was not small*; *a large part* → *no small part*; *was unable* → *was not able*."""
    token = parse.tokens[index]
    if token.tag != "JJ" or index == 0:
        return
    name = token.text
    before = parse.tokens[index - 1]
    opposite = OPPOSITES.get(name) or _without_prefix(name)
    of_what = index + 1 < len(parse.tokens) and parse.tokens[index + 1].text == "of"  # *independent of*
    if (
        opposite is None
        or of_what
        or any(parse.tokens[i].relation in ("advmod", "conj", "cc") for i in parse.children(index))
    ):
        return
    if before.relation == "cop" and before.head == index and before.text in ("is", "are", "was", "were"):
        yield Swap(Change(at + token.start, at + token.end, f"not {opposite}"), "negated antonym", is_asked)
    elif before.text in ("a", "an") and name in LITOTES and _is_asserted(parse, token.head):
        yield Swap(Change(at + before.start, at + token.end, f"no {opposite}"), "negated antonym", is_asked)


def _is_asserted(parse: Parse, noun: int) -> bool:
    """Whether a noun is the predicate or the object of a finite verb, and nothing before it denies or asks: a second
    *no* would turn *it was impossible to keep a large herd* round.
    """
    verb = parse.tokens[parse.tokens[noun].head]
    told = parse.tokens[noun].relation == "root" or (parse.tokens[noun].relation == "obj" and verb.tag in FINITE)
    return told and not _DENYING & {token.text.lower() for token in parse.tokens[:noun]}


_DENYING = word_set("not n't never no none nobody nothing without hardly impossible unable if whether neither nor fail")


def _without_prefix(name: str) -> str | None:
    """The direct antonym of which the word is the negation by its prefix."""
    found = re.fullmatch(r"(?:un|in|im|il|ir)(\w{3,})", name)
    return found.group(1) if found and found.group(1) in antonyms(name, "adj", direct=True) else None


@lru_cache(4096)
def _lemmas(question: str) -> frozenset[str]:
    found = [word.text for word in content_words(question)]
    return frozenset(lemma(word, tag) for word in found for tag in ("NNS", "VBD", "VBG", "VBN", "VBZ", "JJ", "RB"))
