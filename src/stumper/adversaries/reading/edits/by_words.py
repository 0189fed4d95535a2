"""Where a sentence can be made two by what its words and tags show.

A parser's tree of a long sentence is often wrong: these cuts do without it, and their halves are parsed instead.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import OF_EVENTS, Aside
from stumper.adversaries.reading.edits.facts import told
from stumper.adversaries.reading.edits.subjects import copula
from stumper.language.clauses import FINITE
from stumper.language.inflection import article, inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, Clause, Part, Span, balanced, main_clause
from stumper.language.rewording.words import word_set

_SUBJECT_OPENS = frozenset(("DT", "NNP", "NNPS", "PRP", "PRP$", "NN", "NNS", "JJ", "CD", "EX"))
_BINDING = frozenset(("WDT", "WP", "WP$", "WRB"))
_SUBORDINATING = word_set("that if because whether unless than as though although since when while until")
_NO_SUBJECT = word_set("this that these those such others another each both neither either")
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = re.compile(
    rf"(?:in|on|during|around)(?: the)?(?: (?:early|late|mid|spring of|summer of|autumn of|fall of|winter of))?"
    rf" (?:\d{{4}}s?|{_MONTH}(?: \d{{1,2}})?(?: ?,? \d{{4}})?|\d{{1,2}} {_MONTH}(?: \d{{4}})?"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|[a-z]+(?:th|first|second|third)) century)",
    re.IGNORECASE,
)
# Of somebody's titles those that one person has at a time.
_SOLE = word_set(
    "founder president king queen emperor director chairman manager leader head mayor governor owner commander husband "
    "wife inventor creator editor ruler captain pope bishop archbishop minister chancellor"
)
_NOT_SAID = word_set("then-president fellow")
_LONGEST_TITLE = 5  # tokens


def by_words(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """The cuts, by rule, each with whether its second sentence says all that it needs."""
    clause = main_clause(parse)
    yield from ((title, True) for title in _titles(parse))
    yield from ((aside, False) for aside in _stops(parse))
    yield from _clauses(parse)
    if clause is not None:
        yield from _verbs(parse, clause)
    for rule in (_adverbials, _closing_clause, _consequence, _opening_contrast):
        yield from ((aside, False) for aside in rule(parse))


def _stops(parse: Parse) -> Iterator[Aside]:
    """*Ada sold the mill; Bo, her son, left.* → *Ada sold the mill.* *Bo, her son, left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    at = [i for i, token in enumerate(tokens) if token.text in (";", ":") and token.end < len(parse.text)]
    if len(at) != 1 or not 3 < at[0] < end - 3 or parse.text[tokens[at[0]].end] != " ":
        return
    start = at[0] + 1 + (tokens[at[0] + 1].text.lower() in ("and", "but", "while", "whereas", "whilst"))
    right = tokens[start : end + 1]
    verb = next((k for k, token in enumerate(right) if token.tag in FINITE), 0)
    bound = any(token.tag in _BINDING or token.text in ("that", "if", "because") for token in right[:verb])
    told = right[0].tag in _SUBJECT_OPENS and right[0].text.lower() not in _NO_SUBJECT and verb and not bound
    if told and any(t.tag in FINITE for t in tokens[: at[0]]) and tokens[0].text.lower() not in _SUBORDINATING:
        yield "stop", ((0, at[0] - 1), "."), ((start, end), ".")


