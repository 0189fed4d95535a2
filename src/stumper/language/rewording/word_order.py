"""The main clause with one of its parts put elsewhere: clefts, fronting, the copula turned round."""

import re
from dataclasses import replace

from stumper.language.clauses import FINITE
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.rewording.clause import Clause, Part, Span, is_past, whole
from stumper.language.rewording.words import word_set

Parts = list[Part]


def cleft_subject(clause: Clause) -> Parts | None:
    """*Ada built the mill.* → *It was Ada who built the mill.*"""
    words = clause.words(clause.subject)
    tags = clause.tags(clause.subject)
    named = any(tag.startswith("NNP") for tag in tags) and not clause.parse.tokens[clause.subject_head].text.islower()
    definite = words[0] == "the" or tags[0].startswith("NNP")
    if (
        not (definite and named)
        or "," in words
        or len(words) > _LONGEST_PART
        or (len(words) == 1 and classes(words[0]))  # a noun with the capital of the sentence
        or _NEVER_CLEFT & set(clause.words(clause.group))
        or clause.has_focus(clause.before, clause.subject)
        or clause.may_hide_clause(clause.rest)
    ):
        return None
    if clause.root != clause.group[1] and clause.words(clause.rest)[:1] != ["the"]:
        return None
    if not _opens(clause, clause.before) or clause.has_verb(clause.subject) or (it := _it_was(clause)) is None:
        return None
    pronoun = "who" if _is_person(clause) else "that"
    return [clause.before, it, clause.subject, pronoun, clause.group, clause.rest, clause.tail, clause.stop]


def cleft_adverbial(clause: Clause) -> Parts | None:
    """*In 1850 Ada built the mill.*, *Ada built the mill in 1850.* → *It was in 1850 that Ada built the mill.*"""
    it = None if "since" in clause.words(clause.before) else _it_was(clause)
    if it is None or _NEVER_CLEFT & set(clause.words(clause.group)) or clause.words(clause.tail):
        return None
    if {"and", "or", "but", ";"} & set(clause.words(clause.rest)) and clause.has_verb(clause.rest):
        return None
    if (opening := _opening_phrase(clause)) is not None:
        return [it, opening, "that", clause.subject, clause.group, clause.rest, clause.tail, clause.stop]
    if (closing := _closing_phrase(clause)) is not None:
        others = (clause.rest[0], closing[0] - 1)
        return [it, closing, "that", clause.before, clause.subject, clause.group, others, clause.tail, clause.stop]
    return None


def fronted(clause: Clause) -> Parts | None:
    """*Ada built the mill in 1850.* → *In 1850, Ada built the mill.*"""
    closing = _closing_phrase(clause)
    if closing is None or clause.words(clause.tail):
        return None
    if clause.is_negated() and clause.words(closing)[0] == "until":
        return None
    return [closing, ",", clause.subject, clause.group, (clause.rest[0], closing[0] - 1), clause.stop]


def put_back(clause: Clause) -> Parts | None:
    """*In 1850, Ada built the mill.* → *Ada built the mill in 1850.*"""
    opening = _opening_phrase(clause)
    words = clause.words(clause.rest)
    if (
        opening is None
        or clause.words(clause.tail)
        or clause.has_verb(clause.rest)
        or {",", ";", ":", "and", "or"} & set(words)
    ):
        return None
    if len(words) > _LONGEST_PART or not words or _closing_phrase(replace(clause, before=(0, -1))):
        return None
    return [clause.subject, clause.group, clause.rest, opening, clause.stop]


