"""What a sentence says of a thing that it brings up, made a sentence of *this thing*, and lists of what it names."""

import re
from collections.abc import Iterator

from stumper.adversaries.reading.edits.asides import OF_EVENTS, Aside
from stumper.adversaries.reading.edits.opening_subject import (
    BINDING,
    SUBJECT_OPENS,
    UNSURE,
    is_told,
    tense,
    words_of,
)
from stumper.adversaries.reading.edits.subjects import agree, be_of, copula, has_subject, phrase
from stumper.language.clauses import FINITE
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, SUBJECTS, Part, balanced
from stumper.language.rewording.words import word_set

_NUMBERED = word_set("a an two three four five six seven eight nine ten several many some various numerous")
_NOT_POINTED = word_set(
    "name one part kind sort type way number lot series set group pair variety range example time place member form "
    "use majority minority half rest result fact case end other others something anything everything "
    "someone anyone person "
    "people year day month week hour minute decade century season period"
)


def list_named(parse: Parse) -> Iterator[Aside]:
    """*Ada sold three things: salt, soap and glass.* → *Ada sold three things.* *These were salt, soap and glass.*"""
    tokens, end = parse.tokens, _end(parse)
    at = [i for i, token in enumerate(tokens) if token.text in (":", "—") or is_dash(parse, i)]
    if len(at) != 1 or not 3 < at[0] < end:
        return
    counted = any(
        token.tag == "CD" and any(t.tag == "NNS" for t in tokens[i + 1 : i + 4]) and not token.text.isdigit()
        for i, token in enumerate(tokens[: at[0]])
    )
    if not counted and tokens[at[0] - 1].tag not in ("NNS", "NN"):
        return
    inside, before = tokens[at[0] + 1 : end + 1], tokens[at[0] - 1]
    plain = not any(t.tag in (*FINITE, "WDT", "WP", "WRB", "VB", "VBG") or t.text in (";", '"', "“") for t in inside)
    several = any(t.text in (",", "and") for t in inside)
    plain &= inside[0].text.lower() not in ("such", "including", "like", "for", "namely")
    many = counted or before.tag == "NNS"
    be = copula(parse, many)
    told = any(t.tag in FINITE for t in tokens[: at[0]]) and inside[0].tag in (*SUBJECT_OPENS, "VBN")
    told = told and (many or not any(t.tag == "NNS" for t in inside))  # no *This was families*
    if plain and told and be is not None and several == many and inside[-1].tag in (*NOUNS, "CD"):
        if not many and (not before.text.islower() or before.lemma in _NOT_POINTED):
            return
        named = "These" if many else f"This {before.text}"
        yield "what was named", ((0, at[0] - 1), "."), (f"{named} {be}", (at[0] + 1, end), ".")


def is_dash(parse: Parse, i: int) -> bool:
    """Whether a short dash stands between spaces, where it divides a sentence, rather than within a compound."""
    token = parse.tokens[i]
    return token.text == "–" and parse.text[token.start - 1] == " " == parse.text[token.end : token.end + 1]


def things_named(parse: Parse) -> Iterator[Aside]:
    """What is said of a thing where it is brought up, as a sentence of *this thing*."""
    for rule in (_named, _pointed_clauses, _of_object, _in_brackets, _in_which):
        yield from rule(parse)


