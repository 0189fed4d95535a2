"""Words that may stand in the place of a plain word of a sentence without changing what it says."""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

from stumper.language.inflection import lemma, like
from stumper.language.lexicon import PartOfSpeech, safe_synonyms
from stumper.language.neighbours import load_neighbours
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS
from stumper.language.rewording.words import word_set

PARTS: dict[str, PartOfSpeech] = {
    "NN": "noun", "NNS": "noun", "JJ": "adj", "RB": "adv",
    "VB": "verb", "VBD": "verb", "VBG": "verb", "VBN": "verb", "VBP": "verb", "VBZ": "verb",
}  # fmt: skip
# A verb of more words that ends with one of these has no passive.
# Nouns that are counted where their synonyms are not: capital punishment, a penalty.
_COUNTED_OTHERWISE = word_set("punishment penalty")
_GOVERNING = word_set("of to upon at into from for with after on before")


def is_plain(parse: Parse, index: int) -> bool:
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


def exchanges(parse: Parse, index: int, least_share: float) -> Sequence[str]:
    """What may replace a word, the first choice first, as dictionary forms.

    What the table of interchangeable words lacks is looked up in WordNet, and replaced where this share of its uses, as
    far as can be estimated, have the sense of the synonym.
    """
    token = parse.tokens[index]
    part, name = PARTS[token.tag], lemma(token.text, token.tag)
    rows = _interchangeable()
    has_object = any(parse.tokens[i].relation in ("obj", "nsubj:pass", "aux:pass") for i in parse.children(index))
    known = rows.get((part, name), rows.get(("verb+obj", name) if has_object else ("", "")))
    if known is not None:
        return [word for word in known if token.tag != "VBN" or word.split()[-1] not in _GOVERNING]
    if part == "verb" or name in _COUNTED_OTHERWISE:  # WordNet's senses keep no frames of verbs
        return ()
    found = safe_synonyms(name, part, least_share)
    return [
        word for word in found if word.isalpha() and word.islower() and _is_common(word) and not _alike(word, name)
    ][:2]


def _is_quoted(parse: Parse, index: int) -> bool:
    before = parse.text[: parse.tokens[index].start]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”") or before.count("‘") > before.count("’")


def _alike(one: str, other: str) -> bool:
    """Whether two words look like forms or spellings of one."""
    return one[:5] == other[:5]


def _is_common(word: str) -> bool:
    return bool(load_neighbours().nearest(word))


@cache
def _interchangeable() -> dict[tuple[str, str], tuple[str, ...]]:
    """The rows of interchangeable.txt."""
    text = (files("stumper.language.rewording") / "interchangeable.txt").read_text(encoding="utf-8")
    rows: Iterable[list[str]] = (line.split(" ", 2) for line in text.splitlines() if not line.startswith("#"))
    return {(part, word): tuple(others.split(", ")) for part, word, others in rows}
