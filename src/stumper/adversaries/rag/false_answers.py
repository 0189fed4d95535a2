"""Answers of the kind that is asked for that are surely false, and the statement that each would make."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from stumper.adversaries.rag.as_read import AsRead
from stumper.adversaries.reading.addsent.answer_types import ANSWER_TYPES, answer_type, fake_answers
from stumper.adversaries.reading.addsent.asked_answers import Asked, asked_for
from stumper.adversaries.reading.addsent.numbers import has_number
from stumper.language.clauses import Clause
from stumper.language.declarative import stated
from stumper.language.inflection import article, inflected
from stumper.language.lexicon import classes, senses, sisters
from stumper.language.neighbours import load_neighbours
from stumper.language.questions import clause
from stumper.language.rewording.clause import main_clause
from stumper.language.rewording.one_sentence import parsed, parsed_each
from stumper.language.same_things import is_sensitive, names_same
from stumper.language.well_formed import is_well_formed
from stumper.language.wrong_answers import wrong_answers
from stumper.text import says_answer, stands_in, tokens

NONE_FALSE = "no false answer of the kind that is asked for is known"
# Of these types a false answer from AddSent's table is one that somebody might believe; of others it is absurd.
BELIEVED = frozenset(
    str.split(
        "date year period percentage money ordinal quantity number when person who place organisation name where"
        " frequency"
    )
)
_KINDS = {"person": "PERSON", "who": "PERSON", "place": "PLACE", "where": "PLACE", "organisation": "ORG"}
_SINGLE = ("place", "organisation", "name", "where")  # of which the table names one at a time
_NUMERIC = frozenset(row.name for row in ANSWER_TYPES if not row.fakes)


@dataclass(frozen=True, slots=True)
class Falsehood:
    """A false answer, its type, and the statement that it makes of the question; "" where that makes none."""

    answer: str
    type: str
    statement: str = ""


def falsehoods(read: AsRead, asked: Clause, rng: Random, pipeline: str = "embedded", most: int = 3) -> list[Falsehood]:
    """Up to that many false answers to the question, those first that make a statement.

    None has a right answer in it, stands in the gold passages or the question, or is a part of a right one.
    """
    parse = parsed(read.answer, pipeline)
    if parse is None or not parse.tokens:
        return []
    wanted = asked_for(parse, asked)
    kind = answer_type(wanted).name
    found = dict.fromkeys(text for text in _drawn(read, wanted, kind, asked, rng) if is_false(text, read))
    if (other := _other_choice(read)) is not None:
        found, asked = {other: None}, _without_choice(read, pipeline) or asked
    answers = [*found][:most]
    statements = _statements(asked, answers, pipeline)
    made = [Falsehood(text, kind, said) for text, said in zip(answers, statements, strict=True)]
    return sorted(made, key=lambda one: not one.statement)


def _statements(asked: Clause, answers: Sequence[str], pipeline: str) -> list[str]:
    """What the question says with each answer, as a sentence; "" where that does not read as one."""
    made = [Made(one.text, answer, one.rule) for answer in answers for one in [stated(asked, answer)]]
    fit = {place: one for place, one in enumerate(made) if _may_stand(asked, one)}
    sound = dict(zip(fit, read_well([*fit.values()], pipeline), strict=True))
    return [one.text if sound.get(place) else "" for place, one in enumerate(made)]


def _may_stand(asked: Clause, made: "Made") -> bool:
    return made.rule != "last-resort" and "yes-no" not in asked.features and is_well_formed(asked, made.text)


@dataclass(frozen=True, slots=True)
class Made:
    """A statement that a rule has made of a question with an answer."""

    text: str
    answer: str
    rule: str


def read_well(statements: Sequence[Made], pipeline: str) -> list[bool]:
    """Whether each statement is a sentence with a clause of its own, in which the answer stands where a reader expects
    it: no number for how something is done, no name behind an adverb. They are parsed together."""
    fit = [one.text for one in statements if not _is_misplaced(one)]
    parses = dict(zip(fit, parsed_each(fit, pipeline), strict=True))
    clear = {text for text, parse in parses.items() if parse is not None and main_clause(parse) is not None}
    return [not _is_misplaced(one) and one.text in clear for one in statements]


def _is_misplaced(made: Made) -> bool:
    is_manner = made.rule.startswith(("how-inverted", "how-copula")) and has_number(made.answer)
    said = re.escape(made.answer)
    is_behind = re.search(rf"\bthe \w+ \w+ly {said}\b|\b{_WOMAN} {_MEN}\b(?<={said})", made.text) is not None
    return is_manner or is_behind or _CHOICE.search(made.text) is not None


_CHOICE = re.compile(r"[,:] (?P<one>[^,?]+?),? or (?P<other>[^,?]+?)[?.]$")  # between the two that are asked about
_WOMAN = "(?:actress|queen|princess|duchess|empress|wife|mother|daughter|sister|woman)"
_MEN = "(?:Jeff Dean|James Wilson|Edwin Hallberg|Tobias Renwick|Julian Farrow|Conrad Osterby)"


def _other_choice(read: AsRead) -> str | None:
    """Of a question between two the one that is not right; None of any other."""
    found = _CHOICE.search(read.example.query.text.strip())
    if found is None:
        return None
    answers = [one.text for one in read.example.gold.answers]
    wrong = [text for text in found.group("one", "other") if not says_answer(text, answers)]
    return wrong[0] if len(wrong) == 1 else None


def _without_choice(read: AsRead, pipeline: str) -> Clause | None:
    """The parts of a question between two without them: *Who was born first?*"""
    parse = parsed(_CHOICE.sub("?", read.example.query.text.strip()), pipeline)
    return None if parse is None or not parse.tokens else clause(parse)


def is_false(text: str, read: AsRead) -> bool:
    """Whether an answer is none of the right ones, no part of one, and has none in it; nor is it said anywhere that it
    could be taken from."""
    said = tokens(text)
    if not said:
        return False
    for answer in read.example.gold.answers:
        right = tokens(answer.text)
        if right and (stands_in(right, said) or stands_in(said, right)):
            return False
    near = (read.example.query.text, *(one.text for one in read.example.gold.passages))
    return not any(stands_in(said, tokens(one)) for one in near)


def _drawn(read: AsRead, wanted: Asked, kind: str, asked: Clause, rng: Random) -> Iterator[str]:
    """False answers, those first that are most alike."""
    answer = wanted.text
    known = f"{read.example.query.text} {read.passage.text}"
    counted = bool({"how-many", "how-much"} & asked.features)
    if kind == "frequency" and has_number(answer):  # how many times
        kind = "number"
    if kind in _NUMERIC and wanted.asking == "how":  # how something is done no number says
        return
    if kind in _NUMERIC:
        found = wrong_answers(answer, "", None, counted, known, rng)
        yield from (one.text for one in found if one.kind == "number")
        yield from fake_answers(wanted, [answer])
        return
    if kind in BELIEVED:
        if wanted.wants_plural and kind in _SINGLE:
            return
        if kind != "when" and not wanted.wants_plural:
            yield from _names(answer, _KINDS.get(kind, "OTHER"), known, rng)
        yield from fake_answers(wanted, [answer, known])
        return
    yield from _with_sister(answer, wanted)


def _names(answer: str, kind: str, known: str, rng: Random) -> Iterator[str]:
    """Other names: of one word the nearest, else invented ones; of a name that may be a plural's none is sure."""
    for one in wrong_answers(answer, kind, None, False, known, rng):
        is_new = one.kind == "name" and not names_same(one.text, answer) and not is_sensitive(one.text)
        if is_new and (kind == "ORG" or not one.text.startswith("the ")) and not one.text.endswith(_PLURALS):
            yield one.text


_PLURALS = ("Rovers", "Harriers", "Wanderers", "Colonists", "Riders")
_SENSES = 2  # of a noun, and of the one for it, at most: of a word of many meanings the other may mean anything
_LONGEST_PHRASE = 4  # words of a phrase whose noun may be another


def _with_sister(answer: str, wanted: Asked) -> Iterator[str]:
    """A phrase with another thing of the kind of its noun: *steam engine*, *steam turbine*."""
    last = wanted.parse.tokens[-1]
    is_noun = last.tag in ("NN", "NNS") and last.text.islower() and last.text.isalpha()
    if (
        not is_noun
        or len(senses(last.lemma, "noun")) > _SENSES
        or len(wanted.parse.tokens) > _LONGEST_PHRASE
        or not answer.endswith(last.text)
    ):
        return
    before = answer[: -len(last.text)]
    for word in sisters(last.lemma):
        is_common = word.isalpha() and word.islower() and bool(load_neighbours().nearest(word))
        is_common = is_common and len(senses(word, "noun")) <= _SENSES
        if is_common and set(classes(word)) == set(classes(last.lemma)):
            new = inflected(word, last.tag)
            yield re.sub(r"\b[Aa]n? $", f"{article(new)} ", before) + new
