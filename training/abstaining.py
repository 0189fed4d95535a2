"""What it costs to leave questions open: the curve of those with an answer that are left open against those without one
that are answered, by the belief that decides now, and by several cues weighed by a logistic regression.

Both are of articles that nothing was fitted on: each fold's weights, and the threshold of each aim, are of the others.
The two weights of belief, which cues are made of, are for each question those that were fitted without its fold.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp, log

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import rankdata

from stumper.text import normalise_answer
from stumper.victims.answering import Read, Weights, score

AIMS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3)  # of the questions with an answer, that are left open
PENALTY = 1e-2  # on the square of weights, of standardised cues
CUES = ("belief", "lead", "strength", "likeness", "most likeness", "its lead", "agreement", "probability")
WAYS: Mapping[str, tuple[str, ...]] = {"belief": ("belief",), "retriever": ("most likeness",),
                                       "reader": ("strength",), "several": CUES}  # fmt: skip

Floats = npt.NDArray[np.float64]
Fold = tuple[Sequence[int], Floats, Floats]  # places of its questions; with an answer, and without, a row a question


def cues(found: Sequence[Read], weights: Weights) -> list[float]:
    """What tells whether an answer was found: the logarithm of what the best answer has (which is held against no
    answer now), its lead over the next, how strong and how like its question the passage is that is believed,
    how like the likeliest of all, its lead, the share of other passages whose best span says the same, and how probable
    the span is in its passage."""
    read = [one for one in found if one.reading.spans.guesses]
    if not read:
        return [0.0] * len(CUES)
    has: dict[str, float] = defaultdict(float)
    for one in read:
        for guess in one.reading.spans.guesses:
            said = normalise_answer(guess.answer) or guess.answer
            has[said] += exp(score(one, weights)) * (guess.probability or 0.0)
    first, second, *_ = [*sorted(has.values(), reverse=True), 1e-9]
    best = max(read, key=lambda one: score(one, weights))
    near = [*sorted((one.likeness for one in found), reverse=True), 0.0]
    top = [normalise_answer(one.reading.spans.guesses[0].answer) for one in read]
    said = normalise_answer(best.reading.spans.guesses[0].answer)
    agreed = (top.count(said) - 1) / max(1, len(read) - 1)
    sure = best.reading.spans.guesses[0].probability or 0.0
    return [log(first), min(5.0, log(first) - log(max(second, 1e-9))), best.reading.strength, best.likeness, near[0],
            near[0] - near[1], agreed, sure]  # fmt: skip


def fitted(rows: Floats, labels: Floats) -> Callable[[Floats], Floats]:
    """What a logistic regression of these rows gives others, as a score."""
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9

    def loss(weights: Floats) -> tuple[float, Floats]:
        scaled = np.c_[(rows - middle) / spread, np.ones(len(rows))]
        likely = expit(scaled @ weights)
        chance = np.where(labels == 1, likely, 1 - likely)
        shrunk = np.r_[weights[:-1], 0.0]
        return (float(-np.log(np.maximum(chance, 1e-12)).mean() + PENALTY * shrunk @ shrunk),
                scaled.T @ (likely - labels) / len(rows) + 2 * PENALTY * shrunk)  # fmt: skip

    found = minimize(loss, np.zeros(rows.shape[1] + 1), jac=True, method="L-BFGS-B").x
    return lambda other: np.asarray((other - middle) / spread @ found[:-1] + found[-1])


def told(
    rows: Sequence[tuple[Sequence[float], Sequence[float] | None]], folds: Sequence[int]
) -> Iterator[tuple[str, float, list[bool], list[bool | None]]]:
    """By each way and each aim: which questions with an answer are left open, and which without one are answered (None
    where there is no such question). ``rows`` have the cues of each with its paragraph, and without."""
    with_answer = np.array([one for one, _ in rows])
    is_bare = np.array([one is not None for _, one in rows])
    without = np.array([one if one is not None else [0.0] * len(CUES) for _, one in rows])
    of = np.array(folds)
    for way, names in WAYS.items():
        columns = [CUES.index(name) for name in names]
        for aim in AIMS:
            open_, answered = np.zeros(len(rows), bool), np.zeros(len(rows), bool)
            for fold in sorted(set(folds)):
                here, other = of == fold, of != fold
                given, taken = with_answer[other][:, columns], without[other & is_bare][:, columns]
                labels = np.r_[np.ones(len(given)), np.zeros(len(taken))]
                by = (lambda some: some[:, 0]) if len(columns) == 1 else fitted(np.r_[given, taken], labels)
                least = np.quantile(by(given), aim, method="lower")
                open_[here] = by(with_answer[here][:, columns]) < least
                answered[here] = by(without[here][:, columns]) >= least
            yield way, aim, open_.tolist(), [bool(one) if bare else None
                                             for one, bare in zip(answered, is_bare, strict=True)]  # fmt: skip


def area(rows: Sequence[tuple[Sequence[float], Sequence[float] | None]], folds: Sequence[int], way: str) -> float:
    """How often a question with an answer stands above one without one of the same fold, on average over the folds."""
    columns, of = [CUES.index(name) for name in WAYS[way]], np.array(folds)
    with_answer = np.array([one for one, _ in rows])[:, columns]
    is_bare = np.array([one is not None for _, one in rows])
    without = np.array([one if one is not None else [0.0] * len(CUES) for _, one in rows])[:, columns]
    areas = []
    for fold in sorted(set(folds)):
        given, taken = with_answer[of != fold], without[(of != fold) & is_bare]
        labels = np.r_[np.ones(len(given)), np.zeros(len(taken))]
        by = (lambda some: some[:, 0]) if len(columns) == 1 else fitted(np.r_[given, taken], labels)
        above, below = by(with_answer[of == fold]), by(without[(of == fold) & is_bare])
        ranks = rankdata(np.r_[above, below])[: len(above)]
        areas.append((ranks.sum() - len(above) * (len(above) + 1) / 2) / (len(above) * len(below)))
    return float(np.mean(areas))
