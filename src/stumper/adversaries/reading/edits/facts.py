"""What one sentence tells twice over, so that each half can say its own: two circumstances of an event, the last of a
list, what a new thing is like, what an abbreviation stands for, what somebody did besides.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from stumper.adversaries.reading.edits.asides import Aside
from stumper.adversaries.reading.edits.moments_told import tells_of_another_time
from stumper.adversaries.reading.edits.subjects import copula, has_subject, is_plural, phrase, subject, within
from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, SUBJECTS, Clause, Part, Span, balanced, is_past, main_clause
from stumper.language.rewording.moments import moments
from stumper.language.rewording.nominal import undergoer
from stumper.language.rewording.words import word_set

PRONOUNS = word_set("he she it they")

# What is done or happens once to a thing: two sentences that tell it of the same thing tell of the same event.
EVENTS = word_set("""
    abolish acquire adopt appoint arrest assassinate baptize bear bomb build bury capture commission complete compose
    conquer construct consecrate create crown dedicate defeat demolish depose design destroy die dig discover dissolve
    divide draft elect erect establish execute exile expel found hold house identify inaugurate install introduce invade
    invent isolate launch liberate live locate marry merge murder name open organize overthrow ordain paint pass plan
    play premiere print propose publish ratify rebuild record release rename renovate replace restore sell settle shoot
    sign sink start station surrender translate unveil use write
""")
# What these tell of several things at once is not told of each.
_TOGETHER = word_set("""
    combine merge connect join separate compare mix divide unite share consist compose comprise make range vary balance
    link exchange alternate include equal total contain replace
""")
_NOT_EACH = word_set("both either neither respectively together each between among other another same nor not or")
# Participles that speak of all that was said, and those that stand for prepositions.
OF_ALL = word_set(
    "making giving resulting leading causing allowing bringing ending forcing meaning enabling creating suggesting "
    "indicating implying showing culminating"
)
NO_VERBS = word_set("including according following depending regarding concerning being having starting ranging using")
_SOME = word_set("many most some several few other such more less certain various numerous additional")
_TAILS = word_set("while whilst whereas but and although though so")
# What one does oneself, whose past tense is its participle: *was beaten and surrendered*.
DONE_BY_ONESELF = word_set("""
    surrender return retire die arrive escape retreat resign emerge flee depart disappear survive remain continue
    collapse appear agree refuse decline