def turned(clause: Clause) -> Parts | None:
    """*Lowmere is the oldest port of the coast.* → *The oldest port of the coast is Lowmere.*"""
    tokens = clause.parse.tokens
    words, named = clause.words(clause.rest), clause.words(clause.subject)
    alone = clause.group[0] == clause.group[1] and words[:1] == ["the"] and clause.before[1] < clause.before[0]
    if (
        clause.words(clause.tail)
        or clause.root == clause.group[1]
        or not alone
        or tokens[clause.group[0]].text not in ("is", "was")
    ):
        return None
    if (
        {",", ";", ":", "one", "same", "but", "there", "["} & set(words)
        or "," in named
        or len(named) > _LONGEST_PART
        or len(words) > 2 * _LONGEST_PART
    ):
        return None
    if clause.has_focus(clause.subject, clause.rest) or clause.may_hide_clause(clause.rest):
        return None
    if "and" in words and FINITE & set(clause.tags(clause.rest)):
        return None
    definite = named[0] == "the" or clause.tags(clause.subject)[0].startswith("NNP")
    if not definite or tokens[clause.root].tag not in ("NN", "NNP") or clause.has_verb(clause.subject):
        return None
    return [clause.rest, clause.group, clause.subject, clause.stop]


def clause_first(clause: Clause) -> Parts | None:
    """*Ada sold the mill when the war began.* → *When the war began, Ada sold the mill.*"""
    tokens = clause.parse.tokens
    for i in _indices((clause.rest[0], clause.tail[1])):
        if tokens[i].text in _CLAUSE_WORDS and tokens[i].relation in ("mark", "advmod"):
            below = whole(clause.parse, tokens[i].head)
            if below != (i, clause.tail[1]) or tokens[tokens[i].head].head != clause.root:
                return None
            end = i - 2 if tokens[i - 1].text == "," else i - 1
            others = (clause.rest[0], end)
            moved = (i, clause.tail[1])
            if clause.words(clause.before) or not _may_move(clause, moved) or clause.may_hide_clause(moved):
                return None
            if _goes_on_behind(clause, moved) or _brings_up(clause, others, moved):
                return None
            if clause.has_verb(others) or "," in clause.words(others) or clause.has_verb(clause.subject):
                return None
            return [(i, clause.tail[1]), ",", clause.subject, clause.group, others, clause.stop]
    return None


def clause_last(clause: Clause) -> Parts | None:
    """*When the war began, Ada sold the mill.* → *Ada sold the mill when the war began.*"""
    words = clause.words(clause.before)
    if (
        clause.words(clause.tail)
        or not words
        or words[0] not in _CLAUSE_WORDS
        or words[-1] != ","
        or words.count(",") > 1
    ):
        return None
    if not _may_move(clause, clause.before):
        return None
    main = clause.words((clause.subject[0], clause.rest[1]))
    if not clause.has_verb(clause.before) or clause.has_verb(clause.rest) or {",", "and", "or", *_PRONOUNS} & set(main):
        return None
    comma = "," if words[0] in _CONTRASTS else ""
    return [clause.subject, clause.group, clause.rest, *filter(None, [comma]), (0, clause.before[1] - 1), clause.stop]


_LONGEST_PART = 12  # tokens of a part that is put elsewhere
_NEVER_CLEFT = word_set("not never n't n’t also only even just too no longer still then thus therefore")
_CLAUSE_WORDS = word_set("because although though when after before while until")
_CONTRASTS = word_set("although though while")
_PRONOUNS = word_set("he she it they him her them his its their this these those")
_MONTH = "(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_YEAR = r"\d{3,4}(?:s| (?:bc|ad|bce|ce))?"
_PART = "(?:early|late|mid|summer|winter|spring|autumn|fall)"
_DATE = re.compile(
    rf"(?:in|on|during|since|by|after|before|until)(?: the)?(?: {_PART}(?: of)?)?"
    rf"(?: {_YEAR}| {_MONTH}(?: \d{{1,2}})?(?: ,)?(?: {_YEAR})?| \d{{1,2}} {_MONTH}(?: {_YEAR})?"
    r"| (?:\d{1,2}(?:st|nd|rd|th)|[a-z]+(?:th|first|second|third)) century)$"
)
_PLACE = word_set("in at")


