"""Another real thing of its kind in the place of the right answer, so that another answer is right."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import ClassVar

from stumper.adversaries.reading.edits.fixed_numbers import is_fixed, keeps_place
from stumper.adversaries.reading.edits.paragraph import Change, Paragraph, paragraph
from stumper.adversaries.reading.edits.proposing import at_least_one, first, one_batch
from stumper.language.inflection import article
from stumper.language.neighbours import load_neighbours, name_class
from stumper.language.numerals import others
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.language.rewording.words import word_set
from stumper.language.same_things import is_sensitive, names_same
from stumper.tasks.reading.question import Question
from stumper.text import Stretch, normalise_answer, tokens, words
from stumper.types import Answer, Edit, Example, Passage, Perturbation


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """Puts another name or number for the one that answers: what the paragraph says now is right (Longpre et al. 2021).

    Entity-Based Knowledge Conflicts in Question Answering.
    """

    tasks: ClassVar[Sequence[str]] = ("reading",)
    family: ClassVar[str] = "context edits"
    searches: ClassVar[bool] = False

    candidates: int = 3

    def __post_init__(self) -> None:
        at_least_one("edit-answer", "candidates", self.candidates)

    def proposals(self, example: Example, rng: Random) -> list[Perturbation]:
        """The paragraph with another answer, the nearest of its kind first."""
        given = paragraph(example)
        if given is None or not given.reads_whole() or not _is_one(example):
            return []
        found = (_renamed(given, swaps, rule) for rule, swaps in _swaps(given) if not _is_said(given, swaps))
        return first(self.candidates, found)

    attack = one_batch


_PERSON = ("given-m", "given-f", "surname")
_PLACE = ("city", "country", "us-state", "river", "island")
_ORGANISATION = ("company", "carmaker", "university", "broadcaster", "newspaper")
_RULES = {**dict.fromkeys(_PERSON, "person"), **dict.fromkeys(_PLACE, "place"),
          **dict.fromkeys(_ORGANISATION, "organisation")}  # fmt: skip
_TITLES = word_set("""
    Mr. Mrs. Ms. Miss Dr. Sir Lord Lady Dame President King Queen Emperor Empress Prince Princess Pope Saint St. Bishop
    Archbishop Cardinal Father General Colonel Major Captain Lieutenant Admiral Governor Senator Professor Judge Justice
    Chancellor Minister Secretary Mayor Reverend Rev. Gen. Col. Capt. Lt. Gov. Sen. Prof.
    """)
_NO_PLACE = word_set("York")  # of which a text says the new one
_RELATIVE = re.compile(r"(?:one|zero|once|both|half|first|last)$", re.IGNORECASE)  # numbers on which the grammar leans
_MOST_NEIGHBOURS = 12  # neighbours of a word that are looked at

_Swaps = Mapping[str, str]  # by word, the word for it


def _is_one(example: Example) -> bool:
    """Whether all right answers stand in the paragraph, and have the words of the shortest one."""
    said = sorted((set(tokens(normalise_answer(one.text))) for one in example.gold.answers), key=len)
    return all(said[0] <= one for one in said) and all(one.start is not None for one in example.gold.answers)


def _swaps(given: Paragraph) -> Iterator[tuple[str, _Swaps]]:
    """Rules, and words for those of the answer that name it: all words of a person's name, of others the only one."""
    answer = min((stretch.text for stretch in given.answers), key=len)
    named = [word.text for word in words(answer)]
    classes = [name_class(word) for word in named]
    is_person = len(named) > 1 or re.search(r"\b(?:who|whom|whose|name)\b", given.question, re.IGNORECASE)
    if named and is_person and all(one in _PERSON for one in classes):
        choices = [[*islice(_names(word, one or ""), _MOST_NEIGHBOURS)]
                   for word, one in zip(named, classes, strict=True)]  # fmt: skip
        for new in zip(*choices, strict=False):
            yield "person", dict(zip(named, new, strict=True))
    elif len(named) == 1 and classes[0] in _RULES and classes[0] not in _PERSON and _is_bare(given, named[0]):
        for name in _names(named[0], classes[0] or ""):
            yield _RULES[classes[0] or ""], {named[0]: name}
    elif not any(word[:1].isupper() for word in named):
        yield from _numbers(given, answer, named)


def _is_bare(given: Paragraph, word: str) -> bool:
    """Whether a name stands alone in all right answers, and without an article in the paragraph: *Fox* is no network in
    *John Fox*, and *the Philippines* makes no *the Japan*."""
    beside = {one.text for answer in given.answers for one in words(answer.text) if one.text[:1].isupper()}
    return beside <= {word} and re.search(rf"\bthe {re.escape(word)}\b", given.text, re.IGNORECASE) is None