""")
_NO_EVENTS = word_set("be have do become remain seem consist belong continue begin start know include want need depend")
GOING_ON = (
    "This",
    "This happened",
    "This lasted",
    "This was",
    "This is",
    "The aim was",
    "These include",
    "These included",
    "He",
    "She",
    "It",
    "They",
    "There,",
)
# Verbs that want more than a time: *ranked ninth*, *resulted in a war*.
_MEASURED = word_set("rank score place finish stand average number total come result lead consist depend refer amount")
_STATES = word_set("be remain have seem include contain")  # what is so now tells nothing of when the rest happened
_QUALIFIED = word_set("only first last once not never also even just mostly mainly again then still")


def facts(parse: Parse) -> Iterator[Aside]:
    """The facts that can be told apart, by rule, the most certain first."""
    clause = main_clause(parse)
    yield from _event(parse)
    if clause is not None:
        yield from _new_thing(parse, clause)
        yield from _circumstances(parse, clause)
        yield from _last_of_list(parse, clause)
        yield from _besides(parse, clause)
        yield from _aim(parse, clause)
        yield from _means(parse, clause)
        yield from _end_of_it(parse, clause)
    yield from _abbreviation(parse)
    yield from _reason(parse)
    yield from _place(parse)
    yield from _examples(parse)


def _end(parse: Parse) -> int:
    return len(parse.tokens) - 2


def told(parse: Parse, clause: Clause) -> str | None:
    """The subject said again: as a known thing, as the kind that it names, or as the pronoun that it is."""
    tokens, (first, last) = parse.tokens, clause.subject
    if first == last and tokens[first].tag == "PRP" and tokens[first].text.lower() in PRONOUNS:
        return tokens[first].text.capitalize()
    bracket = next((i for i in range(first, last) if tokens[i].text == "("), last + 1)
    if (named := subject(parse, clause.subject_head, bracket - 1)) is not None and clause.subject_head < bracket:
        return named
    words = set(clause.words(clause.subject))
    kind = tokens[clause.subject_head].tag == "NNS" and tokens[first].tag in ("NNS", "JJ", "NN")
    if not kind or is_past(clause) is not False or words & _NOT_EACH or words & _SOME or "," in words or first:
        return None
    return parse.span(first, last)


def told_again(parse: Parse, clause: Clause) -> str | None:
    """The subject said again, or the pronoun that goes on from it: *It* and *They* by the number of its verb; None for
    a person who has no name there.
    """
    return told(parse, clause) or pronoun_of(parse, clause)


def pronoun_of(parse: Parse, clause: Clause) -> str | None:
    """The pronoun for the subject: *It* or *They* by the number of its verb, and of a person who is named *He* or *She*
    by a given name; None for another person.
    """
    tokens, head = parse.tokens, clause.subject_head
    words, token = clause.words(clause.subject), tokens[head]
    entity = parse.entity_at(head)
    if words[0] in _NO_SUBJECTS or token.tag not in NOUNS or clause.has_verb(clause.before):
        return None
    verb = next((t for t in tokens[clause.group[0] : clause.group[1] + 1] if t.tag in FINITE), None)
    if verb is None:
        return None
    joined = any(tokens[i].relation == "conj" for i in parse.children(head))
    several = joined or is_plural(parse, head)
    if (verb.text.lower() in ("is", "was", "has", "does") or verb.tag == "VBZ") and several:
        return None
    if token.tag == "NNP" and verb.tag == "VBP" and not several:
        return None  # *Governor Jennings declare*
    if verb.text.lower() in ("are", "were", "have", "do") or verb.tag == "VBP" or several:
        return "They"
    given = name_class(tokens[clause.subject[0]].text)
    if token.tag == "NNP" and given in _GIVEN and (entity is None or entity.kind == "PERSON"):
        return _GIVEN[given]
    if token.tag == "NNP" and (entity is None or entity.kind not in ("PLACE", "ORG", "OTHER")):
        return None
    person = "person" in classes(token.text)[:1] or (entity is not None and entity.kind == "PERSON")
    return None if person else "It"


_GIVEN = {"given-m": "He", "given-f": "She"}
_NO_SUBJECTS = word_set("there it this that what who no none nobody nothing each every neither either one few little")


def _new_thing(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada built a mill that burned in 1871.* → *Ada built a mill.* *The mill burned in 1871.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(clause.group[1] + 3, end):
        at = tokens[i].head if tokens[i].text in ("that", "which", "who") and tokens[i].relation in SUBJECTS else i
        if at == i and not (tokens[i].tag == "VBN" and tokens[i].relation == "acl"):
            continue
        noun, span = tokens[at].head, phrase(parse, at)
        if tokens[at].relation not in ("acl", "acl:relcl") or noun != i - 1 or span != (i, end):
            continue
        named = _the(parse, noun, i - 1, clause)
        if any(a.text == "," and b.text in _TAILS for a, b in pairwise(tokens[i : end + 1])):
            continue  # what is said of something else may hang on it: *that burned, while the barn stood*
        if named is None or has_subject(parse, i) or tokens[noun].tag not in ("NN", "NNP"):
            continue
        if at != i:
            finite = next((t.text for t in tokens[i + 1 : at + 1] if t.tag in FINITE), None)
            if finite is None or finite in ("are", "were", "have", "do") or tokens[at].tag == "VBP":
                continue
            yield "new thing", ((0, i - 1), "."), (named, (i + 1, end), ".")
        elif (be := _be_of_thing(parse, clause, i)) is not None and tokens[i].text != "given":
            yield "new thing", ((0, i - 1), "."), (named, be, (i, end), ".")


def _be_of_thing(parse: Parse, clause: Clause, participle: int) -> str | None:
    """The form of *be* for what was done with a thing; what is done with all that something is, is told as that is:
    *It is a degree awarded by schools.*
    """
    token = parse.tokens[participle]
    dated = any(t.tag in ("CD", "NNP") for t in parse.tokens[participle:])
    as_it_is = token.head == clause.root and not dated and token.lemma not in EVENTS
    return copula(parse, plural=False, participle="" if as_it_is else token.text)


def _the(parse: Parse, noun: int, last: int, clause: Clause) -> str | None:
    """The new thing as one that is known; what is said of what the subject is, is said of the subject."""
    tokens = parse.tokens
    determined = any(tokens[c].text in ("a", "an") for c in parse.children(noun) if tokens[c].relation == "det")
    if not determined:
        return None
    if noun == clause.root:
        named = clause.subject_head > 0 and tokens[clause.subject_head].text[:1].isupper()
        same = tokens[noun].lemma == tokens[clause.subject_head].lemma and not named  # *a prime knot is a knot*
        return None if same or is_plural(parse, clause.subject_head) else told(parse, clause)
    beside = tokens[noun].relation == "appos" or tokens[min(parse.subtree(noun)) - 1].text == ","
    if beside or any(tokens[c].relation in ("nmod", "conj", "appos") for c in parse.children(noun)):
        return None
    return f"The {tokens[noun].text}" if tokens[noun].text.islower() else subject(parse, noun, last)


def _circumstances(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*The mill was built by Ada in 1871.* → *The mill was built by Ada.* *The mill was built in 1871.*"""
    tokens = parse.tokens
    verb = tokens[clause.root]
    words = {token.text.lower() for token in tokens}
    past = is_past(clause) is True or clause.tags(clause.group)[0] == "VBD"
    known = verb.lemma in EVENTS or (past and verb.lemma not in _NO_EVENTS)
    if not known or clause.group[1] != clause.root or words & _QUALIFIED or clause.words(clause.tail):
        return
    last = _last_circumstance(parse, clause)
    if any(tokens[i].relation in ("conj", "xcomp", "ccomp", "advcl") for i in parse.children(clause.root)):
        return
    if verb.lemma in _MEASURED:
        return
    objects = [i for i in parse.children(clause.root) if tokens[i].relation == "obj"]
    if not objects:
        named, group = told(parse, clause), " ".join(clause.words(clause.group))
    else:
        named, group = _as_subject(parse, clause, objects)
    if (named is None or not group) and (named := told(parse, clause)) is not None:
        group = "did so" if objects and past and clause.group[0] == clause.group[1] else ""
    if named is None or not group:
        return
    if last is not None and last[0] > clause.rest[0] + 1:
        yield "circumstances", ((0, last[0] - 1), "."), (named, group, last, ".")
    before = clause.before
    if (
        group != "did so"
        and before[0] == 0
        and 0 < before[1] <= 6
        and tokens[before[1]].text == ","
        and clause.words(clause.rest)
    ):
        opening = (0, before[1] - 1)
        if _is_circumstance(parse, opening) and "," not in clause.words(opening):
            yield "circumstances", ((clause.subject[0], _end(parse)), "."), (named, group, opening, ".")


