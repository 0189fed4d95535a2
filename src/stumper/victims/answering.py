"""One answer from what a reader found in several passages, or none: how passages that were read apart are compared."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf

from stumper.text import normalise_answer
from stumper.types import Guess, Passage, Prediction

NO_ANSWER = 6.0  # the score that having no answer has among the passages' best
MOST = 100  # guesses


@dataclass(frozen=True, slots=True)
class Read:
    """What was found in a passage: spans with probabilities among those of this passage alone, and how strong the best
    of them is, which can be compared with other passages'."""

    passage: Passage
    spans: Prediction
    strength: float


def answered(readings: Sequence[Read]) -> Prediction:
    """The answers of all passages, best first, with "" for none among them, behind answers as likely.

    A reader's probabilities say which span of a passage is best, and are near 1 in a passage without the answer, too.
    So a passage's share is a softmax of the passages' best scores as they are, with a constant for there being no
    answer, and a span has a part of its passage's share. Passages that say the same add up. Evidence is the passage
    that gives the best answer most.
    """
    shares = _shares([one.strength for one in readings])
    said: dict[str, list[tuple[float, str, str]]] = {}  # of each answer as scores see it: share, text, passage
    for one, share in zip(readings, shares, strict=True):
        for guess in one.spans.guesses:
            part = share * (guess.probability or 0.0), guess.answer, one.passage.id
            said.setdefault(normalise_answer(guess.answer) or guess.answer, []).append(part)
    ranked = sorted(
        ((min(1.0, sum(part[0] for part in parts)), max(parts, key=lambda part: part[0])) for parts in said.values()),
        key=lambda one: -one[0],
    )[:MOST]
    none = 1.0 - sum(shares)
    guesses = [Guess(text, probability) for probability, (_, text, _) in ranked]
    above = sum((guess.probability or 0.0) >= none for guess in guesses)
    listed = (*guesses[:above], Guess("", none), *guesses[above:])
    mass = min(1.0, sum(guess.probability or 0.0 for guess in listed))
    retrieved = tuple(one.passage.id for one in readings)
    return Prediction(listed, mass, (ranked[0][1][2],) if above else (), retrieved)


def _shares(strengths: Sequence[float]) -> list[float]:
    """The share of each passage; what is left belongs to there being no answer."""
    top = max([NO_ANSWER, *strengths])
    weights = [exp(one - top) if one > -inf else 0.0 for one in strengths]
    total = sum(weights) + exp(NO_ANSWER - top)
    return [weight / total for weight in weights]
