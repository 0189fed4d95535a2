"""Clauses behind a comma that open with *where*, *after which* or *one of which*, made sentences, by words and tags."""

import re
from collections.abc import Iterator
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import Aside
from stumper.adversaries.reading.edits.opening_subject import BINDING, UNSURE, is_told, words_of
from stumper.language.clauses import FINITE
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.clause import balanced
from stumper.language.rewording.words import word_set


def which_follows(parse: Parse) -> Iterator[Aside]:
    """The clauses that end the sentence, by rule."""
    yield from _after_which(parse)
    yield from _in_that_year(parse)
    yield from _where(parse)
    yield from _of_which(parse)


# What stands between the comma and the clause, and what then opens the second sentence.
_THEN = {
    ("after", "which"): "After that,",
    ("following", "which"): "After that,",
    ("at", "which", "point"): "At that point,",
    ("at", "which", "time"): "At that time,",
    ("by", "which", "time"): "By that time,",
    ("by", "which", "point"): "By that point,",
    ("during", "which", "time"): "During that time,",
    ("in", "which", "case"): "In that case,",
}


def _after_which(parse: Parse) -> Iterator[Aside]:
    """*Ada sold salt, after which she left.* → *Ada sold salt.* *After that, she left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 3):
        if tokens[i].text != "," or words_of(parse, 0, i) & UNSURE - {"no", "not", "until"}:
            continue
        for words, opening in _THEN.items():
            start = i + 1 + len(words)
            same = tuple(token.text for token in tokens[i + 1 : start]) == words
            if same and start < end and is_told(parse, start, end) and balanced(parse, 0, i - 1):
                yield "after which", ((0, i - 1), "."), (opening, (start, end), ".")


def _in_that_year(parse: Parse) -> Iterator[Aside]:
    """*Ada ran the mill until 1871, when she left.* → *Ada ran the mill until 1871.* *In that year, she left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 3):
        year = tokens[i - 2].text
        dated = tokens[i].text == "when" and tokens[i - 1].text == "," and len(year) == 4 and year.isdigit()
        told = dated and is_told(parse, i + 1, end) and any(t.tag in FINITE for t in tokens[: i - 1])
        if told and balanced(parse, 0, i - 2) and not words_of(parse, 0, i) & {"if", "whether", "that"}:
            said = parse.text[: tokens[i - 1].start]
            opening = (
                "On that day," if _DAY.search(said) else "In that month," if _MONTH.search(said) else "In that year,"
            )
            yield "year", ((0, i - 2), "."), (opening, (i + 1, end), ".")


_NAMES = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DAY = re.compile(rf"\b\d{{1,2}} {_NAMES} \d{{4}}$|\b{_NAMES} \d{{1,2}},? \d{{4}}$")
_MONTH = re.compile(rf"\b{_NAMES} \d{{4}}$")


def _where(parse: Parse) -> Iterator[Aside]:
    """*Ada went to Lowmere, where she sold salt.* → *Ada went to Lowmere.* *There, she sold salt.*, by the words."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 2):
        if tokens[i].text != "where" or tokens[i - 1].text != "," or not is_told(parse, i + 1, end):
            continue
        before = range(max(0, i - 9), i - 1)
        towards = min((j for j in before if tokens[j].text in _TOWARDS), default=None)
        finite = any(token.tag in FINITE for token in tokens[: i - 1])
        bound = any(t.tag in BINDING or t.text in ("that", ";", ":") for t in tokens[: i - 1])
        if towards is None or not finite or bound or not balanced(parse, 0, i - 2):
            continue
        led = {tokens[j].text for j in before if tokens[j].text in _TOWARDS}
        again = any(a.text == "," and b.text in led for a, b in pairwise(tokens[i:]))  # *to Orr, where …, to Bern*
        if not again and any(_is_place(parse, j) for j in range(towards + 1, i - 1)):
            yield "place", ((0, i - 2), "."), ("There,", (i + 1, end), ".")


_TOWARDS = word_set("in to at from into near through across on")
# Any of the words before *where* may be the place here, so only their narrowest class counts; where a tree shows which
# it is (``facts``), any class of it does, and an organization's name, too.
_PLACES = word_set("city country state place building water")


def _is_place(parse: Parse, noun: int) -> bool:
    """Whether something can be *there*: a place by its name or its noun."""
    entity = parse.entity_at(noun)
    named = entity is not None and entity.kind == "PLACE"
    return named or bool(_PLACES & set(classes(parse.tokens[noun].text.lower())[:1]))


_HOW_MANY = word_set("one two three four five six seven eight nine ten all both most many some several none each half")


def _of_which(parse: Parse) -> Iterator[Aside]:
    """*Ada has two mills, one of which is old.* → *Ada has two mills.* *One of these is old.*, of persons *of them*."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 3):
        of = tokens[i].text == "of" and tokens[i + 1].text in ("which", "whom")
        comma = next((j for j in range(i - 1, max(2, i - 4), -1) if tokens[j].text == ","), 0)
        if not of or not comma or tokens[i + 2].tag not in FINITE:
            continue
        many = tokens[comma + 1 : i]
        if not many:  # "of whom were 12 women"
            continue
        ranked = many[0].text == "the" and many[-1].tag in ("JJS", "JJ") and len(many) <= 3
        counted = len(many) == 1 and many[0].text in _HOW_MANY
        plural = any(t.tag in ("NNS", "NNPS") for t in tokens[max(0, comma - 8) : comma])
        if not (ranked or counted) or not plural or not any(t.tag in FINITE for t in tokens[:comma]):
            continue
        if any(t.tag in BINDING or t.text in ("that", ";", ":") for t in (*tokens[:comma], *tokens[i + 2 : end])):
            continue
        if balanced(parse, 0, comma - 1) and balanced(parse, comma + 1, end):
            said = parse.span(comma + 1, i)
            them = "these" if tokens[i + 1].text == "which" else "them"
            yield "of which", ((0, comma - 1), "."), (f"{said[0].upper()}{said[1:]} {them}", (i + 2, end), ".")
