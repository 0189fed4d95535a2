"""Where a sentence can be made two by what its words and tags show.

A parser's tree of a long sentence is often wrong: these cuts do without it, and their halves are parsed instead.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import OF_EVENTS, Aside
from stumper.adversaries.reading.edits.circumstances import (
    adverbials,
    after_comma,
    closing_clause,
    dated_within,
    in_all,
    opening_participle,
    placed,
)
from stumper.adversaries.reading.edits.doing_first import doing_first, measured_first
from stumper.adversaries.reading.edits.facts import DONE_BY_ONESELF, told_again
from stumper.adversaries.reading.edits.opening_subject import (
    BINDING,
    LONGEST_SUBJECT,
    NO_SUBJECT,
    ONE,
    SUBJECT_OPENS,
    SUBORDINATING,
    agrees,
    opening_subject,
)
from stumper.adversaries.reading.edits.said_of_names import said_of_names
from stumper.adversaries.reading.edits.subjects import ends_with_list, may_be_things, opens_clause
from stumper.adversaries.reading.edits.things_named import is_dash
from stumper.adversaries.reading.edits.titles import named_things, roles, titles
from stumper.adversaries.reading.edits.which_follows import which_follows
from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import Clause, Part, balanced, main_clause
from stumper.language.rewording.words import word_set


def by_words(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """The cuts, by rule, each with whether its second sentence says all that it needs."""
    clause = main_clause(parse)
    yield from ((title, True) for title in titles(parse))
    yield from ((aside, True) for aside in (*named_things(parse), *roles(parse)))
    yield from said_of_names(parse)
    yield from ((aside, False) for aside in _stops(parse))
    yield from _clauses(parse)
    if clause is not None:
        yield from _verbs(parse, clause)
    yield from ((aside, False) for aside in _verbs_of(parse))
    for rule in (
        opening_participle,
        doing_first,
        measured_first,
        adverbials,
        closing_clause,
        dated_within,
        _consequence,
        _opening_contrast,
        after_comma,
        _as_well,
        _not_only,
        in_all,
        placed,
        which_follows,
        _means,
        _what_it_does,
    ):
        yield from ((aside, False) for aside in rule(parse))


def _stops(parse: Parse) -> Iterator[Aside]:
    """*Ada sold the mill; Bo, her son, left.* → *Ada sold the mill.* *Bo, her son, left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    at = [i for i, t in enumerate(tokens[:-1]) if t.text in (";", ":", "—") or is_dash(parse, i)]
    if len(at) > 1 and {tokens[i].text for i in at} == {";"}:
        at = at[-1:]
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
    bound = any(token.tag in BINDING or token.text in ("that", "if", "because") for token in right[:verb])
    dated = right[0].text in _DATING and any(t.text == "," for t in right[:verb])
    told = (right[0].tag in SUBJECT_OPENS or dated) and right[0].text.lower() not in NO_SUBJECT and verb and not bound
    told = told and not (right[verb].tag == "VBD" and right[verb + 1 : verb + 2] and right[verb + 1].text == "by")
    if told and any(t.tag in FINITE for t in tokens[: at[0]]) and tokens[0].text.lower() not in SUBORDINATING:
        yield "stop", ((0, at[0] - 1), "."), ((start, end), ".")


_DATING = word_set("in by during at on after following before despite under throughout")
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
        counted = right[0].text in _ABOUT and right[1].tag == "CD"
        if not (counted or right[0].tag in SUBJECT_OPENS) or not named or any(t.tag in BINDING for t in right[:named]):
            continue
        if right[0].text.lower() in NO_SUBJECT or any(t.text in (",", "and", "or") for t in _bare(right[:named])):
            continue
        if _is_bound(parse, i - 1) or not any(token.tag in FINITE for token in left) or opens_clause(parse, 0, i):
            continue
        if ends_with_list(parse, 0, i):
            continue
        if named == len(right) - 1 and right[named].tag in ("VBZ", "VBP"):
            continue  # *good for trills, scales, and big jumps*
        if {"both", "between", "either"} & {token.text.lower() for token in tokens[max(0, i - 8) : i]}:
            continue
        whole = tokens[0].tag in SUBJECT_OPENS and "," not in {token.text for token in left}
        yield ("joined clauses", ((0, i - 1 - comma), "."), ((i + 1, end), ".")), whole


def _bare(subject: Sequence[Token]) -> Sequence[Token]:
    """A subject without the name that stands between commas at its end: *his son, Ada Thorn, left*."""
    commas = [k for k, token in enumerate(subject) if token.text == ","]
    named = len(commas) == 2 and all(token.tag in ("NNP", "DT", "IN") for token in subject[commas[0] + 1 : commas[1]])
    return subject[: commas[0]] if named and commas[1] == len(subject) - 1 else subject


_ABOUT = word_set("about almost nearly approximately over roughly around")


