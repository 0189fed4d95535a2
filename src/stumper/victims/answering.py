"""One answer from what a reader found in several passages, or none: how passages that were read apart are compared."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from stumper.types import Guess, Passage, Prediction
from stumper.victims.passage_reader import Reading

MOST_GUESSES = 100  # guesses


@dataclass(frozen=True, slots=True)
class Weights:
    """What a passage's strength counts, what its likeness to the question does, and what having no answer has."""

    strength: float
    likeness: float
    none: float


WEIGHTS = Weights(0.28, 0.72, 5.35)  # chosen by training/rag.py on questions that its reader did not learn
TUNED = "answering.onnx"  # no such weights stand there: by this name a ledger does, of the questions that they are of


@dataclass(frozen=True, slots=True)
class Read:
    """A passage that was read; ``likeness`` says how like the question it is, whatever else was found."""

    passage: Passage
    reading: Reading
    likeness: float


def answered(found: Sequence[Read], weights: Weights = WEIGHTS) -> Prediction:
    """The answers of all passages, best first, with "" for none among them, behind answers that are as likely.

    A reader's probabilities say which span of a passage is best, and are near 1 in a passage without the answer, too.
    So a passage's share is a softmax over the passages, and there being no answer, of the scores that their best spans
    have before they are made probabilities, and of their likeness to the question; a span has its part of its passage's
    share. Passages that say the same add up. Evidence is the passage that gives the best answer most.
    """
    *shares, none = _shares([*(score(one, weights) for one in found), weights.none])
    parts: dict[str, list[tuple[float, str, str]]] = defaultdict(list)  # share, words and passage, by answer
    for one, share in zip(found, shares, strict=True):
        for guess, said in zip(one.reading.spans.guesses, one.reading.said, strict=True):
            parts[said].append((share * (guess.probability or 0.0), guess.answer, one.passage.id))
    best = [max(each, key=lambda part: part[0]) for each in parts.values()]
    sums = [sum(share for share, _, _ in each) for each in parts.values()]
    order = sorted(range(len(sums)), key=lambda place: -sums[place])[:MOST_GUESSES]
    guesses = [Guess(best[place][1], sums[place]) for place in order]
    above = sum((guess.probability or 0.0) >= none for guess in guesses)
    guesses.insert(above, Guess("", none))
    mass = min(1.0, sum(guess.probability or 0.0 for guess in guesses))
    evidence = (best[order[0]][2],) if above else ()
    return Prediction(tuple(guesses), mass, evidence, tuple(one.passage.id for one in found))


def score(one: Read, weights: Weights) -> float:
    """What a passage's share is made of."""
    return weights.strength * one.reading.strength + weights.likeness * one.likeness


def _shares(scores: Sequence[float]) -> list[float]:
    weights = [exp(score - max(scores)) for score in scores]
    return [weight / sum(weights) for weight in weights]