def _as_subject(parse: Parse, clause: Clause, objects: list[int]) -> tuple[str | None, str]:
    """The object as the subject of the passive, and the passive's verbs."""
    span = phrase(parse, objects[0])
    tokens = parse.tokens
    if len(objects) > 1 or span is None or is_past(clause) is not True or clause.group[0] != clause.group[1]:
        return None, ""
    if any(token.text.lower() in ("to", "at", "from", "by", "for") for token in tokens[span[0] : span[1]]):
        return None, ""  # what may be said of the verb: *the plan to the guild*
    if any(
        token.text.lower() in ("his", "her", "its", "their", "himself", "itself") for token in tokens[span[0] : span[1]]
    ):
        return None, ""
    verb = lemma(tokens[clause.root].text, "VBD")
    named = subject(parse, objects[0], span[1])
    return named, f"{'were' if is_plural(parse, objects[0]) else 'was'} {inflected(verb, 'VBN')}"


def _last_circumstance(parse: Parse, clause: Clause) -> Span | None:
    """The time, the place or the doer at the sentence's end that hangs on the main verb."""
    tokens, end = parse.tokens, _end(parse)
    for i in parse.children(clause.root):
        if not tokens[i].relation.startswith("obl") or i < clause.root:
            continue
        span = phrase(parse, i)
        if span is not None and span[1] == end and _is_circumstance(parse, span) and balanced(parse, *span):
            return span if tokens[span[0] - 1].text != "," else None
    return None