def _named(parse: Parse) -> Iterator[Aside]:
    """*A painter, Ada Thorn, came.* → *A painter came.* *This painter was Ada Thorn.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(2, end + 1):
        if tokens[i].tag not in ("NNP", "NNPS") or tokens[i - 1].text != "," or tokens[i - 2].tag not in ("NN", "NNS"):
            continue
        noun, last, many = i - 2, i, tokens[i - 2].tag == "NNS"
        joints = ("of", "the", "de", "and") if many else ("of", "the", "de")
        while last < end and (tokens[last + 1].tag in ("NNP", "NNPS") or tokens[last + 1].text in joints):
            last += 1
        if many != any(token.text == "and" for token in tokens[i:last]):
            continue
        closed = last == end or (tokens[last + 1].text == "," and tokens[last + 2].tag in (*FINITE, "IN", "TO"))
        known_by = ("det", "nmod:poss", "nummod") if many else ("det", "nmod:poss")
        determined = [c for c in parse.children(noun) if tokens[c].relation in known_by and c < noun]
        be = copula(parse, plural=many)
        known = tokens[noun].text.islower() and tokens[noun].lemma not in _NOT_POINTED
        if be is None or not closed or not determined or not known or tokens[last].tag not in ("NNP", "NNPS"):
            continue
        if tokens[determined[0]].text.lower() in UNSURE or any(
            tokens[c].relation == "conj" for c in parse.children(noun)
        ):
            continue
        if any(
            t.text.lower() in ("including", "like", "as", "and", "or", "not") for t in tokens[max(0, noun - 4) : noun]
        ):
            continue
        rest = (last + 2, end)
        first: tuple[Part, ...] = ((0, noun), ".") if last == end else ((0, noun), rest, ".")
        yield "name", first, (f"{'These' if many else 'This'} {tokens[noun].text}", be, (i, last), ".")


def _pointed_clauses(parse: Parse) -> Iterator[Aside]:
    """*Ada built a mill that burned.* → *Ada built a mill.* *This mill burned.*; so with *which* and a participle."""
    tokens, end = parse.tokens, _end(parse)
    for i in range(3, end):
        relative = tokens[i].text.lower() in ("which", "who", "that") and tokens[i].relation in SUBJECTS
        verb = tokens[i].head if relative else i
        if not relative and not (tokens[i].tag == "VBN" and tokens[i].relation == "acl"):
            continue
        noun, comma = tokens[verb].head, tokens[i - 1].text == ","
        start = i
        while not relative and tokens[start - 1].tag == "RB":
            start -= 1
        comma = tokens[start - 1].text == ","
        last = start - 1 - comma
        if (
            not (noun == last or (relative and _told_by_number(parse, noun, last, i + 1)))
            or phrase(parse, verb) != (start, end)
            or (has_subject(parse, start) and not relative)
        ):
            continue
        if (relative and tokens[verb].relation != "acl:relcl") or (relative and tokens[verb].lemma in OF_EVENTS):
            continue
        named = _pointed(parse, noun, comma)
        if named is None:
            continue
        inside = tokens[start : end + 1]
        if any(t.text == "," for t in inside) and any(t.tag in BINDING for t in inside[1:]):
            continue
        if relative:
            finite = next((t.text.lower() for t in tokens[i + 1 : verb + 1] if t.tag in FINITE), None)
            if comma and tokens[noun].relation.startswith("obl") and finite not in _STATES:
                continue  # *sunlight fell into a tube, which freed a gas*
            if finite is not None and agree(parse, noun, finite):
                yield "thing just named", ((0, last), "."), (named, (i + 1, end), ".")
        elif tokens[noun].relation == "root" and tense(parse) is False:
            continue  # *A lob is a shot struck high*: what it is by its name, not what was done once
        elif tokens[i].text not in ("given", "based", "followed", "made", "combined", "needed", "required"):
            plural = tokens[noun].tag == "NNS"
            be = copula(parse, plural, tokens[i].text if any(t.tag == "CD" for t in tokens[start:end]) else "")
            if be is not None:
                yield "thing just named", ((0, noun), "."), (named, be, (start, end), ".")


def _told_by_number(parse: Parse, noun: int, last: int, verb: int) -> bool:
    """Whether a verb can only be said of the noun, not of the one behind it: *mills for corn which are old*."""
    tokens = parse.tokens
    between = [token for token in tokens[noun + 1 : last + 1] if token.tag in NOUNS]
    many = tokens[noun].tag == "NNS"
    sure = tokens[verb].text in (("are", "were", "have") if many else ("is", "was", "has"))
    plain = not any(token.tag in (*FINITE, "VBG", "CC") or token.text == "," for token in tokens[noun + 1 : last + 1])
    return sure and plain and bool(between) and all((t.tag in ("NNS", "NNPS")) != many for t in between)


_STATES = word_set("is was are were has have had")


def _pointed(parse: Parse, noun: int, comma: bool) -> str | None:
    """The thing that was just brought up as *this mill*; None where it may be another, or where there may be none."""
    tokens = parse.tokens
    word = tokens[noun]
    if word.tag not in ("NN", "NNS") or not word.text.islower() or word.lemma in _NOT_POINTED:
        return None
    words = words_of(parse, 0, noun)
    if (
        words & UNSURE
        or ("there" in words and any(token.tag == "CD" for token in tokens[:noun]))
        or tokens[0].text.lower() in ("it", "if", "as", "while", "when", "because")
    ):
        return None
    before = list(tokens[:noun])
    if any(token.tag in ("WDT", "WP", "WRB", "WP$", "MD") or token.text in ("that", "than") for token in before):
        return None
    below = parse.children(noun)
    if any(tokens[c].text in ("a", "an") and c and tokens[c - 1].text == "," for c in below if c < noun):
        return None  # beside another noun
    if any(tokens[c].relation in ("conj", "appos") for c in below) or word.relation in ("conj", "appos", "compound"):
        return None
    owned = any(tokens[c].relation in ("det", "nummod", "nmod:poss") for c in below if c < noun)
    new = any(tokens[c].text.lower() in _NUMBERED or tokens[c].tag == "CD" for c in below if c < noun)
    if not (comma or new) or (word.tag == "NN" and not owned):
        return None
    if comma and word.relation in ("nmod", "obl") and _has_rival(parse, noun):
        return None
    if comma and tokens[word.head].tag == "VBG":
        return None  # *a way of joining ropes, which she used*
    if "person" in classes(word.text)[:1] and not new:
        return None
    return f"This {word.text}" if word.tag == "NN" else f"These {word.text}"


def _has_rival(parse: Parse, noun: int) -> bool:
    """Whether a clause behind the noun may speak of the noun that it hangs on."""
    above = parse.tokens[parse.tokens[noun].head]
    return parse.tokens[noun].relation == "nmod" and above.tag[:3] == parse.tokens[noun].tag[:3]


def _of_object(parse: Parse) -> Iterator[Aside]:
    """*Ada wrote a play which she called Salt.* → *Ada wrote a play.* *She called this play Salt.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(3, end - 2):
        if tokens[i].text not in ("which", "that", "whom") or tokens[i].relation not in ("obj", "mark"):
            continue
        verb, comma = tokens[i].head, tokens[i - 1].text == ","
        noun = i - 1 - comma
        if tokens[verb].relation != "acl:relcl" or tokens[verb].head != noun or phrase(parse, verb) != (i, end):
            continue
        if tokens[i].relation != "obj" or not is_told(parse, i + 1, end) or tokens[verb].tag not in (*FINITE, "VBN"):
            continue
        named = _pointed(parse, noun, comma)
        if named is not None and verb < end:
            said = f"{named[0].lower()}{named[1:]}"
            yield "thing just named", ((0, noun), "."), ((i + 1, verb), said, (verb + 1, end), ".")


