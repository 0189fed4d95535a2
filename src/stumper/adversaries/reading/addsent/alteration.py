"""Step 1: the question's words changed so that a statement made of them is not about what was asked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from stumper.adversaries.reading.addsent.names import is_numeral, names, renamed, same_stem
from stumper.adversaries.reading.addsent.numbers import next_number
from stumper.adversaries.reading.addsent.same_things import is_sensitive
from stumper.language.clauses import ASKING, Clause
from stumper.language.inflection import article, cased, lemma, like
from stumper.language.lexicon import PartOfSpeech, antonyms, kinds, narrower, synonyms
from stumper.language.neighbours import Neighbours, name_class
from stumper.language.parse import Parse

Category = Literal["entity", "number", "antonym", "neighbour"]
PARTS: dict[str, PartOfSpeech] = {"NN": "noun", "NNS": "noun", "JJ": "adj", "JJR": "adj", "JJS": "adj"}
# Too light to change what is said, or with opposites of another sense than the one that is mostly meant.
KEPT = frozenset(
    str.split(
        "second day night man one other same such own many much more most less least few several different certain "
        "particular various name number part kind type form way end thing people person time year term word "
        "question answer example use work life nature process back side cause effect fact father mother order "
        "right head host color colour square foot figure lead service respect concern power civil additional "
        "just contingent clear free definitive war ground start light concentration parent consideration "
        "proportion development potential ultimate military"
    )
)
OPPOSITES = {"early": "late", "late": "early", "negative": "positive", "present": "absent", "local": "distant"}


EXCEPTIONS = frozenset(("aside", "besides", "except", "excluding", "other", "along", "apart", "despite"))
BARE = frozenset(  # classes of names that have no article
    ("star-or-moon", "country", "city", "us-state", "company", "broadcaster", "surname", "given-m", "given-f")
)


@dataclass(frozen=True, slots=True)
class Change:
    """New words for the tokens of one name, number or word."""

    category: Category
    words: tuple[tuple[int, str], ...]


def changes(asked: Clause, forbidden: Collection[str], neighbours: Neighbours) -> tuple[Change, ...]:
    """All changes of high confidence, in the question's order; no new word is one of the question's or forbidden."""
    parse = asked.parse
    taken = {token.text.lower() for token in parse.tokens} | {word.lower() for word in forbidden}
    asking = {*asked.asking, *([asked.noun.end - 1] if asked.noun else [])}
    found: list[Change] = []
    spans = list(names(parse))
    named = {i for span in spans for i in span}
    known: dict[str, str] = {}
    for span in spans:
        words = renamed(parse, span, taken, neighbours, known)
        if words:
            numeric = all(is_numeral(parse.tokens[i].text) for i, _ in words)
            found.append(Change("number" if numeric else "entity", words))
    for i, token in enumerate(parse.tokens):
        if i in named or i in asked.asking:
            continue
        if (number := next_number(token.text) if _is_number(parse, i) else None) is not None:
            found.append(Change("number", ((i, number),)))
        elif i not in asking and (opposite := _opposite(parse, i, taken)) is not None:
            found.append(Change("antonym", ((i, opposite),)))
    if all(sets_aside(asked, change) for change in found):
        found += _weak_changes(parse, {*asking, *(i for i in asked.opening if found)}, taken, neighbours)
    return tuple(sorted(found, key=lambda change: change.words[0][0]))


def sets_aside(asked: Clause, change: Change) -> bool:
    """Whether only what the question sets aside is changed ("besides salt, what …"), so that it asks for the same."""
    first = asked.text(asked.opening).lower().partition(" ")[0]
    return first in EXCEPTIONS and all(i in asked.opening for i, _ in change.words)


def altered(parse: Parse, made: Sequence[Change]) -> Parse:
    """The parse with the new words in their places, and articles that sound right before them."""
    new = {i: word for change in made for i, word in change.words}
    for i in list(new):
        if i > 0 and new[i] and parse.tokens[i - 1].text.lower() in ("a", "an") and i - 1 not in new:
            new[i - 1] = cased(article(new[i]), parse.tokens[i - 1].text)
    for i in list(new):
        if i > 0 and parse.tokens[i - 1].text.lower() == "the" and _stands_alone(parse, i, new[i]):
            new[i - 1] = ""
    text, tokens, at = "", [], 0
    for i, token in enumerate(parse.tokens):
        text += parse.text[at : token.start]
        at = token.end
        word = new.get(i, token.text)
        tokens.append(replace(token, text=word, start=len(text), end=len(text) + len(word),
                              lemma=word.lower() if i in new else token.lemma))  # fmt: skip
        text += word
    return Parse(text + parse.text[at:], tuple(tokens), parse.entities, parse.sentences)


def _stands_alone(parse: Parse, index: int, word: str) -> bool:
    """Whether a new name takes no article where the old one took one: the Earth, Mars."""
    following = parse.tokens[index + 1].tag if index + 1 < len(parse.tokens) else ""
    return name_class(word) in BARE and not following.startswith(("NN", "HYPH", "CD"))


def _weak_changes(parse: Parse, asking: set[int], taken: set[str], neighbours: Neighbours) -> list[Change]:
    """Where nothing else can be changed: weaker antonyms of adjectives, else other things in the place of the nouns."""
    found: list[Change] = []
    for i, token in enumerate(parse.tokens):
        if found or i in asking or not token.text.isalpha() or token.text.lower() in ASKING or len(token.text) < 3:
            continue
        if token.tag in ("NN", "NNS") and token.lemma not in KEPT:
            if (other := _another_thing(parse, i, taken, neighbours)) is not None:
                found.append(Change("neighbour", ((i, other),)))
        elif token.tag in ("JJ", "JJR", "JJS") and token.lemma not in KEPT:
            for word in antonyms(token.lemma, "adj"):
                new = like(word, token.text, token.tag)
                if word.isalpha() and new.lower() not in taken:
                    found.append(Change("antonym", ((i, new),)))
                    break
    return found


def _another_thing(parse: Parse, index: int, taken: set[str], neighbours: Neighbours) -> str | None:
    """The nearest noun with the same tag that means neither the same nor a kind of it."""
    token = parse.tokens[index]
    same = {token.lemma, *synonyms(token.lemma, "noun"), *kinds(token.lemma), *narrower(token.lemma)}
    for near in neighbours.nearest(token.text):
        word = near.word
        base = lemma(word, near.tag)
        means = {base, *synonyms(base, "noun"), *kinds(base)[:2]}
        fits = word.isalpha() and word.islower() and word not in taken and not same_stem(word, token.text)
        fits = fits and not is_sensitive(word)
        if near.tag == token.tag and fits and base not in same and same.isdisjoint(means - {"thing", "person"}):
            return cased(word, token.text)
    return None


def _is_number(parse: Parse, index: int) -> bool:
    token = parse.tokens[index]
    return token.tag == "CD" or any(letter.isdigit() for letter in token.text)


def _is_hyphenated(parse: Parse, index: int) -> bool:
    around = parse.text[max(0, parse.tokens[index].start - 1)] + parse.text[parse.tokens[index].end :][:1]
    return "-" in around or "/" in around


def _opposite(parse: Parse, index: int, taken: set[str]) -> str | None:
    """The most usual direct antonym of a noun or an adjective, in its form."""
    token = parse.tokens[index]
    if token.tag not in PARTS or token.lemma in KEPT or not token.text.isalpha() or _is_hyphenated(parse, index):
        return None
    usual = (OPPOSITES[token.lemma],) if token.lemma in OPPOSITES and token.tag.startswith("JJ") else ()
    for word in usual or antonyms(token.lemma, PARTS[token.tag], direct=True):
        new = like(word, token.text, token.tag)
        if word.isalpha() and new.lower() not in taken:
            return new
    return None
