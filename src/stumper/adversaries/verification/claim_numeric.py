"""Claims about ages and years apart, computed from the dates on pages (FEVER 2.0)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.computed import Made, Rule, both, computed, two_events
from stumper.adversaries.verification.stated import Known, Stated, stated_in
from stumper.types import Example, Nothing, Perturbation

LEAST = 4  # years apart: fewer leave no room for a smaller number


@dataclass(frozen=True, slots=True)
class ClaimNumeric:
    """Says how old somebody became, or how far two events lie apart (FEVER 2.0) (Thorne et al. 2019).

    ``pages`` is a file of the pages that state the dates; without one, they are those that ship.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    pages: Path | None = None
    pipeline: str = "embedded"

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One claim for each rule and each claim whose subject has the dates, in the order of the examples."""
        found = computed("numeric", RULES, examples, stated_in(self.pages), self.pipeline, rng.getrandbits(64))
        return balanced(list(found), self.balanced, rng)


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


RULES = (Rule("age", _age), Rule("lived", _lived), Rule("years apart", _apart), Rule("within", _within))
