"""Claims about before and after, decades and spans, computed from the dates on pages (FEVER 2.0)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import ClassVar

from stumper.adversaries.balancing import balanced
from stumper.adversaries.verification.anew import with_reasons
from stumper.adversaries.verification.computed import Computation, Made, both, computed, events, two_events
from stumper.adversaries.verification.stated import Known, Stated, stated_in
from stumper.types import Example, Nothing, Perturbation


@dataclass(frozen=True, slots=True)
class ClaimTemporal:
    """Says when the subject of a claim was born, died or came out (FEVER 2.0) (Thorne et al. 2019).

    ``pages`` is a file of the pages that state the dates; without one, they are those that ship.
    """

    tasks: ClassVar[Sequence[str]] = ("verification",)
    searches: ClassVar[bool] = False

    balanced: int | None = None
    pages: Path | None = None
    pipeline: str = "embedded"

    def instances(self, examples: Sequence[Example], rng: Random) -> Sequence[Perturbation | Nothing]:
        """One claim for each rule and each claim whose subject has a date, in the order of the examples."""
        found = computed("temporal", RULES, examples, stated_in(self.pages), self.pipeline, rng.getrandbits(64))
        return with_reasons(balanced(list(found), self.balanced, rng), examples, needs_decided=True)


def _bound(word: str, sign: int) -> Computation:
    """*It happened before 1970*: sign 1; *after 1970*: sign -1. The bound is two to nine years away."""

    def made(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
        one = rng.choice(events(stated))
        year = one.year + rng.randint(2, 9) * (sign if is_true else -sign)
        return Made(f"{one.said} {word} {year}", one.sets)

    return Computation(word, made)


def _decade(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*It happened in the 1960s*; no decade that ends in 00, as the 1900s may be a century."""
    one = rng.choice(events(stated))
    own = one.year // 10 * 10
    others = [own + years for years in (-20, -10, 10, 20) if (own + years) % 100]
    decade = own if is_true else rng.choice(others)
    return Made(f"{one.said} in the {decade}s", one.sets) if decade % 100 else None


def _span(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*It happened between 1960 and 1965.*"""
    one = rng.choice(events(stated))
    first = one.year + (-rng.randint(2, 4) if is_true else rng.choice((-12, -10, 3, 5)))
    return Made(f"{one.said} between {first} and {first + rng.randint(5, 7)}", one.sets)


def _other(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*It happened before that did*, of two subjects, a year or more apart."""
    two = two_events(stated, rng, known, apart=1)
    if two is None:
        return None
    first, second = two
    word = "before" if (first.year < second.year) == is_true else "after"
    return Made(f"{first.said} {word} {second.said}", both(first.sets, second.sets))


def _alive(stated: Stated, is_true: bool, rng: Random, known: Known) -> Made | None:
    """*She was alive in 1920*, of somebody who has died."""
    if stated.born is None or stated.died is None or stated.died.year - stated.born.year < SHORTEST:
        return None
    year = (
        rng.randint(stated.born.year + 2, stated.died.year - 2)
        if is_true
        else rng.choice((stated.born.year - rng.randint(3, 9), stated.died.year + rng.randint(3, 9)))
    )
    return Made(f"{stated.name} was alive in {year}", both(stated.sets("born"), stated.sets("died")))


SHORTEST = 4  # years of a life: in a shorter one no year is two years from both ends
RULES = (
    _bound("before", 1),
    _bound("after", -1),
    Computation("decade", _decade),
    Computation("between", _span),
    Computation("before another", _other),
    Computation("alive", _alive),
)
