"""What is told of a question by which figures are sliced: each row of the table is one function of one example."""

import re
from collections.abc import Mapping

from stumper.language.lexicon import classes
from stumper.language.numerals import others
from stumper.language.parse import EntityKind
from stumper.language.rewording.leaning import FUNCTION_WORDS
from stumper.language.rewording.one_sentence import parsed
from stumper.tasks.reading.question import Question
from stumper.text import Stretch, sentences, words
from stumper.types import Example


def overlap(example: Example) -> float | None:
    """The share of the question's content words that stand in the key sentence, where the right answer is."""
    answer, question = _answer(example), _content(example.query.text)
    if answer is None or not question:
        return None
    return len(question & _content(_key_sentence(example, answer).text)) / len(question)


def paragraph_words(example: Example) -> float:
    """How many words the paragraph has."""
    return float(len(words(_paragraph(example))))


def answer_position(example: Example) -> float | None:
    """The share of the paragraph's characters that stand before the right answer."""
    answer = _answer(example)
    return None if answer is None else answer.start / len(_paragraph(example))


def answer_type(example: Example) -> str | None:
    """What the right answer names. Question and answer tell it; where they leave a name open, the parser does."""
    if not example.gold.answers:
        return None
    text, asked = example.gold.answers[0].text, example.query.text.lower()
    if _DATE.search(text) or (_WHEN.search(asked) and _is_number(text)):
        return "date"
    if _is_number(text):
        return "number"
    is_name = text[:1].isupper() or text.split()[-1][:1].isupper()
    wanted = _wanted(asked)
    if wanted in ("person", "place") and (is_name or _WHO.search(asked) or _WHERE.search(asked)):
        return "other" if wanted == "person" and is_name and _named(text) == "other" else wanted
    if not is_name:
        return "place" if _named(text) == "place" else "other"
    return _named(text) or _OF_ENTITIES.get(_entity(example) or "OTHER", "other")


def _wanted(asked: str) -> str | None:
    """What the question asks for by its asking word, or by the noun after *what* or *which*."""
    if _WHO.search(asked):
        return "person"
    if _WHERE.search(asked):
        return "place"
    noun = _NOUN.search(asked)
    return _of_classes(noun.group(1)) if noun else None


def _named(text: str) -> str | None:
    """What the last word of an answer names; None where nobody knows, or several things may be meant."""
    return _of_classes(re.split(r"[\s-]", text.strip(" .,"))[-1])


def _of_classes(word: str) -> str | None:
    found = {_OF_CLASSES[one] for one in classes(word) if one in _OF_CLASSES}
    return found.pop() if len(found) == 1 else None


def _answer(example: Example) -> Stretch | None:
    """The first right answer that stands in the paragraph."""
    paragraph = _paragraph(example)
    places = ((one.text, one.start) for one in example.gold.answers if one.start is not None)
    standing = (Stretch(text, at, at + len(text)) for text, at in places if paragraph.startswith(text, at))
    return next(standing, None)


def _key_sentence(example: Example, answer: Stretch) -> Stretch:
    paragraph = _paragraph(example)
    found = (one for one in sentences(paragraph) if one.start <= answer.start < one.end)
    return next(found, Stretch(paragraph, 0, len(paragraph)))


def _paragraph(example: Example) -> str:
    assert isinstance(example.query, Question), "a question"
    return example.query.context.text


def _content(text: str) -> frozenset[str]:
    """The words that carry a text's meaning, in small letters and without a possessive's ending."""
    found = (re.sub(r"['’]s$", "", word.text.lower()) for word in words(text))
    return frozenset(found) - FUNCTION_WORDS


def _is_number(text: str) -> bool:
    """Whether a text begins with a number, in figures or a word, or says one with a unit."""
    bare = re.sub(r"^(?:about|around|over|nearly|almost|at least|more than|up to|the|an?) ", "", text.lower())
    first = bare.split()[0] if bare.split() else ""
    return bool(re.match(r"[$£€¥]?\d", first)) or bool(others(first))


def _entity(example: Example) -> EntityKind | None:
    """The kind of the named entity with which the answer ends, as the parser reads the key sentence."""
    answer = _answer(example)
    if answer is None:
        return None
    key = _key_sentence(example, answer)
    parse = parsed(key.text, "embedded")
    if parse is None:
        return None
    inside = [i for i, one in enumerate(parse.tokens) if answer.start <= key.start + one.start < answer.end]
    entity = parse.entity_at(inside[-1]) if inside else None
    return None if entity is None else entity.kind


_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = re.compile(
    rf"\b(?:{_MONTHS}) \d|\d (?:{_MONTHS})\b|^(?:{_MONTHS})$"
    r"|^(?:in |the |early |late |mid-?|c\. ?|circa )*[12]\d{3}s?"
    r"(?: ?(?:AD|BC|CE|BCE))?$|\bcentur(?:y|ies)\b|^(?:\w+ )?\d{4} ?(?:-|–|to|and) ?\d{2,4}$|\b(?:AD|BCE?)\b"
    r"|^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b"
)
_WHEN = re.compile(r"^when\b|\b(?:what|which) (?:year|date|day|month|century|decade)\b|\bin what year\b")
_WHO = re.compile(r"\b(?:who|whom|whose)\b")
_WHERE = re.compile(r"\bwhere\b")
_NOUN = re.compile(r"\b(?:what|which) ([a-z]+)")
_OF_CLASSES = {"person": "person", "place": "place", "organization": "other", "event": "other", "work": "other",
               "nationality": "other", "language": "other", "religion": "other"}  # fmt: skip
_OF_ENTITIES: Mapping[str, str] = {
    "PERSON": "person", "PLACE": "place", "DATE": "date", "TIME": "date", "PERCENT": "number", "MONEY": "number",
    "QUANTITY": "number", "ORDINAL": "number", "CARDINAL": "number",
}  # fmt: skip
