"""Step 2: 26 types of answers, and fake answers of each (Jia & Liang 2017, section 3.3.1)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stumper.adversaries.reading.addsent.asked_answers import Asked
from stumper.adversaries.reading.addsent.numbers import (
    FAR,
    FAR_ELSEWHERE,
    MONTHS,
    WEEKDAYS,
    first_number,
    has_number,
    other_numbers,
)
from stumper.language.answer_phrases import NOUNS
from stumper.text import tokens


@dataclass(frozen=True, slots=True)
class AnswerType:
    """A row of the table: ``fakes`` are for AddSent, ``others`` for AddSentMod.

    The first of the fakes are those of the published sentences where these have one for the type, so that ours compare
    (MIT licence); the rest are ours. Without any, fake answers are computed from the answer's numbers.
    """

    name: str
    fits: Callable[[Asked], bool]
    fakes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def answer_type(asked: Asked) -> AnswerType:
    """The first type that fits; the last fits all."""
    return next(row for row in ANSWER_TYPES if row.fits(asked))


def fake_answers(asked: Asked, avoid: Sequence[str], modified: bool = False, most: int = 2) -> list[str]:
    """Up to ``most`` fake answers of the answer's type that share no word with the texts to avoid, if there are any.

    Where every one shares a word, the first that equals none of them.
    """
    row = answer_type(asked)
    if row.fakes:
        drawn = list(row.others if modified else row.fakes)
    else:
        text = first_number(asked.text) if _is_told(asked) else asked.text
        drawn = [other_numbers(text, shift) for shift in (FAR_ELSEWHERE if modified else FAR)]
    if asked.asking == "how many" and not has_number(asked.text):
        drawn = list(COUNTS[modified])
    drawn = [fake for fake in dict.fromkeys(drawn) if fake != asked.text]
    if not row.fakes:
        return [fake for fake in drawn if tokens(fake) not in [tokens(text) for text in avoid]][:most]
    words = {word for text in avoid for word in tokens(text)}
    return [fake for fake in drawn if not words & set(tokens(fake))][:most] or drawn[:1]


COUNTS = (("seventeen", "forty"), ("sixteen", "thirty"))  # where a count was asked for and none was given
_UNIT = r"\d\s?(?:°|[a-z]{1,3}\b|[a-z]+s\b)|\b(?:feet|miles?|years?|months?|weeks?|days?|hours?|minutes?|seconds?|met)"
_MONTH = "|".join(f"(?-i:{name})" for name in (*MONTHS, *WEEKDAYS))
_YEARS = r"\d{2}0'?s\b|centur|decade|\b[12]\d{3}\s?(?:-|–|to|and|until)\s?(?:[12]\d)?\d\d\b"
_GROUP = re.compile(
    r"\b(?:company|corporation|inc|group|university|college|party|club|league|association|team|band|bank)\b",
    re.IGNORECASE,
)
_WHO = ("who", "whom", "whose")


def _numeric(pattern: str) -> Callable[[Asked], bool]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda asked: compiled.search(asked.text) is not None and has_number(asked.text) and not _is_told(asked)


def _is_told(asked: Asked) -> bool:
    """Whether a number was asked for and a whole clause says it."""
    return asked.asking in ("how many", "how much") and len(asked.text.split()) > 5


def _tagged(*tags: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.last in tags


def _asks(*words: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.asking in words


def _is_number(asked: Asked) -> bool:
    counts = asked.asking in ("how many", "how much") or "CD" in (asked.first, asked.last)
    return has_number(asked.text) and (counts or re.search(r"^[\d(]|\d:\d\d|\d\s?[ap]\.?m\b", asked.text) is not None)


def _is_abbreviation(asked: Asked) -> bool:
    return re.fullmatch(r"(?:[A-Z]\.?){2,6}", asked.text) is not None


def _is_person(asked: Asked) -> bool:
    if not asked.is_name or _GROUP.search(asked.text) or asked.is_entity("ORG"):
        return False
    is_entity = not asked.noun and asked.asking != "where" and asked.is_entity("PERSON")
    return "person" in asked.noun_classes or asked.asking in _WHO or is_entity


def _is_place(asked: Asked) -> bool:
    is_entity = asked.is_entity("PLACE") and (not asked.noun or asked.asking == "where")
    return asked.is_name and (NOUNS.get(asked.noun) == "place" or is_entity)


def _is_organisation(asked: Asked) -> bool:
    kinds = {asked.noun, *asked.noun_classes}
    is_group = not kinds.isdisjoint(("organization", "group")) or _GROUP.search(asked.text) is not None
    return asked.is_name and (is_group or asked.is_entity("ORG"))


def _is_name(asked: Asked) -> bool:
    return asked.is_name and len(asked.text.split()) < 9


def _is_somebody(asked: Asked) -> bool:
    is_one = "person" in asked.own_classes and (not asked.noun or "person" in asked.noun_classes)
    return asked.asking in _WHO or is_one


def _is_somewhere(asked: Asked) -> bool:
    return asked.asking == "where" or ("building" in asked.own_classes and not asked.noun)


def _is_adverb(asked: Asked) -> bool:
    return asked.last in ("RB", "RBR") and not asked.noun


def _is_adjective(asked: Asked) -> bool:
    is_sort = asked.noun in ("kind", "type", "sort", "color", "colour")
    return is_sort or (asked.last in ("JJ", "JJR", "JJS", "VBN", "VBD") and asked.is_predicate)


ANSWER_TYPES = (
    AnswerType("frequency", _asks("how often"), ("daily", "twice a season"), ("once a month", "hourly")),
    AnswerType("date", _numeric(rf"\b(?:{_MONTH})s?\b")),
    AnswerType("year", _numeric(r"^(?:in |the year |about |around |by |circa |c\. )?[12]\d{3}(?: ?(?:AD|BC|CE))?$")),
    AnswerType("period", _numeric(_YEARS)),
    AnswerType("percentage", _numeric(r"%|\bper ?cent")),
    AnswerType("money", _numeric(r"[$£€¥]|\b(?:dollars?|euros?|pounds sterling|cents)\b")),
    AnswerType("ordinal", _numeric(r"^(?:the )?(?:\d+(?:st|nd|rd|th)\b|(?:first|second|third|fourth|fifth)$)")),
    AnswerType("quantity", _numeric(_UNIT)),
    AnswerType("number", _is_number),
    AnswerType("action", lambda asked: asked.is_action, ("learn", "collect stamps"),
               ("bake bread", "repair clocks")),
    AnswerType("person", _is_person, ("Jeff Dean", "Nora Lindqvist", "Marcus Hale"),
               ("Oliver Brandt", "Ingrid Castellan", "Samuel Reyes")),
    AnswerType("place", _is_place, ("Chicago", "Lisbon", "Nairobi"), ("Havana", "Prague", "Lima")),
    AnswerType("organisation", _is_organisation, ("Stark Industries", "Halcyon", "Northgate"),
               ("Vantage", "Solent Works", "Ironwood")),
    AnswerType("abbreviation", _is_abbreviation, ("LSTM", "RVQ", "TMLK"), ("GDZ", "HBWF", "YLK")),
    AnswerType("name", _is_name, ("Central Park", "Jupiter", "Solstice"),
               ("Amber Harbor", "Windfall", "Falcon Ridge")),
    AnswerType("why", _asks("why"), ("fog", "a lack of timber"), ("a broken clock", "heavy snow")),
    AnswerType("how", _asks("how"), ("slowly", "with borrowed tools"),
               ("in total silence", "by candlelight")),
    AnswerType("adjective", _is_adjective, ("deep", "striped"), ("rusty", "transparent")),
    AnswerType("gerund", lambda asked: asked.first in ("VBG", "VB", "TO"), ("learning", "collecting stamps"),
               ("baking bread", "repairing clocks")),
    AnswerType("who", _is_somebody, ("Jeff Dean", "the night watchman"), ("the village baker", "the clockmaker")),
    AnswerType("where", _is_somewhere, ("Chicago", "an abandoned quarry", "Lisbon"),
               ("a mountain valley", "Havana", "Prague")),
    AnswerType("when", _asks("when"), ("1956", "the winter of 1931"), ("the spring of 1908", "1862")),
    AnswerType("adverb", _is_adverb, ("quietly", "slowly"), ("carefully", "loudly")),
    AnswerType("plural", _tagged("NNS", "NNPS"), ("hamsters", "lanterns", "bicycles"),
               ("blankets", "ladders", "kites")),
    AnswerType("noun", _tagged("NN", "NNP", "VBG"), ("hamster", "granite", "a lantern"),
               ("marble", "a compass", "cinnamon")),
    AnswerType("anything", lambda asked: True, ("aliens", "a wooden ladder"),
               ("an old piano", "the green bicycle")),
)  # fmt: skip
