"""What a paragraph calls by a pronoun or by its kind, called by its name again, and the other way round."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stumper.adversaries.reading.edits.paragraph import Change, Paragraph
from stumper.adversaries.reading.edits.subjects import is_plural
from stumper.language.lexicon import classes
from stumper.language.parse import Parse
from stumper.language.rewording.clause import NOUNS, SUBJECTS, Clause, main_clause
from stumper.language.rewording.one_sentence import parsed_each
from stumper.language.rewording.words import word_set

LONGEST_SUBJECT_AGAIN = 5  # words of what a pronoun stands for


@dataclass(frozen=True, slots=True)
class _Subject:
    """What a sentence is about: its phrase, and whether it is of several."""

    text: str
    is_plural: bool


def subjects_again(given: Paragraph, pipeline: str) -> Iterator[list[Change]]:
    """*The mill burned. It was rebuilt.* ↔ *The mill burned. The mill was rebuilt.*, where nothing else can be meant.

    Those outside the key sentence come first, one by one, then all of them, then the key sentence's.
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
        about = about if _has_no_rival(clause, about) else None
        end = at + clause.parse.tokens[clause.subject[1]].end
        if not given.touches_answer(at, end):
            yield index, Change(at, end, said)


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
    if alone and ((entity is not None and entity.kind == "PERSON") or _is_person(tokens[-1].text)):
        return None  # he or she
    return _Subject(parse.span(*clause.subject), is_plural(parse, head))


_VAGUE = word_set("this that these those such another other many most several few all no any both each every some")


def _is_person(word: str) -> bool:
    return "person" in classes(word.lower())[:1]


def _has_no_rival(clause: Clause, about: _Subject) -> bool:
    """Whether nothing else in the sentence is a subject or an object of the same number."""
    tokens = clause.parse.tokens
    return not any(
        token.relation in _RIVALS
        and (token.tag in NOUNS or token.tag == "PRP")
        and (token.tag == "PRP" or is_plural(clause.parse, i) == about.is_plural)
        for i, token in enumerate(tokens)
        if i > clause.subject[1]
    )


_RIVALS = frozenset((*SUBJECTS, "obj", "iobj", "conj", "appos", "nsubj:outer"))


def _is_empty(clause: Clause) -> bool:
    """Whether *it* may stand for nothing, or for what is said after it: *it took years*, *it is known that*."""
    parse, root = clause.parse, clause.root
    below = {parse.tokens[i].relation for i in parse.children(root)}
    if clause.words(clause.subject) == ["they"]:
        return False
    said_later = bool(below & {"expl", "csubj", "csubj:pass", "ccomp", "xcomp"}) or parse.tokens[root].lemma in _EMPTY
    return said_later or _CLEFT.match(parse.text) is not None


_EMPTY = word_set("take seem appear happen turn rain snow follow matter say think believe know argue estimate report")
_CLEFT = re.compile(r"It (?:is|was|has been|had been) .*\b(?:that|who|whom|when|where)\b|It (?:is|was) (?:\d|not)")


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
        ]
        key = given.key_sentence
        outside = [change for change in changes if not key.start <= change.start < key.end]
        if outside:
            yield outside
        if len(changes) > len(outside):
            yield changes
        if len(outside) > 1:
            yield from ([change] for change in outside)


_AFTER_IT = "is was has had in on at to by for from and with also into after before during itself"
_NOT_MORE = rf"(?=[,.;]| (?:{_AFTER_IT.replace(' ', '|')})\b|'s|’s)"
