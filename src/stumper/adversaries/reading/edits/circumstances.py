"""When, where, why and how what a sentence tells was so, as a sentence of its own: *This was in 1871.*"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import NO_PARTICIPLES, OF_WHAT_HAPPENED, Aside
from stumper.adversaries.reading.edits.moments_told import tells_of_another_time
from stumper.adversaries.reading.edits.opening_subject import (
    BINDING,
    LONGEST_SUBJECT,
    NO_SUBJECT,
    SUBJECT_OPENS,
    SUBORDINATING,
)
from stumper.adversaries.reading.edits.subjects import copula
from stumper.language.clauses import FINITE
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, Span, balanced, first_comma, first_finite
from stumper.language.rewording.nominal import event
from stumper.language.rewording.words import word_set

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_PART = r"(?:(?:early|late|mid)[ -])?"
_POINT = (
    rf"{_PART}(?:\d{{4}}(?:s|[–-]\d{{1,4}})?|{_MONTH}(?: \d{{1,2}})?(?: ?,? \d{{4}})?|\d{{1,2}} {_MONTH}(?: \d{{4}})?"
    r"|(?:\d{1,2}(?:st|nd|rd|th)|[a-z]+(?:th|first|second|third)) century)"
)
_DATE = re.compile(
    r"(?:in|on|during|around)(?: the)?"
    r"(?: (?:first|second|last|early|latter) (?:half|quarter|decades?|years|part) of(?: the)?)?"
    rf"(?: (?:spring|summer|autumn|fall|winter) of)? {_POINT}(?: and (?:the )?{_POINT})?",
    re.IGNORECASE,
)


def adverbials(parse: Parse) -> Iterator[Aside]:
    """*In the 1870s, salt was dear.* → *Salt was dear.* *This was in the 1870s.*; so with a cause, a source, an aim."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    if ";" in {token.text for token in tokens}:
        return
    last = _opening(parse)
    if (
        last is not None
        and not _BELIEVED.search(parse.text)
        and (be := _be(parse, last + 1)) is not None
        and (said := _said(parse, (0, last), be))
        and not (said[0] in ("time", "place") and tells_of_another_time(parse, last + 1))
    ):
        start = last + 1 + (tokens[last + 1].text == ",")
        yield f"{said[0]} first", ((start, end), "."), (said[1], (0, last), ".")
    for first in range(4, end):
        inside, before = tokens[first : end + 1], tokens[first - 1]
        date = _DATE.match(parse.text, tokens[first].start)
        dated = date is not None and date.end() == tokens[end].end and not _may_be_anothers(parse, first)
        if (be := _be(parse, 0)) is None or not (dated or _CLOSING.match(parse.text, tokens[first].start)):
            continue
        if any(t.tag in FINITE or t.tag in BINDING or t.text in STOPS for t in inside) or before.text in _DEGREES:
            continue
        if is_bound_to(parse, first) or (said := _said(parse, (first, end), be)) is None:
            continue
        yield f"{said[0]} last", ((0, first - 1 - (before.text == ",")), "."), (said[1], (first + said[2], end), ".")
        return


