"""Cuts whose second sentence goes on from the first, as people write it: with a pronoun for the subject, with *because
of this* for a clause, with *the claim was that* for what somebody claimed.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import NO_PARTICIPLES, Aside
from stumper.adversaries.reading.edits.circumstances import is_bound_to
from stumper.adversaries.reading.edits.facts import EVENTS, NO_VERBS, OF_ALL, told_again, wants_infinitive
from stumper.adversaries.reading.edits.opening_subject import (
    BINDING,
    SUBJECT_OPENS,
    UNSURE,
    is_told,
    opening_subject,
    tense,
    words_of,
)
from stumper.adversaries.reading.edits.subjects import STATES, be_of, copula, is_plural, phrase, told_as, within
from stumper.adversaries.reading.edits.things_named import examples_named, list_named, things_named
from stumper.language.clauses import FINITE
from stumper.language.inflection import lemma
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, Clause, Part, Span, balanced, first_comma, is_past, main_clause
from stumper.language.rewording.nominal import event
from stumper.language.rewording.words import word_set


def going_on(parse: Parse) -> Iterator[Aside]:
    """The cuts, by rule, in an order in which those come first whose halves differ most."""
    clause = main_clause(parse)
    yield from list_named(parse)
    yield from _opening_clause(parse)
    yield from _closing_clause(parse)
    yield from things_named(parse)
    yield from _accompanied(parse)
    yield from _besides(parse)
    yield from _done(parse)
    yield from _led_to(parse)
    yield from _as_it_was(parse)
    yield from _with_as(parse)
    yield from _until(parse)
    yield from _done_by_doing(parse)
    yield from examples_named(parse)
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


# What opens a clause before the main one, and what then opens the second sentence.
_BEFORE = {"because": "Because of this,", "after": "After this,", "although": "However,", "though": "However,",
           "since": "Because of this,"}  # fmt: skip


def _opening_clause(parse: Parse) -> Iterator[Aside]:
    """*After Ada sold the mill, Bo left.* → *Ada sold the mill.* *After this, Bo left.*"""
    tokens, end = parse.tokens, _end(parse)
    word = tokens[0].text.lower()
    if word not in _BEFORE and word != "when":
        return
    comma = first_comma(parse)
    if not 3 < comma < end - 3 or not is_told(parse, 1, comma - 1) or not is_told(parse, comma + 1, end):
        return
    verbs = [token.tag for token in tokens[1:comma] if token.tag in FINITE]
    following = [token.tag for token in tokens[comma + 1 :] if token.tag in FINITE]
    if word == "since" and not (set(verbs) <= {"VBZ", "VBP", "MD"} and following[0] in ("VBZ", "VBP", "MD")):
        return  # *Since Ada left, the mill has stood still*
    if word in ("after", "when") and not (set(verbs) == {"VBD"} and following[0] == "VBD"):
        return  # *When water dries, salt is left*: what is so whenever that is so
    if len(verbs) != 1 or words_of(parse, 1, comma) & UNSURE or tokens[1].tag == "PRP" or tokens[1].tag == "PRP$":
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
        before = words_of(parse, 0, i)
        bound = any(t.tag in BINDING or t.text in ("that", ";", ":") for t in tokens[:i])
        if bound or before & _UNSURE_OF_ALL or not any(t.tag in FINITE for t in tokens[:i]):
            continue
        if tokens[0].text.lower() in ("although", "though", "while", "as", "when", "since", "because", "unlike"):
            continue
        if tokens[i + 1].text == "not" or not (is_told(parse, start, end) or _is_told_when(parse, start)):
            continue
        yield f"clause with {word}", ((0, i - 2), "."), (_AFTER[word], (start, end), ".")


# A modal or *not* of the first clause holds of that one alone.
_UNSURE_OF_ALL = UNSURE - word_set("not no would could should might must")


def _is_told_when(parse: Parse, first: int) -> bool:
    """Whether a clause or phrase of time or condition begins here, and behind its comma the clause that it is of."""
    tokens, end = parse.tokens, _end(parse)
    comma = next((i for i in range(first + 2, end - 2) if tokens[i].text == "," and balanced(parse, first, i)), 0)
    return bool(comma) and tokens[first].text in _TIMES and is_told(parse, comma + 1, end)


_TIMES = word_set("when if after before in during by at on since while although under for")


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
            and "for" not in (token.text for token in tokens[i - 4 : i])  # *asked the guild for Bo to leave*
            and thing
            and phrase(parse, i + 1) == (i, end)
            and tokens[last].tag in NOUNS
            and not wants_infinitive(parse, last, i)
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
    rest = words_of(parse, last + 1, _end(parse))
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
        form = told_as(tokens[i + 1], past=True, plural=named == "They")
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
    if any(t.tag in (*FINITE, *BINDING) for t in tokens[:last]) or past is None or clause.is_negated():
        return
    alone = clause.group[0] == clause.group[1] == clause.root and verb.lemma not in ("be", "have", "become")
    if alone and named is not None and "conj" not in {tokens[i].relation for i in parse.children(clause.root)}:
        many = named == "They" or is_plural(parse, clause.subject_head)
        do = "did" if past else "do" if many else "does"
        yield "means first", ((clause.subject[0], end), "."), (named, f"{do} so", (0, last - 1), ".")


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
            or words_of(parse, 0, i) & {"not", "no", "as", "if", "that"}
        ):
            continue
        inside = tokens[i + 1 : end + 1]
        if any(t.tag in (*FINITE, "VB") or t.tag in BINDING or t.text in (";", ":", "that", "not") for t in inside):
            continue
        verb = (
            0
            if tokens[i - 1].text != ","
            else next((k for k, t in enumerate(inside) if t.tag in ("VBG", "VBN") and t.relation in _SECONDARY), 0)
        )
        comma = tokens[i - 1].text == ","
        first: tuple[Part, ...] = ((0, i - 1 - comma), ".")
        past = tense(parse)
        if past is None or not balanced(parse, i + 1, end):
            continue
        hangs = comma and any(token.tag == "IN" for token in tokens[root + 1 : i])  # *a hall in Lowmere, with a roof*
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
            elif (form := told_as(inside[verb], past, plural)) is not None:
                yield "what goes with it", first, (_opened(parse, subject_), form, (i + 2 + verb, end), ".")
        elif (
            named is not None
            and not hangs
            and clause is not None
            and clause.rest[0] <= i
            and inside[0].text in ("a", "an")
            and any(tokens[c].relation == "cop" for c in parse.children(root))
            and not any(t.tag in ("VBG", "VBN") for t in inside)
        ):
            said = clause.words(clause.group)[0] in ("are", "were")
            many = named == "They" or said or tokens[clause.subject_head].tag in ("NNS", "NNPS")
            have = "had" if past else "have" if many else "has"
            yield "what goes with it", first, (named, have, (i + 1, end), ".")


def _besides(parse: Parse) -> Iterator[Aside]:
    """*The mill is old, standing since 1732.* → *The mill is old.* *It stands since 1732.*, by the words alone."""
    tokens, end = parse.tokens, _end(parse)
    opening, past = opening_subject(parse), tense(parse)
    if opening is None or past is None:
        return
    for i in range(opening.verb + 3, end - 1):
        comma = i - 1 - (tokens[i - 1].tag == "RB")
        making_up = tokens[i].text == "making" and tokens[i + 1].text == "up"
        hangs = tokens[i].relation.startswith("acl") and not making_up
        if tokens[i].tag != "VBG" or tokens[comma].text != "," or hangs:
            continue
        saying = tokens[i].lemma in _SAYING and tokens[i + 1].text == "that"
        rest = () if saying else tokens[i + 1 : end + 1]
        before = tokens[opening.verb + 1 : i]
        if any(t.tag in FINITE or t.tag in BINDING or t.text in ("that", ";", ":") for t in (*before, *rest)):
            return
        if any(a.text == "and" and b.tag == "VBG" for a, b in pairwise(rest)):
            return  # *rejecting members and raiding farms*
        if tokens[opening.verb].text in ("has", "have") and any(t.tag == "VBN" for t in before):
            return  # *have been found, furthering claims*
        none = tokens[i].text in _OF_ALL_OR_NONE and not making_up
        if none or not balanced(parse, i, end) or any(t.tag == "VBG" for t in before):
            return
        form = told_as(tokens[i], past, opening.is_many)
        dated = any(t.tag == "CD" for t in rest) or tokens[opening.verb].lemma in ("remain", "seem")
        if form is not None and tokens[i].text != "being" and (past or not dated):
            how = tuple(token.text for token in tokens[comma + 1 : i])
            yield "what was done besides", ((0, comma - 1), "."), (opening.named, *how, form, (i + 1, end), ".")
        return


def _done(parse: Parse) -> Iterator[Aside]:
    """*Lowmere was a port, built by monks.* → *Lowmere was a port.* *It was built by monks.*, of what something is."""
    tokens, end = parse.tokens, _end(parse)
    opening = opening_subject(parse)
    if opening is None or tokens[opening.verb].text not in ("is", "was", "are", "were"):
        return
    i = next((i for i in range(opening.verb + 3, end - 1) if tokens[i].text == ","), end) + 1
    before = tokens[opening.verb + 1 : i - 1]
    plain = not any(t.tag in (*FINITE, *BINDING, "VBG", "VB", "CC") or t.text == "by" for t in before)
    if i < end and plain and tokens[i].tag == "VBN" and tokens[i].text not in NO_PARTICIPLES | _NAMING:
        once = lemma(tokens[i].text, "VBN") in EVENTS or any(t.tag == "CD" for t in tokens[i:end])
        past = tokens[opening.verb].tag == "VBD" or (once and tokens[i].text not in STATES)
        rest = tokens[i + 1 : end + 1]
        joined = any(t.text in (";", ":") or (t.text == "," and u.text in _JOINTS) for t, u in pairwise(rest))
        if not joined and tokens[i + 1].tag in ("IN", "TO", "RB") and balanced(parse, i, end):
            yield "what was done", ((0, i - 2), "."), (opening.named, be_of(past, opening.is_many), (i, end), ".")


_NAMING = word_set("based known called named dubbed termed")
_JOINTS = word_set("and but or while")
_OF_ALL_OR_NONE = OF_ALL | NO_VERBS | {"beginning"}
_SAYING = word_set("conclude say argue claim state note observe explain declare announce report write insist warn")


def _led_to(parse: Parse) -> Iterator[Aside]:
    """*Ice melted, leading to floods.* → *Ice melted.* *This led to floods.*, by the words alone."""
    tokens, end, past = parse.tokens, _end(parse), tense(parse)
    for i in range(4, end - 1):
        word = tokens[i].text
        if word not in _LEADING or tokens[i].tag != "VBG" or tokens[i - 1].text != "," or past is None:
            continue
        rest, bound = tokens[i + 1 : end + 1], is_bound_to(parse, i - 1)
        if bound or any(t.tag in (*FINITE, *BINDING) or t.text in ("that", ";", ":") for t in rest):
            return
        if rest[0].text == _LEADING[word] and balanced(parse, i, end):
            form = told_as(tokens[i], past, plural=False)
            yield "consequence", ((0, i - 2), "."), (f"This {form}", (i + 1, end), ".")
        return


def _with_as(parse: Parse) -> Iterator[Aside]:
    """*Ada ran the mill, with Bo as her miller.* → *Ada ran the mill.* *Bo was her miller.*"""
    tokens, end, be = parse.tokens, _end(parse), copula(parse, plural=False)
    for i in range(4, end - 3):
        if tokens[i].text != "with" or tokens[i - 1].text != "," or tokens[i + 1].tag != "NNP":
            continue
        at = next((j for j in range(i + 2, end - 1) if tokens[j].text == "as"), 0)
        whole = all(t.tag == "NNP" for t in tokens[i + 1 : at]) and tokens[at + 1].tag in ("DT", "PRP$", "NN")
        rest = tokens[at + 1 : end + 1]
        if not at or not whole or be is None or is_bound_to(parse, i - 1):
            continue
        if not any(t.tag in (*FINITE, *BINDING, "VBG", "CC") or t.text in (",", ";", ":") for t in rest):
            yield "what goes with it", ((0, i - 2), "."), ((i + 1, at - 1), be, (at + 1, end), ".")


def _until(parse: Parse) -> Iterator[Aside]:
    """*Ada stayed a miller until the late 1870s.* → *Ada stayed a miller.* *This lasted until the late 1870s.*"""
    tokens, end = parse.tokens, _end(parse)
    i = next((i for i in range(4, end - 1) if tokens[i].text == "until"), 0)
    if not i or is_bound_to(parse, i) or tense(parse) is not True or end - i > _LONGEST_END:
        return
    root = next(token for token in tokens if token.relation == "root")
    before, inside = words_of(parse, 0, i - 1), tokens[i + 1 : end + 1]
    dated = tokens[end].tag == "CD" or tokens[end].text in ("century", "War")
    if dated and root.lemma in _LASTING and not before & UNSURE and not any(t.tag in FINITE for t in inside):
        yield "end", ((0, i - 1 - (tokens[i - 1].text == ",")), "."), ("This lasted", (i, end), ".")


_LONGEST_END = 9  # tokens
_LASTING = word_set("remain continue stay last be serve rule reign live work")
_LEADING = {"leading": "to", "resulting": "in"}


def _as_it_was(parse: Parse) -> Iterator[Aside]:
    """*Ada left, as there was no salt.* → *Ada left.* *This was because there was no salt.*, of what was so then."""
    tokens, end = parse.tokens, _end(parse)
    for i in range(4, end - 2):
        if tokens[i].text != "as" or tokens[i - 1].text != "," or is_bound_to(parse, i - 1):
            continue
        clause = tokens[i + 1 : end + 1]
        verb = next((k for k, t in enumerate(clause) if t.tag in FINITE), 0)
        if not verb or clause[0].tag not in SUBJECT_OPENS or any(t.tag in BINDING for t in clause):
            continue
        be, state = copula(parse, plural=False), clause[verb].text in _STATES
        joined = any(t.text in (";", ":", ",") for t in clause)
        if be is not None and state and not joined and balanced(parse, i + 1, end) and clause[0].tag != "CD":
            yield "reason", ((0, i - 2), "."), (f"This {be} because", (i + 1, end), ".")
        return


_STATES = word_set("is are was were has have had could can")


def _done_by_doing(parse: Parse) -> Iterator[Aside]:
    """*Ice can be melted by adding salt.* → *Ice can be melted.* *This can be done by adding salt.*"""
    tokens, end = parse.tokens, _end(parse)
    root = next(i for i, token in enumerate(tokens) if token.relation == "root")
    verbs = [token for token in tokens[: root + 1] if token.tag in FINITE]
    if tokens[root].tag != "VBN" or len(verbs) != 1 or words_of(parse, 0, end) & {"not", "no", "only", "never", "n't"}:
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


_FINDING = word_set(
    "find discover show demonstrate note observe realize learn prove reveal notice recognize document confirm"
)


def _found_out(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada found that salt melts ice.* → *Salt melts ice.* *Ada found this.*, of what those say who know it."""
    tokens, end = parse.tokens, _end(parse)
    root, that = clause.root, clause.group[1] + 1
    finding = tokens[root].lemma in _FINDING and tokens[root].tag in ("VBD", "VBZ", "VBP", "VBN")
    finding &= clause.group[1] == root and (clause.group[0] == root or clause.words(clause.group)[0] in ("has", "have"))
    if not finding or tokens[that].text != "that" or clause.before[0] <= clause.before[1] or clause.is_negated():
        return
    inside = tokens[that + 1 : end + 1]
    if not is_told(parse, that + 1, end) or inside[0].tag == "PRP" or clause.subject[1] - clause.subject[0] > 6:
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
    if noun is None or past is None or not alone or tokens[that].text != "that" or not is_told(parse, that + 1, end):
        return
    made = "made" if past else "make" if is_plural(parse, clause.subject_head) else "makes"
    be = "was" if past else "is"
    a = "an" if noun[0] in "aeiou" else "a"
    yield "what was said", ((0, root - 1), f"{made} {a} {noun}."), (f"The {noun} {be}", (that, end), ".")


