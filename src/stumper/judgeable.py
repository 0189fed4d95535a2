"""A perturbation as those see it who judge it, and what a program is that does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgeable:
    """A perturbation as a person sees it, without a word of who made it, how, or what a victim said of it.

    ``original`` is given where there is no evidence to judge the text by.
    """

    perturbation_id: str
    asked: str
    text: str
    evidence: str = ""
    original: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Of some perturbations those that were drawn of a population which holds the one that is asked about
    (``for_these``), and those that were drawn of others alone; of the rest it is not recorded how they came to be
    judged."""

    for_these: frozenset[str] = frozenset()
    for_others: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Answered:
    """What a judge answers of one perturbation, true for yes; ``note`` is whatever the judge adds."""

    grammatical: bool
    label_correct: bool
    on_task: bool
    note: str = ""


# Answers each of what it is given, in that order; None of what it cannot tell. It sees what a person sees, no more.
Judge = Callable[[Sequence[Judgeable]], Sequence[Answered | None]]


def either(answers: Sequence[str]) -> str:
    """The distinct answers in quotes, in words."""
    return " or ".join(f"“{answer}”" for answer in dict.fromkeys(answers))
