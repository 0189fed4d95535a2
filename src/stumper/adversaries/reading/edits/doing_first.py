"""What somebody did first, told before the subject, as a sentence of its own: *After selling salt, Ada left.*"""

from collections.abc import Iterator

from stumper.adversaries.reading.edits.asides import NO_PARTICIPLES, Aside
from stumper.adversaries.reading.edits.facts import NO_VERBS
from stumper.adversaries.reading.edits.opening_subject import BINDING, LONGEST_SUBJECT, SUBJECT_OPENS
from stumper.adversaries.reading.edits.subjects import told_as
from stumper.language.clauses import FINITE
from stumper.language.parse import Parse, Token
from stumper.language.rewording.clause import NOUNS, Part, balanced, first_comma, first_finite
from stumper.language.rewording.words import word_set

# What somebody does who did not do what "before" says was meant to follow.
_NEVER_DID = word_set(
    "died fell failed resigned stopped abandoned left withdrew collapsed broke disappeared quit retired vanished "
    "drowned crashed gave decided refused cancelled canceled postponed"
)
# What opens the phrase, and what then opens the sentence that goes on; without a word before it, nothing.
_OPENINGS = {"after": "After that,", "despite": "Despite this,", "while": "At that time,", "upon": "After that,"}
_SHORTEST_PHRASE, _LONGEST_PHRASE = 3, 26  # tokens, with the comma
_NO_SUBJECTS = word_set("it there this that these those what which who one")
_NO_DOING = (
    NO_PARTICIPLES
    | NO_VERBS - {"being", "having", "using"}
    | word_set("beginning contrasting differing excluding judging speaking assuming owing barring")
)


def doing_first(parse: Parse) -> Iterator[Aside]:
    """*After selling salt, Ada left.* → *Ada sold salt.* *After that, Ada left.*; so with *despite*, *while*, or none.

    Of *before* the order is the other one: *Before leaving, Ada sold salt.* → *Ada sold salt.* *After that, Ada left.*
    """
    tokens, end = parse.tokens, len(parse.tokens) - 2
    word = tokens[0].text.lower()
    at = int(word in _OPENINGS or word == "before")
    comma = first_comma(parse)
    verb = first_finite(parse)
    doing = tokens[at]
    if doing.tag != "VBG" or doing.text.lower() in _NO_DOING or not _SHORTEST_PHRASE <= comma <= _LONGEST_PHRASE:
        return
    if not comma + 1 < verb < end - 1 or tokens[verb].tag != "VBD" or not _is_phrase(parse, at + 1, comma - 1):
        return
    named = tokens[comma + 1 : verb]
    while len(named) > 1 and named[-1].tag == "RB":
        named = named[:-1]
    if not _is_subject(named) or not balanced(parse, comma + 1, comma + len(named)):
        return
    last = comma + len(named)
    if _hangs(parse, verb, last) and doing.text.lower() != "being":
        return
    if word == "before" and tokens[verb].text in _NEVER_DID:
        return
    several = tokens[last].tag in ("NNS", "NNPS") or any(t.text == "and" for t in named)
    plural = several or named[-1].text in ("they", "we") or tokens[verb].text == "were"
    form = told_as(doing, past=True, plural=plural)
    if form is None or (several and tokens[verb].text in ("was", "has")):
        return
    said = parse.span(comma + 1, last)
    did: tuple[Part, ...] = (form, (at + 1, comma - 1), ".")
    if word == "before":
        within = said if named[0].tag.startswith("NNP") else said[0].lower() + said[1:]
        yield "doing first", ((comma + 1, end), "."), (f"After that, {within}", *did)
    else:
        goes_on = (_OPENINGS[word],) if at else ()
        yield "doing first", (said[0].upper() + said[1:], *did), (*goes_on, (comma + 1, end), ".")


def _hangs(parse: Parse, verb: int, subject: int) -> bool:
    """Whether what is done first may not be the subject's doing: *Using a lens, the planet was found.* Of a person or
    a pronoun it is."""
    tokens = parse.tokens
    following = next((t for t in tokens[verb + 1 :] if t.tag != "RB"), None)
    entity = parse.entity_at(subject)
    is_person = entity is not None and entity.kind == "PERSON"
    is_somebody = is_person or tokens[subject].text in ("he", "she", "they", "we")
    return tokens[verb].text in ("was", "were") and following is not None and following.tag == "VBN" and not is_somebody


def _is_phrase(parse: Parse, first: int, last: int) -> bool:
    """Whether these tokens hold no verb of a clause, no other comma's list, and end with what a phrase ends with."""
    inside = parse.tokens[first : last + 1]
    return (
        bool(inside)
        and not any(t.tag in (*FINITE, *BINDING, "VBG") or t.text in (";", ":", "that", "if") for t in inside)
        and inside[-1].tag in (*NOUNS, "CD", "RB", "JJ", "PRP", "''", "VBN")
    )


def _is_subject(named: tuple[Token, ...]) -> bool:
    """Whether these tokens are all of a subject that can be named twice."""
    return (
        0 < len(named) <= LONGEST_SUBJECT + 2
        and named[0].tag in SUBJECT_OPENS
        and named[0].text.lower() not in _NO_SUBJECTS
        and named[-1].tag in (*NOUNS, "PRP")
        and not any(t.tag in BINDING or t.tag == "VBG" or t.text in (",", "that", ";", ":", "(") for t in named)
    )


_MEASURES = word_set(
    "population area height length width depth capacity density elevation budget membership diameter circulation "
    "enrollment enrolment endowment workforce coastline surface volume weight mass"
)


def measured_first(parse: Parse) -> Iterator[Aside]:
    """*With a population of 9, Lowmere is old.* → *Lowmere is old.* *Lowmere has a population of 9.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    comma = first_comma(parse)
    verb = first_finite(parse)
    if tokens[0].text != "With" or tokens[1].text not in ("a", "an") or not comma + 1 < verb < end:
        return
    inside, named = tokens[1:comma], tokens[comma + 1 : verb]
    noun = next((t for t in inside if t.tag in NOUNS), None)
    if noun is None or noun.text.lower() not in _MEASURES or not _is_subject(named):
        return
    if any(t.tag in ("VBG", "VBN", *BINDING) or t.text in ("and", ";", ":") for t in inside) or named[-1].tag == "NNS":
        return
    said = parse.span(comma + 1, verb - 1)
    have = "had" if tokens[verb].tag == "VBD" else "has"
    if tokens[verb].text in ("is", "was", "has", "had"):
        yield "measure first", ((comma + 1, end), "."), (said[0].upper() + said[1:], have, (1, comma - 1), ".")
