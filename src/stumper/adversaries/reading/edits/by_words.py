"""Where a sentence can be made two by what its words and tags show.

A parser's tree of a long sentence is often wrong: these cuts do without it, and their halves are parsed instead.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import NO_PARTICIPLES, OF_EVENTS, Aside
from stumper.adversaries.reading.edits.facts import told_again
from stumper.adversaries.reading.edits.subjects import copula
from stumper.language.clauses import FINITE
from stumper.language.inflection import article, inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, Clause, Part, Span, balanced, main_clause
from stumper.language.rewording.nominal import event
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
    yield from ((aside, True) for aside in _named_things(parse))
    yield from ((aside, False) for aside in _stops(parse))
    yield from _clauses(parse)
    if clause is not None:
        yield from _verbs(parse, clause)
    yield from ((aside, False) for aside in _verbs_of(parse))
    for rule in (
        _opening_participle,
        _adverbials,
        _closing_clause,
        _consequence,
        _opening_contrast,
        _after_comma,
        _as_well,
        _not_only,
        _in_all,
        _placed,
    ):
        yield from ((aside, False) for aside in rule(parse))


def _stops(parse: Parse) -> Iterator[Aside]:
    """*Ada sold the mill; Bo, her son, left.* → *Ada sold the mill.* *Bo, her son, left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    at = [i for i, t in enumerate(tokens[:-1]) if t.text in (";", ":", "—") or is_dash(parse, i)]
    dash = len(at) == 1 and tokens[at[0]].text in ("—", "–")
    if len(at) != 1 or not 3 < at[0] < end - 3 or (not dash and parse.text[tokens[at[0]].end] != " "):
        return
    start = at[0] + 1 + (tokens[at[0] + 1].text.lower() in ("and", "but", "while", "whereas", "whilst"))
    right = tokens[start : end + 1]
    if match := _LINKING.match(parse.text, right[0].start):
        right = tuple(token for token in right if token.start >= match.end())
        if len(right) < 4:
            return
    verb = next((k for k, token in enumerate(right) if token.tag in FINITE), 0)
    bound = any(token.tag in _BINDING or token.text in ("that", "if", "because") for token in right[:verb])
    dated = right[0].text in ("in", "by", "during", "at", "on", "after") and any(t.text == "," for t in right[:verb])
    told = (right[0].tag in _SUBJECT_OPENS or dated) and right[0].text.lower() not in _NO_SUBJECT and verb and not bound
    if told and any(t.tag in FINITE for t in tokens[: at[0]]) and tokens[0].text.lower() not in _SUBORDINATING:
        yield "stop", ((0, at[0] - 1), "."), ((start, end), ".")


def is_dash(parse: Parse, i: int) -> bool:
    """Whether a short dash stands between spaces, where it divides a sentence, rather than within a compound."""
    token = parse.tokens[i]
    return token.text == "–" and parse.text[token.start - 1] == " " == parse.text[token.end : token.end + 1]


_LINKING = re.compile(r"(?:for example|for instance|however|therefore|in fact|instead|thus|as a result|in addition), ")


