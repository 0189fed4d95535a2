"""A noun phrase said again as the subject of a sentence of its own, and the verb *be* that goes with it."""

from stumper.language.clauses import FINITE
from stumper.language.inflection import inflected, lemma
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, SUBJECTS, Span, whole

DEMONSTRATIVES = frozenset(("this", "that", "these", "those", "such", "another", "other", "same"))
VAGUE = frozenset(
    (
        "more",
        "fewer",
        "less",
        "some",
        "many",
        "most",
        "several",
        "few",
        "all",
        "no",
        "any",
        "both",
        "each",
        "every",
        "one",
    )
)
UNNAMED = frozenset(("PRP", "PRP$", "WDT", "WP", "WP$"))
# Participles that tell how something is, not what was done to it once.
_STATES = """
    located situated known based called named used found composed surrounded bordered associated considered regarded
    divided separated connected related owned run spoken inhabited measured defined expressed given said referred
    viewed abbreviated stored shared stated spelled spelt
"""
STATES = frozenset(_STATES.split())


def phrase(parse: Parse, index: int) -> Span | None:
    """The tokens of the subtree but for commas around them; None where something else stands between."""
    span = whole(parse, index)
    if span is None:
        return None
    first, last = span
    while first < last and parse.tokens[first].tag == ",":
        first += 1
    while last > first and parse.tokens[last].tag == ",":
        last -= 1
    return first, last


def subject(parse: Parse, head: int, last: int) -> str | None:
    """The phrase around a noun up to ``last``, as the subject of a sentence of its own: with its article, a new thing
    as one that is known; None where it would not tell what is meant.
    """
    tokens = parse.tokens
    apart = {i for child in parse.children(head) if _is_outside(tokens[child].relation) for i in parse.subtree(child)}
    below = [i for i in parse.subtree(head) if i <= last and i not in apart]
    if tokens[head].tag not in NOUNS or not below or below[-1] != last or last - below[0] + 1 != len(below):
        return None
    if below[0] and tokens[below[0]].tag.startswith("NNP") and tokens[below[0] - 1].tag.startswith("NNP"):
        return None  # a part of a longer name
    named = [tokens[i] for i in below]
    if any(token.tag in UNNAMED or token.text.lower() in DEMONSTRATIVES for token in named):
        return None
    if any(token.relation == "conj" or token.text in (",", ";", ":") for token in named):
        return None
    opening = named[0].text.lower()
    if opening in ("a", "an"):
        return "The " + parse.span(below[1], last) if len(below) > 1 else None
    definite = opening == "the" or tokens[head].tag in ("NNP", "NNPS") or any(t.relation == "nmod:poss" for t in named)
    if opening in VAGUE or not definite:
        return None
    text = parse.span(below[0], last)
    return text[0].upper() + text[1:] if opening == "the" else text


def _is_outside(relation: str) -> bool:
    """Whether what hangs on a noun by this relation is no part of its phrase: a predicate has subject and verb, too."""
    return relation.partition(":")[0] in _OUTSIDE


_OUTSIDE = frozenset(
    ("case", "cc", "mark", "punct", "advmod", "nsubj", "csubj", "expl", "cop", "aux", "advcl", "obl", "parataxis")
)


def within(text: str) -> str:
    """A subject as it stands within a sentence: its article or pronoun small."""
    return text[0].lower() + text[1:] if text.split()[0] in ("The", "He", "She", "It", "They", "We", "You") else text


def agree(parse: Parse, noun: int, verb: str) -> bool:
    """Whether a noun can be the subject of a verb's finite form."""
    if verb in ("was", "is", "has", "does") or verb.endswith("s"):
        return not is_plural(parse, noun)
    return is_plural(parse, noun) if verb in ("were", "are", "have", "do") else True


def is_plural(parse: Parse, noun: int) -> bool:
    """Whether a noun's tag is a plural's, and it is no name of one thing that ends like one."""
    return parse.tokens[noun].tag in ("NNS", "NNPS") and parse.tokens[noun].text not in _NAMES_OF_ONE


_NAMES_OF_ONE = frozenset(("Windows", "Netherlands", "Athens", "Wales", "Texas", "Paris"))


def copula(parse: Parse, plural: bool, participle: str = "") -> str | None:
    """The form of *be* in the tense of the main clause; what was done once was done in the past. None where no verb
    tells it.
    """
    root = next(i for i, token in enumerate(parse.tokens) if token.relation == "root")
    helpers = [i for i in parse.children(root) if parse.tokens[i].relation in ("aux", "aux:pass", "cop")]
    finite = [parse.tokens[i] for i in sorted([*helpers, root]) if parse.tokens[i].tag in ("VBD", "VBZ", "VBP")]
    if not finite:
        return None
    if finite[0].tag == "VBD" or (participle and participle.lower() not in STATES):
        return "were" if plural else "was"
    return "are" if plural else "is"


