"""Rows of figures: means over examples, and over instances beside the originals that they were made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from stumper.scores.score import from_estimate
from stumper.scoring import Measure, Score
from stumper.statistics import CHANGE, NO_GROUPS, SHARE, Groups, Scored, Statistic, interval, mean, means
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
    figures: Figures,
    originals: Sequence[str],
    victim: str | None,
    without: How,
    of: Mapping[str, How] | None = None,
    groups: Groups = NO_GROUPS,
) -> list[Score]:
    """The mean of each figure; ``of`` says more of one, ``without`` what was left out."""
    how = {**figures.how, **without}
    return [
        from_estimate(
            mean(values, originals, groups), name, "original", victim, None, {**(of or {}).get(name, {}), **how}
        )
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
    groups: Groups = NO_GROUPS,
) -> list[Score]:
    """The mean of each figure before and after, and the differences.

    An original, named by its id, counts as often as it stands in ``originals``: once for each of its variants, or once
    with the worst of them, which ``after`` then says.
    """
    sides, names = (before, after), list(before.values)
    columns = [Scored(originals, values) for side in sides for values in side.values.values()]
    found = means(columns, groups)
    pairs = list(zip(names, found[: len(names)], found[len(names) :], strict=True))
    # Where the worst variant of an original counts, each original is in once; else as often as it was changed.
    ways = without if "worst" in after.how else {**without, "paired": "instances"}
    hows = [{name: {**(of or {}).get(name, {}), **side.how, **ways} for name in names} for side in sides]

    # A difference counts the originals that nobody answered as well as the variants.
    silent = before.how.get("unanswered", "0") if "paired" in ways else "0"
    apart = {"unanswered_originals": silent} if silent != "0" else {}

    def attacked(name: str, called: str, value: Statistic, within: tuple[float, float], how: How) -> Score:
        return from_estimate(
            interval(value, within), called, "adversarial", victim, adversary, {**hows[1][name], **how}
        )

    return [
        *(from_estimate(interval(a), name, "original", victim, None, hows[0][name]) for name, a, _ in pairs),
        *(attacked(name, name, b, SHARE, {}) for name, _, b in pairs),
        *(attacked(name, f"{name}_difference", b - a, CHANGE, apart) for name, a, b in pairs),
    ]