def _clauses(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """*Ada sold the mill, and Bo left.* → *Ada sold the mill.* *Bo left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(3, end - 2):
        alone = tokens[i].text == "whereas" or (tokens[i].text == "and" and _begins_clause(parse, i))
        if tokens[i].text not in ("and", "but", "while", "whilst", "whereas") or not (
            tokens[i - 1].text == "," or alone
        ):
            continue
        comma = tokens[i - 1].text == ","
        left, right = tokens[: i - 1], tokens[i + 1 : end + 1]
        named = next((k for k, token in enumerate(right) if token.tag in FINITE), 0)
        if right[0].tag not in _SUBJECT_OPENS or not named or any(t.tag in _BINDING for t in right[:named]):
            continue
        if right[0].text.lower() in _NO_SUBJECT or any(t.text in (",", "and", "or") for t in right[:named]):
            continue
        if _is_bound(parse, i - 1) or not any(token.tag in FINITE for token in left):
            continue
        whole = tokens[0].tag in _SUBJECT_OPENS and "," not in {token.text for token in left}
        yield ("joined clauses", ((0, i - 1 - comma), "."), ((i + 1, end), ".")), whole


def _begins_clause(parse: Parse, joint: int) -> bool:
    """Whether a clause begins behind this *and* without a comma: its subject agrees with the verb right behind it."""
    tokens = parse.tokens
    verb = next((i for i in range(joint + 1, len(tokens) - 2) if tokens[i].tag in FINITE), 0)
    opening, noun = tokens[joint + 1], tokens[verb - 1]
    if not verb or opening.tag not in ("DT", "PRP", "PRP$") or verb - joint > _LONGEST_SUBJECT:
        return False
    if opening.tag == "PRP":
        return verb == joint + 2
    plain = all(t.tag in ("DT", "PRP$", "JJ", "NN", "NNS", "NNP", "CD") for t in tokens[joint + 1 : verb])
    one = tokens[verb].tag == "VBZ" or tokens[verb].text in ("was", "is", "has")
    several = tokens[verb].tag == "VBP" or tokens[verb].text in ("were", "are", "have")
    agrees = (one and noun.tag in ("NN", "NNP")) or (several and noun.tag == "NNS")
    said = any(t.lemma in _SAYING for t in tokens[:joint])
    return plain and agrees and not said and not several


_LONGEST_SUBJECT = 7  # tokens
_SAYING = word_set("say claim believe think argue state hold suggest feel know report agree hope mean find show be")


def _is_bound(parse: Parse, before: int) -> bool:
    """Whether a word before this token binds a clause, which what follows may go on, or begins a list of clauses."""
    left = parse.tokens[:before]
    bound = any(t.text.lower() in _SUBORDINATING or t.tag == "WRB" or t.text in (";", ":") for t in left)
    if bound or any(t.tag in _BINDING for t in left[-4:]) or left[0].tag in _BINDING:
        return True
    finite = [k for k, token in enumerate(left) if token.tag in FINITE]
    last_comma = max((k for k, token in enumerate(left) if token.text == ","), default=-1)
    return bool(finite) and finite[0] < last_comma < finite[-1]


def _verbs(parse: Parse, clause: Clause) -> Iterator[tuple[Aside, bool]]:
    """*Ada sold the mill and bought a farm.* → *Ada sold the mill.* *Ada bought a farm.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    named, start = told_again(parse, clause), clause.group[1] + 1
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
        one = tokens[at].tag == "VBZ" or tokens[at].text.lower() in ("was", "is", "has")
        if (named == "They" and one) or (named == "It" and tokens[at].text.lower() in ("were", "are", "have")):
            continue
        if tokens[at].tag == verbs[0].tag and tokens[at].text.lower() not in ("am", "'s"):
            second: tuple[Part, ...] = (named, (i + 1, end), ".")
        elif _goes_on_passive(parse, clause, at):
            second = (named, " ".join(t.text for t in verbs[:1]), (i + 1, end), ".")
        else:
            continue
        whole = clause.before[0] > clause.before[1] and named not in ("He", "She", "It", "They")
        yield ("joined verbs", ((0, last), "."), second), whole
        return


@dataclass(frozen=True, slots=True)
class Opening:
    """The subject that a sentence opens with, as what goes on from it calls it, and where its finite verb stands."""

    named: str
    verb: int

    @property
    def is_many(self) -> bool:
        """Whether its verbs are a plural's."""
        return self.named == "They"


def opening_subject(parse: Parse) -> Opening | None:
    """The subject before the first finite verb, by its words: *It* or *They*, as its verb or its noun has it, or its own
    name; None for a person without a name, or where the subject may end elsewhere.
    """
    tokens = parse.tokens
    verb = next((i for i, token in enumerate(tokens) if token.tag in FINITE), 0)
    inside = tokens[:verb]
    if not verb or any(t.tag in _BINDING or t.text in ("that", ",", ":", ";", "(", '"', "“") for t in inside):
        return None
    if inside[0].tag not in _SUBJECT_OPENS or inside[0].tag == "EX" or inside[0].text.lower() in _NO_SUBJECT | _NOBODY:
        return None
    if len(inside) == 1 and inside[0].tag == "PRP":
        return Opening(inside[0].text, verb) if inside[0].text in ("He", "She", "It", "They") else None
    if inside[-1].tag == "RB":
        inside = inside[:-1]
    stop = next((i for i, t in enumerate(inside) if t.tag in ("IN", "TO", "VBN", "VBG") and i), len(inside))
    nouns = [t for t in inside[:stop] if t.tag in NOUNS]
    if not nouns or inside[stop - 1].tag not in NOUNS or not balanced(parse, 0, verb - 1):
        return None
    several = nouns[-1].tag in ("NNS", "NNPS") or any(t.text == "and" for t in inside[:stop])
    be, tag = tokens[verb].text.lower(), tokens[verb].tag
    many = be in ("are", "were", "have", "do") or tag == "VBP" or (several and be not in _ONE and tag != "VBZ")
    if many:
        return Opening("They", verb)
    head = next(i for i, t in enumerate(tokens) if t is nouns[-1])
    entity = parse.entity_at(head)
    if several or "person" in classes(nouns[-1].text)[:1] or (entity is not None and entity.kind == "PERSON"):
        return None
    if nouns[-1].tag == "NNP" and (entity is None or entity.kind not in ("PLACE", "ORG", "OTHER")):
        return None
    return Opening("It", verb)


_NOBODY = word_set("no none nobody nothing every few little some any many it")
_ONE = word_set("is was has does")


def _verbs_of(parse: Parse) -> Iterator[Aside]:
    """*The mill stood and, as it was old, was sold.* by the words alone: *The mill stood.* *It was sold.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    opening = opening_subject(parse)
    if opening is None or tokens[opening.verb].tag == "MD":
        return
    for i in range(opening.verb + 2, end - 1):
        between = tokens[opening.verb + 1 : i]
        if any(t.tag in FINITE or t.tag in _BINDING or t.text in ("that", ";", ":") for t in between):
            return
        at = i + 1 + (tokens[i + 1].tag == "RB")
        if tokens[i].text not in ("and", "but") or at >= end or tokens[at].text.lower() in ("'s", "’s", "am"):
            continue
        word, tag = tokens[at].text.lower(), tokens[at].tag
        one, several = tag == "VBZ" or word in _ONE, tag == "VBP" or word in ("are", "were", "have", "do")
        sure = word in (*_ONE, "are", "were", "have", "can", "may", "will") or tag == tokens[opening.verb].tag
        if not sure or tag not in FINITE or (one and opening.is_many) or (several and not opening.is_many):
            continue
        if "not" in (t.text for t in tokens[opening.verb : opening.verb + 3]):
            continue
        yield "joined verbs", ((0, i - 1 - (tokens[i - 1].text == ",")), "."), (opening.named, (i + 1, end), ".")
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
    if not bare and (where := _BARE_PLACE.match(parse.text)):
        bare = next((i for i, token in enumerate(tokens) if token.end == where.end()), 0)
        if bare and parse.entity_at(bare) is None:
            bare = 0
    if bare and tokens[bare + 1].tag in ("PRP", "NNP", "DT") and tokens[bare + 1].text != ",":
        return bare  # In 1871 she sold the mill.
    commas = [i for i, token in enumerate(tokens[:-3]) if token.text == "," and balanced(parse, 0, i)]
    verb = next((i for i, token in enumerate(tokens) if token.tag in FINITE), 0)
    before = [i for i in commas if i < verb]
    comma = commas[0] if commas else 0
    if len(before) > 1 and {"and", "or"} & {t.text for t in tokens[before[-2] : before[-1]]}:
        comma = before[-1]  # In Lowmere, Highmere, and Midmere,
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
    return None if listed else comma - 1


_BARE_PLACE = re.compile(r"In (?:[A-Z][a-z]+ ?){1,3}(?= (?:the|there|it|an?)\b)")


def _runs_on(inside: Sequence[Token]) -> bool:
    """Whether a second noun phrase begins without a preposition: *During the war the heir*."""
    return any(one.tag in NOUNS and other.tag in ("DT", "PRP", "PRP$") for one, other in pairwise(inside))


def _be(parse: Parse, first: int) -> str | None:
    """The form of *be* in the tense of the first verb from this token on; None where the tense is another."""
    verbs = [token for token in parse.tokens[first:] if token.tag in FINITE]
    if not verbs or verbs[0].text in ("’s", "'s"):
        return None
    if verbs[0].tag == "MD" and verbs[0].text not in ("can", "may", "must"):
        return None
    at = next(i for i, token in enumerate(parse.tokens) if token is verbs[0])
    if verbs[0].text in ("has", "have") and any(t.tag == "VBN" for t in parse.tokens[at + 1 : at + 4]):
        return None if {token.text.lower() for token in parse.tokens} & _QUALIFYING else "has been"
    said = {token.text.lower() for token in parse.tokens}
    return None if said & _QUALIFYING else "was" if verbs[0].tag == "VBD" else "is"


def _said(parse: Parse, span: Span, be: str) -> tuple[str, str, int] | None:
    """The kind of what is told apart, what opens its sentence, and how many of its words that says already."""
    tokens = parse.tokens
    text = parse.span(*span)
    if be == "has been":
        named = any(entity.kind in ("DATE", "PLACE") for entity in parse.entities if entity.last <= span[1])
        return ("scope", "This has been the case", 0) if _GENERAL.match(text) and named and not span[0] else None
    if text.lower().startswith(("in order to ", "to ")):
        at = span[0] + 2 * text.lower().startswith("in order")
        return ("aim", f"The aim {be}", at - span[0]) if tokens[at + 1].tag == "VB" else None
    if text.lower().startswith("according to "):
        return "source", "This is", 0
    if _DATE.match(text) or _WHEN.match(text):
        lasts = not span[0] and text.lower().startswith(("during ", "throughout ", "between ", "under "))
        return ("time", "This was", 0) if be == "was" else ("scope", "This is the case", 0) if lasts else None
    if {"this", "these", "case"} & set(text.lower().split()):
        return None
    if _CAUSE.match(text):
        return "cause", f"This {be}", 0
    kinds = {entity.kind for i in range(span[0], span[1] + 1) if (entity := parse.entity_at(i)) is not None}
    if be == "was" and not span[0] and _PLACED.match(text) and kinds and kinds <= {"DATE", "PLACE"}:
        return "time", "This was", 0
    if be == "was" and not span[0] and _PLACED.match(text) and not _tells_what_is(parse):
        root = next(i for i, token in enumerate(tokens) if token.relation == "root")
        return ("place", "This happened", 0) if event(parse, root) else None
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
    r"(?:In|On|At|During|After|Before|By|Around|Throughout|Within|Following|Until|Despite|Due to|Because of|Between|From"
    r"|Under|Among|Outside|Prior to|Over the|Upon"
    r"|As a result of|According to|Owing to|Thanks to|To) "
)
_GOES_ON = re.compile(
    r"\w+ (?:addition|fact|contrast|general|particular|turn|conjunction|order|short|total|effect|return|part|all|least"
    r"|first|last|once|far|then|now|this|that|these|those|such|it|response|other|another|date|some|many|most|spite|time"
    r"|terms|comparison|reality|practice|theory|essence|its|his|her|their|\w+ing"
    r"|(?:the )?(?:other|end|same|time|meantime|process|event|case|beginning|way|following|latter|former|contrary))\b"
)
_CLOSING = re.compile(r"(?:due to|because of|despite|in order to|owing to|according to|as a result of) ")
_WHEN = re.compile(
    r"(?:during|after|before|by|around|throughout|following|until|between|from|under|prior to|over|upon) ",
    re.IGNORECASE,
)
_GENERAL = re.compile(r"(?:in|throughout|over|during) ", re.IGNORECASE)
_PLACED = re.compile(
    r"(?:in|on|at) (?!(?:the )?(?:case|face|favou?r|wake|name|hope|eyes|view|terms|basis|exchange|return|honou?r|light|average|behalf|"
    r"request|demand|suggestion|advice|invitation|strength|accordance|line|paper|foot|keeping|search|response)\b)",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"(?:despite|due to|because of|as a result of|owing to|thanks to) ", re.IGNORECASE)
_STOPS = word_set("; : – — that")
_DEGREES = word_set(
    "is are was were be been being partly largely mainly mostly primarily not only just simply probably possibly "
    "either or and also part chiefly solely especially particularly even perhaps usually often"
)
_OTHER_EVENTS = word_set("after before since until following between from by in on during")
_QUALIFYING = word_set("only never first last today now since until longer")
_LONGEST_OPENING = 20  # tokens


def _opening_participle(parse: Parse) -> Iterator[Aside]:
    """*Built of oak, the mill burned.* → *The mill burned.* *It was built of oak.*, by the words."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = next((i for i, token in enumerate(tokens) if token.text == "," and balanced(parse, 0, i)), 0)
    at = int(tokens[0].tag == "RB")
    word = tokens[at].text.lower()
    if tokens[at].tag != "VBN" or not 2 < comma < end - 3 or word in NO_PARTICIPLES | {"based", "compared"}:
        return
    verb = next((i for i, token in enumerate(tokens) if token.tag in FINITE), 0)
    inside, named = tokens[:comma], tokens[comma + 1 : verb]
    if verb < comma or not named or any(t.tag in _BINDING or t.text in (",", "and", "that") for t in named):
        return
    if named[0].tag not in ("DT", "NNP", "PRP") or (named[0].tag == "DT" and named[0].text != "the") or at == comma - 1:
        return
    if named[-1].tag not in (*NOUNS, "PRP") or not balanced(parse, comma + 1, verb - 1):
        return
    head = next((k for k, t in enumerate(named) if t.tag == "IN"), len(named)) - 1
    plural = named[head].tag in ("NNS", "NNPS") or named[0].text in ("they", "we")
    be = copula(parse, plural, word)
    short = named[0].tag == "PRP" or len(named) < _LONGEST_SUBJECT
    if be is None or not short or any(t.tag in FINITE for t in inside) or tokens[verb].tag == "MD":
        return
    said = parse.span(comma + 1, verb - 1)
    opening = tokens[0].text.lower()
    yield "opening participle", ((comma + 1, end), "."), (said[0].upper() + said[1:], be, opening, (1, comma - 1), ".")


def _after_comma(parse: Parse) -> Iterator[Aside]:
    """*Ada sold salt, mostly in Lowmere.* → *Ada sold salt.* *This was mostly in Lowmere.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = max((i for i in range(4, end - 1) if tokens[i].text == ","), default=0)
    if not comma or _GOES_ON.match(parse.text, tokens[comma + 1].start) or tokens[comma + 1].text in ("not", "then"):
        return
    start = comma + 1 + (tokens[comma + 1].tag == "RB")
    inside, be = tokens[comma + 1 : end + 1], _be(parse, 0)
    if tokens[start].text not in _CLOSING_PREPOSITIONS or any(t.tag in (*FINITE, *_BINDING, "VB") for t in inside):
        return
    if _is_bound_to(parse, comma) or be is None or be == "has been" or any(t.text in _STOPS for t in inside):
        return
    listed = any(t.text == "," for t in tokens[:comma]) or any(
        t.text in ("and", "or") for t in tokens[comma - 3 : comma]
    )
    if not listed and balanced(parse, 0, comma - 1) and tokens[end].tag in (*NOUNS, "CD"):
        yield "circumstance last", ((0, comma - 1), "."), (f"This {be}", (comma + 1, end), ".")


_CLOSING_PREPOSITIONS = word_set(
    "in at on during under through via despite without across throughout within for thanks"
)


def _in_all(parse: Parse) -> Iterator[Aside]:
    """*Ada sold the mill, a scandal of the time.* → *Ada sold the mill.* *This was a scandal of the time.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = max((i for i in range(4, end - 1) if tokens[i].text == ","), default=0)
    if not comma or tokens[comma + 1].text not in ("a", "an") or _is_bound_to(parse, comma):
        return
    inside, be = tokens[comma + 1 : end + 1], _be(parse, 0)
    noun = next((t.lemma for t in inside[1:] if t.tag in NOUNS), "")
    told = noun in _OF_WHAT_HAPPENED and not any(t.tag in _BINDING or t.text in ("and", ";", ":") for t in inside)
    if told and be in ("was", "is") and not any(t.tag in FINITE for t in inside):
        yield "in all", ((0, comma - 1), "."), (f"This {be}", (comma + 1, end), ".")


_OF_WHAT_HAPPENED = word_set(
    "process practice phenomenon event move decision step change situation condition result increase decrease rise drop "
    "figure feat record role custom tradition trend development policy achievement effect total number percentage term"
)


def _placed(parse: Parse) -> Iterator[Aside]:
    """*Ada built a mill in Lowmere.* → *Ada built a mill.* *This was in Lowmere.*, of what was done once."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    if not event(parse, root) or _be(parse, 0) != "was" or tokens[root].lemma in _NEEDS_PLACE:
        return
    for i in range(root + 2, end):
        if tokens[i].text not in ("in", "at", "near") or _is_bound_to(parse, i):
            continue
        inside, before = tokens[i + 1 : end + 1], tokens[i - 1]
        names = [t for t in inside if t.tag == "NNP"]
        plain = all(
            t.tag in ("NNP", "DT", ",", "CD", "IN", "NN") and t.text not in ("by", "to", "for", "with") for t in inside
        )
        kinds = {entity.kind for j in range(i + 1, end + 1) if (entity := parse.entity_at(j)) is not None}
        done = before.tag in (*NOUNS, "CD") or i > root + 1
        if (
            plain
            and names
            and len(inside) < 8
            and "PLACE" in kinds
            and done
            and before.tag not in ("IN", "TO", ",", "VBN")
        ):
            yield "place last", ((0, i - 1), "."), ("This was", (i, end), ".")
        return


_NEEDS_PLACE = word_set(
    "live settle arrive land stay place put locate base situate bury bear reside remain end result enroll invest play"
)


def _as_well(parse: Parse) -> Iterator[Aside]:
    """*The mill has a wheel, as well as a pond.* → *The mill has a wheel.* *It also has a pond.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    opening = opening_subject(parse)
    for i in range(4, end - 3):
        if opening is None or parse.span(i, i + 2).lower() != "as well as":
            continue
        verb = opening.verb
        following = tokens[verb + 1]
        between, inside = tokens[verb + 1 : i], tokens[i + 3 : end + 1]
        plain = ("DT", "PRP$", "JJ", "NN", "NNS", "NNP", "NNPS", "CD", ",", "CC", "POS", "IN", "VBN", "RB")
        if not all(t.tag in plain for t in (*between, *inside)) or inside[0].tag == "IN" or following.tag == "VBN":
            return
        if tokens[verb].tag == "MD" or tokens[verb].text.lower() in ("is", "was", "are", "were"):
            return
        said = parse.span(verb, verb + (following.tag == "IN"))
        if following.tag in ("IN", "DT", "PRP$", "JJ", "NN", "NNS", "NNP", "CD"):
            last = i - 1 - (tokens[i - 1].text == ",")
            yield "as well", ((0, last), "."), (f"{opening.named} also {said}", (i + 3, end), ".")
        return


def _not_only(parse: Parse) -> Iterator[Aside]:
    """*The mill not only ground corn but also sawed wood.* → *The mill ground corn.* *It also sawed wood.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(1, end - 4):
        if tokens[i].text != "not" or tokens[i + 1].text != "only" or tokens[i + 2].tag not in ("VBD", "VBZ", "VBP"):
            continue
        but = next((j for j in range(i + 3, end - 1) if tokens[j].text == "but"), 0)
        also = but + (tokens[but + 1].text == "also")
        opening = opening_subject(parse)
        same = but and tokens[also + 1].tag == tokens[i + 2].tag
        if same and opening is not None and opening.verb == i + 2:
            last = but - 1 - (tokens[but - 1].text == ",")
            yield "not only", ((0, i - 1), (i + 2, last), "."), (f"{opening.named} also", (also + 1, end), ".")
        return


def _closing_clause(parse: Parse) -> Iterator[Aside]:
    """*Salt is formed when water dries.* → *Salt is formed.* *This happens when water dries.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(3, end - 2):
        clause = tokens[i + 1 : end + 1]
        if (
            tokens[i].text not in ("when", "because", "before", "after", "since")
            or clause[0].tag not in _SUBJECT_OPENS
            or clause[0].text == "of"
        ):
            continue
        finite = [token for token in clause if token.tag in FINITE]
        joined = any(t.text in (";", ":", "that") or t.tag in _BINDING for t in clause)
        if not finite or joined or _is_bound_to(parse, i) or tokens[i - 1].text in _DEGREES:
            continue
        be = _be(parse, 0)
        if be is None or finite[0].tag == "MD" or (be == "was") != (finite[0].tag == "VBD"):
            continue
        apart = not any(t.text == "," for t in clause) and tokens[i - 1].tag not in ("NNS", "RB", "NN")
        if tokens[i].text in ("before", "after") and (be != "was" or not (apart or tokens[i - 1].text == ",")):
            continue
        if tokens[i].text in ("before", "after") and any(t.text in (",", "and") for t in clause):
            continue
        if tokens[i].text == "since" and (be != "is" or tokens[i - 1].text != ","):
            continue
        root = next((t for t in tokens[:i] if t.relation == "root"), None)
        happens = root is not None and root.lemma not in _STATES and root.tag.startswith("VB")
        verb = be if tokens[i].text == "because" else ("happened" if be == "was" else "happens") if happens else ""
        last = i - 1 - (tokens[i - 1].text == ",")
        if tokens[i].text == "since":
            yield "closing clause", ((0, last), "."), ("This is because", (i + 1, end), ".")
        elif tokens[i].text in ("before", "after"):
            yield "closing clause", ((0, last), "."), ("This was", (i, end), ".")
        elif verb:
            yield "closing clause", ((0, last), "."), (f"This {verb}", (i, end), ".")


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
        what = parse.span(start, i)
        if opens or (not start and tokens[0].tag == "NN"):
            what = what[0].lower() + what[1:]
        if be is None or any(word in _NOT_SAID for word in what.lower().split()):
            continue
        removed = start - (before == "the"), i
        sole = tokens[i].text in _SOLE and start < i
        a = "" if of else "the " if sole else f"{article(what)} "
        first: tuple[Part, ...] = ((0, removed[0] - 1), (i + 1, end), ".") if removed[0] else ((i + 1, end), ".")
        yield "title", first, (parse.span(*name), be, f"{a}{what}", ".")


def _named_things(parse: Parse) -> Iterator[Aside]:
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
        plain = not any(t.tag in (*FINITE, *_BINDING, "VBG", "CC", "VB") or t.text in ("that", '"') for t in inside)
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
        if (be := copula(parse, plural=False)) is None or not any(
            t.tag in FINITE for t in (*tokens[:i], *tokens[close:])
        ):
            continue
        if any(t.text == "," for t in tokens[max(0, i - 5) : i]) or {"and", "or"} & {
            t.text for t in tokens[max(0, start - 2) : start]
        }:
            continue
        first: tuple[Part, ...] = ((0, i - 1), ".") if last else ((0, i - 1), (close + 1, end), ".")
        named = parse.span(start - article_, i - 1)
        yield "apposition", first, (named[0].upper() + named[1:], be, (i + 1, close - 1), ".")


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
