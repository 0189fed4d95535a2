"""Rows of figures: means over examples, and over instances beside the originals that they were made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stumper.scores.by_original import Floats, Scored, drawn_means, observed
from stumper.scores.intervals import confidence_how, mean_interval
from stumper.scores.score import from_estimate
from stumper.scoring import Measure, Score
from stumper.types import Gold, Prediction

How = Mapping[str, str]  # what a signature says


@dataclass(frozen=True, slots=True)
class Figures:
    """The values of each figure, in the order of the examples or instances, and what is said of all of them."""

    values: Mapping[str, Sequence[float]]
    how: How


def measured(measures: Mapping[str, Measure], said: Sequence[tuple[Gold, Prediction | None]]) -> Figures:
    """The values of each measure; what is not answered scores 0, and is counted."""
    values = {name: [measure.score(*one) for one in said] for name, measure in measures.items()}
    unanswered = sum(prediction is None or not prediction.guesses for _, prediction in said)
    return Figures(values, {"agg": "mean", "unanswered": str(unanswered)})


def mean_rows(
    figures: Figures, victim: str | None, without: How, of: Mapping[str, How] | None = None, seed: int = 0
) -> list[Score]:
    """The mean of each figure; ``of`` says more of one, ``without`` what was left out."""
    how = {**figures.how, **without, "ci": confidence_how(seed)}
    return [
        from_estimate(mean_interval(values, seed), name, "original", victim, None, {**(of or {}).get(name, {}), **how})
        for name, values in figures.values.items()
    ]


def paired_rows(
    originals: Sequence[str],
    before: Figures,
    after: Figures,
    victim: str | None,
    adversary: str | None,
    without: How,
    of: Mapping[str, How] | None = None,
    seed: int = 0,
) -> list[Score]:
    """The mean of each figure before and after, and the differences.

    An original, named by its id, counts as often as it was changed; the bootstrap draws originals.
    """
    sides, names, n = (before, after), list(before.values), len(originals)
    columns = [Scored(originals, values) for side in sides for values in side.values.values()]
    drawn = drawn_means(columns, np.random.default_rng(seed))
    pairs = list(zip(names, drawn[: len(names)], drawn[len(names) :], strict=True))
    ways = {**without, "paired": "instances", "ci": f"{confidence_how(seed)}-by-original"}
    hows = [{name: {**(of or {}).get(name, {}), **side.how, **ways} for name in names} for side in sides]

    def attacked(name: str, called: str, values: Floats) -> Score:
        return from_estimate(observed(values, n), called, "adversarial", victim, adversary, hows[1][name])

    return [
        *(from_estimate(observed(a, n), name, "original", victim, None, hows[0][name]) for name, a, _ in pairs),
        *(attacked(name, name, b) for name, _, b in pairs),
        *(attacked(name, f"{name}_difference", b - a) for name, a, b in pairs),
    ]
