"""A noun phrase of the sentence said in another way: relative clauses, genitives, conjuncts."""

import re
from collections.abc import Iterator
from itertools import pairwise

from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.lexicon import classes
from stumper.language.neighbours import name_class
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, SUBJECTS, Part, Span, has_focus, whole
from stumper.language.rewording.words import word_set

Parts = list[Part]


def reduced(parse: Parse) -> Iterator[Parts]:
    """*the mill that was built by Ada* → *the mill built by Ada*; *Ada, who was the mayor* → *Ada, the mayor*."""
    tokens = parse.tokens
    for i in range(2, len(tokens) - 3):
        pronoun, verb, after = tokens[i : i + 3]
        if pronoun.text not in ("who", "which", "that") or verb.text not in ("was", "were", "is", "are"):
            continue
        if pronoun.relation not in SUBJECTS or pronoun.tag not in ("WDT", "WP") or pronoun.head < i:
            continue
        comma = tokens[i - 1].text == ","
        before = tokens[i - 2] if comma else tokens[i - 1]
        participle = (
            pronoun.head == i + 2 and after.tag == "VBN" and inflected(lemma(after.text, "VBN"), "VBN") == after.text
        )
        apposed = comma and after.text in ("the", "a", "an") and verb.relation == "cop"
        joined = any(tokens[j].relation == "conj" and tokens[j].tag in FINITE for j in parse.children(pronoun.head))
        joined |= any(a.text in ("and", "but") and b.tag in FINITE for a, b in pairwise(tokens[i + 3 :]))
        agrees = _agrees(pronoun.text, before, verb.text)
        clear = not participle or (before.tag in ("NN", "NNS") and tokens[i + 3].text in _BEHIND_PARTICIPLES)
        if agrees and clear and (participle or apposed) and not joined and after.text not in _NEVER_REDUCED:
            yield [(0, i - 1), (i + 2, len(tokens) - 1)]


def full(parse: Parse) -> Iterator[Parts]:
    """*the mill built by Ada* → *the mill that was built by Ada*."""
    tokens = parse.tokens
    for i in range(2, len(tokens) - 2):
        word, before = tokens[i], tokens[i - 1]
        if word.tag != "VBN" or word.relation != "acl" or word.head != i - 1 or before.tag not in ("NN", "NNS"):
            continue
        right = inflected(lemma(word.text, "VBN"), "VBN") == word.text and word.text not in _NEVER_FULL
        right = right and before.text.isalpha() and "person" not in classes(before.lemma)[:1]  # *the nuns who were*
        lasting = any(t.text in ("since", "ever") for t in tokens[i + 1 :])
        if (
            right
            and not lasting
            and not _is_had_done(parse, i - 1)
            and not _may_be_of_another(parse, i - 1)
            and tokens[i + 1].text in _AFTER_PARTICIPLE
            and (verb := _be(parse, i - 1, word.text, _is_by_name(parse, i))) is not None
        ):
            yield [(0, i - 1), f"that {verb}", (i, len(tokens) - 1)]


def of_genitive(parse: Parse) -> Iterator[Parts]:
    """*Lowmere's oldest mill* → *the oldest mill of Lowmere*."""
    tokens = parse.tokens
    for i, token in enumerate(tokens[:-2]):
        if (
            token.tag != "POS"
            or token.relation != "case"
            or (owner := whole(parse, token.head)) is None
            or owner[1] != i
        ):
            continue
        head = tokens[token.head].head
        last = tokens[min(head + 1, len(tokens) - 1)]
        named = tokens[owner[0]].tag.startswith("NNP") and parse.entity_at(owner[0]) is not None
        thing = head > i and tokens[head].tag in ("NN", "NNS") and parse.entity_at(head) is None
        plain = all(t.tag in ("JJ", "NN", "JJS", "CD") and t.text.islower() for t in tokens[i + 1 : head])
        if named and thing and plain and tokens[head].text in _OWNED and not _goes_on(last.text, last.tag):
            whose: Span = (owner[0], i - 1)
            if _is_alone(parse, whose):
                yield [(0, owner[0] - 1), "the", (i + 1, head), "of", whose, (head + 1, len(tokens) - 1)]


