"""What a paragraph calls by a pronoun or by its kind, called by its name again, and the other way round."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph
from stumper.adversaries.reading.edits.subjects import agree, is_plural
from stumper.language.inflection import lemma
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, Clause, finite_verb, main_clause
from stumper.language.rewording.leaning import PERSONAL
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.rewording.words import word_set
from stumper.text import tokens

LONGEST_SUBJECT_AGAIN = 5  # words of what a pronoun stands for


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a sentence is about: its phrase, and whether it is of several."""

    text: str
    is_plural: bool


def subjects_again(given: Paragraph, pipeline: str) -> Iterator[list[Change]]:
    """*The mill burned. It was rebuilt.* ↔ *The mill burned. The mill was rebuilt.*, where nothing else can be meant.

    Those outside the key sentence come first, where there are several all of them at once, then one by one; then the
    key sentence's.
    """
    found = dict(_again(given, parsed_each([sentence.text for sentence in given.sentences], pipeline)))
    others = [change for index, change in found.items() if index != given.key]
    if len(others) > 1:
        yield others
    yield from ([change] for change in others)
    if given.key in found:
        yield [found[given.key]]


def _again(given: Paragraph, parses: Sequence[Parse | None]) -> Iterator[tuple[int, Change]]:
    """The sentences that begin with what the sentence before was about, and how they may begin instead."""
    about: _Subject | None = None
    for index, parse in enumerate(parses):
        clause = None if parse is None else main_clause(parse)
        before, about = about, None
        if clause is None or clause.words(clause.before) or '"' in clause.parse.text or "“" in clause.parse.text:
            continue
        at, opening = given.sentences[index].start, clause.words(clause.subject)
        if opening in (["it"], ["they"]):
            if before is None or before.is_plural != (opening == ["they"]) or _is_empty(clause):
                continue
            said, about = before.text, before
        else:
            about = _subject(clause)
            if about is None or about != before or not clause.tags(clause.subject)[-1].startswith("NN"):
                about = about if about is None or _has_no_rival(clause, about) else None
                continue
            said = "They" if about.is_plural else "It"
            if said == "It" and _speaks_of_somebody(given, index):
                continue
        end = at + clause.parse.tokens[clause.subject[1]].end
        if not (given.touches_answer(at, end) or _is_in_answer(given, about)):
            yield index, Change(at, end, said)
        about = about if _has_no_rival(clause, about) else None


def _speaks_of_somebody(given: Paragraph, index: int) -> bool:
    """Whether the sentence or one beside it has *he* or *she*, who may be what looks like a thing."""
    near = given.sentences[max(0, index - 1) : index + 2]
    return any(word in PERSONAL for sentence in near for word in tokens(sentence.text))


def _is_in_answer(given: Paragraph, about: _Subject) -> bool:
    """Whether an answer is what the sentence is about, or a part of it, wherever it stands."""
    said = about.text.lower()
    answers = [answer.text.lower() for answer in given.example.gold.answers]
    return any(said in answer or answer in said for answer in answers)


def _subject(clause: Clause) -> _Subject | None:
    """What the sentence is about, where that is a thing or several, named in few words."""
    parse, head = clause.parse, clause.subject_head
    tokens = parse.tokens[clause.subject[0] : clause.subject[1] + 1]
    opening, tag = tokens[0].text.lower(), parse.tokens[head].tag
    plain = all(token.tag in (*NOUNS, "JJ", "DT", "VBN") for token in tokens) and tokens[-1].tag in NOUNS
    known = opening == "the" or tag.startswith("NNP") or (tag == "NNS" and tokens[0].tag in ("JJ", "NNS"))
    if opening in ("a", "an"):  # what is said of any: a theorem is a statement that
        known = clause.words(clause.group) == ["is"]
    if not plain or not known or len(tokens) > LONGEST_SUBJECT_AGAIN or opening in _VAGUE or clause.subject[1] != head:
        return None
    entity = parse.entity_at(head)
    alone = tag in ("NN", "NNP")
    if alone and ((entity is not None and entity.kind == "PERSON") or not _is_thing(tokens[-1].text)):
        return None  # he or she, or who knows
    if not agree(parse, head, parse.tokens[finite_verb(clause)].text.lower()):
        return None  # *The Philippines has*, *the band were*
    return _Subject(parse.span(*clause.subject), is_plural(parse, head))