def dated_within(parse: Parse) -> Iterator[Aside]:
    """*The mill opened in 1871 as a school.* → *The mill opened as a school.* *This was in 1871.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    if _be(parse, 0) != "was" or any(token.text in STOPS or token.tag in BINDING for token in tokens):
        return
    verb = first_finite(parse)
    for first in range(verb + 1, end - 1):
        date = _DATE.match(parse.text, tokens[first].start)
        last = next((i for i in range(first, end) if date and tokens[i].end == date.end()), 0)
        if not last or is_bound_to(parse, first) or _may_be_anothers(parse, first):
            continue
        after, before = tokens[last + 1], tokens[first - 1]
        joined = any(token.tag in FINITE or token.text in ("and", "but", "or", "from") for token in tokens[last + 1 :])
        told = before.tag == "VBD" and after.tag in ("DT", "PRP$")  # *estimated in 1871 the cost of the mill*
        apart = told or (
            before.tag in (*NOUNS, "VBN", "VBD", "RB", "PRP") and after.tag in ("IN", "TO") and before.text != "early"
        )
        if apart and not joined and balanced(parse, 0, first - 1) and tokens[first].text == "in":
            yield "time within", ((0, first - 1), (last + 1, end), "."), ("This was", (first, last), ".")
        return


def _may_be_anothers(parse: Parse, first: int) -> bool:
    """Whether the date that begins here may be that of another event: *closed after its launch in 1959*."""
    before = parse.tokens[:first]
    described = any(token.tag == "VBN" and token.relation != "root" for token in before)
    named = [any(token.tag.startswith("NNP") for token in parse.tokens[i + 1 : i + 3]) for i in range(first)]
    return described or any(
        token.text.lower() in _OTHER_EVENTS and not (named[i] and token.text in _OF_NAMES)
        for i, token in enumerate(before)
    )


def _opening(parse: Parse) -> int | None:
    """The last token of what stands before the subject and its comma: no clause, and nothing that goes on."""
    tokens = parse.tokens
    if not _OPENING.match(parse.text) or (GOES_ON.match(parse.text) and not _CAUSE.match(parse.text)):
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
    verb = first_finite(parse)
    before = [i for i in commas if i < verb]
    comma = commas[0] if commas else 0
    if len(before) > 1 and {"and", "or"} & {t.text for t in tokens[before[-2] : before[-1]]}:
        if tokens[before[-2] + 1].tag == "IN":
            return None  # According to Ada, during the winters of 1703 and 1708,
        comma = before[-1]  # In Lowmere, Highmere, and Midmere,
    if comma and tokens[comma + 1].tag == "CD" and tokens[comma + 2].text == ",":
        comma += 2  # On July 3, 1871,
    if not 1 < comma < _LONGEST_OPENING or comma + 4 > len(tokens):
        return None
    following, inside = tokens[comma + 1], tokens[:comma]
    if tokens[comma - 1].tag == "NNP" and (following.tag == "NN" or tokens[comma + 2].tag == "IN"):
        return None  # *According to Ada Thorn, owner of the mill,*
    opens = following.tag in SUBJECT_OPENS and following.text.lower() not in NO_SUBJECT
    if (
        _runs_on(inside)
        or not (opens or (date and following.tag == "VBG"))
        or any(t.tag in FINITE or t.tag in BINDING or t.text in STOPS for t in inside)
    ):
        return None
    listed = any(token.text == "," for token in tokens[comma + 1 : comma + 5])
    listed |= any(one.text in ("and", "but") and other.tag == "IN" for one, other in pairwise(tokens[comma:]))
    return None if listed else comma - 1


_BELIEVED = re.compile(r"\b[Ii]t (?:is|was|has been) (?:\w+ )?\w+(?:ed|ought|nown|aid) that\b")
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
    words = [token.text.lower() for token in parse.tokens]
    said = {
        word for i, word in enumerate(words) if words[i - 1] != "the" or word not in ("first", "last")
    }  # *the first mill*
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
    if (text.startswith("From ") and " to " not in text) or text.lower().startswith(_NOT_TOLD):
        return None  # no *This was by March 1871*
    if (_DATE.match(text) or _WHEN.match(text)) and not text.lower().endswith((" there", " here", " now", " then")):
        lasts = not span[0] and text.lower().startswith(("during ", "throughout ", "between ", "under "))
        return ("time", "This was", 0) if be == "was" else ("scope", "This is the case", 0) if lasts else None
    if text.lower().startswith("based on "):
        return "source", f"This {be}", 0
    if {"this", "these", "case", "there", "here"} & set(text.lower().split()):
        return None
    if _CAUSE.match(text):
        return (
            None
            if text.lower().startswith("despite ") and tokens[span[0] + 1].tag == "VBG"
            else ("cause", f"This {be}", 0)
        )
    kinds = {entity.kind for i in range(span[0], span[1] + 1) if (entity := parse.entity_at(i)) is not None}
    if be == "was" and not span[0] and _PLACED.match(text) and kinds and kinds <= {"DATE", "PLACE"}:
        return "time", "This was", 0
    if be == "was" and not span[0] and _PLACED.match(text) and not _tells_what_is(parse):
        root = next(i for i, token in enumerate(tokens) if token.relation == "root")
        return ("place", "This happened", 0) if event(parse, root) else None
    if _NO_SCOPE.match(text):
        return None
    return ("scope", f"This {be} the case", 0) if be == "is" or _tells_what_is(parse) else None


_NOT_TOLD = ("by ", "throughout ", "following ")
# What is so at the end of something, in the south or in a field of knowledge is not the case there.
_NO_SCOPE = re.compile(
    r"(?:at|on|upon|with) |in (?:[a-z]+ )*(?:parts?|areas?|places|cases|ways|respects)$"
    r"|.* (?:south|north|east|west)$|in (?:[a-z]+ )?[a-z]+(?:logy|ics|istry)$",
    re.IGNORECASE,
)


def _tells_what_is(parse: Parse) -> bool:
    """Whether the main clause has *be* for its verb: what was so may have been the case somewhere, no event was."""
    root = next(i for i, token in enumerate(parse.tokens) if token.relation == "root")
    return any(parse.tokens[i].relation == "cop" for i in parse.children(root))


def is_bound_to(parse: Parse, first: int) -> bool:
    """Whether what stands here may hang on something else than the main clause."""
    left = parse.tokens[:first]
    if any(t.tag in BINDING or (t.text.lower() in SUBORDINATING and not _is_preposition(t)) for t in left):
        return True
    return sum(t.tag in FINITE for t in left) != 1 or any(t.tag in ("VB", "VBG") for t in left)


def _is_preposition(token: Token) -> bool:
    """Whether *as* stands before a noun, and binds no clause: *was crowned as king in 1871*."""
    return token.text == "as" and token.relation == "case"


_OPENING = re.compile(
    r"(?:In|On|At|During|After|Before|By|Around|Throughout|Within|Following|Until|Despite|Due to|Because of|Between"
    r"|Based on|From|Under|Among|Outside|Prior to|Over the|Upon"
    r"|As a result of|According to|Owing to|Thanks to|With the (?:help|aid|support|assistance) of|To"
    r"|(?:A|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Several|Shortly|Soon|Immediately|\d+)"
    r"(?: (?:few )?(?:days?|weeks?|months?|years?|decades?))? (?:after|before)) "
)
GOES_ON = re.compile(
    r"\w+ (?:addition|fact|contrast|general|particular|turn|conjunction|order|short|total|effect|return|part|all|least"
    r"|one|between|first|last|once|far|then|now|this|that|these|those|such|it|response|other|another|date|some|many|most|spite"
    r"|time|terms|comparison|reality|practice|theory|essence|its|his|her|their|\w+ing"
    r"|(?:the )?(?:other|end|same|time|meantime|process|event|case|beginning|way|following|latter|former|contrary))\b"
)
# Phrases with a noun that tell why or by whom something was done, and nothing else.
_REASON = (
    r"(?:in (?:honou?r|memory|recognition|support|celebration|commemoration) of|in response to|in the wake of"
    r"|in preparation for|in protest (?:at|against|of|over)|in (?:return|exchange|retaliation) for"
    r"|in (?:collaboration|cooperation|partnership) with|with the (?:help|aid|support|assistance) of"
    r"|at the (?:request|invitation|suggestion|urging) of|in accordance with)"
)
_CLOSING = re.compile(
    rf"(?:due to|because of|despite|in order to|owing to|according to|as a result of|{_REASON}) ", re.IGNORECASE
)
_WHEN = re.compile(
    r"(?:(?:\w+ ){1,3}(?:after|before)"
    r"|during|after|before|by|around|throughout|following|until|between|from|under|prior to|over|upon) ",
    re.IGNORECASE,
)
_GENERAL = re.compile(r"(?:in|throughout|over|during) ", re.IGNORECASE)
_PLACED = re.compile(
    r"(?:in|on|at) (?!(?:the )?(?:case|face|favou?r|wake|name|hope|eyes|view|terms|basis|exchange|return|honou?r"
    r"|light|average|behalf|request|demand|suggestion|advice|invitation|strength|accordance|line|paper|foot|keeping|search|response)\b)",
    re.IGNORECASE,
)
_CAUSE = re.compile(rf"(?:despite|due to|because of|as a result of|owing to|thanks to|{_REASON}) ", re.IGNORECASE)
STOPS = word_set("; : – — that")
_DEGREES = word_set(
    "is are was were be been being partly largely mainly mostly primarily not only just simply probably possibly "
    "either or and also part chiefly solely especially particularly even perhaps usually often"
)
_OTHER_EVENTS = word_set("after before since until following between from by in on during")
_OF_NAMES = word_set("in on by from between")  # of a place or a doer, where a name follows
_QUALIFYING = word_set("only never first last today now since until longer")
_LONGEST_OPENING = 20  # tokens


def opening_participle(parse: Parse) -> Iterator[Aside]:
    """*Built of oak, the mill burned.* → *The mill burned.* *It was built of oak.*, by the words."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = first_comma(parse)
    at = int(tokens[0].tag == "RB")
    word = tokens[at].text.lower()
    if tokens[at].tag != "VBN" or not 1 < comma < end - 3 or word in NO_PARTICIPLES | {"based", "compared"}:
        return
    verb = first_finite(parse)
    inside, named = tokens[:comma], tokens[comma + 1 : verb]
    if verb < comma or not named or any(t.tag in BINDING or t.text in (",", "and", "that") for t in named):
        return
    if named[0].tag not in ("DT", "NNP", "PRP") or (named[0].tag == "DT" and named[0].text != "the") or at == comma - 1:
        return
    if named[-1].tag not in (*NOUNS, "PRP") or not balanced(parse, comma + 1, verb - 1):
        return
    head = next((k for k, t in enumerate(named) if t.tag == "IN"), len(named)) - 1
    plural = named[head].tag in ("NNS", "NNPS") or named[0].text in ("they", "we")
    be = copula(parse, plural, word)
    short = named[0].tag == "PRP" or len(named) < LONGEST_SUBJECT
    if be is None or not short or any(t.tag in FINITE for t in inside) or tokens[verb].tag == "MD":
        return
    said = parse.span(comma + 1, verb - 1)
    opening = tokens[0].text.lower()
    yield "opening participle", ((comma + 1, end), "."), (said[0].upper() + said[1:], be, opening, (1, comma - 1), ".")


