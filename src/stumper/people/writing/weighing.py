"""How much each word of what a person wrote matters to an answer, at once or word by word."""

from dataclasses import dataclass
from math import isnan
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from stumper.errors import Refused
from stumper.runs.desk import Desk, Leaving
from stumper.saliency import cuts, drops
from stumper.types import Query, Weight

Method = Literal["gradient", "leave-one-out"]
MOST_WORDS = 400  # that are left out in turn


@dataclass(frozen=True, slots=True)
class Weighed:
    """``agreement`` is the rank correlation of both methods; None where only one was computed, or it is undefined."""

    weights: tuple[Weight, ...]
    agreement: float | None = None


def weighed(
    desk: Desk, query: Query, answer: str, method: Method, person_id: str, leaving: Leaving | None = None
) -> Weighed:
    """The weights by this method; by leave-one-out where the model knows no gradient.

    Superseded where the same person has asked something newer, or has left; Refused where the model failed, and where
    there are too many words to leave each out.
    """
    if method == "gradient" and desk.explains:
        return Weighed(tuple(desk.weigh(query, answer, person_id, leaving)))
    found = cuts(query)
    if len(found) > MOST_WORDS:
        raise Refused(f"The words are measured one by one in texts of up to {MOST_WORDS} words, and this is longer.")
    replies = desk.ask([query, *(cut.query for cut in found)], "idle", person_id, leaving)
    predictions = [reply.prediction for reply in replies if reply.prediction is not None]
    if len(predictions) < len(replies):
        raise Refused("The model failed on a part of this text, so its words cannot be weighed.")
    left_out = drops(found, predictions[0], predictions[1:], answer)
    if not desk.explains:
        return Weighed(tuple(left_out))
    quick = desk.weigh(query, answer, person_id, leaving)
    return Weighed(tuple(left_out), rank_agreement([w.value for w in quick], [w.value for w in left_out]))


def rank_agreement(one: list[float], other: list[float]) -> float | None:
    """Spearman's rank correlation, ties at their mean rank; None where one side is constant, or there are no two."""
    assert len(one) == len(other)
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    value = float(np.corrcoef(_ranks(one), _ranks(other))[0, 1])
    return None if isnan(value) else value


def _ranks(values: list[float]) -> NDArray[np.float64]:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: NDArray[np.float64] = ((last - counts + last - 1) / 2)[places]
    return ranks
