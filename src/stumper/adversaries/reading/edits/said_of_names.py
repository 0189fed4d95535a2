"""What a sentence says of its opening subject between commas, or of the name that it ends with, by words and tags."""

from collections.abc import Iterator

from stumper.adversaries.reading.edits.asides import NO_PARTICIPLES, OF_EVENTS, Aside
from stumper.adversaries.reading.edits.facts import NO_VERBS, OF_ALL
from stumper.adversaries.reading.edits.opening_subject import (
    BINDING,
    LONGEST_SUBJECT,
    Opening,
    agrees,
    subject_before,
    words_of,
)
from stumper.adversaries.reading.edits.subjects import STATES, be_of, told_as
from stumper.language.clauses import FINITE
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.clause import Part, balanced
from stumper.language.rewording.words import word_set


def said_of_names(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """The cuts, each with whether its second sentence says all that it needs."""
    yield from _enclosed(parse)
    yield from _last_name(parse)
    yield from _what_it_is(parse)


def _enclosed(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """*The mill, built of oak, burned.* → *The mill burned.* *It was built of oak.*; so with *a*, *who*, *holding*."""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    commas = [i for i, token in enumerate(tokens) if token.text == ","][:2]
    starts = [(0, comma) for comma in commas[:1]]
    if len(commas) == 2 and tokens[0].tag == "IN" and not any(t.tag in FINITE for t in tokens[: commas[0]]):
        starts.append((commas[0] + 1, commas[1]))  # *In 1871, the mill, built of oak, burned.*
    for start, comma in starts:
        if not start < comma <= start + LONGEST_SUBJECT or comma + 4 > end:
            continue
        close = next((i for i in range(comma + 3, end - 1) if tokens[i].text == "," and _verb_behind(parse, i)), 0)
        stops = any(token.text in (";", "who", "which") for token in tokens[close:])  # behind these *it* may be another
        if not close or stops or not balanced(parse, comma + 1, close - 1):
            continue
        verb = _verb_behind(parse, close)
        named = subject_before(parse, comma - 1, verb, start)
        past = tokens[verb].tag == "VBD" if tokens[verb].tag != "MD" else None
        second = None if named is None else _as_said(parse, comma + 1, close - 1, named, past)
        if named is not None and second is not None and not _is_named_so(parse, comma, named):
            first: tuple[Part, ...] = ((0, comma - 1), (close + 1, end), ".")
            yield ("said of the subject", first, (named.named, *second, ".")), named.named not in _PRONOUNS
            return


def _is_named_so(parse: Parse, comma: int, named: Opening) -> bool:
    """Whether it is a name that stands between the commas, *His successor, the Duke of Orrin, came*: of no *It*."""
    return named.named == "It" and parse.tokens[comma + 1].text == "the" and parse.tokens[comma + 2].tag == "NNP"


_PRONOUNS = ("He", "She", "It", "They")


def _verb_behind(parse: Parse, comma: int) -> int:
    """The finite verb that stands right behind a comma, or behind one adverb; 0 where there is none."""
    at = comma + 1 + (parse.tokens[comma + 1].tag == "RB")
    return at if parse.tokens[at].tag in FINITE else 0


def _as_said(parse: Parse, first: int, last: int, named: Opening, past: bool | None) -> tuple[Part, ...] | None:
    """What stands between commas as the rest of a sentence of this subject; None where it may be something else."""
    tokens = parse.tokens
    start = first + (tokens[first].tag == "RB" and tokens[first].text.lower() != "not")
    opening = tokens[start]
    word = opening.text.lower()
    if word == "who" and named.named == "It":
        return None  # somebody whose name is taken for a place's
    if word in ("who", "which") and start == first:
        at = first + 1 + (tokens[first + 1].tag == "RB")
        return ((first + 1, last),) if at < last and agrees(tokens[at], named) else None
    done = opening.tag == "VBN" or (opening.tag == "VBD" and opening.relation == "acl")  # taken for a past tense
    rest = tokens[start + done : last + 1]
    if any(token.tag in (*FINITE, *BINDING) or token.text in ("that", ";", ":") for token in rest):
        return None
    if past is None:
        return None
    if done and word not in NO_PARTICIPLES | {"based", "born"} and start < last:
        return be_of(past or word not in STATES, named.is_many), (first, last)
    if (
        opening.tag == "VBG"
        and word not in OF_ALL | NO_VERBS
        and start == first < last
        and not any(t.tag == "VBG" for t in rest[1:])
    ):
        form = told_as(opening, past, named.is_many)
        return (form, (first + 1, last)) if form else None
    return _as_apposition(parse, first, last, named, past)


def _as_apposition(parse: Parse, first: int, last: int, named: Opening, past: bool) -> tuple[Part, ...] | None:
    tokens = parse.tokens
    inside = tokens[first : last + 1]
    plain = not any(token.tag in ("VBG", "CC", "VB", "MD") or token.text in (",", '"', "(") for token in inside)
    noun = next((k for k, token in enumerate(inside) if k and token.tag in ("IN", "VBN", "TO")), len(inside)) - 1
    if named.named == "It" and "person" in classes(inside[noun].text)[:1]:
        return None  # *King Jaja of Opobo, a former slave*
    adverb = inside[0].tag == "RB" and inside[0].text.lower() not in ("not", "then")
    one = inside[adverb].text in ("a", "an", "the") and inside[noun].tag in ("NN", "NNP") and not named.is_many
    return (be_of(past, plural=False), (first, last)) if one and plain and last - first < _LONGEST_SAID else None


_LONGEST_SAID = 14  # tokens


def _last_name(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """*It was sold by Ada Thorn, who left.* → *It was sold by Ada Thorn.* *Ada Thorn left.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 1):
        if tokens[i].text not in ("who", "which") or tokens[i].tag not in BINDING:
            continue
        comma = tokens[i - 1].text in (",", "--", "–", "—")
        last = i - 1 - comma
        start = _name_up_to(parse, last)
        one = Opening("It", i)
        at = i + 1 + (tokens[i + 1].tag == "RB")
        if start is None or not start or not agrees(tokens[at], one) or (not comma and start == last):
            continue
        bearer = tokens[start - 2] if tokens[start - 1].text == "the" and start > 1 else tokens[start - 1]
        said = tokens[i].text == "which" and (tokens[at].lemma in OF_EVENTS or not bearer.tag.startswith("VB"))
        entity = parse.entity_at(last)
        kind = "" if entity is None else entity.kind
        other = kind == ("PERSON" if tokens[i].text == "which" else "PLACE") or (tokens[i].text == "which" and not kind)
        before = tokens[start - 1]
        shared = before.text.lower() in _SHARED or before.tag in ("POS", "CC", "VBG", "JJ", "NN", "NNS") or any(
            token.text in ("and", "or", ",") for token in tokens[max(0, start - 3) : start]
        )  # fmt: skip
        goes_on = any(tokens[j].text == "," or tokens[j].text in (";", ":") for j in range(i, end + 1))
        if said or other or shared or goes_on or not balanced(parse, i, end):
            continue
        article = before.text == "the"
        name = parse.span(start, last)
        if article and (words_of(parse, start, last) & {"of"} or tokens[start - 2].text == "of"):
            continue
        named = f"The {name}" if article else name
        yield ("said of a name", ((0, last), "."), (named, (i + 1, end), ".")), True
        return


def _what_it_is(parse: Parse) -> Iterator[tuple[Aside, bool]]:
    """*The cause is salt, which is cheap.* → *The cause is salt.* *Salt is cheap.*"""
    tokens, end = parse.tokens, len(parse.tokens) - 2
    for i in range(4, end - 1):
        noun = tokens[i - 2]
        is_one = noun.tag == "NN" and noun.text.islower() and tokens[i - 3].text in ("is", "was")
        if tokens[i].text != "which" or tokens[i - 1].text != "," or not is_one:
            continue
        at = i + 1 + (tokens[i + 1].tag == "RB")
        goes_on = any(token.text in (",", ";", ":") for token in tokens[i : end + 1])
        if agrees(tokens[at], Opening("It", i)) and tokens[at].lemma not in OF_EVENTS and not goes_on:
            yield ("relative clause", ((0, i - 2), "."), (noun.text.capitalize(), (i + 1, end), ".")), True


_SHARED = word_set("of like as including than between among a an from both either or and")


def _name_up_to(parse: Parse, last: int) -> int | None:
    """Where the name begins that ends here; None where none does."""
    if parse.tokens[last].tag != "NNP":
        return None
    start = last
    while start and parse.tokens[start - 1].tag == "NNP":
        start -= 1
    return None if start and parse.tokens[start - 1].tag == "HYPH" else start  # *Bar-Ilan University*