def s_genitive(parse: Parse) -> Iterator[Parts]:
    """*the oldest mill of Lowmere* → *Lowmere's oldest mill*."""
    tokens = parse.tokens
    for i in range(2, len(tokens) - 2):
        if tokens[i].text != "of" or tokens[i - 1].text not in _OWNED or (owner := parse.entity_at(i + 1)) is None:
            continue
        whose: Span = (i + 1, owner.last)
        start = i - 2
        while start > 0 and tokens[start].tag in ("JJ", "JJS") and tokens[start].text.islower():
            start -= 1
        if owner.first != i + 1 or tokens[start].text.lower() != "the" or not _is_alone(parse, whose):
            continue
        after = tokens[owner.last + 1]
        if tokens[i - 1].text in _SEATS and name_class(parse.span(*whose)) not in _WITH_SEATS:
            continue  # the colonial capital of Jamestown is Jamestown
        if after.text[0].isupper():
            continue  # *the successor of Windows NT*
        if owner.kind in ("PERSON", "PLACE", "ORG") and not _goes_on(after.text, after.tag):
            mark = "'" if tokens[owner.last].text.endswith("s") else "'s"
            yield [(0, start - 1), whose, mark, (start + 1, i - 1), (owner.last + 1, len(tokens) - 1)]


def conjuncts(parse: Parse) -> Iterator[Parts]:
    """*from Leeds and Hull* → *from Hull and Leeds*: two names of a kind, or two words of a kind."""
    tokens = parse.tokens
    if _ORDERED & {token.text.lower() for token in tokens}:
        return
    for i in range(1, len(tokens) - 2):
        if tokens[i].text not in ("and", "or") or tokens[i].relation != "cc" or (pair := _pair(parse, i)) is None:
            continue
        (first, _), (_, last) = pair
        before = tokens[first - 1].text if first else ""
        if before.lower() in _OF_ONE:
            continue
        if has_focus(parse, (max(first - 1, 0), min(last + 1, len(tokens) - 1))):
            continue
        if before not in (",", "and", "or", "of") and not _goes_on(tokens[last + 1].text, tokens[last + 1].tag):
            yield [(0, first - 1), pair[1], (i, i), pair[0], (last + 1, len(tokens) - 1)]


_NEVER_REDUCED = word_set("made used going to not also been said thought able due")
_NEVER_FULL = word_set("given compared based followed including left made resulted occurred happened arisen emerged")
# Behind these a participle reads as one: *the mill built by Ada*, no *the war ended a year later*.
_BEHIND_PARTICIPLES = word_set("by in on at as of from for with to under into between against through during after")
# What may be so for ever: *a term that is known by this word*, but *a hall that was commissioned by this man*.
_STATES = word_set("""
    caused denoted described defined characterized characterised represented given covered bounded surrounded lined
    regulated controlled governed known used found located employed seen celebrated played formed named inhibited
    produced measured arranged owned associated
    """)
_AFTER_PARTICIPLE = word_set("by in as")
_OF_ONE = word_set("a an this that")  # a good or service; this concept and space
_ORDERED = word_set("respectively former latter first second later then")
_SEATS = word_set("capital port harbour harbor")
_WITH_SEATS = word_set("country country-short region ancient-region us-state province")
# What a place, a person or a body of people has one of, or has by its being there.
_OWNED = word_set("""
    population capital mayor king queen president governor prince ruler emperor leader founder owner author inventor
    director father mother son daughter brother sister wife husband widow heir successor predecessor
    army navy fleet troops forces government parliament council economy history climate culture coast border borders
    streets harbour harbor port walls roof tower mill bridge church cathedral castle palace library museum university
    birth death life career reign arrival departure defeat victory discovery invention work works writings paintings
    ideas views teachings followers supporters opponents critics students pupils friends enemies
    defense defence offense coach team stadium owners members residents citizens inhabitants people
    """)


def _agrees(pronoun: str, noun: Token, verb: str) -> bool:
    """Whether the relative clause is one about the noun right before it, not about another or the whole clause."""
    is_person = "person" in classes(noun.lemma)
    if noun.tag not in NOUNS or (noun.tag in ("NN", "NNS") and (pronoun != "that") and is_person != (pronoun == "who")):
        return False
    return noun.tag.startswith("NNP") or (noun.tag == "NNS") == (verb in ("are", "were"))


def _is_had_done(parse: Parse, noun: int) -> bool:
    """Whether somebody has it done: *to have lamps installed in the hall*."""
    return parse.tokens[noun].relation == "obj" and parse.tokens[parse.tokens[noun].head].lemma in ("have", "get")


