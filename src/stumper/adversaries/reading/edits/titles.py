"""Who or what bears a name, said beside the name, made a sentence: *the Dutch painter Ada Thorn*."""

from collections.abc import Iterator

from stumper.adversaries.reading.edits.asides import OF_WHAT_HAPPENED, Aside
from stumper.adversaries.reading.edits.opening_subject import (
    BINDING,
)
from stumper.adversaries.reading.edits.subjects import copula
from stumper.language.clauses import FINITE
from stumper.language.inflection import article
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, Part, Span, balanced
from stumper.language.rewording.words import word_set

# Of somebody's titles those that one person has at a time.
_SOLE = word_set(
    "founder president king queen emperor director chairman manager leader head mayor governor owner commander husband "
    "wife inventor creator editor ruler captain pope bishop archbishop minister chancellor"
)
_NOT_SAID = word_set("then-president fellow dr. dr mr. mr mrs. mrs ms. ms prof. sir st.")
_LONGEST_TITLE = 5  # tokens


def titles(parse: Parse) -> Iterator[Aside]:
    """*the Dutch painter Ada Thorn came* → *Ada Thorn came.* *Ada Thorn was a Dutch painter.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(end):
        if tokens[0].text == "Former" and i < _LONGEST_TITLE:
            continue
        opens = i == 0 and tokens[0].text[1:].islower()
        if tokens[i].tag not in ("NN", "NNP")[: 1 + opens] or not (opens or tokens[i].text.islower()):
            continue
        if "person" not in classes(tokens[i].text.lower()):
            continue
        name = _name_at(parse, i + 1)
        if name is None or name[1] == name[0]:
            continue
        start = i
        while start and i - start < _LONGEST_TITLE and tokens[start - 1].tag in ("JJ", "NN", "NNP", "HYPH"):
            start -= 1
        before = tokens[start - 1].text.lower() if start else ""
        of = before in ("'s", "’s")
        if of:
            start = _owner(parse, start - 1)
            before = tokens[start - 1].text.lower() if start else ""
        if _may_be_more(parse, start) or (start == i and before != "the" and i) or not _is_alone(parse, name):
            continue
        be = copula(parse, plural=False)
        made_by = start > 1 and tokens[start - 1 - (before == "the")].text == "by"
        be = "was" if be == "is" and made_by else be  # *the mill is tall, built by the mason Ada Thorn*
        what = parse.span(start, i)
        if opens or (not start and tokens[0].tag == "NN"):
            what = what[0].lower() + what[1:]
        if opens and start == i and tokens[i].text.lower() in _SOLE:
            continue  # *President Ada Thorn*, who was not just a president
        if be is None or any(word in _NOT_SAID for word in what.lower().split()):
            continue
        removed = start - (before == "the"), i
        sole = tokens[i].text in _SOLE and start < i
        a = "" if of else "the " if sole else f"{article(what)} "
        first: tuple[Part, ...] = ((0, removed[0] - 1), (i + 1, end), ".") if removed[0] else ((i + 1, end), ".")
        yield "title", first, (parse.span(*name), be, f"{a}{what}", ".")


def named_things(parse: Parse) -> Iterator[Aside]:
    """*Lowmere, a town in Highshire, burned.* → *Lowmere burned.* *Lowmere was a town in Highshire.*, by the words."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(1, end - 2):
        if tokens[i].text != "," or tokens[i + 1].text not in ("a", "an", "the") or tokens[i - 1].tag != "NNP":
            continue
        start = i - 1
        while start and (
            tokens[start - 1].tag == "NNP" or (tokens[start - 1].text == "of" and tokens[start - 2].tag == "NNP")
        ):
            start -= 1
        if start and tokens[start - 1].tag not in ("IN", "VBD", "VBZ", "VBP", "TO", "DT", "VB", "VBG", "VBN"):
            continue
        if start and tokens[start - 1].text.lower() in ("a", "an", "like", "as", "including", "than", "between"):
            continue
        article_ = start > 0 and tokens[start - 1].text.lower() == "the"
        close = next((j for j in range(i + 2, end + 2) if tokens[j].text in (",", ".", ";", "(")), 0)
        last = close == end + 1
        inside = tokens[i + 1 : close]
        plain = not any(t.tag in (*FINITE, *BINDING, "VBG", "CC", "VB") or t.text in ("that", '"') for t in inside)
        noun = next((k for k, t in enumerate(inside) if t.tag in ("IN", "VBN", "TO") and k), len(inside)) - 1
        if not last and (tokens[close].text != "," or tokens[close + 1].tag not in (*FINITE, "IN", "TO")):
            continue
        if (
            not plain
            or inside[noun].tag not in ("NN", "NNP")
            or not balanced(parse, i + 1, close - 1)
            or len(inside) > 14
        ):
            continue
        if inside[noun].lemma in OF_WHAT_HAPPENED:
            continue  # *the making of Salt, a process*
        if (be := copula(parse, plural=False)) is None or not any(
            t.tag in FINITE for t in (*tokens[:i], *tokens[close:])
        ):
            continue
        if any(t.text == "," for t in tokens[max(0, i - 5) : i]) or {"and", "or"} & {
            t.text for t in tokens[max(0, start - 2) : start]
        }:
            continue
        entity = parse.entity_at(i - 1)
        place = entity is not None and entity.kind == "PLACE" and start > 1 and tokens[start - 2].tag in NOUNS
        if place and tokens[i + 1].text == "the" and inside[noun].tag == "NNP":
            continue  # *an army in Lowmere, the Guild*
        first: tuple[Part, ...] = ((0, i - 1), ".") if last else ((0, i - 1), (close + 1, end), ".")
        named = parse.span(start - article_, i - 1)
        yield "apposition", first, (named[0].upper() + named[1:], be, (i + 1, close - 1), ".")


