"""Claims about ages, years apart and numbers, computed from what pages state (FEVER 2.0)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import evened
from stumper.adversaries.verification.anew import MOST_SETS, Evidence, made_anew, with_reasons, words
from stumper.adversaries.verification.claimrules.word_sets import NEGATIVE, word_set
from stumper.adversaries.verification.computed import (
    IS_TRUE,
    Computation,
    Made,
    Sets,
    both,
    computed,
    events,
    two_events,
)
from stumper.adversaries.verification.counted import WORDS, added, number_of
from stumper.adversaries.verification.stated import Known, Stated, stated_in
from stumper.datasets.wiki_pages import PageStore
from stumper.tasks.verification.claim import claim_of, label_of
from stumper.types import Example, Nothing, Perturbation

LEAST = 4  # years apart: fewer leave no room for a smaller number
LEAST_AGE = 11  # so that nine years less are still some
OLDEST = 70  # to which somebody who is said to be something, and to have died never, is taken to have lived


@dataclass(frozen=True, slots=True)
class ClaimNumeric:
    """Says ages and years between events, or adds and compares numbers (FEVER 2.0) (Thorne et al. 2019).

    ``balanced`` draws so many, as evenly as possible by label, original and rule. ``pages`` is a file of the pages that
    state dates and counts; without one, they are those that ship.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    pages: Path | None = None
    pipeline: str = "embedded"

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One claim for each rule and each claim whose subject has the dates, in the order of the examples."""
        known, seed = stated_in(self.pages), rng.getrandbits(64)
        of_example = {example.id: list[Perturbation]() for example in examples}
        for one in computed("numeric", RULES, examples, known, self.pipeline, seed):
            of_example[one.example_id].append(one)
        for one in added(examples, known.pages, self.pipeline, seed):
            of_example[one.example_id].append(one)
        for example in examples:
            of_example[example.id] += _compared(example, known.pages, Random(f"{seed}/{example.id}/numbers"))
        found = [one for made in of_example.values() for one in made]
        return with_reasons(
            evened(found, self.balanced, lambda made: made.edits[0].rule, rng), examples, needs_decided=True
        )


def _age(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She died at the age of 71*, which whole days decide."""
    if (lived := _years(stated)) is None:
        return None
    age = lived + (0 if is_true else rng.choice((-7, -5, -3, 3, 5, 7)))
    return Made(f"{stated.name} died at the age of {age}", both(stated.sets("born on"), stated.sets("died on")))


