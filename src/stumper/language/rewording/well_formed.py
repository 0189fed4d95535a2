"""Whether a sentence that was made reads as one: a clause with its verb, and no phrase said twice."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from stumper.language.clauses import FINITE
from stumper.language.parse import Parse
from stumper.language.rewording.clause import SUBJECTS, balanced

_LONGEST_REPEATED = 4  # words; what is as long is said once


def is_well_formed(parse: Parse) -> bool:
    """Whether it is one sentence with a finite verb and a subject before it, that ends with no loose word."""
    tokens = parse.tokens
    if len(parse.sentences) != 1 or len(tokens) < 4 or not balanced(parse, 0, len(tokens) - 1):
        return False
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    subjects = [i for i in parse.children(root) if tokens[i].relation.startswith((*SUBJECTS, "csubj", "expl"))]
    finite = any(token.tag in FINITE for token in with_present_tenses(with_past_tenses(parse)).tokens)
    loose = tokens[-2].tag in ("DT", "CC", "TO", "PRP$") or tokens[-2].text in (",", "of")
    return bool(subjects) and finite and not loose


def with_past_tenses(parse: Parse) -> Parse:
    """The parse with the tag of a past tense for participles that have a subject and no auxiliary: *the ice melted*."""
    tokens = list(parse.tokens)
    for i, token in enumerate(tokens):
        below = {tokens[child].relation for child in parse.children(i)} if token.tag == "VBN" else set()
        if "nsubj" in below and not any(relation.startswith(("aux", "cop")) for relation in below):
            tokens[i] = replace(token, tag="VBD")
    return Parse(parse.text, tuple(tokens), parse.entities, parse.sentences)


def with_present_tenses(parse: Parse) -> Parse:
    """The parse with the tag of a present tense for what is taken for an infinitive but has a plural subject before it,
    and neither an auxiliary nor *to*: *mills grind corn*.
    """
    tokens = list(parse.tokens)
    for i, token in enumerate(tokens):
        below = {tokens[child].relation for child in parse.children(i)} if token.tag == "VB" and i else set()
        bare = "nsubj" in below and not any(relation.startswith(("aux", "cop", "mark")) for relation in below)
        before = tokens[i - 1]
        if bare and before.tag in ("NNS", "NNPS", "RB", "PRP") and before.text.lower() not in ("it", "not"):
            tokens[i] = replace(token, tag="VBP")
    return Parse(parse.text, tuple(tokens), parse.entities, parse.sentences)


def repeats(text: str, before: str = "") -> bool:
    """Whether a word stands twice in a row, or a phrase of four words comes more often than it did ``before``."""
    return bool(_doubled(text) - _doubled(before)) or any(
        count > 1 and count > _phrases(before)[words] for words, count in _phrases(text).items()
    )


def _doubled(text: str) -> set[str]:
    return {match.group(1).lower() for match in _TWICE.finditer(text)}


def _phrases(text: str) -> Counter[Sequence[str]]:
    words = re.findall(r"\w+", text.lower())
    return Counter(tuple(words[i : i + _LONGEST_REPEATED]) for i in range(len(words) - _LONGEST_REPEATED + 1))


_TWICE = re.compile(r"\b(\w+) \1\b", re.IGNORECASE)
