"""How far a rule keeps the meaning of a text: a stand-in for P(x'|x) / P(x|x) of Ribeiro et al. 2018, section 3.

What the paraphrases themselves say comes first, of the same text or of the same words. Of any other change the score
is the product over its words: a word and the one that stands for it have the similarity of the tables or of WordNet's
senses, forms of one word have a half, words that merely come or go count by what they are, and a name, a number or a
negation must stay.
"""

import re
from collections.abc import Mapping
from functools import cache

from stumper.adversaries.rule_induction.equivalents import word_similarity
from stumper.adversaries.rule_induction.lines import NAMES, Line
from stumper.adversaries.rule_induction.rule import Rule, carried, literal_words, rewriting
from stumper.language.inflection import lemma

Swap = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]  # words that go, each with its tag, and words that come
NO_SWAPS: Mapping[Swap, float] = {}
OPEN = ("NOUN", "VERB", "ADJ")  # classes whose words may be swapped whatever stands around them
_SHORT = {
    "n't": ("not",), "n’t": ("not",), "'s": ("is",), "’s": ("is",), "'re": ("are",), "’re": ("are",), "ca": ("can",),
    "wo": ("will",), "cannot": ("can", "not"), "can't": ("can", "not"), "won't": ("will", "not"),
}  # fmt: skip
_COMES_OR_GOES = {
    word: share
    for share, words in {
        0.75: ". ? ! , … a an the",
        0.65: "so and then yes well in fact indeed actually exactly really",
        0.0: "not no never none neither nor without only all some any few most hardly first last",
    }.items()
    for word in words.split()
}
OTHERWISE = 0.2  # of any other word that comes or goes
SAME_WORD = 0.5  # of a word in another form, such as another tense


def score(
    rule: Rule, line: Line, at: int, paraphrases: Mapping[str, float], swaps: Mapping[Swap, float] = NO_SWAPS
) -> float:
    """In [0, 1], how surely the rule keeps the meaning where it matches.

    ``paraphrases`` are of the line, ``swaps`` of words, with how surely each means the same.
    """
    made = rewriting(rule, line, at)
    if made is None:
        return 0.0
    if (said := paraphrases.get(made.text)) is not None:
        return said
    stays = carried(rule)
    gone = [at + place for place in range(len(rule.elements)) if place not in stays]
    removed = tuple((line.words[place], line.tags[place]) for place in gone)
    added = _brought(rule, line, at, stays)
    swapped = swaps.get((removed, added))
    return similarity(removed, added) if swapped is None else swapped


@cache
def similarity(removed: tuple[tuple[str, str], ...], added: tuple[str, ...]) -> float:
    """The product over the words that go, each with its tag, and those that come."""
    gone = [(word, tag) for before, tag in removed for word in _spelled_out(before, tag)]
    come = [word for after in added for word in _spelled_out(after, "")]
    for word, tag in list(gone):
        if word in come:
            gone.remove((word, tag))
            come.remove(word)
    if len(gone) == 1 and len(come) > 1 and (whole := word_similarity(*gone[0], " ".join(come))):
        return whole
    product = 1.0
    for word, tag in gone:
        best = max(come, key=lambda other: _alike(word, tag, other), default="")
        if best and (alike := _alike(word, tag, best)):
            come.remove(best)
            product *= alike
        else:
            product *= 0.0 if tag in NAMES or tag == "CD" else _COMES_OR_GOES.get(word.lower(), OTHERWISE)
    for word in come:
        product *= 0.0 if word[0].isupper() or word[0].isdigit() else _COMES_OR_GOES.get(word, OTHERWISE)
    return product


def _brought(rule: Rule, line: Line, at: int, stays: frozenset[int]) -> tuple[str, ...]:
    """The words that the right side brings, without those of the left side that it keeps as words."""
    kept = [line.words[at + place] for place in stays]
    brought = []
    for word in literal_words(rule.right):
        if word in kept:
            kept.remove(word)
        else:
            brought.append(word)
    return tuple(brought)


def _spelled_out(word: str, tag: str) -> tuple[str, ...]:
    """The words that a contraction stands for; a word as it is."""
    if tag == "POS":
        return (word,)
    if word in _SHORT:
        return _SHORT[word]
    parts = re.fullmatch(r"(\w+)(n['’]t|['’]s|['’]re)", word)
    return (parts.group(1), *_SHORT[parts.group(2)]) if parts else (word,)


def _alike(word: str, tag: str, other: str) -> float:
    known = word_similarity(word, tag, other)
    if known:
        return known
    same = tag[:2] in ("VB", "NN", "JJ") and tag not in NAMES and lemma(other, tag) == lemma(word, tag)
    also = tag.startswith("VB") and any(lemma(other, form) == lemma(word, tag) for form in ("VBD", "VBZ", "VBP"))
    return SAME_WORD if (same or also) and other != word else 0.0
