"""Nouns and adjectives of a sentence exchanged for lemmas of their WordNet synsets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from stumper.language.inflection import like
from stumper.language.lexicon import PartOfSpeech, is_spelled, senses
from stumper.language.neighbours import load_neighbours
from stumper.language.parse import Parse, Token
from stumper.translating.resemblance import similarity
from stumper.translating.sentences import WORD, Sentence, protected, sentence

SENSES = ("likely", "all")
PARTS: dict[str, PartOfSpeech] = {"NN": "noun", "NNS": "noun", "JJ": "adj"}
# Nouns that make a term with what stands before them: a team sport, coeliac disease, the Cold War.
TERMS = {"disease", "war", "place", "gun", "prison", "child", "drink", "award", "prize", "death", "result"}
MODIFYING = {"film", "movie", "television", "tv", "actor", "company", "award"}  # may change before another noun
# Nouns that mean the same without an article.
MASS = {
    "television",
    "tv",
    "someone",
    "education",
    "mathematics",
    "religion",
    "medicine",
    "medication",
    "color",
    "capital",
}
LEAST_SIMILARITY = 0.55  # of the vectors of a word and of what WordNet alone has for it
_HYPHENS = "-–—/"


@dataclass(frozen=True, slots=True)
class Substituted:
    """A sentence with one word exchanged; ``rule`` is written old>new.

    ``certainty`` is 1 for a word of the table, else the share of the old word's uses in which it has a sense of the new
    one, times the same of the new word.
    """

    sentence: Sentence
    rule: str
    certainty: float

    @property
    def text(self) -> str:
        """The sentence as it is written."""
        return self.sentence.text


def substituted(parse: Parse, wanted: str = "likely", is_guarded: bool = True) -> Iterator[Substituted]:
    """The sentence with each noun or adjective, outside of names, exchanged for each lemma that may stand for it.

    With ``likely`` senses the lemmas are those of a table of words that mean the same, else of the sense that most uses
    have; with ``all``, of every synset that the word is in (Thorne et al. 2019). Words that are a part of something
    (*ice hockey*, *the Cold War*) stay where it ``is_guarded``.
    """
    closed, given = protected(parse), sentence(parse)
    for index, token in enumerate(parse.tokens):
        if token.tag not in PARTS or not _is_word_apart(token, closed) or (is_guarded and not _is_plain(parse, index)):
            continue
        place = _place(given, closed, token.start)
        part = PARTS[token.tag]
        for word in _lemmas(token.lemma, part, wanted) if place is not None else ():
            new = _in_place(parse, index, word)
            if new is not None and place is not None:
                rule = f"{token.lemma}>{word}"
                yield Substituted(given.exchanged(place, new), rule, _certainty(token.lemma, word, part))


def _is_word_apart(token: Token, closed: Sequence[tuple[int, int, str]]) -> bool:
    """Whether a token is a common word in no name and no quotation."""
    is_word = (token.text.islower() or token.text == "TV") and token.text.replace("-", "").isalpha()
    return is_word and not any(start <= token.start < end for start, end, _ in closed)


def _is_plain(parse: Parse, index: int) -> bool:
    """Whether a word stands for itself: in no fixed phrase and no compound."""
    token, tokens = parse.tokens[index], parse.tokens
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if any(t is not None and t.text in _HYPHENS for t in (before, after)):
        return False
    if like(token.lemma, token.text, token.tag) != token.text and token.text != "TV":
        return False
    if token.relation in ("fixed", "flat", "compound") and token.lemma not in MODIFYING:
        return False
    if token.text == "people" or (_is_bare(parse, index) and token.lemma not in MASS):
        return False
    if before is not None and (before.text == "capital" or (token.lemma == "band" and before.tag == "NN")):
        return False
    if token.lemma in TERMS and (before is None or before.tag not in ("DT", "CD", "IN", "PRP$", "VBN")):
        return False
    if before is not None and _is_collocation(before.text, token.lemma):
        return False
    return after is None or not _is_collocation(token.text, after.lemma)


def _is_bare(parse: Parse, index: int) -> bool:
    """Whether a noun in the singular stands without an article: an art (*directs film*) or an office, not a thing."""
    if parse.tokens[index].tag != "NN" or parse.tokens[index].relation == "compound":
        return False
    return not {"det", "nmod:poss", "nummod"} & {parse.tokens[child].relation for child in parse.children(index)}


def _is_collocation(one: str, other: str) -> bool:
    """Whether two words beside each other are one entry of the lexicon: ice hockey, soap opera."""
    return is_spelled(f"{one.lower()} {other.lower()}", "noun")


def _place(given: Sentence, closed: Sequence[tuple[int, int, str]], start: int) -> int | None:
    """Which word of the masked text begins where a token outside of the names does."""
    at = start - sum(end - begin - 1 for begin, end, _ in closed if end <= start)
    return next((n for n, match in enumerate(WORD.finditer(given.masked)) if match.start() == at), None)


def _in_place(parse: Parse, index: int, word: str) -> str | None:
    """A dictionary form in the form of the token that it replaces; None where it does not go with its neighbours."""
    token = parse.tokens[index]
    if " " in word and token.relation == "amod":
        return None
    new = like(word, token.text, token.tag) if token.text != "TV" else word
    around = {t.text.lower() for t in parse.tokens[max(0, index - 2) : index + 3] if t is not token}
    return None if around & set(new.lower().split()) else new


@cache
def _lemmas(lemma: str, part: PartOfSpeech, wanted: str) -> tuple[str, ...]:
    found = senses(lemma, part)
    if wanted == "all":
        return tuple(dict.fromkeys(word for sense in found for word in sense.synonyms if _is_word(word)))
    if (known := exchanged().get((part, lemma))) is not None:
        return known
    if len(found) != 1:  # of a word with several senses it is not known which one is meant
        return ()
    return tuple(word for word in found[0].close if _is_clear(word, part) and _is_common(word, lemma))[:2]


@cache
def _certainty(lemma: str, word: str, part: PartOfSpeech) -> float:
    if word in exchanged().get((part, lemma), ()):
        return 1.0
    one = max((sense.share for sense in senses(lemma, part) if word in sense.synonyms), default=0.0)
    other = max((sense.share for sense in senses(word, part) if lemma in sense.synonyms), default=0.0)
    return one * other


def _is_word(word: str) -> bool:
    return word.islower() and word.replace("-", "").replace(" ", "").isalpha()


def _is_clear(word: str, part: PartOfSpeech) -> bool:
    """Whether the word has one sense only, so that it is not taken for another."""
    return _is_word(word) and len(senses(word, part)) == 1


def _is_common(word: str, lemma: str) -> bool:
    if similarity(word, lemma) < LEAST_SIMILARITY:
        return False
    return " " not in word and word[:5] != lemma[:5] and bool(load_neighbours().nearest(word))


@cache
def exchanged() -> dict[tuple[str, str], tuple[str, ...]]:
    """The rows of synonyms.txt."""
    text = (files("stumper.translating") / "synonyms.txt").read_text(encoding="utf-8")
    rows = (line.split(" ", 2) for line in text.splitlines() if line and not line.startswith("#"))
    return {(part, word): tuple(rest[0].split(", ")) if rest else () for part, word, *rest in rows}