def _lived(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She lived for more than 70 years.*"""
    if (lived := _years(stated)) is None:
        return None
    age = lived + rng.randint(2, 9) * (-1 if is_true else 1)
    return Made(f"{stated.name} lived for more than {age} years", both(stated.sets("born"), stated.sets("died")))


def _lives(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*The lives of the two lasted more than 120 years in all.*"""
    if (two := _two_lives(stated, rng, known)) is None:
        return None
    other, years, others = two
    number = years + others + rng.randint(4, 15) * (-1 if is_true else 1)
    text = f"The lives of {stated.name} and {other.name} lasted more than {number} years in all"
    return Made(text, _both_lives(stated, other))


def _longer(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She lived at least 10 years longer than he did.*"""
    if (two := _two_lives(stated, rng, known)) is None:
        return None
    other, years, others = two
    more = abs(years - others)
    if more < LEAST:
        return None
    first, second = (stated, other) if years > others else (other, stated)
    number = max(2, more - rng.randint(2, 4)) if is_true else more + rng.randint(2, 9)
    return Made(f"{first.name} lived at least {number} years longer than {second.name}", _both_lives(stated, other))


def _two_lives(stated: Stated, rng: Random, known: Known) -> tuple[Stated, int, int] | None:
    """Another who is known to have lived and died, with the whole years of both; None where there is none at hand."""
    own = _years(stated)
    others = [(one, years) for one in known.every if one.page != stated.page and (years := _years(one)) is not None]
    if own is None or not others:
        return None
    other, years = rng.choice(others)
    return (other, own, years) if len(_both_lives(stated, other)) <= MOST_SETS else None


def _both_lives(first: Stated, second: Stated) -> Sets:
    lives = (both(one.sets("born"), one.sets("died")) for one in (first, second))
    return both(*lives)


def _age_at(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She was more than 30 years old when he was born*, of an event in her life."""
    if stated.born is None or (stated.died is None and not _lives_on(stated, known)):
        return None
    last = stated.died.year - 1 if stated.died else stated.born.year + OLDEST
    found = [
        event
        for other in known.every
        if other.page != stated.page
        for event in events(other)
        if stated.born.year + LEAST_AGE <= event.year <= last
    ]
    if not found:
        return None
    event = rng.choice(found)
    age = event.year - stated.born.year + rng.randint(2, 6) * (-1 if is_true else 1)
    sets = both(stated.sets("born"), event.sets)
    text = f"{stated.name} was more than {age} years old when {event.said}"
    return Made(text, sets) if len(sets) <= MOST_SETS else None


def _lives_on(stated: Stated, known: Known) -> bool:
    """Whether the page says what somebody is, and not what somebody was."""
    return re.search(r" is (?:an?|the) ", known.pages.sentence(stated.lead).text) is not None


def _years(stated: Stated) -> int | None:
    """How old somebody became; None where that is not stated, or is so little that no smaller number is left."""
    if stated.born is None or stated.died is None:
        return None
    years = stated.born.years_until(stated.died)
    return years if years >= LEAST_AGE else None


def _apart(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She was born more than 10 years before he died*, of two subjects."""
    two = two_events(stated, rng, known, LEAST)
    if two is None:
        return None
    first, second = two
    apart = abs(first.year - second.year)
    number = max(2, apart - rng.randint(2, 6)) if is_true else apart + rng.randint(2, 6)
    word = "before" if first.year < second.year else "after"
    return Made(f"{first.said} more than {number} years {word} {second.said}", both(first.sets, second.sets))


def _within(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*The two were born less than 10 years apart.*"""
    verb = "was released" if stated.released else "was born"
    two = two_events(stated, rng, known, LEAST, verb)
    if two is None:
        return None
    first, second = two
    apart = abs(first.year - second.year)
    number = apart + rng.randint(2, 6) if is_true else max(2, apart - rng.randint(2, 6))
    text = f"{first.name} and {second.name} were {verb.split()[1]} less than {number} years apart"
    return Made(text, both(first.sets, second.sets))


def _compared(example: Example, pages: PageStore, rng: Random) -> Iterator[Perturbation]:
    """*It has more than 9 lanes* of a claim with a number, by the one number of them that the evidence gives.

    A supported claim has that number and becomes a true comparison; a refuted claim has another, and becomes one that
    is false even of fewer.
    """
    label, body = label_of(example), claim_of(example.query).text
    found = _COUNT.search(body)
    if found is None or label not in IS_TRUE or example.gold.matched_by != "id":
        return
    noun, is_true = found["noun"], IS_TRUE[label]
    own, number = _counted(body, noun), _counted(words(example.gold, pages), noun)
    if own is None or number is None or number < LEAST or (own == number) != is_true:
        return
    step = max(2, number // rng.randint(4, 8))
    more = not is_true or noun in MEASURES or rng.random() < 0.5
    bound = number - step if is_true and more else number + step
    text = f"{body[: found.start()]}{'more' if more else 'fewer'} than {bound:,}{body[found.end('it') :]}"
    yield made_anew(example, text, label, Evidence(example.gold.evidence_sets), ("numeric", "number"), pages)


def _counted(text: str, noun: str) -> int | None:
    """How many of the noun the text says there are; None where it says so more than once, or not for certain."""
    tokens = [token.strip(".,;:!?\"'") or token for token in text.split()]
    places = [place for place, token in enumerate(tokens) if token == noun]
    counts = [tokens[:place] for place in places if any(map(_has_number, _near(tokens[:place])))]
    return _count(counts[0]) if len(counts) == 1 else None


def _count(before: Sequence[str]) -> int | None:
    """The number that stands before a noun, where it is alone, whole and not hedged, with nothing but words that
    describe the noun behind it."""
    near = _near(before)
    numbers = [place for place, token in enumerate(near) if _has_number(token)]
    lower, between = near[numbers[0]].lower(), near[numbers[0] + 1 :]
    is_plain = len(numbers) == 1 and re.fullmatch(_NUMBER, lower) is not None and all(map(_describes, between))
    if not is_plain or len(between) > 2 or _is_hedged(before[: len(before) - len(between) - 1]):
        return None
    return number_of(lower)


def _near(before: Sequence[str]) -> Sequence[str]:
    """The last words before a noun, from which a number may count it: none before a stop."""
    last = before[-NEAR:]
    return last[max((place + 1 for place, token in enumerate(last) if token in STOPS), default=0) :]


def _has_number(token: str) -> bool:
    """Whether a word is a number or a part of one, read or not: 14.5, twenty-five, million, half, 7-Eleven."""
    return any(map(str.isdigit, token)) or bool(NUMERALS & set(token.lower().split("-")))


def _describes(token: str) -> bool:
    """Whether a word between a number and a noun can be of the noun: no small word, no unit, and no plural, which is
    what is counted."""
    is_plural = token.endswith("s") and not token.endswith(("ss", "us"))
    return re.fullmatch(r"[\w-]+", token) is not None and token.lower() not in LINKING and not is_plural


def _is_hedged(before: Sequence[str]) -> bool:
    """Whether the number may be another, is one of an order, or is of something that is said before it."""
    words = [word.lower() for word in before]
    return not words or words[-1] in DETERMINERS or bool(HEDGES & set(words[-2:])) or bool(NEGATIVE & set(words))


# What may be a part of a number that is not read.
NUMERALS = word_set("""
    thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions
    trillion trillions dozen dozens half halves third thirds quarter quarters couple several
    """) | {*WORDS}
NEAR = 4  # words before a noun that may be its number
STOPS = (",", ";", ".", ":", "(", ")", "-LRB-", "-RRB-")
# What stands between a number and a noun that it does not count.
LINKING = word_set("""
    and or to of by per in on at from for with than as plus the a an some times more other others so
    is was has does its this
    foot feet ft inch yard mile metre meter kilometre kilometer m km second minute hour day week month year pound dollar
    """)
# The whole of a number: no part of "twenty-five", "14.5" or "5-7".
_NUMBER = r"(?<![\w.,$£€–-])(?P<it>\d{1,3}(?:,\d{3})+|\d{1,3}|" + "|".join(WORDS[3:]) + r")(?![\w–-]|[.,]\d)"
_NO_NOUN = r"(?!(?:" + "|".join(sorted(LINKING)) + r") )"
_COUNT = re.compile(
    rf"{_NUMBER} (?:{_NO_NOUN}[a-z-]+ )?{_NO_NOUN}(?P<noun>[a-z]+s)\b(?! ago| old| later| before| after)"
)
HEDGES = word_set("""
    about around over under above below more fewer less than least most nearly almost only exactly just first last top
    approximately roughly up to within every number some estimated between or other another after before until since
    minus per
    """)
DETERMINERS = word_set("the all its his her their these those a an and for")
# One counts these, but says less of them, not fewer.
MEASURES = word_set("""
    seconds minutes hours days weeks months years decades centuries feet metres meters miles kilometres kilometers acres
    dollars pounds euros tons tonnes degrees votes points percents times
    """)
RULES = (
    Computation("age", _age),
    Computation("lived", _lived),
    Computation("years apart", _apart),
    Computation("within", _within),
    Computation("lives", _lives),
    Computation("longer", _longer),
    Computation("age at", _age_at),
)