_BRACKET = re.compile(r"(for example|e\.g\.|including) ?,? ?")


def _in_brackets(parse: Parse) -> Iterator[Aside]:
    """*The mill (later sold to nuns) burned.* → *The mill burned.* *It was later sold to nuns.*, as *this mill*."""
    tokens, end = parse.tokens, _end(parse)
    for i in range(2, end - 1):
        if tokens[i].text != "(":
            continue
        close = next((j for j in range(i + 2, end + 1) if tokens[j].text == ")"), 0)
        inside = tokens[i + 1 : close]
        if not close or any(t.text in ("(", ";", ":", "etc", "etc.", ".") for t in inside):
            continue
        rest = (close + 1, end)
        first: tuple[Part, ...] = ((0, i - 1), rest, ".") if rest[0] <= rest[1] else ((0, i - 1), ".")
        if {t.text for t in inside[:2]} & {"latter", "former"}:
            continue
        if len(inside) > 3 and is_told(parse, i + 1, close - 1) and inside[0].tag in ("DT", "NNP", "NNPS", "NNS", "CD"):
            yield "clause in brackets", first, ((i + 1, close - 1), ".")
            continue
        if any(t.tag in (*FINITE, *BINDING) for t in inside):
            continue
        noun, past = tokens[i - 1], tense(parse)
        if past is None:
            continue
        match = _BRACKET.match(parse.text, tokens[i + 1].start)
        if match is not None:
            start = next((j for j in range(i + 1, close) if tokens[j].start >= match.end()), 0)
            several = any(t.text in ("and", "or", ",") for t in tokens[start:close])
            if not start or tokens[start].tag not in SUBJECT_OPENS or noun.tag != "NNS":
                continue
            be = ("were" if past else "are") if several else ("was" if past else "is")
            named = f"Examples of these {noun.text} {be}" if several else f"One of these {noun.text} {be}"
            if not any(t.tag in ("VBG", "VBN") for t in inside) and noun.text.islower():
                yield "bracket", first, (named, (start, close - 1), ".")
            continue
        start = i + 1 + (tokens[i + 1].tag == "RB" and tokens[i + 1].text != "not")
        if tokens[start].tag != "VBN" or start + 1 >= close or tokens[start].text.lower() in ("abbreviated", "born"):
            continue
        name = i - 1
        while name and tokens[name].tag in ("NNP", "NNPS") and tokens[name - 1].tag in ("NNP", "NNPS"):
            name -= 1
        if noun.tag == "NNP" and (name == 0 or tokens[name - 1].tag in ("IN", "DT", "VBD", "VBZ", ",")):
            if name > 1 and (tokens[name - 1].text == "of" or tokens[name - 2].tag == "NNP"):
                continue  # *the Society of Newcastle upon Tyne (known as the Lit)*
            if name and tokens[name - 1].text.lower() in ("a", "an"):
                continue
            start_of = name - (name > 0 and tokens[name - 1].text.lower() == "the")
            said: str | None = parse.span(start_of, i - 1)
        else:
            outside = (*tokens[:i], *tokens[close:])
            alone = noun.relation not in ("nmod", "conj") and sum(t.text == noun.text for t in outside) == 1
            one = noun.tag in ("NN", "NNS") and noun.text.islower() and alone
            said = f"{'These' if noun.tag == 'NNS' else 'This'} {noun.text}" if one else None
        if said is not None:
            past |= tokens[start].text in ("converted", "built", "founded", "renamed")
            be = be_of(past, plural=said.startswith("These "))
            yield "bracket", first, (said[0].upper() + said[1:], be, (i + 1, close - 1), ".")