def be_of(past: bool, plural: bool) -> str:
    """The form of *be* in this tense and number."""
    return ("were" if plural else "was") if past else ("are" if plural else "is")


def told_as(participle: Token, past: bool, plural: bool) -> str | None:
    """The finite form of a participle, with the number of its subject."""
    name = lemma(participle.text, "VBG")
    if name == "be":
        return be_of(past, plural)
    if name in ("have", "do"):
        return {"have": "had", "do": "did"}[name] if past else name if plural else {"have": "has", "do": "does"}[name]
    return inflected(name, "VBD" if past else "VBP" if plural else "VBZ") or None


def has_subject(parse: Parse, verb: int) -> bool:
    """Whether a verb has a subject of its own."""
    return any(parse.tokens[i].relation.startswith(("nsubj", "csubj", "expl")) for i in parse.children(verb))


def is_clause(parse: Parse, first: int, last: int) -> bool:
    """Whether these tokens have a subject with its finite verb behind it, not of a relative clause, and open with no
    word that binds them to another clause.
    """
    tokens = parse.tokens
    if first > last or tokens[first].relation in ("mark", "cc"):
        return False
    if tokens[first].tag in ("WDT", "WP", "WRB", "VBG", "VBN", "TO", ","):
        return False
    for i in range(first, last + 1):
        verb = tokens[i].head
        if tokens[i].relation in SUBJECTS and i < verb <= last and not tokens[verb].relation.startswith("acl"):
            return any(token.tag in FINITE for token in tokens[i + 1 : verb + 1])
    return False


def opens_clause(parse: Parse, first: int, joint: int) -> bool:
    """Whether a clause begins among these tokens that what stands behind ``joint`` may go on: one whose verb is there
    (*taught that salt and long life is earned*), or one that a comma goes on before (*when air improves, water rises,
    and grass grows*).
    """
    tokens = parse.tokens
    for i in range(first + 1, joint):
        opened = tokens[i + 1 : joint]
        if tokens[i].text == "that" and tokens[i].tag == "IN" and not any(token.tag in FINITE for token in opened):
            return True
        listed = any(token.text == "," for token in opened[:-1]) and tokens[joint - 1].text == ","
        if tokens[i].tag == "WRB" and listed and sum(token.tag in FINITE for token in opened) > 1:
            return True
    return False


def may_be_things(parse: Parse, first: int, joint: int, verb: int) -> bool:
    """Whether what looks like a second verb may be the second of two things of what stands from ``first`` on: *provides
    news and features content*, *with increased trade and decreased costs*.
    """
    before, token, after = parse.tokens[joint - 1], parse.tokens[verb], parse.tokens[verb + 1]
    if before.tag not in NOUNS or verb != joint + 1 or after.tag not in NOUNS:
        return False
    described = any(
        t.tag in ("VBN", "JJ") and t.text.endswith("ed") for t in parse.tokens[max(first, joint - 4) : joint - 1]
    )
    return token.tag == "VBZ" or (described and token.text.endswith("ed"))


def ends_with_list(parse: Parse, first: int, joint: int) -> bool:
    """Whether what stands before ``joint`` ends with things that commas list, of which *and* brings the last: *for
    effects, reactions, and assess*; *the kings Ed, Shi, and Lee led the monks*.
    """
    tokens = parse.tokens
    last_word = joint - 1 - (tokens[joint - 1].text == ",")
    opening = last_word
    while tokens[opening - 1].text == "-":
        opening -= 2
    if tokens[last_word].tag == "JJ" and tokens[opening - 1].text == ",":
        return True  # *anti-microbial, anti-parasitic, and*
    if tokens[last_word].tag == "JJR" and any(t.text == "than" for t in tokens[joint:]):
        return True  # *greater, and the flood was worse than*
    commas = [i for i in range(first, joint) if tokens[i].text == ","]
    if len(commas) < _COMMAS or commas[-1] != joint - 1:
        return False
    last = tokens[commas[-2] + 1 : joint - 1]
    things = bool(last) and all(token.tag in (*NOUNS, "JJ", "DT", "CD") for token in last)
    return things and tokens[commas[-2] - 1].tag in NOUNS and "and" not in {t.text for t in last}


_COMMAS = 2  # of a list before its *and*