def _clauses(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """*Ada sold the mill, and Bo left.* → *Ada sold the mill.* *Bo left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(3, end - 2):
        if tokens[i].text not in ("and", "but", "while", "whilst", "whereas") or tokens[i - 1].text != ",":
            continue
        left, right = tokens[: i - 1], tokens[i + 1 : end + 1]
        named = next((k for k, token in enumerate(right) if token.tag in FINITE), 0)
        if right[0].tag not in _SUBJECT_OPENS or not named or any(t.tag in _BINDING for t in right[:named]):
            continue
        if right[0].text.lower() in _NO_SUBJECT or any(t.text in (",", "and", "or") for t in right[:named]):
            continue
        if _is_bound(parse, i - 1) or not any(token.tag in FINITE for token in left):
            continue
        whole = tokens[0].tag in _SUBJECT_OPENS and "," not in {token.text for token in left}
        yield ("joined clauses", ((0, i - 2), "."), ((i + 1, end), ".")), whole


def _is_bound(parse: Parse, before: int) -> bool:
    """Whether a word before this token binds a clause, which what follows may go on, or begins a list of clauses."""
    left = parse.tokens[:before]
    if any(t.tag in _BINDING or t.text.lower() in _SUBORDINATING or t.text in (";", ":") for t in left):
        return True
    finite = [k for k, token in enumerate(left) if token.tag in FINITE]
    last_comma = max((k for k, token in enumerate(left) if token.text == ","), default=-1)
    return bool(finite) and finite[0] < last_comma < finite[-1]


def _verbs(parse: Parse, clause: Clause) -> Iterator[tuple[Aside, bool]]:
    """*Ada sold the mill and bought a farm.* → *Ada sold the mill.* *Ada bought a farm.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    named, start = told(parse, clause), clause.group[1] + 1
    verbs = [token for token in tokens[clause.group[0] : start] if token.tag in FINITE]
    if named is None or not verbs or verbs[0].tag == "MD" or clause.is_negated():
        return
    for i in range(start + 1, end - 1):
        between = tokens[start:i]
        if any(t.tag in FINITE or t.tag in _BINDING or t.text in ("that", ";", ":") for t in between):
            return
        at = i + 1 + (tokens[i + 1].tag == "RB")
        then = tokens[i].text == "then" and tokens[i - 1].text == ","
        if not (then or tokens[i].text in ("and", "but")) or at > end:
            continue
        last = i - 2 if tokens[i - 1].text == "," else i - 1
        if tokens[at].tag == verbs[0].tag and tokens[at].text.lower() not in ("am", "'s"):
            second: tuple[Part, ...] = (named, (i + 1, end), ".")
        elif _goes_on_passive(parse, clause, at):
            second = (named, " ".join(t.text for t in verbs[:1]), (i + 1, end), ".")
        else:
            continue
        whole = clause.before[0] > clause.before[1] and named not in ("He", "She", "It", "They")
        yield ("joined verbs", ((0, last), "."), second), whole
        return


def _goes_on_passive(parse: Parse, clause: Clause, at: int) -> bool:
    """Whether a participle goes on a passive: *was built in 1871 and sold to nuns*, no *of stone and carved wood*."""
    tokens = parse.tokens
    helped = tokens[clause.group[1]].tag == "VBN" and clause.words(clause.group)[0] in ("was", "were", "is", "are")
    word = tokens[at].text
    known = tokens[at].tag in ("VBN", "VBD") and inflected(lemma(word, "VBN"), "VBN") == word
    return helped and known and clause.group[1] - clause.group[0] == 1 and tokens[at + 1].tag in ("IN", "TO", "RB")


def _adverbials(parse: Parse) -> Iterator[Aside]:
    """*In the 1870s, salt was dear.* → *Salt was dear.* *This was in the 1870s.*; so with a cause, a source, an aim."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    if ";" in {token.text for token in tokens}:
        return
    last = _opening(parse)
    if last is not None and (be := _be(parse, last + 1)) is not None and (said := _said(parse, (0, last), be)):
        start = last + 1 + (tokens[last + 1].text == ",")
        yield f"{said[0]} first", ((start, end), "."), (said[1], (0, last), ".")
    for first in range(4, end):
        inside, before = tokens[first : end + 1], tokens[first - 1]
        date = _DATE.match(parse.text, tokens[first].start)
        dated = date is not None and date.end() == tokens[end].end and not _may_be_anothers(parse, first)
        if (be := _be(parse, 0)) is None or not (dated or _CLOSING.match(parse.text, tokens[first].start)):
            continue
        if any(t.tag in FINITE or t.tag in _BINDING or t.text in _STOPS for t in inside) or before.text in _DEGREES:
            continue
        if _is_bound_to(parse, first) or (said := _said(parse, (first, end), be)) is None:
            continue
        yield f"{said[0]} last", ((0, first - 1 - (before.text == ",")), "."), (said[1], (first + said[2], end), ".")
        return


def _may_be_anothers(parse: Parse, first: int) -> bool:
    """Whether the date that begins here may be that of another event: *closed after its launch in 1959*."""
    before = parse.tokens[:first]
    described = any(token.tag == "VBN" and token.relation != "root" for token in before)
    return described or any(token.text.lower() in _OTHER_EVENTS for token in before)


def _opening(parse: Parse) -> int | None:
    """The last token of what stands before the subject and its comma: no clause, and nothing that goes on."""
    tokens = parse.tokens
    if not _OPENING.match(parse.text) or _GOES_ON.match(parse.text):
        return None
    date = _DATE.match(parse.text)
    bare = next((i for i, token in enumerate(tokens) if date and token.end == date.end()), 0)
    if bare and tokens[bare + 1].tag in ("PRP", "NNP", "DT") and tokens[bare + 1].text != ",":
        return bare  # In 1871 she sold the mill.
    comma = next((i for i, token in enumerate(tokens) if token.text == "," and balanced(parse, 0, i)), 0)
    if comma and tokens[comma + 1].tag == "CD" and tokens[comma + 2].text == ",":
        comma += 2  # On July 3, 1871,
    if not 1 < comma < _LONGEST_OPENING or comma + 4 > len(tokens):
        return None
    following, inside = tokens[comma + 1], tokens[:comma]
    opens = following.tag in _SUBJECT_OPENS and following.text.lower() not in _NO_SUBJECT
    if (
        _runs_on(inside)
        or not (opens or (date and following.tag == "VBG"))
        or any(t.tag in FINITE or t.tag in _BINDING or t.text in _STOPS for t in inside)
    ):
        return None
    listed = any(token.text == "," for token in tokens[comma + 1 : comma + 5])
    listed |= any(one.text in ("and", "but") and other.tag == "IN" for one, other in pairwise(tokens[comma:]))
    return None if listed or any(t.text in ("and", "or") for t in inside) else comma - 1


def _runs_on(inside: Sequence[Token]) -> bool:
    """Whether a second noun phrase begins without a preposition: *During the war the heir*."""
    return any(one.tag in NOUNS and other.tag in ("DT", "PRP", "PRP$") for one, other in pairwise(inside))


def _be(parse: Parse, first: int) -> str | None:
    """The form of *be* in the tense of the first verb from this token on; None where the tense is another."""
    verbs = [token for token in parse.tokens[first:] if token.tag in FINITE]
    if not verbs or verbs[0].tag == "MD" or verbs[0].text in ("has", "have", "had", "’s", "'s"):
        return None
    said = {token.text.lower() for token in parse.tokens}
    return None if said & _QUALIFYING else "was" if verbs[0].tag == "VBD" else "is"


def _said(parse: Parse, span: Span, be: str) -> tuple[str, str, int] | None:
    """The kind of what is told apart, what opens its sentence, and how many of its words that says already."""
    tokens = parse.tokens
    text = parse.span(*span)
    if text.lower().startswith(("in order to ", "to ")):
        at = span[0] + 2 * text.lower().startswith("in order")
        return ("aim", f"The aim {be}", at - span[0]) if tokens[at + 1].tag == "VB" else None
    if text.lower().startswith("according to "):
        return "source", "This is", 0
    if _DATE.match(text) or _WHEN.match(text):
        return ("time", "This was", 0) if be == "was" else None
    if _CAUSE.match(text):
        return "cause", f"This {be}", 0
    return ("scope", f"This {be} the case", 0) if be == "is" or _tells_what_is(parse) else None


def _tells_what_is(parse: Parse) -> bool:
    """Whether the main clause has *be* for its verb: what was so may have been the case somewhere, no event was."""
    root = next(i for i, token in enumerate(parse.tokens) if token.relation == "root")
    return any(parse.tokens[i].relation == "cop" for i in parse.children(root))


def _is_bound_to(parse: Parse, first: int) -> bool:
    """Whether what stands here may hang on something else than the main clause."""
    left = parse.tokens[:first]
    if any(t.tag in _BINDING or t.text.lower() in _SUBORDINATING for t in left):
        return True
    return sum(t.tag in FINITE for t in left) != 1 or any(t.tag in ("VB", "VBG") for t in left)


_OPENING = re.compile(
    r"(?:In|On|At|During|After|Before|By|Around|Throughout|Within|Following|Until|Despite|Due to|Because of"
    r"|As a result of|According to|Owing to|Thanks to|To) "
)
_GOES_ON = re.compile(
    r"\w+ (?:addition|fact|contrast|general|particular|turn|conjunction|order|short|total|effect|return|part|all|least"
    r"|first|last|once|far|then|now|this|that|these|those|such|it|response|other|another|date|some|many|most|spite|time"
    r"|terms|comparison|reality|practice|theory|essence|its|his|her|their|\w+ing"
    r"|(?:the )?(?:other|end|same|time|meantime|process|event|case|beginning|way|following|latter|former|contrary))\b"
)
_CLOSING = re.compile(r"(?:due to|because of|despite|in order to|owing to|according to|as a result of) ")
_WHEN = re.compile(r"(?:during|after|before|by|around|throughout|following|until) ", re.IGNORECASE)
_CAUSE = re.compile(r"(?:despite|due to|because of|as a result of|owing to|thanks to) ", re.IGNORECASE)
_STOPS = word_set("; : – — that")
_DEGREES = word_set(
    "is are was were be been being partly largely mainly mostly primarily not only just simply probably possibly "
    "either or and also part chiefly solely especially particularly even perhaps usually often"
)
_OTHER_EVENTS = word_set("after before since until following between from by in on during")
_QUALIFYING = word_set("only never not no n't first last today now since until also longer still even")
_LONGEST_OPENING = 14  # tokens


def _closing_clause(parse: Parse) -> Iterator[Aside]:
    """*Salt is formed when water dries.* → *Salt is formed.* *This happens when water dries.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(3, end - 2):
        clause = tokens[i + 1 : end + 1]
        if tokens[i].text not in ("when", "because") or clause[0].tag not in _SUBJECT_OPENS or clause[0].text == "of":
            continue
        finite = [token for token in clause if token.tag in FINITE]
        joined = any(t.text in (";", ":", "that") or t.tag in _BINDING for t in clause)
        if not finite or joined or _is_bound_to(parse, i) or tokens[i - 1].text in _DEGREES:
            continue
        be = _be(parse, 0)
        if be is None or finite[0].tag == "MD" or (be == "was") != (finite[0].tag == "VBD"):
            continue
        root = next((t for t in tokens[:i] if t.relation == "root"), None)
        happens = root is not None and root.lemma not in _STATES and root.tag.startswith("VB")
        verb = be if tokens[i].text == "because" else ("happened" if be == "was" else "happens") if happens else ""
        if verb:
            yield "closing clause", ((0, i - 1 - (tokens[i - 1].text == ",")), "."), (f"This {verb}", (i, end), ".")


def _consequence(parse: Parse) -> Iterator[Aside]:
    """*Ice melted, which meant that salt was dear.* → *Ice melted.* *This meant that salt was dear.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 2):
        tells = tokens[i].text == "which" and tokens[i - 1].text == "," and tokens[i + 1].lemma in OF_EVENTS
        if tells and tokens[i + 1].tag in ("VBD", "VBZ") and not _is_bound(parse, i - 1):
            yield "consequence", ((0, i - 2), "."), ("This", (i + 1, end), ".")


def _opening_contrast(parse: Parse) -> Iterator[Aside]:
    """*While Ada sold the mill, Bo left.* → *Bo left.* *Ada sold the mill.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = next((i for i, token in enumerate(tokens) if token.text == ","), 0)
    if tokens[0].text not in ("Although", "Though", "Whereas") or comma < 4 or comma + 4 > end:
        return
    parts = tokens[1:comma], tokens[comma + 1 : end + 1]
    whole = all(
        part[0].tag in _SUBJECT_OPENS and part[0].tag != "PRP" and any(token.tag in FINITE for token in part)
        for part in parts
    )
    if whole and "," not in {token.text for token in parts[1]} and not any(t.tag in _BINDING for t in parts[0]):
        yield "opening contrast", ((1, comma - 1), "."), ((comma + 1, end), ".")


_STATES = word_set("be have remain seem exist consist contain include live lie stand need want mean know")


def _titles(parse: Parse) -> Iterator[Aside]:
    """*the Dutch painter Ada Thorn came* → *Ada Thorn came.* *Ada Thorn was a Dutch painter.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(end):
        if tokens[i].tag != "NN" or not tokens[i].text.islower() or "person" not in classes(tokens[i].text):
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
        if _may_be_more(parse, start) or (start == i and before != "the") or not _is_alone(parse, name):
            continue
        be = copula(parse, plural=False)
        what = parse.span(start, i)
        if be is None or any(word in _NOT_SAID for word in what.lower().split()):
            continue
        removed = start - (before == "the"), i
        sole = tokens[i].text in _SOLE and start < i
        a = "" if of else "the " if sole else f"{article(what)} "
        first: tuple[Part, ...] = ((0, removed[0] - 1), (i + 1, end), ".") if removed[0] else ((i + 1, end), ".")
        yield "title", first, (parse.span(*name), be, f"{a}{what}", ".")


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