def _begins_clause(parse: Parse, joint: int) -> bool:
    """Whether a clause begins behind this *and* without a comma: its subject agrees with the verb right behind it."""
    tokens = parse.tokens
    verb = next((i for i in range(joint + 1, len(tokens) - 2) if tokens[i].tag in FINITE), 0)
    opening, noun = tokens[joint + 1], tokens[verb - 1]
    bare = opening.tag in ("NN", "NNS", "NNP") and verb == joint + 2 and tokens[verb].text in ONE
    if not verb or not (bare or opening.tag in ("DT", "PRP", "PRP$")) or verb - joint > LONGEST_SUBJECT:
        return False
    if opening.tag == "PRP":
        return verb == joint + 2
    plain = all(t.tag in ("DT", "PRP$", "JJ", "NN", "NNS", "NNP", "CD") for t in tokens[joint + 1 : verb])
    one = tokens[verb].tag == "VBZ" or tokens[verb].text in ("was", "is", "has")
    several = tokens[verb].tag == "VBP" or tokens[verb].text in ("were", "are", "have")
    agrees = (one and noun.tag in ("NN", "NNP")) or (several and noun.tag == "NNS")
    said = any(t.lemma in _SAYING for t in tokens[:joint])
    return plain and agrees and not said and not several


_SAYING = word_set("say claim believe think argue state hold suggest feel know report agree hope mean find show be")


def _is_bound(parse: Parse, before: int) -> bool:
    """Whether a word before this token binds a clause, which what follows may go on, or begins a list of clauses."""
    left = parse.tokens[:before]
    bound = any(t.text.lower() in SUBORDINATING or t.tag == "WRB" or t.text in (";", ":") for t in left)
    if bound or any(t.tag in BINDING for t in left[-4:]) or left[0].tag in BINDING:
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
        if tokens[i - 1].text == "," and any(a.text == "," and b.tag[:2] == "VB" for a, b in pairwise(between)):
            return  # *sells salt, helps nuns, and*
        if any(t.tag in FINITE or t.tag in BINDING or t.text in ("that", ";", ":") for t in between):
            return
        at = i + 1 + (tokens[i + 1].tag == "RB")
        then = tokens[i].text == "then" and tokens[i - 1].text == ","
        if not (then or tokens[i].text in ("and", "but")) or at > end or may_be_things(parse, start, i, at):
            continue
        last = i - 2 if tokens[i - 1].text == "," else i - 1
        one = tokens[at].tag == "VBZ" or tokens[at].text.lower() in ("was", "is", "has")
        if (named == "They" and one) or (named == "It" and tokens[at].text.lower() in ("were", "are", "have")):
            continue
        passive = tokens[clause.group[1]].tag == "VBN" and len(verbs) == 1 and tokens[clause.group[1]].text != "born"
        undergone = passive and inflected(lemma(tokens[at].text, "VBD"), "VBN") == tokens[at].text
        if not undergone and tokens[at].tag == verbs[0].tag and tokens[at].text.lower() not in ("am", "'s"):
            second: tuple[Part, ...] = (named, (i + 1, end), ".")
        elif any(a.text == "," and b.tag == "PRP" for a, b in pairwise(tokens[at:])):
            return  # *was built by Ada, born in Hull and based in Orrin, she left*
        elif _goes_on_passive(parse, clause, at) and lemma(tokens[at].text, "VBN") not in DONE_BY_ONESELF:
            second = (named, " ".join(t.text for t in verbs[:1]), (i + 1, end), ".")
        else:
            continue
        whole = clause.before[0] > clause.before[1] and named not in ("He", "She", "It", "They")
        yield ("joined verbs", ((0, last), "."), second), whole
        return


