"""Sentences chosen by a classifier: ranked anew by what it says of claim and sentence."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite

from stumper.errors import BrokenVictim
from stumper.retrieval.ranked import DECIMALS, RankedSentence

Scorer = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""Gives each (claim, sentence) a number that is higher where the sentence bears on the claim: for an entailment
classifier, the probability that it does not say NOT ENOUGH INFO."""


def selected(claim: str, sentences: Sequence[RankedSentence], scorer: Scorer, k: int = 5) -> tuple[RankedSentence, ...]:
    """The k sentences that the scorer puts first, with its scores; of equals, the one that was ranked higher."""
    scores = scorer([(claim, sentence.text) for sentence in sentences]) if sentences else []
    if len(scores) != len(sentences):
        raise BrokenVictim(f"The scorer gave {len(scores)} scores for {len(sentences)} sentences. Give one for each.")
    if (broken := next((score for score in scores if not isfinite(score)), None)) is not None:
        raise BrokenVictim(f"The scorer gave {broken!r} for a sentence of {claim!r}. Give a finite number.")
    scored = [
        replace(sentence, score=round(float(score), DECIMALS))
        for sentence, score in zip(sentences, scores, strict=True)
    ]
    return tuple(sorted(scored, key=lambda sentence: -sentence.score)[:k])
