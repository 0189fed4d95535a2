"""Step 2: 26 types of answers, and fake answers of each (Jia & Liang 2017, section 3.3.1)."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stumper.adversaries.reading.addsent.asked_answers import Asked
from stumper.adversaries.reading.addsent.numbers import (
    FAR,
    FAR_ELSEWHERE,
    MONTHS,
    ORDINALS,
    SCALES,
    WEEKDAYS,
    first_number,
    has_number,
    other_numbers,
)
from stumper.language.answer_phrases import NOUNS, PERSONS
from stumper.language.clauses import FINITE
from stumper.language.english import SMALL
from stumper.language.inflection import inflected
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
    if row.name in ("noun", "plural", "anything") and asked.wants_plural is not None:
        drawn = list((PLURALS if asked.wants_plural else SINGULARS)[modified])
        if row.name == "anything" and asked.wants_plural:
            drawn = [*(row.others if modified else row.fakes), *drawn]
    elif row.fakes:
        drawn = list(row.others if modified else row.fakes)
    else:
        text = first_number(asked.text) if _is_told(asked) else asked.text
        single = re.fullmatch(r"(one|1) ([a-z]+)", text, re.IGNORECASE)  # "four year" is none
        if single is not None and single.group(2) not in SCALES:
            text = f"{single.group(1)} {inflected(single.group(2), 'NNS')}"
        is_bare = asked.noun == "century" and "centur" not in text
        said = f"{text} century" if is_bare else text  # so that no century is to come
        moved = [other_numbers(said, shift) for shift in (FAR_ELSEWHERE if modified else FAR)]
        drawn = [one.removesuffix(" century") if is_bare else one for one in moved]
    if row.name in _SINGLE and asked.wants_plural and len(drawn) > 1:
        drawn = [" and ".join(drawn[:2]), " and ".join(drawn[1:3])]
    is_seventh = row.name == "ordinal" or (bool(drawn) and drawn[0].lower() in ORDINALS)
    if asked.asking == "how many" and (not has_number(asked.text) or row.fakes or is_seventh):
        drawn = list(COUNTS[modified])
    if asked.asking == "how long" and row.name not in ("quantity", "number", "period"):
        drawn = list(DURATIONS[modified])
    if asked.asking == "how" and row.name in ("number", "quantity", "ordinal"):
        drawn = _of_type("how", modified)
    if asked.asking == "how" and asked.is_predicate and row.name != "adjective":  # "how is the sea": deep
        drawn = _of_type("adjective", modified)
    if asked.asking == "when" and row.name == "number" and not re.search(r"\d{3}|\d[:.]\d|[ap]\.?m\b", asked.text):
        drawn = _of_type("when", modified)
    if asked.asking == "how much" and not has_number(asked.text):
        drawn = list(AMOUNTS[modified])
    drawn = [fake for fake in dict.fromkeys(drawn) if fake != asked.text]
    if not row.fakes:
        return [fake for fake in drawn if tokens(fake) not in [tokens(text) for text in avoid]][:most]
    return _unsaid(drawn, avoid, most)


def _of_type(name: str, modified: bool) -> list[str]:
    return list(next(row.others if modified else row.fakes for row in ANSWER_TYPES if row.name == name))


def plausible(asked: Asked, avoid: Sequence[str], modified: bool = False, most: int = 2) -> tuple[str, list[str]]:
    """The type of answer that a question without one asks for, and fake answers of it, as ``fake_answers`` chooses."""
    kinds = {NOUNS.get(asked.noun, ""), *asked.noun_classes}
    if asked.asking in ("how many", "how much"):
        return "number", _unsaid((COUNTS if asked.asking == "how many" else AMOUNTS)[modified], avoid, most)
    if asked.noun in ("percentage", "percent", "proportion"):
        return "percentage", _unsaid((("45%", "70%"), ("35%", "80%"))[modified], avoid, most)
    wanted = next((name for name, fits in _WANTED if fits(asked, kinds)), "")
    if not wanted:
        wanted = "plural" if asked.wants_plural else "noun"
    row = next(row for row in ANSWER_TYPES if row.name == wanted)
    return wanted, _unsaid(row.others if modified else row.fakes, avoid, most)


def _unsaid(drawn: Sequence[str], avoid: Sequence[str], most: int) -> list[str]:
    """Those that share no word with the texts to avoid; where every one does, the first."""
    words = {word for text in avoid for word in tokens(text)} - SMALL
    return [fake for fake in drawn if not words & set(tokens(fake))][:most] or list(drawn[:1])


_WHO = ("who", "whom", "whose")
_WANTED: tuple[tuple[str, Callable[[Asked, set[str]], bool]], ...] = (
    ("frequency", lambda asked, kinds: asked.asking == "how often"),
    ("why", lambda asked, kinds: asked.asking == "why"),
    ("when", lambda asked, kinds: asked.asking == "when" or "time" in kinds),
    ("how", lambda asked, kinds: asked.asking == "how"),
    ("action", lambda asked, kinds: asked.is_action),
    ("person", lambda asked, kinds: asked.asking in _WHO or "person" in kinds),
    ("place", lambda asked, kinds: asked.asking == "where" or "place" in kinds),
    ("organisation", lambda asked, kinds: not kinds.isdisjoint(("organization", "group"))),
    ("adjective", lambda asked, kinds: not kinds.isdisjoint(("kind", "colour"))),
)


def unlike(asked: Asked, modified: bool = False) -> list[str]:
    """Fake answers for one whose own numbers cannot be moved without naming it again: a name, else a thing."""
    if asked.asking in ("where", *_WHO):
        name = "where" if asked.asking == "where" else "person"
        return list(next((row.others if modified else row.fakes) for row in ANSWER_TYPES if row.name == name))
    if re.search(r"\b[A-Z]", asked.text):
        return list(next((row.others if modified else row.fakes) for row in ANSWER_TYPES if row.name == "name"))
    return list((PLURALS if asked.wants_plural else SINGULARS)[modified])


_SINGLE = ("person", "place", "organisation", "name")  # types whose fake answers name one each
COUNTS = (("seventeen", "forty"), ("sixteen", "thirty"))  # where a count was asked for and none was given
AMOUNTS = (("half as much", "twice as much"), ("a third as much", "four times as much"))
DURATIONS = (("six weeks", "forty years"), ("nine months", "three decades"))
PLURALS = (("hamsters", "lanterns", "bicycles"), ("blankets", "ladders", "kites"))
SINGULARS = (("a hamster", "granite", "a lantern"), ("marble", "a compass", "cinnamon"))
_UNIT = r"\d\s?(?:°|[a-z]{1,3}\b|[a-z]+s\b)|\b(?:feet|miles?|years?|months?|weeks?|days?|hours?|minutes?|seconds?|met)"
_MONTH = "|".join(f"(?-i:{name})" for name in (*MONTHS, *WEEKDAYS))
_YEARS = r"\d{2}0'?s\b|centur|decade|\b[12]\d{3}\s?(?:-|–|to|and|until)\s?(?:[12]\d)?\d\d\b"
_GROUP = re.compile(
    r"\b(?:company|corporation|inc|group|university|college|party|club|league|association|team|band|bank)\b",
    re.IGNORECASE,
)
_PERSONS_OR_FIRMS = frozenset(
    str.split(
        "sponsor owner producer broadcaster publisher winner champion rival opponent founder creator provider supplier "
        "host contractor manufacturer maker partner competitor operator developer employer buyer investor designer ally"
    )
)
_TIMES = frozenset(str.split("year decade century era period time season age month"))


def _numeric(pattern: str) -> Callable[[Asked], bool]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda asked: (
        compiled.search(asked.text) is not None
        and has_number(asked.text)
        and not _is_told(asked)
        and not _is_title(asked)
    )


def _is_told(asked: Asked) -> bool:
    """Whether a number or a time was asked for and a whole clause says it."""
    words = len(asked.text.split())
    has_verb = words > 3 and any(token.tag in FINITE for token in asked.parse.tokens)
    return (
        has_verb or (asked.asking in ("how many", "how much") and words > 5) or (asked.asking == "when" and words > 8)
    )


def _is_title(asked: Asked) -> bool:
    """Whether an answer is a name of many words that holds a number, which stays that name with another number."""
    words = [word for word in re.findall(r"[^\W\d_]{3,}", asked.text) if word not in (*MONTHS, *WEEKDAYS)]
    return len(words) > 3 and sum(word[0].isupper() for word in words) > len(words) / 2


def _tagged(*tags: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.last in tags


def _asks(*words: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.asking in words


def _is_number(asked: Asked) -> bool:
    counts = asked.asking in ("how many", "how much") or "CD" in (asked.first, asked.last)
    return (
        not _is_title(asked)
        and has_number(asked.text)
        and (counts or re.search(r"^[\d(]|\d:\d\d|\d\s?[ap]\.?m\b", asked.text) is not None)
    )


def _is_abbreviation(asked: Asked) -> bool:
    return re.fullmatch(r"(?:[A-Z]\.?){2,6}", asked.text) is not None


def _is_person(asked: Asked) -> bool:
    if not asked.is_name or _GROUP.search(asked.text):
        return False
    named = asked.noun in PERSONS or "person" in asked.noun_classes
    if asked.is_entity("ORG"):  # as far as the parser tells: a quarterback is none
        return named and asked.noun not in _PERSONS_OR_FIRMS
    is_entity = not asked.noun and asked.asking != "where" and asked.is_entity("PERSON")
    return named or asked.asking in _WHO or is_entity


def _is_time(asked: Asked) -> bool:
    return asked.asking == "when" or asked.noun in _TIMES


def _is_place(asked: Asked) -> bool:
    is_entity = asked.is_entity("PLACE") and not asked.noun
    return asked.is_name and (NOUNS.get(asked.noun) == "place" or is_entity or asked.asking == "where")


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
    is_building = "building" in asked.own_classes and asked.last not in ("NNS", "NNPS")
    return asked.asking == "where" or (is_building and not asked.noun)


def _is_adverb(asked: Asked) -> bool:
    is_asked = not asked.noun and not asked.asks_noun and asked.asking not in ("what", "which", *_WHO)
    return asked.last in ("RB", "RBR") and is_asked


def _is_adjective(asked: Asked) -> bool:
    is_sort = asked.noun in ("kind", "type", "sort", "color", "colour")
    is_said = asked.is_predicate and not asked.asks_noun
    return is_sort or (asked.last in ("JJ", "JJR", "JJS", "VBN", "VBD") and is_said)


def _is_gerund(asked: Asked) -> bool:
    """Whether an answer says what is done; an ing-form before its noun is no verb: "falling prices"."""
    modifies = asked.first == "VBG" and asked.parse.tokens[0].relation in ("amod", "compound")
    return asked.first in ("VBG", "VB", "TO") and not modifies and asked.asking not in _WHO


ANSWER_TYPES = (
    AnswerType("frequency", _asks("how often"), ("daily", "twice a season"), ("once a month", "hourly")),
    AnswerType("why", _asks("why"), ("fog", "a lack of timber"), ("a broken clock", "heavy snow")),
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
    AnswerType("when", _is_time, ("1956", "the winter of 1931"), ("the spring of 1908", "1862")),
    AnswerType("how", _asks("how"), ("slowly", "with borrowed tools"),
               ("in total silence", "by candlelight")),
    AnswerType("person", _is_person, ("Jeff Dean", "Maria Garcia", "James Wilson"),
               ("Oliver Martin", "Susan Clark", "Samuel Reyes")),
    AnswerType("place", _is_place, ("Chicago", "Lisbon", "Nairobi"), ("Havana", "Prague", "Lima")),
    AnswerType("organisation", _is_organisation, ("Toyota", "Unilever", "General Motors"),
               ("Nokia", "Lufthansa", "Nestle")),
    AnswerType("abbreviation", _is_abbreviation, ("LSTM", "UNESCO", "OPEC"), ("NAFTA", "FIFA", "ASCII")),
    AnswerType("name", _is_name, ("Central Park", "Jupiter", "Mount Everest"),
               ("Hyde Park", "Saturn", "Niagara Falls")),
    AnswerType("where", _is_somewhere, ("Chicago", "an abandoned quarry", "Lisbon"),
               ("a mountain valley", "Havana", "Prague")),
    AnswerType("adjective", _is_adjective, ("deep", "striped"), ("rusty", "transparent")),
    AnswerType("gerund", _is_gerund, ("learning", "collecting stamps"),
               ("baking bread", "repairing clocks")),
    AnswerType("who", _is_somebody, ("Jeff Dean", "the night watchman"), ("the village baker", "the clockmaker")),
    AnswerType("adverb", _is_adverb, ("quietly", "slowly"), ("carefully", "loudly")),
    AnswerType("plural", _tagged("NNS", "NNPS"), *PLURALS),
    AnswerType("noun", _tagged("NN", "NNP", "VBG"), *SINGULARS),
    AnswerType("anything", lambda asked: True, ("aliens", "a wooden ladder"),
               ("an old piano", "the green bicycle")),
)  # fmt: skip
