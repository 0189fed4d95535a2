"""What a noun phrase has beside it, between commas, made a sentence: relative clause, apposition, participle."""

from collections.abc import Iterator
from itertools import pairwise

from stumper.adversaries.reading.edits.subjects import agree, copula, has_subject, is_plural, phrase, subject
from stumper.language.clauses import FINITE
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, SUBJECTS, VERBAL, Part, Span
from stumper.language.rewording.words import word_set

# Participles that stand for prepositions.
NO_PARTICIPLES = frozenset(
    ("given", "compared", "provided", "combined", "coupled", "regarding", "depending", "followed")
)

# What an event does rather than a thing: a clause with *which* and one of these may speak of all that was said.
OF_EVENTS = word_set(
    "indicate mean suggest show allow lead result make cause imply enable prevent force prove help bring"
)
# What these name may be all that was said.
OF_WHAT_HAPPENED = word_set(
    "process action act practice phenomenon event move decision step change situation condition result increase "
    "decrease rise drop figure feat record role custom tradition trend development policy "
    "achievement effect total number "
    "percentage term"
)

Aside = tuple[str, tuple[Part, ...], tuple[Part, ...]]  # the rule, the sentence without it, the sentence that it makes


def asides(parse: Parse) -> Iterator[Aside]:
    """The asides of a sentence that ends with a full stop, by rule, in the sentence's order."""
    for rule in (_relative_clause, _possessive_clause, _apposition, _participle):
        for i in range(2, len(parse.tokens)):
            yield from rule(parse, i)


def _relative_clause(parse: Parse, i: int) -> Iterator[Aside]:
    """X, which V, ... becomes X ... X V."""
    tokens = parse.tokens
    if tokens[i].text not in ("which", "who") or tokens[i].relation not in SUBJECTS or tokens[i].head < i:
        return
    verb = tokens[tokens[i].head]
    finite = next((token for token in tokens[i + 1 : tokens[i].head + 1] if token.tag in FINITE), None)
    span, removed = phrase(parse, tokens[i].head), _enclosed(parse, i, tokens[i].head)
    if verb.relation != "acl:relcl" or finite is None or span is None or removed is None:
        return
    named = subject(parse, verb.head, i - 2) or _these(parse, verb.head, i - 2)
    tells_of_event = tokens[tokens[i].head].lemma in OF_EVENTS
    two_nouns = any(tokens[c].relation == "nmod" for c in parse.subtree(verb.head) if c < i)
    if two_nouns or (tokens[i].text.lower() == "which" and (tells_of_event or _is_ambiguous(parse, verb.head, finite))):
        return
    if named is not None and agree(parse, verb.head, finite.text.lower()) and not _is_listed(parse, verb.head, removed):
        yield "relative clause", _without(parse, removed), (named, (i + 1, span[1]), ".")


def _these(parse: Parse, noun: int, last: int) -> str | None:
    """Things that the sentence brings up without an article, as things that are known: *These mills*."""
    tokens = parse.tokens
    below = [i for i in parse.subtree(noun) if i <= last and tokens[i].relation not in ("case", "punct")]
    bare = all(tokens[i].relation in ("amod", "compound") and tokens[i].text.islower() for i in below if i != noun)
    return f"These {tokens[noun].text}" if tokens[noun].tag == "NNS" and bare and noun == last else None


def _is_ambiguous(parse: Parse, noun: int, finite: Token) -> bool:
    """Whether a clause that follows may speak of something else than this noun: one that it hangs on, or what a
    participle tells.
    """
    tokens = parse.tokens
    above, start = tokens[noun], min(i for i in parse.subtree(noun) if tokens[i].start < finite.start)
    if start and tokens[start].tag == "IN" and tokens[start - 1].tag in NOUNS:
        return True
    if above.relation.startswith("obl") and finite.text not in ("is", "was", "are", "were", "has", "had", "have"):
        return True  # *sunlight fell into a tube, which freed a gas*
    return above.relation == "nmod" or (above.relation.startswith("obl") and tokens[above.head].relation != "root")


def _possessive_clause(parse: Parse, i: int) -> Iterator[Aside]:
    """X, whose Y V, ... becomes X ... X's Y V."""
    tokens = parse.tokens
    if tokens[i].text.lower() != "whose" or tokens[tokens[i].head].relation not in SUBJECTS:
        return
    at = tokens[tokens[i].head].head
    verb = tokens[at]
    span, removed = phrase(parse, at), _enclosed(parse, i, at)
    if verb.relation != "acl:relcl" or span is None or removed is None or verb.head > i:
        return
    named = subject(parse, verb.head, i - 2)
    if named is not None and not named.endswith("s") and not _is_listed(parse, verb.head, removed):
        yield "relative clause", _without(parse, removed), (f"{named}'s", (i + 1, span[1]), ".")


