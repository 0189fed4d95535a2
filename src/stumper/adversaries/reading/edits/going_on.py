"""Cuts whose second sentence goes on from the first, as people write it: with a pronoun for the subject, with *this mill*
for a thing that was just brought up, with *because of this* for a clause.
"""

import re
from collections.abc import Iterator

from stumper.adversaries.reading.edits.asides import OF_EVENTS, Aside
from stumper.adversaries.reading.edits.by_words import is_dash, opening_subject
from stumper.adversaries.reading.edits.facts import EVENTS, told_again
from stumper.adversaries.reading.edits.subjects import agree, copula, has_subject, is_plural, phrase, within
from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, SUBJECTS, Clause, Part, Span, balanced, is_past, main_clause
from stumper.language.rewording.nominal import event
from stumper.language.rewording.words import word_set

_OPENS = frozenset(("DT", "NNP", "NNPS", "PRP", "PRP$", "NN", "NNS", "JJ", "CD", "EX"))
_BINDING = frozenset(("WDT", "WP", "WP$", "WRB"))
_NO_SUBJECT = word_set("this that these those such others another each both neither either which")
_UNSURE = word_set(
    "no not n't n’t never if whether would could should might must unless neither nor without any every each only few little"
)
_NUMBERED = word_set("a an two three four five six seven eight nine ten several many some various numerous")
_NOT_POINTED = word_set(
    "one part kind sort type way number lot series set group pair variety range set example time place member form use "
    "majority minority half rest result fact case end other others something anything everything someone anyone person "
    "people"
)


def going_on(parse: Parse) -> Iterator[Aside]:
    """The cuts, by rule, in an order in which those come first whose halves differ most."""
    clause = main_clause(parse)
    yield from _list_of_what_was_named(parse)
    yield from _opening_clause(parse)
    yield from _closing_clause(parse)
    yield from _named(parse)
    yield from _pointed_clauses(parse)
    yield from _of_object(parse)
    yield from _in_brackets(parse)
    yield from _in_which(parse)
    yield from _accompanied(parse)
    yield from _besides(parse)
    yield from _done_by_doing(parse)
    yield from _years_of_life(parse)
    yield from _such_as(parse)
    if clause is not None:
        yield from _found_out(parse, clause)
        yield from _claimed(parse, clause)
        yield from _aim(parse, clause)
        yield from _so_did(parse, clause)
        yield from _then(parse, clause)
        yield from _by_doing(parse, clause)
        yield from _adjunct(parse, clause)


def _end(parse: Parse) -> int:
    return len(parse.tokens) - 2


def _words(parse: Parse, first: int, last: int) -> set[str]:
    return {token.text.lower() for token in parse.tokens[first : last + 1]}


def _is_told(parse: Parse, first: int, last: int) -> bool:
    """Whether these tokens open as a subject does, have a finite verb behind it, and no clause before that."""
    tokens = parse.tokens[first : last + 1]
    verb = next((k for k, token in enumerate(tokens) if token.tag in FINITE), 0)
    opening = tokens[0]
    return bool(
        verb
        and opening.tag in _OPENS
        and opening.text.lower() not in _NO_SUBJECT
        and not any(token.tag in _BINDING or token.text in ("that", ";", ":") for token in tokens[:verb])
        and balanced(parse, first, last)
    )


def _list_of_what_was_named(parse: Parse) -> Iterator[Aside]:
    """*Ada sold three things: salt, soap and glass.* → *Ada sold three things.* *These were salt, soap and glass.*"""
    tokens, end = parse.tokens, _end(parse)
    at = [i for i, token in enumerate(tokens) if token.text in (":", "—") or is_dash(parse, i)]
    if len(at) != 1 or not 3 < at[0] < end or tokens[at[0] - 1].tag not in ("NNS", "NN"):
        return
    inside, before = tokens[at[0] + 1 : end + 1], tokens[at[0] - 1]
    plain = not any(t.tag in (*FINITE, "WDT", "WP", "WRB", "VB", "VBG") or t.text in (";", '"', "“") for t in inside)
    several = any(t.text in (",", "and") for t in inside)
    be = copula(parse, plural=before.tag == "NNS")
    told = any(t.tag in FINITE for t in tokens[: at[0]]) and inside[0].tag in (*_OPENS, "VBN")
    if plain and told and be is not None and several == (before.tag == "NNS") and inside[-1].tag in (*NOUNS, "CD"):
        named = "These" if before.tag == "NNS" else "This"
        yield "what was named", ((0, at[0] - 1), "."), (f"{named} {be}", (at[0] + 1, end), ".")


