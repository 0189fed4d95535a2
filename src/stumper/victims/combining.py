"""From what a verifier says of a claim with each piece of its evidence to the shares of the labels."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from stumper.tasks.verification.claim import LABELS, Claim
from stumper.victims.selecting import likelihood
from stumper.victims.verifying import Floats, read_layers, shares

SENTENCES = 5  # that are retrieved for a claim
NOTHING_FOUND = np.array([0.0, 0.0, 1.0])

Combining: TypeAlias = Callable[[Sequence[Claim], Floats], Floats]
"""Gives the shares of the labels, of a claim with each piece of evidence that was read and the scores of each."""


def at_once(readings: Sequence[Claim], scores: Floats) -> Floats:
    """All evidence was read as one text."""
    found: Floats = shares(scores[0])
    return found


def most_decided(odds: float) -> Combining:
    """One reading speaks for all: the one whose odds that the claim is decided are highest. The ``odds`` are log odds
    that are added to its NOT ENOUGH INFO."""

    def combined(readings: Sequence[Claim], scores: Floats) -> Floats:
        rows = list(shares(scores))
        weighed = rows[best_of(rows)] * np.array([1.0, 1.0, np.exp(odds)])
        found: Floats = weighed / weighed.sum()
        return found

    return combined


def best_of(rows: Sequence[Floats]) -> int:
    """Which of the readings has the highest odds to decide the claim."""
    return int(np.argmax([np.log(row[:2].max() / row[2]) for row in rows]))


def supported_first(readings: Sequence[Claim], scores: Floats) -> Floats:
    """Where a reading supports the claim, the one that does so most speaks for all; else one that refutes it."""
    rows = shares(scores)
    for label in range(len(LABELS)):
        saying = [row for row in rows if int(row.argmax()) == label]
        if saying:
            return max(saying, key=lambda row: float(row[label]))
    raise AssertionError("a row has a likeliest label")


def aggregated(folder: Path) -> Combining:
    """Two layers over the shares that each of five sentences gives the labels, and how likely each is evidence (Yoneda
    et al. 2018); a sentence that is not there gives NOT ENOUGH INFO and no evidence."""
    layers = read_layers(folder / "hexaf.npz", {"cues": 1, **LAYERS})

    def combined(readings: Sequence[Claim], scores: Floats) -> Floats:
        evidence = [likelihood(layers["cues"], reading.text, reading.evidence[0]) for reading in readings]
        told = [np.append(row, one) for row, one in zip(shares(scores), evidence, strict=True)]
        absent = [np.append(NOTHING_FOUND, 0.0)] * (SENTENCES - len(told))
        found: Floats = shares(_through(layers, np.concatenate([*told, *absent][:SENTENCES])))
        return found

    return combined


def attended(folder: Path) -> Combining:
    """Two layers over what is known of claim and sentence together, pooled over the sentences: the mean by the weights
    of an attention, and the maximum (Hanselowski et al. 2018)."""
    layers = read_layers(folder / "enhanced-esim.npz", {"attention": 1, **LAYERS})

    def combined(readings: Sequence[Claim], scores: Floats) -> Floats:
        weights = shares(np.tanh(scores) @ layers["attention"])
        found: Floats = shares(_through(layers, np.concatenate([weights @ scores, scores.max(axis=0)])))
        return found

    return combined


LAYERS: Mapping[str, int] = {"hidden": 2, "hidden_bias": 1, "head": 2, "head_bias": 1}  # dimensions


def _through(layers: Mapping[str, Floats], values: Floats) -> Floats:
    """The scores of the labels that a rectified layer and another make of the values."""
    hidden = np.maximum(layers["hidden"] @ values + layers["hidden_bias"], 0.0)
    scores: Floats = layers["head"] @ hidden + layers["head_bias"]
    return scores
