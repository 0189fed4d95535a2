"""Evaluation sets with as many perturbations of one label as of another."""

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from stumper.errors import BadOption
from stumper.types import NOT_DRAWN, Nothing, Perturbation


def balanced(perturbations: Sequence[Perturbation], size: int | None, rng: Random) -> Sequence[Perturbation | Nothing]:
    """``size`` of them in their order, drawn so that the labels differ in number by as little as there are of each; and
    behind them, of each example of which none was drawn, that it is so.

    All of them where ``size`` is None. BadOption below 1.
    """
    if size is None:
        return perturbations
    if size < 1:
        raise BadOption(f"The option balanced is a number of 1 or more, not {size}.")
    of_label: dict[str, list[int]] = defaultdict(list)
    for place, perturbation in enumerate(perturbations):
        of_label[perturbation.gold.answers[0].text].append(place)
    drawn = {label: rng.sample(places, len(places)) for label, places in sorted(of_label.items())}
    kept: list[int] = []
    while len(kept) < min(size, len(perturbations)):
        for places in drawn.values():
            if places and len(kept) < size:
                kept.append(places.pop())
    found = [perturbations[place] for place in sorted(kept)]
    drawn_of = {each.example_id for each in found}
    left = dict.fromkeys(each.example_id for each in perturbations if each.example_id not in drawn_of)
    return [*found, *(Nothing(f"{NOT_DRAWN}: balanced={size}", id) for id in left)]