def after_comma(parse: Parse) -> Iterator[Aside]:
    """*Ada sold salt, mostly in Lowmere.* → *Ada sold salt.* *This was mostly in Lowmere.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = max((i for i in range(4, end - 1) if tokens[i].text == ","), default=0)
    if not comma or GOES_ON.match(parse.text, tokens[comma + 1].start) or tokens[comma + 1].text in _JOINING:
        return
    start = comma + 1 + (tokens[comma + 1].tag == "RB")
    inside, be = tokens[comma + 1 : end + 1], _be(parse, 0)
    ranges = tokens[start].text == "from" and any(t.text == "to" for t in inside)
    if not (ranges or tokens[start].text in _CLOSING_PREPOSITIONS) or any(
        t.tag in (*FINITE, *BINDING, "VB") for t in inside
    ):
        return
    if is_bound_to(parse, comma) or be is None or be == "has been" or any(t.text in STOPS for t in inside):
        return
    listed = any(t.text == "," for t in tokens[:comma]) or any(
        t.text in ("and", "or") for t in tokens[comma - 3 : comma]
    )
    if not listed and balanced(parse, 0, comma - 1) and tokens[end].tag in (*NOUNS, "CD"):
        yield "circumstance last", ((0, comma - 1), "."), (f"This {be}", (comma + 1, end), ".")


_JOINING = word_set("not then though although albeit but yet nor rather")
_CLOSING_PREPOSITIONS = word_set(
    "in at on during under through via despite without across throughout within for thanks"
)


def in_all(parse: Parse) -> Iterator[Aside]:
    """*Ada sold the mill, a scandal of the time.* → *Ada sold the mill.* *This was a scandal of the time.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = max((i for i in range(4, end - 1) if tokens[i].text == ","), default=0)
    if not comma or tokens[comma + 1].text not in ("a", "an") or is_bound_to(parse, comma):
        return
    inside, be = tokens[comma + 1 : end + 1], _be(parse, 0)
    noun = next((t.lemma for t in inside[1:] if t.tag in NOUNS), "")
    told = noun in OF_WHAT_HAPPENED and not any(t.tag in BINDING or t.text in ("and", ";", ":") for t in inside)
    if told and be in ("was", "is") and not any(t.tag in FINITE for t in inside):
        yield "in all", ((0, comma - 1), "."), (f"This {be}", (comma + 1, end), ".")