# What opens a clause before the main one, and what then opens the second sentence.
_BEFORE = {"because": "Because of this,", "after": "After this,", "although": "However,", "though": "However,",
           "since": "Because of this,"}  # fmt: skip


def _opening_clause(parse: Parse) -> Iterator[Aside]:
    """*After Ada sold the mill, Bo left.* → *Ada sold the mill.* *After this, Bo left.*"""
    tokens, end = parse.tokens, _end(parse)
    word = tokens[0].text.lower()
    if word not in _BEFORE and word != "when":
        return
    comma = next((i for i, token in enumerate(tokens) if token.text == "," and balanced(parse, 0, i)), 0)
    if not 3 < comma < end - 3 or not _is_told(parse, 1, comma - 1) or not _is_told(parse, comma + 1, end):
        return
    verbs = [token.tag for token in tokens[1:comma] if token.tag in FINITE]
    following = [token.tag for token in tokens[comma + 1 :] if token.tag in FINITE]
    if word == "since" and not (set(verbs) <= {"VBZ", "VBP", "MD"} and following[0] in ("VBZ", "VBP", "MD")):
        return  # *Since Ada left, the mill has stood still*
    if word in ("after", "when") and not (set(verbs) == {"VBD"} and following[0] == "VBD"):
        return  # *When water dries, salt is left*: what is so whenever that is so
    if len(verbs) != 1 or _words(parse, 1, comma) & _UNSURE or tokens[1].tag == "PRP" or tokens[1].tag == "PRP$":
        return
    states = [token for token in tokens[1:comma] if token.tag == "VBD"]
    if word == "when" and states[0].lemma in ("be", "have"):
        return
    opening = _BEFORE.get(word, "When this happened,")
    yield f"opening clause with {word}", ((1, comma - 1), "."), (opening, (comma + 1, end), ".")


# What opens a clause behind the main one, and what then opens the second sentence.
_AFTER = {"although": "However,", "though": "However,", "but": "However,", "so": "As a result,", "yet": "However,"}