def _verbs_of(parse: Parse) -> Iterator[Aside]:
    """*The mill stood and, as it was old, was sold.* by the words alone: *The mill stood.* *It was sold.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    opening = opening_subject(parse)
    if opening is None:
        return
    for i in range(opening.verb + 2, end - 1):
        between = tokens[opening.verb + 1 : i]
        if tokens[i - 1].text == "," and any(a.text == "," and b.tag[:2] == "VB" for a, b in pairwise(between)):
            return
        if any(t.tag in FINITE or t.tag in BINDING or t.text in ("that", ";", ":") for t in between):
            return
        at = i + 1 + (tokens[i + 1].tag == "RB")
        if tokens[i].text not in ("and", "but") or at >= end or tokens[at].text.lower() in ("'s", "’s", "am"):
            continue
        aside = tokens[at].text == ","  # *and, as it was old, was sold*
        at = next((j + 1 for j in range(at + 1, end - 1) if tokens[j].text == ","), at) if aside else at
        word, tag = tokens[at].text.lower(), tokens[at].tag
        if "MD" in (tokens[opening.verb].tag, tag) and tag != tokens[opening.verb].tag:
            continue
        if may_be_things(parse, opening.verb + 1 + (tokens[opening.verb + 1].tag == "VBN"), i, at):
            continue
        passive = tokens[opening.verb + 1].tag == "VBN" and inflected(lemma(word, "VBD"), "VBN") == word
        if passive and tokens[opening.verb].text in ("has", "have") and tag in ("VBD", "VBN") and not aside:
            last = i - 1 - (tokens[i - 1].text == ",")  # *has replaced the mill and introduced a tax*
            yield "joined verbs", ((0, last), "."), (opening.named, tokens[opening.verb].text, (i + 1, end), ".")
            return
        if passive and tag == "VBD" and word not in ("had", "did"):
            continue  # *was built in 1871 and sold to nuns*
        sure = word in (*ONE, "are", "were", "have", "can", "may", "will") or tag == tokens[opening.verb].tag
        if not sure or not agrees(tokens[at], opening):
            continue
        if "not" in (t.text for t in tokens[opening.verb : opening.verb + 3]):
            continue
        if not aside or not any(t.tag in FINITE for t in tokens[i + 1 : at]):
            named = f"{opening.named}," if aside else opening.named
            last = i - 1 - (tokens[i - 1].text == ",")
            yield "joined verbs", ((0, last), "."), (named, (i + 1 + aside, end), ".")
        return


def _means(parse: Parse) -> Iterator[Aside]:
    """*Ada won by selling salt, soap and oil.* → *Ada won.* *Ada did so by selling salt, soap and oil.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    opening = opening_subject(parse)
    if opening is None or tokens[opening.verb].tag not in ("VBD", "VBZ", "VBP"):
        return
    i = next((i for i in range(opening.verb + 2, end - 1) if tokens[i].text == "by" and tokens[i + 1].tag == "VBG"), 0)
    verb, between = tokens[opening.verb], tokens[opening.verb + 1 : i]
    if not i or verb.lemma in _NO_DEEDS or tokens[i + 1].text in ("being", "having"):
        return
    others = any(t.tag in (*FINITE, *BINDING, "VB", "VBG") or t.text in ("that", ";", ":", "not") for t in between)
    following = any(t.tag in (*FINITE, *BINDING) or t.text in (";", ":", "but") for t in tokens[i + 1 : end + 1])
    if not others and not following and balanced(parse, 0, i - 1) and "VBN" not in {t.tag for t in between[:2]}:
        do = "did" if verb.tag == "VBD" else "do" if opening.is_many else "does"
        yield "means", ((0, i - 1 - (tokens[i - 1].text == ",")), "."), (f"{opening.named} {do} so", (i, end), ".")


_NO_DEEDS = word_set("be have become remain seem differ consist know mean include contain")


def _what_it_does(parse: Parse) -> Iterator[Aside]:
    """*Ada was a miller who sold salt.* → *Ada was a miller.* *She sold salt.*, by her name: what something is."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    opening = opening_subject(parse)
    if opening is None or tokens[opening.verb].text not in ("is", "was", "are", "were") or tokens[0].tag == "PRP":
        return
    verb = opening.verb
    i = next((i for i in range(verb + 2, end - 1) if tokens[i].tag in BINDING or tokens[i].text == "that"), 0)
    between = tokens[verb + 1 : i]
    if not i or tokens[i].text not in ("who", "that", "which"):
        return
    new = between[0].text in ("a", "an") if not opening.is_many else between[0].tag in ("JJ", "NN", "NNS")
    plain = all(t.tag in ("DT", "JJ", "NN", "NNS", "HYPH", "VBN", "RB", "NNP") for t in between)
    told = plain and between[-1].tag in ("NN", "NNS") and between[-1].text not in _NOTHING_BY_ITSELF
    told &= between[-1].text not in {token.text for token in tokens[:verb]}  # *a prime knot is a knot*
    if new and told and agrees(tokens[i + 1], opening):
        yield "what it does", ((0, i - 1), "."), (opening.named, (i + 1, end), ".")


_NOTHING_BY_ITSELF = word_set("one thing things person people man woman place time way kind type someone something")


def _goes_on_passive(parse: Parse, clause: Clause, at: int) -> bool:
    """Whether a participle goes on a passive: *was built in 1871 and sold to nuns*, no *of stone and carved wood*."""
    tokens = parse.tokens
    helped = tokens[clause.group[1]].tag == "VBN" and clause.words(clause.group)[0] in ("was", "were", "is", "are")
    word = tokens[at].text
    known = tokens[at].tag in ("VBN", "VBD") and inflected(lemma(word, "VBN"), "VBN") == word
    helped &= tokens[clause.group[1]].text != "born"  # *was born in Lowmere and moved to Orrin*
    return helped and known and clause.group[1] - clause.group[0] == 1 and tokens[at + 1].tag in ("IN", "TO", "RB")


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
        part[0].tag in SUBJECT_OPENS and part[0].tag != "PRP" and any(token.tag in FINITE for token in part)
        for part in parts
    )
    if whole and "," not in {token.text for token in parts[1]} and not any(t.tag in BINDING for t in parts[0]):
        yield "opening contrast", ((1, comma - 1), "."), ((comma + 1, end), ".")