def placed(parse: Parse) -> Iterator[Aside]:
    """*Ada built a mill in Lowmere.* → *Ada built a mill.* *This was in Lowmere.*, of what was done once."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    if not event(parse, root) or _be(parse, 0) != "was" or tokens[root].lemma in _NEEDS_PLACE:
        return
    for i in range(root + 2, end):
        if tokens[i].text not in ("in", "at", "near") or is_bound_to(parse, i):
            continue
        if {"to", "between", ","} & {t.text for t in tokens[root + 1 : i]}:
            return  # *warmed relations to the nuns in Lowmere*, *led by Ada, a miller in Lowmere*
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


def closing_clause(parse: Parse) -> Iterator[Aside]:
    """*Salt is formed when water dries.* → *Salt is formed.* *This happens when water dries.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(3, end - 2):
        clause = tokens[i + 1 : end + 1]
        if (
            tokens[i].text not in ("when", "because", "before", "after", "since")
            or clause[0].tag not in SUBJECT_OPENS
            or clause[0].text == "of"
        ):
            continue
        finite = [token for token in clause if token.tag in FINITE]
        joined = any(t.text in (";", ":", "that") or t.tag in BINDING for t in clause)
        if not finite or joined or is_bound_to(parse, i) or tokens[i - 1].text in _DEGREES:
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


_STATES = word_set("be have remain seem exist consist contain include live lie stand need want mean know")