def _closing_clause(parse: Parse) -> Iterator[Aside]:
    """*Ada sold the mill, although Bo stayed.* → *Ada sold the mill.* *However, Bo stayed.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(4, end - 2):
        word = tokens[i].text
        if word not in _AFTER or tokens[i - 1].text != ",":
            continue
        start = i + 1 + (word == "so" and tokens[i + 1].text == "that")
        before = _words(parse, 0, i)
        bound = any(t.tag in _BINDING or t.text in ("that", ";", ":") for t in tokens[:i])
        if bound or before & (_UNSURE - {"not", "no"}) or not any(t.tag in FINITE for t in tokens[:i]):
            continue
        if tokens[0].text.lower() in ("although", "though", "while", "as", "when", "since", "because", "unlike"):
            continue
        if tokens[i + 1].text == "not" or not _is_told(parse, start, end):
            continue
        yield f"clause with {word}", ((0, i - 2), "."), (_AFTER[word], (start, end), ".")


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
        if (
            noun != start - 1 - comma
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
        if any(t.text == "," for t in inside) and any(t.tag in _BINDING for t in inside[1:]):
            continue
        if relative:
            finite = next((t.text.lower() for t in tokens[i + 1 : verb + 1] if t.tag in FINITE), None)
            if finite is not None and agree(parse, noun, finite):
                yield "thing just named", ((0, noun), "."), (named, (i + 1, end), ".")
        elif tokens[i].text not in ("given", "based", "followed", "made", "combined", "needed", "required"):
            plural = tokens[noun].tag == "NNS"
            be = copula(parse, plural, tokens[i].text if any(t.tag == "CD" for t in tokens[start:end]) else "")
            if be is not None:
                yield "thing just named", ((0, noun), "."), (named, be, (start, end), ".")


def _pointed(parse: Parse, noun: int, comma: bool) -> str | None:
    """The thing that was just brought up as *this mill*; None where it may be another, or where there may be none."""
    tokens = parse.tokens
    word = tokens[noun]
    if word.tag not in ("NN", "NNS") or not word.text.islower() or word.lemma in _NOT_POINTED:
        return None
    words = _words(parse, 0, noun)
    if (
        words & _UNSURE
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
    if "person" in classes(word.text)[:1] and not new:
        return None
    return f"This {word.text}" if word.tag == "NN" else f"These {word.text}"


def _has_rival(parse: Parse, noun: int) -> bool:
    """Whether a clause behind the noun may speak of the noun that it hangs on."""
    above = parse.tokens[parse.tokens[noun].head]
    return parse.tokens[noun].relation == "nmod" and above.tag[:3] == parse.tokens[noun].tag[:3]


def _named(parse: Parse) -> Iterator[Aside]:
    """*A painter, Ada Thorn, came.* → *A painter came.* *This painter was Ada Thorn.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(2, end + 1):
        if tokens[i].tag not in ("NNP", "NNPS") or tokens[i - 1].text != "," or tokens[i - 2].tag != "NN":
            continue
        noun, last = i - 2, i
        while last < end and (tokens[last + 1].tag in ("NNP", "NNPS") or tokens[last + 1].text in ("of", "the", "de")):
            last += 1
        closed = last == end or (tokens[last + 1].text == "," and tokens[last + 2].tag in (*FINITE, "IN", "TO"))
        determined = [c for c in parse.children(noun) if tokens[c].relation in ("det", "nmod:poss") and c < noun]
        be = copula(parse, plural=False)
        known = tokens[noun].text.islower() and tokens[noun].lemma not in _NOT_POINTED and be is not None
        if not closed or not determined or not known or tokens[last].tag not in ("NNP", "NNPS"):
            continue
        if tokens[determined[0]].text.lower() in _UNSURE or any(
            tokens[c].relation == "conj" for c in parse.children(noun)
        ):
            continue
        if any(
            t.text.lower() in ("including", "like", "as", "and", "or", "not") for t in tokens[max(0, noun - 4) : noun]
        ):
            continue
        rest = (last + 2, end)
        first: tuple[Part, ...] = ((0, noun), ".") if last == end else ((0, noun), rest, ".")
        yield "name", first, (f"This {tokens[noun].text}", be, (i, last), ".")


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
        if tokens[i].relation != "obj" or not _is_told(parse, i + 1, end) or tokens[verb].tag not in (*FINITE, "VBN"):
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
        if not close or any(t.tag in (*FINITE, *_BINDING) or t.text in ("(", ";", ":") for t in inside):
            continue
        rest = (close + 1, end)
        first: tuple[Part, ...] = ((0, i - 1), rest, ".") if rest[0] <= rest[1] else ((0, i - 1), ".")
        noun, past = tokens[i - 1], _tense(parse)
        if past is None:
            continue
        match = _BRACKET.match(parse.text, tokens[i + 1].start)
        if match is not None:
            start = next((j for j in range(i + 1, close) if tokens[j].start >= match.end()), 0)
            several = any(t.text in ("and", "or", ",") for t in tokens[start:close])
            if not start or tokens[start].tag not in _OPENS or noun.tag != "NNS":
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
            if name and tokens[name - 1].text == "of":
                continue
            if name and tokens[name - 1].text.lower() in ("a", "an"):
                continue
            start_of = name - (name > 0 and tokens[name - 1].text.lower() == "the")
            said: str | None = parse.span(start_of, i - 1)
        else:
            alone = noun.relation not in ("nmod", "conj") and sum(t.text == noun.text for t in tokens) == 1
            said = f"This {noun.text}" if noun.tag == "NN" and noun.text.islower() and alone else None
        if said is not None:
            be = "was" if past or tokens[start].text in ("converted", "built", "founded", "renamed") else "is"
            yield "bracket", first, (said[0].upper() + said[1:], be, (i + 1, close - 1), ".")