def _is_circumstance(parse: Parse, span: Span) -> bool:
    words = [token.text.lower() for token in parse.tokens[span[0] : span[1] + 1]]
    if (
        len(words) < 2
        or len(words) > 9
        or {"his", "her", "its", "their"} & set(words)
        or {"and", "or", ",", "which", "that", "who"} & set(words)
    ):
        return False
    kinds = {entity.kind for i in range(span[0] + 1, span[1] + 1) if (entity := parse.entity_at(i)) is not None}
    if words[0] == "by":
        return parse.tokens[span[1]].tag in NOUNS and "DATE" not in kinds
    if words[0] in ("in", "on", "during"):
        return bool(kinds & {"DATE", "PLACE"})
    return words[0] == "at" and "PLACE" in kinds


def _last_of_list(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Salt is used in soap, glass and soup.* → *Salt is used in soap and glass.* *Salt is used in soup.*"""
    tokens, end = parse.tokens, _end(parse)
    named = told_again(parse, clause)
    if "IN" in (tokens[clause.subject[0]].tag, tokens[max(0, clause.subject[0] - 1)].tag):
        return  # *Between the hills and the coast lie two towns and a mill*
    words = set(clause.words(clause.rest)) | set(clause.words(clause.group))
    if named is None or words & (_NOT_EACH | {":", ";"}) or tokens[clause.root].lemma in _TOGETHER:
        return
    if clause.words(clause.tail):
        return
    if sum(tag in FINITE for tag in clause.tags(clause.group)) != 1:
        return
    heads = [
        i for i in parse.children(clause.root) if tokens[i].relation == "obj" or tokens[i].relation.startswith("obl")
    ]
    heads = [i for i in heads if i > clause.group[1]] + ([clause.root] if clause.root > clause.group[1] else [])
    for head in heads:
        conjuncts = [i for i in parse.children(head) if tokens[i].relation == "conj" and tokens[i].tag in NOUNS]
        if head == clause.root and is_plural(parse, clause.subject_head):
            continue  # *the largest towns are Lowmere and Orrin*
        named_alone = tokens[head].tag in ("NN", "NNS") and any(tokens[i].tag == "NNP" for i in conjuncts)
        if (
            not conjuncts
            or named_alone
            or tokens[head].tag not in NOUNS
            or (span := phrase(parse, conjuncts[-1])) is None
        ):
            continue
        joint = span[0] if tokens[span[0]].relation == "cc" else -1
        if joint < 0 or tokens[joint].text != "and" or span[1] != end or joint + 1 > end:
            continue
        opening = tokens[joint + 1]
        bare = not any(tokens[i].relation in ("det", "amod", "nmod:poss") for i in parse.children(head))
        alone = opening.tag in ("DT", "NNP", "NNPS", "CD", "NNS") or (bare and opening.tag in ("NN", "JJ"))
        if opening.tag == "CD" and any(tokens[i].relation == "det" for i in parse.children(head)):
            continue  # *in the 1870s and 1880s*
        case = [i for i in parse.children(head) if tokens[i].relation == "case" and i < head]
        if not alone or (case and tokens[case[0]].text in ("between", "among", "from", "as", "of", "like")):
            continue
        first = _joined_again(parse, conjuncts, head, joint)
        start = case[0] if case else clause.group[1] + 1 if head == clause.root else min(parse.subtree(head))
        beside = len(conjuncts) == 1 and tokens[min(parse.subtree(head)) - 1].text == ","
        if first is None or beside or start <= clause.group[1] or tokens[joint + 1].tag == "IN":
            continue
        lead: tuple[Part, ...] = (_between(parse, clause, start),)
        # what stands between the verb and the list is said of all of it
        if "," in str(lead[0]) or (named.lower() in PRONOUNS and lead != ("",)):
            continue
        if lead == ("",):
            lead = ()
        preposition: tuple[Part, ...] = (parse.span(case[0], case[-1]),) if case else ()
        group = parse.span(*clause.group)
        if named.lower() in PRONOUNS and "also" not in words:
            be = group.split()[0].lower() in ("is", "was", "are", "were", "can", "may", "will", "would", "could")
            group = f"{group.split()[0]} also {group.partition(' ')[2]}".strip() if be else f"also {group}"
        yield "last of a list", first, (named, group, *lead, *preposition, (joint + 1, end), ".")


def _between(parse: Parse, clause: Clause, start: int) -> str:
    first = clause.group[1] + 1
    return parse.span(first, start - 1) if first < start else ""


def _joined_again(parse: Parse, conjuncts: list[int], head: int, joint: int) -> tuple[Part, ...] | None:
    """The sentence up to the last but one of the list, with *and* before it where it is not the only one."""
    tokens = parse.tokens
    last = joint - 2 if tokens[joint - 1].text == "," else joint - 1
    if len(conjuncts) == 1:
        return ((0, last), ".")
    other = phrase(parse, conjuncts[-2])
    if other is None or tokens[other[0] - 1].text != "," or other[0] - 2 < head or other[1] != last:
        return None
    return ((0, other[0] - 2), "and", (other[0], last), ".")


def _besides(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada sold the mill, leaving the town.* → *Ada sold the mill.* *She left the town*, by her name."""
    tokens, end = parse.tokens, _end(parse)
    for i in range(clause.group[1] + 3, end):
        token = tokens[i]
        word = token.text.lower()
        if token.tag != "VBG" or tokens[i - 1].text != "," or token.relation != "advcl" or token.head != clause.root:
            continue
        if any(a.text == "," and b.tag == "VBG" for a, b in pairwise(tokens[clause.group[1] : i - 1])):
            continue  # *resulting in bubbles, forming in the blood*
        if any(a.text == "and" and b.tag == "VBG" for a, b in pairwise(tokens[i:end])):
            continue  # *rejecting members and raiding farms*
        if phrase(parse, i) != (i, end) or has_subject(parse, i) or word in NO_VERBS:
            continue
        past, plural = is_past(clause), is_plural(parse, clause.subject_head)
        if clause.words(clause.group)[0] in ("has", "have") and clause.group[0] < clause.root:
            continue  # *have been found, furthering claims*
        if past is None or (tokens[clause.root].lemma in _STATES and past is False):
            continue
        of_all = word in OF_ALL
        named = "This" if of_all else told_again(parse, clause)
        plural = plural or named == "They"
        verb = lemma(token.text, "VBG")
        tag = "VBD" if past else "VBP" if plural and not of_all else "VBZ"
        form = inflected(verb, tag) if verb != "be" else ""
        if named is not None and form:
            yield "what was done besides" if not of_all else "consequence", ((0, i - 2), "."), (
                named, form, (i + 1, end), ".",
            )  # fmt: skip


def _abbreviation(parse: Parse) -> Iterator[Aside]:
    """*the National Rope Guild (NRG) fell* → *the National Rope Guild fell.* *NRG is short for National Rope Guild.*"""
    for match in re.finditer(r"((?:[A-Z][\w’'-]+(?: (?:of|the|for|and|on|&))* ?){2,7})\(([A-Z]{2,6})\)", parse.text):
        at = {token.start: i for i, token in enumerate(parse.tokens)}
        ends = {token.end: i for i, token in enumerate(parse.tokens)}
        opening, closing = at.get(match.end(1)), ends.get(match.end())
        name = match.group(1).strip()
        while name and "".join(w[0] for w in name.split() if w[0].isupper()) != match.group(2):
            name = name.partition(" ")[2]
        if opening is None or closing is None or not name or closing != opening + 2 or opening == 0:
            continue
        rest = (closing + 1, len(parse.tokens) - 2)
        first: tuple[Part, ...] = ((0, opening - 1), rest, ".") if rest[0] <= rest[1] else ((0, opening - 1), ".")
        yield "abbreviation", first, ((opening + 1, opening + 1), f"is short for {name}.")


def _reason(parse: Parse) -> Iterator[Aside]:
    """*Ada left because the mill burned.* → *Ada left.* *This was because the mill burned.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(4, end - 2):
        if tokens[i].text != "because" or tokens[i].relation != "mark" or tokens[i + 1].text == "of":
            continue
        verb = tokens[i].head
        if (
            phrase(parse, verb) != (i, end)
            or tokens[tokens[verb].head].relation != "root"
            or not has_subject(parse, verb)
        ):
            continue
        if {"not", "only", "n't", "partly", "mainly", "simply", "just"} & {t.text.lower() for t in tokens[:i]}:
            continue
        root = tokens[verb].head
        finite = [tokens[j] for j in sorted([*parse.children(root), root]) if tokens[j].tag in ("VBD", "VBZ", "VBP")]
        if finite:
            be = "was" if finite[0].tag == "VBD" else "is"
            last = i - 2 if tokens[i - 1].text == "," else i - 1
            yield "reason", ((0, last), "."), (f"This {be}", (i, end), ".")


def _aim(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada sold the mill to pay her debts.* → *Ada sold the mill.* *The aim was to pay her debts.*"""
    tokens, end = parse.tokens, _end(parse)
    verb = tokens[clause.root]
    active = clause.group[0] == clause.group[1] == clause.root and verb.tag == "VBD" and verb.lemma not in _NO_EVENTS
    for i in parse.children(clause.root):
        if not active or tokens[i].relation != "advcl" or tokens[i].tag != "VB" or i < clause.root + 3:
            continue
        span = phrase(parse, i)
        if span is None or span[1] != end or tokens[span[0]].text != "to" or tokens[span[0] - 1].tag not in NOUNS:
            continue
        if any(tokens[j].relation in ("conj", "xcomp", "ccomp") for j in parse.children(clause.root)):
            continue
        if "for" in (token.text for token in tokens[span[0] - 4 : span[0]]):
            continue  # *asked the guild for Bo to leave*
        if wants_infinitive(parse, span[0] - 1, span[0]):
            continue
        if clause.subject_head < clause.root and parse.entity_at(clause.subject_head) is not None:
            yield "aim", ((0, span[0] - 1), "."), ("The aim was", span, ".")


def wants_infinitive(parse: Parse, noun: int, to: int) -> bool:
    """Whether the infinitive may be the noun's, *the right to vote*, or tells examples of the noun, *ideas to win,
    including a tax*.
    """
    return parse.tokens[noun].lemma in _OF_INFINITIVES or any(t.text == "including" for t in parse.tokens[to:])


_OF_INFINITIVES = word_set("""
    orthodoxy tradition custom
    right permission licence license plan attempt effort decision ability way chance opportunity power agreement order
    contract authority need desire promise offer threat refusal request proposal failure tendency reason time idea law
    bill motion resolution policy tool method means system program programme scheme project measure step rule duty
    freedom
""")


def _means(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada paid her debts by selling the mill.* → *Ada paid her debts.* *Ada did so by selling the mill.*"""
    tokens, end = parse.tokens, _end(parse)
    alone = clause.group[0] == clause.group[1] == clause.root and tokens[clause.root].lemma not in _NO_EVENTS
    past, named = is_past(clause), told(parse, clause)
    if not alone or past is None or named is None or clause.is_negated() or clause.words(clause.tail):
        return
    for i in range(clause.root + 2, end - 1):
        verb = i + 1
        if tokens[i].text != "by" or tokens[verb].tag != "VBG" or tokens[verb].head != clause.root:
            continue
        last = i - 1 - (tokens[i - 1].text == ",")
        left = {tokens[j].relation for j in parse.children(clause.root) if j > i and j != verb}
        if phrase(parse, verb) == (i, end) and not left - {"punct"} and tokens[last].tag in (*NOUNS, "RB", "CD"):
            do = "did" if past else "do" if is_plural(parse, clause.subject_head) else "does"
            yield "means", ((0, last), "."), (named, f"{do} so", (i, end), ".")


def _end_of_it(parse: Parse, clause: Clause) -> Iterator[Aside]:
    """*Ada ran the mill until 1871.* → *Ada ran the mill.* *This lasted until 1871.*"""
    tokens, end = parse.tokens, _end(parse)
    if is_past(clause) is not True or clause.is_negated() or clause.words(clause.tail):
        return
    for i in parse.children(clause.root):
        span = phrase(parse, i) if tokens[i].relation.startswith("obl") and i > clause.root else None
        if span is None or span[1] != end or tokens[span[0]].text != "until" or span[1] - span[0] > _LONGEST_END:
            continue
        bound = ("conj", "ccomp", "advcl", *(() if tokens[clause.root].lemma in _LASTING else ("xcomp",)))
        joined = any(tokens[j].relation in bound for j in parse.children(clause.root))
        counted = any(t.text.lower() in ("from", "not", "only", "again") for t in tokens[: span[0]])
        if not joined and not counted and span[0] > clause.root + 1 and balanced(parse, *span):
            last = span[0] - 1 - (tokens[span[0] - 1].text == ",")
            yield "end", ((0, last), "."), ("This lasted", span, ".")


_LONGEST_END = 8  # tokens
_LASTING = word_set("remain continue stay")


def _place(parse: Parse) -> Iterator[Aside]:
    """*Ada moved to Lowmere, where she built a mill.* → *Ada moved to Lowmere.* *There, she built a mill.*"""
    tokens, end = parse.tokens, _end(parse)
    for i in range(4, end - 2):
        verb = tokens[i].head
        if tokens[i].text != "where" or tokens[i - 1].text != "," or tokens[verb].relation != "acl:relcl":
            continue
        noun = tokens[verb].head
        if not _is_place(parse, noun) or _is_one_of_several(parse, noun, i):
            continue
        if phrase(parse, verb) == (i, end) and has_subject(parse, verb) and noun >= i - 4 and tokens[noun].tag in NOUNS:
            yield "place", ((0, i - 2), "."), ("There,", (i + 1, end), ".")


def _is_one_of_several(parse: Parse, noun: int, where: int) -> bool:
    """Whether behind the clause another place follows, with the preposition of this one: *to Lowmere, where she built
    a mill, to Orr and to Bern*.
    """
    case = {parse.tokens[i].text for i in parse.children(noun) if parse.tokens[i].relation == "case"}
    return any(one.text == "," and other.text in case for one, other in pairwise(parse.tokens[where + 1 :]))


def _is_place(parse: Parse, noun: int) -> bool:
    """Whether something can be *there*: a place by its name or its noun."""
    entity = parse.entity_at(noun)
    named = entity is not None and entity.kind in ("PLACE", "ORG")
    return named or bool(_PLACES & set(classes(parse.tokens[noun].text)))


_PLACES = word_set("city country state place building water organization")


def _event(parse: Parse) -> Iterator[Aside]:
    """*In 1871, Ada sold the mill.* → *Ada sold the mill.* *The sale of the mill took place in 1871.*"""
    root = next(i for i, token in enumerate(parse.tokens) if token.relation == "root")
    for span, first in moments(parse):
        verb = next((i for i in range(span[1] + 1, len(parse.tokens)) if parse.tokens[i].tag in FINITE), 0)
        if not span[0] and sum(token.text == "," for token in parse.tokens[span[1] + 2 : verb]) % 2:
            continue  # In 1871, the year of the war, Ada left
        last = first[0][1] if not isinstance(first[0], str) else 0
        if not span[0] and tells_of_another_time(parse, span[1] + 1):
            continue
        if span[0] and parse.tokens[last].text in _PERIODS:
            continue  # during the years before the war
        begun = any(parse.tokens[i].relation == "xcomp" for i in parse.children(root))
        happened = None if begun else undergoer(parse, root)
        if happened is not None and (thing := phrase(parse, happened[1])) is not None and thing[1] - thing[0] < 8:
            named = subject(parse, happened[1], thing[1])
            if named is not None and not _overlap(span, thing):
                yield "event", first, (f"The {happened[0]} of {within(named)} took place", span, ".")
        yield "moment", first, ("This happened", span, ".")


_PERIODS = word_set("years year months month weeks week days day decades decade time period era centuries century")


def _overlap(one: Span, other: Span) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


_VAGUE = word_set("""
    feature field area thing aspect factor issue element item way place group type form service kind topic subject
    activity condition case problem reason change purpose method term detail part component option practice
""")


def _examples(parse: Parse) -> Iterator[Aside]:
    """*Ada sold tools such as saws and axes.* → *Ada sold tools.* *Examples of tools are saws and axes.*"""
    tokens, end = parse.tokens, _end(parse)
    past = any(token.tag == "VBD" for token in tokens) and not any(token.tag in ("VBZ", "VBP") for token in tokens)
    for i in range(3, end - 1):
        such = tokens[i].text == "such" and tokens[i + 1].text == "as"
        if not such and tokens[i].text != "including":
            continue
        comma = tokens[i - 1].text == ","
        noun, start = i - 1 - comma, i + 1 + such
        alone = tokens[noun - 1].tag in ("IN", "RB")  # *already in use, including*
        one = tokens[noun].tag == "NN" and not alone and comma and not such and tokens[noun].text.islower()
        if (
            not (one or tokens[noun].tag == "NNS")
            or not balanced(parse, start, end)
            or any(
                token.tag in ("VBD", "VBZ", "VBP", "VBG", "WDT", "WP") or token.text in (":", ";")
                for token in tokens[start:end]
            )
        ):
            continue
        first: tuple[Part, ...] = ((0, noun), ".")
        opening = noun
        while opening and tokens[opening - 1].tag in ("JJ", "NN", "VBN") and tokens[opening - 1].text.islower():
            opening -= 1
        if one:
            opening = noun
        while opening < noun and tokens[opening].text in _SOME:
            opening += 1  # *Examples of many tools*
        few = not any(t.text in ("and", "or", ",") or t.tag == "NNS" for t in tokens[start : end + 1])
        if "between" in (token.text for token in tokens[:i]) and any(t.text == "and" for t in tokens[start:end]):
            continue  # *between towns, such as Lowmere, and farms*
        vague = opening == noun and tokens[noun].lemma in _VAGUE
        if vague or "other" in (token.text for token in tokens[start : end + 1]):
            continue  # *Examples of features are a tap and many other things*
        if such and tokens[opening - 1].tag in ("IN", "VBZ", "VBP", "VBD", "VB", "VBN", "VBG"):
            are = ("was" if past else "is") if few else "were" if past else "are"
            named = "An example of such" if few else "Examples of"
            yield "examples", first, (f"{named} {parse.span(opening, noun)} {are}", (start, end), ".")
        elif (not such and tokens[noun].head < noun) or tokens[noun].relation in ("obj", "obl"):
            these = "This" if one else "These"
            include = "included" if past else "includes" if one else "include"
            yield "examples", first, (f"{these} {include}", (start, end), ".")