def _may_be_of_another(parse: Parse, noun: int) -> bool:
    """Whether what follows may speak of a noun farther back, *a copy of one of these things located in*."""
    tokens = parse.tokens
    first = min([noun, *parse.children(noun)])
    if any(tokens[i].tag in ("WDT", "WP", "WP$") for i in parse.children(noun)):  # what action performed in 1963?
        return True
    return tokens[first].text in ("of", "with") and any(tokens[i].tag == "DT" for i in parse.children(noun))


def _is_by_name(parse: Parse, participle: int) -> bool:
    """Whether somebody by name did it, once: *a scale developed by Anna Bell*."""
    return any(parse.tokens[i].tag.startswith("NNP") for i in parse.subtree(participle))


def _be(parse: Parse, noun: int, participle: str, by_name: bool) -> str | None:
    """The form of *be* that fits the noun and the sentence's tense; None where the tense cannot be told."""
    tags = [token.tag for token in parse.tokens if token.tag in FINITE and token.text not in ("can", "will", "may")]
    plural = parse.tokens[noun].tag == "NNS"
    dated = any(re.fullmatch(r"1\d{3}s?|20\d\d", token.text) for token in parse.tokens[noun:])
    if tags and (dated or all(tag == "VBD" for tag in tags)):
        return "were" if plural else "was"
    if by_name or participle not in _STATES:
        return None
    return ("are" if plural else "is") if tags and all(tag in ("VBZ", "VBP") for tag in tags) else None


def _is_alone(parse: Parse, span: Span) -> bool:
    """Whether these tokens are one name, with *the* or without, and no name stands next to it."""
    tokens = parse.tokens
    if not all(t.tag.startswith("NNP") or t.text in ("the", "of") for t in tokens[span[0] : span[1] + 1]):
        return False
    before, after = tokens[max(span[0] - 1, 0)], tokens[span[1] + 1]
    return not (span[0] > 0 and before.tag.startswith(("NN", "JJ", "CC"))) and not after.tag.startswith("NNP")


def _goes_on(word: str, tag: str) -> bool:
    """Whether the noun phrase does not end before this word."""
    return tag in (*NOUNS, "POS", "CC", "CD", "JJ", "HYPH") or word in (
        "of",
        ",",
        "-",
        "–",
        "that",
        "who",
        "which",
        "(",
        "to",
    )


def _pair(parse: Parse, conjunction: int) -> tuple[Span, Span] | None:
    """The two that *and* joins, where they are alike and stand alone."""
    tokens = parse.tokens
    one, other = parse.entity_at(conjunction - 1), parse.entity_at(conjunction + 1)
    if one is not None and other is not None:
        alike = one != other and one.kind == other.kind and one.kind in ("PERSON", "PLACE")
        spans = (one.first, one.last), (other.first, other.last)
        alone = one.first > 0 and tokens[one.first - 1].tag not in (*NOUNS, "JJ", "CC", "CD", ":", ",")
        alone = alone and not (one.first > 1 and tokens[one.first - 1].text[0].isupper())
        linked = any(
            t.relation == "conj" and one.first <= t.head <= one.last for t in tokens[other.first : other.last + 1]
        )
        beside = one.last == conjunction - 1 and other.first == conjunction + 1
        linked = linked and one.last - one.first == other.last - other.first  # a last word may belong to both
        names = all(t.tag.startswith("NNP") for a, b in spans for t in tokens[a : b + 1])
        names = names and tokens[one.first - 1].text.lower() != "the"  # the US and Britain
        if one.kind == "PERSON" and one.first == one.last:  # Harland and Wolff are one firm
            names = names and all(name_class(tokens[a].text) in ("given-m", "given-f") for a, _ in spans)
        return spans if alike and alone and linked and beside and names else None
    left, right = tokens[conjunction - 1], tokens[conjunction + 1]
    alike = left.tag == right.tag and left.tag in ("NN", "NNS", "JJ") and left.text.islower() and right.text.islower()
    alone = conjunction > 1 and tokens[conjunction - 2].tag in ("IN", "DT", "PRP$", *FINITE)
    joined = right.head == conjunction - 1 and right.relation == "conj"
    if one is None and other is None and alike and alone and joined:
        return (conjunction - 1, conjunction - 1), (conjunction + 1, conjunction + 1)
    return None
