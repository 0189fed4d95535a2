"""What questions that were written against one machine cost the others, and whether the reverse costs as much."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import nan
from typing import Literal

from stumper.scores.intervals import (
    Estimate,
    contrast_interval,
    difference_interval,
    estimate_contrast,
    negated,
    paired_share_contrast,
    share_contrast,
    share_interval,
)
from stumper.tasks.quizbowl.buzz import Buzz, accuracy_at, first_right
from stumper.tasks.quizbowl.section.figures import BothWays, Transfer, Who

NONE = Estimate(nan, nan, nan, 0)


def transfer(before: Sequence[Buzz], met: Sequence[Buzz], against: str, who: Who) -> Transfer:
    """What a player has on questions that were written against a machine, less what they have on regular ones.

    Where all that they ``met`` are variants of these, each is compared with its own original.
    """
    pairs = with_originals(met, before)
    earlier, later = ([pair[0] for pair in pairs], [pair[1] for pair in pairs]) if pairs else (before, met)
    rights = [accuracy_at(side, 1.0) for side in (earlier, later)]
    contrast = paired_share_contrast if pairs else share_contrast
    shares = share_interval(rights[1]), share_interval(rights[0])
    return Transfer(against, *who, *shares, contrast(*rights), _delay(earlier, later, bool(pairs)), bool(pairs))


def with_originals(met: Sequence[Buzz], before: Sequence[Buzz]) -> list[tuple[Buzz, Buzz]]:
    """Each with the same player's buzz on the question that it is a variant of; empty where one is no variant."""
    known = {(buzz.player, buzz.question_id): buzz for buzz in before}
    found = [(known.get((buzz.player, buzz.original)), buzz) for buzz in met]
    pairs = [(first, then) for first, then in found if first is not None]
    return pairs if len(pairs) == len(found) else []


def costs(rows: Sequence[Transfer]) -> list[Estimate]:
    """How much later each is first right, where all were asked all along, else the accuracy that each loses."""
    return [row.later for row in rows] if are_timed(rows) else [negated(row.difference) for row in rows]


def are_timed(rows: Sequence[Transfer]) -> bool:
    """Whether it is known of all where they are first right."""
    return all(row.later.n for row in rows)


def both_ways(found: Sequence[Transfer]) -> tuple[BothWays, ...]:
    """For every two machines that were both written against: what questions against the one cost the other."""
    of = {(row.against, row.player): row for row in found if row.is_machine}
    machines = [against for against in dict.fromkeys(row.against for row in found) if (against, against) in of]
    pairs = [(one, other) for one, other in combinations(machines, 2) if {(one, other), (other, one)} <= of.keys()]
    return tuple(_both(one, other, of[one, other], of[other, one]) for one, other in pairs)


def _both(first: str, second: str, there: Transfer, back: Transfer) -> BothWays:
    lost, reverse = costs((there, back))
    by: Literal["first right", "accuracy"] = "first right" if are_timed((there, back)) else "accuracy"
    return BothWays(first, second, by, lost, reverse, estimate_contrast(reverse, lost))


def _delay(before: Sequence[Buzz], after: Sequence[Buzz], are_pairs: bool) -> Estimate:
    """How much later the machine is first right, never counting as the whole question; NONE if it was not asked."""
    if not all(buzz.readings for buzz in (*before, *after)):
        return NONE
    where: list[list[float]] = [
        [1.0 if (place := first_right(buzz.readings)) is None else place for buzz in side] for side in (before, after)
    ]
    compare: Callable[[Sequence[float], Sequence[float]], Estimate]
    compare = difference_interval if are_pairs else contrast_interval
    return compare(where[0], where[1])
