"""Claims about ages, years apart and numbers, computed from what pages state (FEVER 2.0)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.anew import Evidence, made_anew, with_reasons, words
from stumper.adversaries.verification.claimrules.word_sets import NEGATIVE, word_set
from stumper.adversaries.verification.computed import IS_TRUE, Made, Rule, both, computed, two_events
from stumper.adversaries.verification.stated import Known, Stated, stated_in
from stumper.datasets.wiki_pages import PageStore
from stumper.tasks.verification.claim import claim_of
from stumper.types import Example, Nothing, Perturbation

LEAST = 4  # years apart: fewer leave no room for a smaller number


@dataclass(frozen=True, slots=True)
class ClaimNumeric:
    """Says how old somebody became, how far events lie apart, or compares numbers (FEVER 2.0) (Thorne et al. 2019).

    ``pages`` is a file of the pages that state the dates; without one, they are those that ship.
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
        for example in examples:
            of_example[example.id] += _compared(example, known.pages, Random(f"{seed}/{example.id}/numbers"))
        found = [one for made in of_example.values() for one in made]
        return with_reasons(balanced(found, self.balanced, rng), examples)


def _age(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She died at the age of 71.*"""
    if stated.born is None or stated.died is None:
        return None
    age = stated.born.years_until(stated.died) + (0 if is_true else rng.choice((-7, -5, -3, 3, 5, 7)))
    return Made(f"{stated.name} died at the age of {age}", stated.sets("died"))


def _lived(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She lived for more than 70 years.*"""
    if stated.born is None or stated.died is None:
        return None
    age = stated.born.years_until(stated.died) + rng.randint(2, 9) * (-1 if is_true else 1)
    return Made(f"{stated.name} lived for more than {age} years", stated.sets("died"))


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
    label, body = example.gold.answers[0].text, claim_of(example.query).text
    found = _COUNT.search(body)
    if found is None or label not in IS_TRUE or example.gold.matched_by != "id" or _is_hedged(body, found.start()):
        return
    noun, evidence = found["noun"], words(example.gold, pages)
    said = list(re.finditer(rf"\b{_NUMBER}(?: [\w-]+){{0,2}} {noun}\b", evidence))
    numbers = {_value(one["it"]) for one in said if not _is_hedged(evidence, one.start())}
    if len(said) != 1 or len(numbers) != 1 or (number := numbers.pop()) < LEAST:
        return
    own, is_true = _value(found["it"]), IS_TRUE[label]
    if (own == number) != is_true:
        return
    step = max(2, number // rng.randint(4, 8))
    more = not is_true or noun in MEASURES or rng.random() < 0.5
    bound = number - step if is_true and more else number + step
    text = f"{body[: found.start()]}{'more' if more else 'fewer'} than {bound:,}{body[found.end('it') :]}"
    yield made_anew(example, text, label, Evidence(example.gold.evidence_sets), ("numeric", "number"), pages)


def _value(number: str) -> int:
    lower = number.lower()
    return WORDS.index(lower) if lower in WORDS else int(lower.replace(",", ""))


def _is_hedged(text: str, start: int) -> bool:
    """Whether the number may be another, is one of an order, or is of something that is said before it."""
    before = text[:start].lower().split()
    return not before or before[-1] in DETERMINERS or bool(HEDGES & set(before[-2:])) or bool(NEGATIVE & set(before))


WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty")  # fmt: skip
_NUMBER = r"(?P<it>\d{1,3}(?:,\d{3})+|\d{1,3}(?![\d.,-])|" + "|".join(WORDS[3:]) + ")"
_COUNT = re.compile(rf"(?<![\w.,$£€-]){_NUMBER} (?:[a-z-]+ )?(?P<noun>[a-z]+s)\b(?! ago| old| later| before| after)")
HEDGES = word_set("""
    about around over under above below more fewer less than least most nearly almost only exactly just first last top
    approximately roughly up to within every number some estimated between or other another after before until since
    """)
DETERMINERS = word_set("the all its his her their these those a an and for")
# One counts these, but says less of them, not fewer.
MEASURES = word_set("""
    seconds minutes hours days weeks months years decades centuries feet metres meters miles kilometres kilometers acres
    dollars pounds euros tons tonnes degrees votes points percents times
    """)
RULES = (Rule("age", _age), Rule("lived", _lived), Rule("years apart", _apart), Rule("within", _within))
