"""A perturbation as those see it who judge it."""

from collections.abc import Sequence
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


def either(answers: Sequence[str]) -> str:
    """The distinct answers in quotes, in words."""
    return " or ".join(f"“{answer}”" for answer in dict.fromkeys(answers))