# What somebody or something can be of another: "the" where there is only one.
_SOLE_ROLES = word_set(
    "owner founder capital seat home birthplace head leader president director king queen wife husband author "
    "successor publisher creator mayor governor inventor"
)
_ROLES = {
    **dict.fromkeys(_SOLE_ROLES, "the"),
    **dict.fromkeys(word_set("son daughter brother sister member grandson nephew niece cousin student"), "a"),
}


def roles(parse: Parse) -> Iterator[Aside]:
    """*It went to Ada Thorn, owner of a mill.* → *It went to Ada Thorn.* *Ada Thorn was the owner of a mill.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(2, end - 2):
        article_ = _ROLES.get(tokens[i + 1].text)
        if tokens[i].text != "," or tokens[i - 1].tag != "NNP" or article_ is None:
            continue
        if tokens[i + 2].text not in ("of", "to"):
            continue
        start = i - 1
        while start and tokens[start - 1].tag == "NNP":
            start -= 1
        close = next((j for j in range(i + 3, end + 2) if tokens[j].text in (",", ";", "(")), end + 1)
        inside = tokens[i + 1 : close]
        ends = close == end + 1
        if not ends and (tokens[close].text != "," or tokens[close + 1].tag not in FINITE):
            continue
        if any(t.tag in (*FINITE, *BINDING, "VBG", "VB") or t.text in ("that", '"') for t in inside):
            continue
        if {"and", "or", ",", "of", "'s", "’s"} & {t.text for t in tokens[max(0, start - 1) : start]}:
            continue
        if (be := copula(parse, plural=False)) is None or not balanced(parse, i + 1, close - 1):
            continue
        first: tuple[Part, ...] = ((0, i - 1), ".") if ends else ((0, i - 1), (close + 1, end), ".")
        yield "role", first, (parse.span(start, i - 1), be, article_, (i + 1, close - 1), ".")


def _name_at(parse: Parse, first: int) -> Span | None:
    """The name of a person that begins here."""
    last = first
    while parse.tokens[last].tag == "NNP":
        last += 1
    entity = parse.entity_at(first)
    known = name_class(parse.tokens[first].text) in ("given-m", "given-f")
    named = known or (entity is not None and entity.kind == "PERSON" and entity.first >= first - _LONGEST_TITLE)
    return (first, last - 1) if last > first and named else None


def _owner(parse: Parse, apostrophe: int) -> int:
    """Where the name before *'s* begins."""
    start = apostrophe
    while start and parse.tokens[start - 1].tag == "NNP":
        start -= 1
    return start


def _may_be_more(parse: Parse, start: int) -> bool:
    """Whether what stands before a title belongs to it, or makes one of several of it."""
    if not start:
        return False
    token = parse.tokens[start - 1]
    return token.tag in (
        "PRP$",
        "WP$",
        "POS",
        "NNS",
        "NNPS",
        "CD",
        "CC",
        "JJS",
        "JJR",
        "RBS",
        "VBN",
        "FW",
        "SYM",
        "''",
        "``",
    ) or token.text.lower() in ("a", "an", "and", "or", "of", "this", "that", "no", "-", "–", "(", "[")


def _is_alone(parse: Parse, name: Span) -> bool:
    """Whether a name ends with no other name, number, or noun joined to it."""
    after = parse.tokens[name[1] + 1]
    return after.tag not in ("NN", "NNS", "NNP", "NNPS", "CD", "POS", "HYPH", "FW", "-LRB-") and after.text not in (
        "and", "&", "or", "of", "(", "-", "–", '"', "“",
    ) and balanced(parse, *name)  # fmt: skip