def _in_which(parse: Parse) -> Iterator[Aside]:
    """*Ada wrote a play, in which a mill burns.* → *Ada wrote a play.* *In this play, a mill burns.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(4, end - 3):
        if tokens[i].text != "which" or tokens[i - 1].text not in ("in", "at", "during", "on", "from", "for", "under"):
            continue
        comma = tokens[i - 2].text == ","
        noun = i - 2 - comma
        named = _pointed(parse, noun, comma)
        at_start = tokens[i + 1].tag in SUBJECT_OPENS and is_told(parse, i + 1, end)
        if named is None or not at_start:
            continue
        at = tokens[i - 1].text.capitalize()
        yield "thing just named", ((0, noun), "."), (f"{at} {named[0].lower()}{named[1:]},", (i + 1, end), ".")


def examples_named(parse: Parse) -> Iterator[Aside]:
    """When somebody lived, and what is an example of a kind, where these stand beside a name."""
    yield from _years_of_life(parse)
    yield from _such_as(parse)


_LIFE = re.compile(r"((?:[A-Z][\w’'.-]+ ){1,4})\((?:born )?(1\d{3}) ?[–-] ?(\d{4})\)")


def _years_of_life(parse: Parse) -> Iterator[Aside]:
    """*Ada Thorn (1832–1871) sold the mill.* → *Ada Thorn sold the mill.* *Ada lived from 1832 to 1871.*"""
    at = {token.start: i for i, token in enumerate(parse.tokens)}
    ends = {token.end: i for i, token in enumerate(parse.tokens)}
    for match in _LIFE.finditer(parse.text):
        name = match.group(1).strip()
        opening, closing = at.get(match.end(1)), ends.get(match.end())
        known = name_class(name.split()[0]) in ("given-m", "given-f")
        entity = None if opening is None else parse.entity_at(opening - 1)
        person = known or (entity is not None and entity.kind == "PERSON")
        years = int(match.group(3)) - int(match.group(2))
        if opening is None or closing is None or not person or not 25 < years < 100 or len(name.split()) < 2:
            continue
        rest = (closing + 1, _end(parse))
        first: tuple[Part, ...] = ((0, opening - 1), rest, ".") if rest[0] <= rest[1] else ((0, opening - 1), ".")
        yield "years of life", first, (f"{name} lived from {match.group(2)} to {match.group(3)}.",)


def _such_as(parse: Parse) -> Iterator[Aside]:
    """*Some tools, such as saws and axes, rust.* → *Some tools rust.* *Examples of such tools are saws and axes.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(2, end - 2):
        such = tokens[i].text == "such" and tokens[i + 1].text == "as"
        if not (such or tokens[i].text == "including") or tokens[i - 1].text != ",":
            continue
        noun = i - 2
        if tokens[noun].tag != "NNS" or not tokens[noun].text.islower() or _has_rival(parse, noun):
            continue
        close = [j for j in range(i + 3, end + 1) if tokens[j].text == "," and tokens[j + 1].tag in FINITE]
        if len(close) != 1:
            continue
        start = i + 1 + such
        inside = tokens[start : close[0]]
        if any(t.tag in (*FINITE, "WDT", "WP", "VBG") for t in inside) or not balanced(parse, start, close[0] - 1):
            continue
        are = "were" if tokens[close[0] + 1].tag == "VBD" else "are"
        few = not any(t.text in ("and", "or", ",") or t.tag in ("NNS", "NNPS") for t in inside)
        examples = f"An example of such {tokens[noun].text} {'was' if are == 'were' else 'is'}" if few else (
            f"Examples of such {tokens[noun].text} {are}"
        )  # fmt: skip
        if not such:
            examples = f"These {tokens[noun].text} {'included' if are == 'were' else 'include'}"
        yield "examples", ((0, noun), (close[0] + 1, end), "."), (examples, (start, close[0] - 1), ".")


def _end(parse: Parse) -> int:
    return len(parse.tokens) - 2