def _indices(span: Span) -> range:
    return range(span[0], span[1] + 1)


def _it_was(clause: Clause) -> str | None:
    """The opening of a cleft, in the clause's tense."""
    past = is_past(clause)
    return None if past is None else "it was" if past else "it is"


def _may_move(clause: Clause, below: Span) -> bool:
    """Whether a clause says the same on the other side of the main clause: *not … because* may deny the reason."""
    if clause.has_focus(clause.subject, clause.rest):
        return False
    return clause.words(below)[0] != "because" or not clause.is_negated()


def _brings_up(clause: Clause, others: Span, below: Span) -> bool:
    """Whether a pronoun below is for somebody whom the main clause brings up: *men watch a maiden until she falls*."""
    words = clause.words(others)
    return bool({"he", "she", "his", "her", "him"} & set(clause.words(below))) and bool(
        {"a", "an", "one", "him", "her"} & set(words)
    )


def _is_person(clause: Clause) -> bool:
    """Whether the subject is somebody by name; the parser alone takes a house for one."""
    entity = clause.parse.entity_at(clause.subject_head)
    if entity is None or entity.kind != "PERSON":
        return False
    return name_class(clause.parse.tokens[entity.first].text) in ("given-m", "given-f", "surname", "title-name")


def _goes_on_behind(clause: Clause, below: Span) -> bool:
    """Whether the main clause may go on behind this one: *while asleep and nearly falls*, *, as well as others*."""
    words, tags = clause.words(below), clause.tags(below)
    if any(word in ("and", "but", "or") and tag in FINITE for word, tag in zip(words, tags[1:], strict=False)):
        return True
    return "as well as" in " ".join(words) or (words[1].endswith("ing") and bool({"and", "but", "or"} & set(words)))


def _opens(clause: Clause, span: Span) -> bool:
    """Whether these tokens, if any, are a whole before the clause: without verbs, closed by a comma."""
    words = clause.words(span)
    return not words or (words[-1] == "," and words.count(",") == 1 and not clause.has_verb(span))


def _opening_phrase(clause: Clause) -> Span | None:
    """A time or a place at the sentence's beginning, without its comma."""
    if clause.has_focus(clause.before, clause.subject, clause.rest):
        return None
    first, last = clause.before
    if last >= first and clause.parse.tokens[last].text == ",":
        last -= 1
    return (first, last) if last > first and _is_circumstance(clause, (first, last)) else None


def _closing_phrase(clause: Clause) -> Span | None:
    """A time or a place at the end of a sentence in which it can belong to one verb alone."""
    if clause.before[0] <= clause.before[1] or clause.has_verb(clause.rest) or clause.has_verb(clause.subject):
        return None
    if clause.has_focus(clause.subject, clause.rest):
        return None
    words = clause.words(clause.rest)
    if {",", ";", ":", "(", "and", "or"} & set(words) and not _DATE.search(" ".join(words)):
        return None
    for i in reversed(range(clause.rest[0] + 1, clause.rest[1])):
        span = (i, clause.rest[1])
        tokens = clause.parse.tokens
        if tokens[tokens[i].head].head != clause.root:
            continue
        if _is_circumstance(clause, span) and not _DATE.match(" ".join(clause.words((i - 1, clause.rest[1])))):
            inner = {",", ";", ":", "(", "and", "or", "between", "from"} & set(clause.words((clause.rest[0], i - 1)))
            return None if inner else span
    return None


def _is_circumstance(clause: Clause, span: Span) -> bool:
    words = clause.words(span)
    if _DATE.match(" ".join(words)):
        return True
    entity = clause.parse.entity_at(span[0] + 1 + (len(words) > 2 and words[1] == "the"))
    placed = entity is not None and entity.kind == "PLACE" and entity.last == span[1]
    return placed and words[0] in _PLACE and len(words) <= _LONGEST_PART