def _names(word: str, wanted: str) -> Iterator[str]:
    """Names of the class of a word, the nearest first; none that may name the same thing, or is a form of its name."""
    for near in load_neighbours().nearest(word):
        is_new = name_class(near.word) == wanted and near.tag.startswith("NNP") and near.word.isalpha()
        is_new = is_new and near.word[:3] != word[:3] and near.word not in _NO_PLACE
        if is_new and not names_same(near.word, word) and not is_sensitive(near.word):
            yield near.word


def _numbers(given: Paragraph, answer: str, named: Sequence[str]) -> Iterator[tuple[str, _Swaps]]:
    """Another number for the only one of the answer, where the paragraph leaves it free and tells as before what is
    earlier or more."""
    found = [word for word in named if others(word)]
    if len(found) != 1 or _RELATIVE.match(found[0]) or re.search(r"\d[-–:/]\d|[−+=×^°]", answer):
        return
    old = found[0]
    places = [word for word in words(given.text) if word.text == old]
    if is_fixed(given.text, places):
        return
    for other in others(old):
        in_place = all(keeps_place(given.text, place, other) for place in places)
        if not _RELATIVE.match(other) and article(other) == article(old) and in_place:
            yield "number", {old: other}


def _is_said(given: Paragraph, swaps: _Swaps) -> bool:
    """Whether question or paragraph have one of the new words, the question one of the old, or the paragraph a word
    made of an old one or for the same thing, or an old number elsewhere, which need not be the same one, or an old name
    as a part of another's."""
    asked, said = set(tokens(given.question)), {part.lower() for part in re.findall(r"\w+", given.text)}
    old, new = {word.lower() for word in swaps}, {word.lower() for word in swaps.values()}
    if new & (asked | said) or old & asked:
        return True
    stems = tuple(word.lower()[:4] for word in swaps if word[:1].isupper() and len(word) > 3)
    if any(word.startswith(stems) and word not in old for word in said if stems):
        return True
    named = [word.text for word in words(f"{given.question} {given.text}") if word.text[:1].isupper()]
    if any(name not in swaps and names_same(name, word) for name in named for word in swaps):
        return True
    is_number = not any(word[:1].isupper() for word in swaps)
    places = [word for word in words(given.text) if word.text in swaps]
    if any(_is_after_other_article(given, word, swaps[word.text]) for word in places):
        return True
    if not is_number:
        return any(_is_part_of_another(given, word) for word in places)
    return not all(given.touches_answer(word.start, word.end) for word in places)


def _is_after_other_article(given: Paragraph, place: Stretch, new: str) -> bool:
    """Whether an article stands before the old word that does not go with the new one: *an Ada*, *a Bertha*."""
    found = re.search(r"\b(an?) $", given.text[: place.start], re.IGNORECASE)
    return found is not None and found.group(1).lower() != article(new)


def _is_part_of_another(given: Paragraph, place: Stretch) -> bool:
    """Whether a name stands beside another name that no answer has and that is no title: *William* in *Fort William
    Henry*, *Turner* in *Mary Turner*."""
    own = {word.text for answer in given.answers for word in words(answer.text)}
    found = re.search(r"(?:^|[.!?]\s+)?\b([A-Z][\w.'’-]*) $", given.text[: place.start])
    after = re.match(r" (?:[A-Z]\. )?([A-Z]\w*)", given.text[place.end :])
    if given.touches_answer(place.start, place.end):
        return False
    before = found is not None and found.group(1) not in own | _TITLES and found.group(1).lower() not in FUNCTION_WORDS
    return before or (after is not None and after.group(1) not in own)


def _renamed(given: Paragraph, swaps: _Swaps, rule: str) -> Perturbation | None:
    """The paragraph with each of these words for another, and the answers that are right then."""
    changes = [Change(one.start, one.end, swaps[one.text]) for one in words(given.text) if one.text in swaps]
    query = given.example.query
    assert isinstance(query, Question), "a question"
    answers = tuple(_answer(given.text, answer, changes) for answer in given.example.gold.answers)
    text = _replaced(given.text, 0, len(given.text), changes)
    if any(new.text == old.text for new, old in zip(answers, given.example.gold.answers, strict=True)):
        return None
    edits = tuple(Edit("context", one.start, one.end, one.text, "answer", rule) for one in changes)
    changed = Question(query.text, Passage(query.context.id, text, query.context.title))
    return Perturbation(given.example.id, changed, replace(given.example.gold, answers=answers), edits)


def _answer(text: str, answer: Answer, changes: Sequence[Change]) -> Answer:
    assert answer.start is not None, "every answer stands in the paragraph"
    end = answer.start + len(answer.text)
    inside = [one for one in changes if answer.start <= one.start and one.end <= end]
    moved = sum(len(one.text) - (one.end - one.start) for one in changes if one.end <= answer.start)
    return Answer(_replaced(text, answer.start, end, inside), answer.start + moved)


def _replaced(text: str, start: int, end: int, changes: Sequence[Change]) -> str:
    """The characters [start, end) with the changes, in order, that lie within."""
    found, done = "", start
    for one in changes:
        found += text[done : one.start] + one.text
        done = one.end
    return found + text[done:end]