_VAGUE = word_set("this that these those such another other many most several few all no any both each every some")


def _is_thing(noun: str) -> bool:
    """Whether a noun is known to be of a thing: not of a person or an animal (*the queen*), nor of what is thought."""
    first = classes(noun.lower())[:1] or classes(noun)[:1]
    return bool(first) and first[0] not in ("person", "animal", "idea")


def _has_no_rival(clause: Clause, about: _Subject) -> bool:
    """Whether no noun behind the subject may be meant by the pronoun: none of its number that is no time or person."""
    tokens = clause.parse.tokens
    return not any(
        token.tag == "PRP"
        or (token.tag in NOUNS and is_plural(clause.parse, i) == about.is_plural and not _is_other(clause.parse, i))
        for i, token in enumerate(tokens)
        if i > clause.subject[1]
    )


def _is_other(parse: Parse, noun: int) -> bool:
    """Whether *it* or *they* is not said of the noun: a time, a part of a name, or a person alone."""
    token, entity = parse.tokens[noun], parse.entity_at(noun)
    of = classes(lemma(token.text, token.tag))[:3]
    if token.relation == "compound" or "time" in of or (entity is not None and entity.kind in ("DATE", "TIME")):
        return True
    return not is_plural(parse, noun) and ("person" in of[:1] or (entity is not None and entity.kind == "PERSON"))


def _is_empty(clause: Clause) -> bool:
    """Whether *it* may stand for nothing, or for what is said after it: *it took years*, *it is known that*, *it was
    dark*; or *they* for people: *they say*.
    """
    parse, root = clause.parse, clause.root
    below = {parse.tokens[i].relation for i in parse.children(root)}
    if clause.words(clause.subject) == ["they"]:
        return parse.tokens[root].lemma in _PEOPLE
    said_later = bool(below & {"expl", "csubj", "csubj:pass", "ccomp", "xcomp"}) or parse.tokens[root].lemma in _EMPTY
    return said_later or "cop" in below or _CLEFT.match(parse.text) is not None


_EMPTY = word_set("""
    take seem appear happen turn rain snow follow matter say think believe know argue estimate report
    be cost pay help hurt need require become get grow remain feel look sound dawn darken
    """)
_PEOPLE = word_set("say think call believe claim tell speak")
_CLEFT = re.compile(
    r"It (?:is|was|has been|had been) .*\b(?:that|which|who|whom|when|where)\b|It (?:is|was) (?:\d|not)"
)


def kinds_named(given: Paragraph, nouns: Mapping[str, str], end: int) -> Iterator[list[Change]]:
    """*The Halden Palace burned. The palace was rebuilt.* → *… The Halden Palace was rebuilt.*

    ``nouns`` are names, as they stand in the paragraph, with the noun that can mean nothing else in it up to ``end``.
    """
    for name, noun in nouns.items():
        bare = name.removeprefix("the ")
        after = given.text.index(bare) + len(bare)
        changes = [
            Change(place.start(), place.end(), name[0].upper() + name[1:] if place.group().startswith("T") else name)
            for place in re.finditer(rf"\b[Tt]he {noun}\b{_NOT_MORE}", given.text[:end])
            if place.start() > after and not given.touches_answer(place.start(), place.end())
            if not _may_be_of_another(given, place.start())
        ]
        key = given.key_sentence
        outside = [change for change in changes if not key.start <= change.start < key.end]
        if outside:
            yield outside
        if len(changes) > len(outside):
            yield changes
        if len(outside) > 1:
            yield from ([change] for change in outside)


def _may_be_of_another(given: Paragraph, at: int) -> bool:
    """Whether *the palace* there is quoted, or behind *where*: *He went to Orr, where he joined the university.*"""
    before = given.text[:at]
    here = next(before[sentence.start :] for sentence in given.sentences if sentence.start <= at < sentence.end)
    is_quoted = before.count('"') % 2 or before.count("“") > before.count("”")
    return bool(is_quoted or re.search(r"\bwhere\b", here, re.IGNORECASE))


_VERBS = "is was has had does did will would can could may might must"
# The end, or a verb: *the war in Laos* and *the plan to sell* are other ones.
_NOT_MORE = rf"(?=[.;]|,(?! (?:which|who|where|in|at|of|an?|the)\b)| (?:{_VERBS.replace(' ', '|')})\b|'s|’s)"