_WITH_WHAT = re.compile(r"(?:for the sake of|with the help of|for the purpose of|on the basis of|at the expense of) ")


def _adjunct(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ice can form in winter.* → *Ice can form.* *This can happen in winter.*; *This was during the war.*"""
    tokens, end = parse.tokens, _end(parse)
    words = words_of(parse, 0, end)
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
        elif _tells_more(parse, span):
            continue
        elif opening == "during" and (past := is_past(clause)) is not None and event(parse, clause.root) and past:
            yield "when it happened", first, ("This was", span, ".")
        elif _WITH_WHAT.match(parse.text, tokens[span[0]].start) and (be := copula(parse, plural=False)) is not None:
            yield (
                "how it was done",
                first,
                (f"This {be} done" if event(parse, clause.root) else f"This {be}", span, "."),
            )


def _tells_more(parse: Parse, span: Span) -> bool:
    """Whether a clause hangs on what these tokens say, which may be of all that was said: *in May, which made her*."""
    return any(token.tag in BINDING for token in parse.tokens[span[0] : span[1] + 1])


def _is_happening(parse: Parse, clause: Clause) -> bool:
    """Whether the verb behind *can* tells that something happens, and does not want the phrase behind it."""
    return parse.tokens[clause.root].lemma in _HAPPENING


_HAPPENING = word_set(
    "occur form begin start develop appear rise fall grow increase decrease change melt freeze burn break die spread "
    "return fail end"
)