def _apposition(parse: Parse, i: int) -> Iterator[Aside]:
    """X, a Y, ... becomes X ... X was a Y."""
    tokens = parse.tokens
    if tokens[i].relation != "appos" or tokens[i].tag != "NN" or tokens[tokens[i].head].tag not in ("NNP", "NN"):
        return
    span = phrase(parse, i)
    if span is None or tokens[span[0]].text.lower() not in ("a", "an", "the"):
        return
    if tokens[i].head != span[0] - 2 and tokens[tokens[i].head].tag == "NN":
        return  # *a maker of the horn, a large instrument*
    if tokens[i].lemma in OF_WHAT_HAPPENED:
        return  # *the making of salt, a process*
    if any(tokens[c].relation == "acl" and tokens[c].tag == "VBG" for c in parse.children(i)):
        return  # the action taking place elsewhere: no apposition
    inside = tokens[span[0] : span[1] + 1]
    listed = any(one.text == "," and other.text in ("and", "or") for one, other in pairwise(inside))
    if listed or any(token.text == "being" for token in inside):
        return
    removed = _enclosed(parse, span[0], i)
    if removed is None or _is_listed(parse, tokens[i].head, removed) or _is_listed(parse, i, removed):
        return
    named, be = subject(parse, tokens[i].head, span[0] - 2), copula(parse, plural=False)
    if named is not None and be is not None:
        yield "apposition", _without(parse, removed), (named, be, span, ".")


def _participle(parse: Parse, i: int) -> Iterator[Aside]:
    """X, built in 1900, ... becomes X ... X was built in 1900."""
    tokens = parse.tokens
    word, head = tokens[i].text.lower(), tokens[i].head
    if tokens[i].tag != "VBN" or tokens[i].relation != "acl" or head > i or word in NO_PARTICIPLES:
        return
    span = phrase(parse, i)
    helped = has_subject(parse, i) or any(tokens[c].relation.startswith(("aux", "mark")) for c in parse.children(i))
    inside = [] if span is None else tokens[span[0] : span[1] + 1]
    goes_on = any(one.text == "and" and other.tag == "VBG" for one, other in pairwise(inside))
    if span is None or helped or goes_on or any(token.text.lower() == "which" for token in inside):
        return  # a clause within may speak of the same noun
    removed, named = _enclosed(parse, span[0], i), subject(parse, head, span[0] - 2)
    be = copula(parse, is_plural(parse, head), word)
    if removed is not None and named is not None and be is not None and not _is_listed(parse, head, removed):
        yield "participle", _without(parse, removed), (named, be, span, ".")


def _enclosed(parse: Parse, first: int, head: int) -> Span | None:
    """The tokens to leave out with a phrase: the comma before it and the one after; None where none encloses it."""
    span = phrase(parse, head)
    if span is None or parse.tokens[first - 1].text != ",":
        return None
    following = parse.tokens[span[1] + 1].text if span[1] + 1 < len(parse.tokens) else ""
    if following == ".":
        return first - 1, span[1]
    return (first - 1, span[1] + 1) if following == "," else None


def _without(parse: Parse, removed: Span) -> tuple[Part, ...]:
    """The sentence without these tokens; a comma stays before what is neither a verb nor a preposition."""
    before, rest = (0, removed[0] - 1), (removed[1] + 1, len(parse.tokens) - 2)
    if rest[0] > rest[1]:
        return before, "."
    goes_on = parse.tokens[rest[0]].tag in (*VERBAL, "IN", "TO", "RB") and parse.tokens[rest[0]].relation != "mark"
    return (before, rest, ".") if goes_on else (before, ",", rest, ".")


def _is_listed(parse: Parse, noun: int, removed: Span) -> bool:
    """Whether a noun is one of a list, whose commas are needed, or what follows is a second relative clause."""
    tokens = parse.tokens
    after = tokens[removed[1] + 1].text.lower()
    listed = tokens[noun].relation == "conj" or any(tokens[i].relation == "conj" for i in parse.children(noun))
    return listed or after in ("and", "or", "but", "who", "which", "whose", "where", "then")