def _aim(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada sells salt to pay her debts.* → *Ada sells salt.* *The aim is to pay her debts.*, whoever does it."""
    tokens, end = parse.tokens, _end(parse)
    root = clause.root
    past, alone = is_past(clause), clause.group[0] == clause.group[1] == root
    built = tokens[root].tag == "VBN" and tokens[root].lemma in EVENTS - {"use", "design", "write", "start", "name"}
    if past is None or clause.is_negated() or clause.words(clause.tail) or not (alone or built):
        return
    if tokens[root].lemma in _NO_AIM or any(
        tokens[c].relation in ("conj", "xcomp", "ccomp") for c in parse.children(root)
    ):
        return
    for i in range(root + 2, end - 1):
        if tokens[i].text != "to" or tokens[i + 1].tag != "VB" or tokens[i + 1].head != root:
            continue
        last = i - 1 - (tokens[i - 1].text == ",")
        thing = built or any(tokens[c].relation == "obj" for c in parse.children(root))
        if (
            tokens[i + 1].relation == "advcl"
            and thing
            and phrase(parse, i + 1) == (i, end)
            and tokens[last].tag in NOUNS
        ):
            yield "aim", ((0, last), "."), (f"The aim {'was' if past else 'is'}", (i, end), ".")
        return


_NO_AIM = word_set(
    "be have need take require want allow enable cause lead help get ask tell force order make encourage prefer urge "
    "persuade permit teach define expect find know believe consider see become continue begin remain serve tend fail"
)


def _so_did(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada and Bo sold salt.* → *Ada sold salt.* *So did Bo.*, where each may have done it alone."""
    tokens = parse.tokens
    first, last = clause.subject
    verb = tokens[clause.group[0]]
    joints = [i for i in range(first, last) if tokens[i].text == "and"]
    rest = _words(parse, last + 1, _end(parse))
    alone = clause.group[0] == clause.group[1] == clause.root
    if len(joints) != 1 or not alone or verb.tag != "VBD" or verb.text in ("was", "were") or clause.is_negated():
        return
    if first or rest & _NOT_EACH or rest & {"their", "they", "themselves", "them"} or verb.lemma in _TOGETHER_TOO:
        return
    one, other = (first, joints[0] - 1), (joints[0] + 1, last)
    tags = {token.tag for token in tokens[first : last + 1]}
    whole = tokens[one[1]].tag in NOUNS and tokens[other[0]].tag in ("NNP", "DT", "NNS") and "," not in tags
    same = tokens[one[0]].tag == tokens[other[0]].tag
    if whole and same and not tags & {"WDT", "WP", "IN", "VBN", "VBG", "POS", "PRP$"} and not clause.words(clause.tail):
        yield "so did", (one, (last + 1, _end(parse)), "."), ("So did", other, ".")


_NOT_EACH = word_set("both either neither respectively together each between among other another same nor or")
_TOGETHER_TOO = word_set(
    "meet marry agree combine merge join form share compete fight make constitute total divide unite differ have"
)


def _then(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada sold salt before going to sea.* → *Ada sold salt.* *After that, she went to sea.*, by her name."""
    tokens, end = parse.tokens, _end(parse)
    named, past = told_again(parse, clause), is_past(clause)
    if named is None or not past or clause.is_negated() or clause.words(clause.tail):
        return
    for i in range(clause.group[1] + 2, end - 1):
        if tokens[i].text != "before" or tokens[i + 1].tag != "VBG" or tokens[i + 1].head != clause.root:
            continue
        form = _finite(tokens[i + 1], past=True, plural=named == "They")
        if form is None or phrase(parse, i + 1) != (i, end) or tokens[i - 1].text in ("years", "shortly", "just"):
            continue
        if tokens[i + 1].text == "being" and (is_plural(parse, clause.subject_head) or named == "They"):
            form = "were"
        last = i - 1 - (tokens[i - 1].text == ",")
        yield "afterwards", ((0, last), "."), (f"After that, {within(named)}", form, (i + 2, end), ".")


def _by_doing(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*By selling salt, Ada paid her debts.* → *Ada paid her debts.* *She did so by selling salt.*, by her name."""
    tokens, end = parse.tokens, _end(parse)
    first, last = clause.before
    if last < 3 or first or tokens[0].text != "By" or tokens[1].tag != "VBG" or tokens[last].text != ",":
        return
    verb, named, past = tokens[clause.root], told_again(parse, clause), is_past(clause)
    if any(t.tag in (*FINITE, *_BINDING) for t in tokens[:last]) or past is None or clause.is_negated():
        return
    alone = clause.group[0] == clause.group[1] == clause.root and verb.lemma not in ("be", "have", "become")
    if alone and named is not None and "conj" not in {tokens[i].relation for i in parse.children(clause.root)}:
        many = named == "They" or is_plural(parse, clause.subject_head)
        do = "did" if past else "do" if many else "does"
        yield "means first", ((clause.subject[0], end), "."), (named, f"{do} so", (0, last - 1), ".")


def _in_which(parse: Parse) -> Iterator[Aside]:
    """*Ada wrote a play, in which a mill burns.* → *Ada wrote a play.* *In this play, a mill burns.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(4, end - 3):
        if tokens[i].text != "which" or tokens[i - 1].text not in ("in", "at", "during", "on", "from", "for", "under"):
            continue
        comma = tokens[i - 2].text == ","
        noun = i - 2 - comma
        named = _pointed(parse, noun, comma)
        at_start = tokens[i + 1].tag in _OPENS and _is_told(parse, i + 1, end)
        if named is None or not at_start:
            continue
        at = tokens[i - 1].text.capitalize()
        yield "thing just named", ((0, noun), "."), (f"{at} {named[0].lower()}{named[1:]},", (i + 1, end), ".")


def _accompanied(parse: Parse) -> Iterator[Aside]:
    """*The hall is large, with a roof of oak.* → *The hall is large.* *It has a roof of oak.*"""
    tokens, end = parse.tokens, _end(parse)
    clause = main_clause(parse)
    named = told_again(parse, clause) if clause is not None else None
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    states = tokens[root].tag == "NN" and any(tokens[c].relation == "cop" for c in parse.children(root))
    for i in range(4, end - 2):
        near = states and tokens[i].head in parse.children(root) and tokens[i - 1].tag == "NN"
        if (
            tokens[i].text != "with"
            or not (tokens[i - 1].text == "," or near)
            or _words(parse, 0, i) & {"not", "no", "as", "if", "that"}
        ):
            continue
        inside = tokens[i + 1 : end + 1]
        if any(t.tag in (*FINITE, "VB") or t.tag in _BINDING or t.text in (";", ":", "that", "not") for t in inside):
            continue
        verb = (
            0
            if tokens[i - 1].text != ","
            else next((k for k, t in enumerate(inside) if t.tag in ("VBG", "VBN") and t.relation in _SECONDARY), 0)
        )
        comma = tokens[i - 1].text == ","
        first: tuple[Part, ...] = ((0, i - 1 - comma), ".")
        past = _tense(parse)
        if past is None or not balanced(parse, i + 1, end):
            continue
        if verb and inside[0].tag in ("DT", "CD", "NNP", "NNS", "JJ") and inside[verb - 1].tag in (*NOUNS, "CD", "RB"):
            head = next((t for t in reversed(inside[:verb]) if t.tag in NOUNS), None)
            another = any(t.tag == "VBG" for t in inside[verb + 1 :]) and any(t.text == "and" for t in inside)
            if head is None or another or any(t.text in (",", "and") for t in inside[:verb]):
                continue
            plural = head.tag in ("NNS", "NNPS") or inside[0].tag == "CD"
            subject_ = (i + 1, i + verb)
            if inside[verb].tag == "VBN":
                be = ("were" if plural else "was") if past else ("are" if plural else "is")
                yield "what goes with it", first, (_opened(parse, subject_), be, (i + 1 + verb, end), ".")
            elif (form := _finite(inside[verb], past, plural)) is not None:
                yield "what goes with it", first, (_opened(parse, subject_), form, (i + 2 + verb, end), ".")
        elif (
            named is not None
            and clause is not None
            and clause.rest[0] <= i
            and inside[0].text in ("a", "an")
            and any(tokens[c].relation == "cop" for c in parse.children(root))
            and not any(t.tag in ("VBG", "VBN") for t in inside)
        ):
            many = named == "They" or tokens[clause.subject_head].tag in ("NNS", "NNPS")
            have = "had" if past else "have" if many else "has"
            yield "what goes with it", first, (named, have, (i + 1, end), ".")


def _besides(parse: Parse) -> Iterator[Aside]:
    """*The mill is old, standing since 1732.* → *The mill is old.* *It stands since 1732.*, by the words alone."""
    tokens, end = parse.tokens, _end(parse)
    opening, past = opening_subject(parse), _tense(parse)
    if opening is None or past is None:
        return
    for i in range(opening.verb + 3, end - 1):
        if tokens[i].tag != "VBG" or tokens[i - 1].text != "," or tokens[i].relation.startswith("acl"):
            continue
        rest = tokens[i + 1 : end + 1]
        before = tokens[opening.verb + 1 : i]
        if any(t.tag in FINITE or t.tag in _BINDING or t.text in ("that", ";", ":") for t in (*before, *rest)):
            return
        if tokens[i].text in _OF_ALL_OR_NONE or not balanced(parse, i, end) or any(t.tag == "VBG" for t in before):
            return
        form = _finite(tokens[i], past, opening.is_many)
        dated = any(t.tag == "CD" for t in rest) or tokens[opening.verb].lemma in ("remain", "seem")
        if form is not None and tokens[i].text != "being" and (past or not dated):
            yield "what was done besides", ((0, i - 2), "."), (opening.named, form, (i + 1, end), ".")
        return


_OF_ALL_OR_NONE = word_set(
    "making giving resulting leading causing allowing bringing ending forcing meaning enabling creating suggesting "
    "indicating implying showing including according following depending regarding concerning having ranging using "
    "starting beginning"
)


def _done_by_doing(parse: Parse) -> Iterator[Aside]:
    """*Ice can be melted by adding salt.* → *Ice can be melted.* *This can be done by adding salt.*"""
    tokens, end = parse.tokens, _end(parse)
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    verbs = [token for token in tokens[: root + 1] if token.tag in FINITE]
    if tokens[root].tag != "VBN" or len(verbs) != 1 or _words(parse, 0, end) & {"not", "no", "only", "never", "n't"}:
        return
    for i in range(root + 1, end - 1):
        if tokens[i].text != "by" or tokens[i + 1].tag != "VBG" or tokens[i + 1].head != root:
            continue
        modal = verbs[0].text.lower()
        be = {"can": "can be", "may": "may be", "is": "is", "are": "is", "was": "was", "were": "was"}.get(modal)
        if be is not None and phrase(parse, i + 1) == (i, end) and tokens[i - 1].text != "or":
            yield "means", ((0, i - 1 - (tokens[i - 1].text == ",")), "."), (f"This {be} done", (i, end), ".")
            return


_SECONDARY = frozenset(("acl", "advcl", "amod", "ROOT"))


def _opened(parse: Parse, span: Span) -> str:
    text = parse.span(*span)
    return text[0].upper() + text[1:]


def _tense(parse: Parse) -> bool | None:
    """Whether the main clause is in the past tense; None where it is neither past nor present."""
    be = copula(parse, plural=False)
    return None if be is None else be == "was"


def _finite(verb: Token, past: bool, plural: bool) -> str | None:
    """The finite form of a participle, with the number of its subject."""
    name = lemma(verb.text, "VBG")
    if name == "be":
        return ("were" if plural else "was") if past else ("are" if plural else "is")
    if name in ("have", "do"):
        return {"have": "had", "do": "did"}[name] if past else name if plural else {"have": "has", "do": "does"}[name]
    return inflected(name, "VBD" if past else "VBP" if plural else "VBZ") or None


_LIFE = re.compile(r"((?:[A-Z][\w’'.-]+ ){1,4})\((?:born )?(1\d{3}) ?[–-] ?(\d{4})\)")


def _years_of_life(parse: Parse) -> Iterator[Aside]:
    """*Ada Thorn (1832–1871) sold the mill.* → *Ada Thorn sold the mill.* *She lived from 1832 to 1871*, by her name."""
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


_FINDING = word_set(
    "find discover show demonstrate note observe realize learn prove reveal notice recognize document confirm"
)


def _found_out(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada found that salt melts ice.* → *Salt melts ice.* *Ada found this.*, of what those say who know it."""
    tokens, end = parse.tokens, _end(parse)
    root, that = clause.root, clause.group[1] + 1
    finding = tokens[root].lemma in _FINDING and tokens[root].tag in ("VBD", "VBZ", "VBP") and clause.group[1] == root
    if not finding or tokens[that].text != "that" or clause.before[0] <= clause.before[1] or clause.is_negated():
        return
    inside = tokens[that + 1 : end + 1]
    if not _is_told(parse, that + 1, end) or inside[0].tag == "PRP" or clause.subject[1] - clause.subject[0] > 6:
        return
    if any(t.text.lower() in ("he", "she", "his", "her", "they", "their", "its", "it") for t in inside):
        return
    yield "finding", ((that + 1, end), "."), ((0, root), "this.")


_SAID = dict(
    row.split()
    for row in """
recommend recommendation, claim claim, argue argument, suggest suggestion, propose proposal, conclude conclusion,
predict prediction, assert assertion, warn warning, announce announcement, declare declaration, promise promise,
complain complaint, estimate estimate, assume assumption, decide decision
""".replace("\n", " ").split(", ")
)


def _claimed(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada claimed that salt melts ice.* → *Ada made a claim.* *The claim was that salt melts ice.*"""
    tokens, end = parse.tokens, _end(parse)
    root, that = clause.root, clause.group[1] + 1
    noun = _SAID.get(tokens[root].lemma)
    past, alone = is_past(clause), clause.group[0] == clause.group[1] == root
    if noun is None or past is None or not alone or tokens[that].text != "that" or not _is_told(parse, that + 1, end):
        return
    made = "made" if past else "make" if is_plural(parse, clause.subject_head) else "makes"
    be = "was" if past else "is"
    a = "an" if noun[0] in "aeiou" else "a"
    yield "what was said", ((0, root - 1), f"{made} {a} {noun}."), (f"The {noun} {be}", (that, end), ".")


_WITH_WHAT = re.compile(r"(?:for the sake of|with the help of|for the purpose of|on the basis of|at the expense of) ")


def _adjunct(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ice can form in winter.* → *Ice can form.* *This can happen in winter.*; *This was during the war.*"""
    tokens, end = parse.tokens, _end(parse)
    words = _words(parse, 0, end)
    if words & {"not", "n't", "only", "never", "no", "first", "last", "until", "also"} or clause.words(clause.tail):
        return
    if any(tokens[i].relation in ("conj", "ccomp", "advcl", "parataxis") for i in parse.children(clause.root)):
        return
    for i in parse.children(clause.root):
        if not tokens[i].relation.startswith("obl") or i < clause.root:
            continue
        span = phrase(parse, i)
        if span is None or span[1] != end or span[0] <= clause.root + 1 or span[1] - span[0] < 1:
            continue
        opening = tokens[span[0]].text
        last = span[0] - 1 - (tokens[span[0] - 1].text == ",")
        helpers = clause.words(clause.group)
        first: tuple[Part, ...] = ((0, last), ".")
        if opening in ("in", "during", "after", "at") and helpers[0] in ("can", "may") and _is_happening(parse, clause):
            yield "where it can happen", first, (f"This {helpers[0]} happen", span, ".")
        elif opening == "during" and (past := is_past(clause)) is not None and event(parse, clause.root) and past:
            yield "when it happened", first, ("This was", span, ".")
        elif _WITH_WHAT.match(parse.text, tokens[span[0]].start) and (be := copula(parse, plural=False)) is not None:
            yield (
                "how it was done",
                first,
                (f"This {be} done" if event(parse, clause.root) else f"This {be}", span, "."),
            )


def _is_happening(parse: Parse, clause: Clause) -> bool:
    """Whether the verb behind *can* tells that something happens, and does not want the phrase behind it."""
    return parse.tokens[clause.root].lemma in _HAPPENING


_HAPPENING = word_set(
    "occur form begin start develop appear rise fall grow increase decrease change melt freeze burn break die spread "
    "return fail end"
)
