"""Runs that met once more what another run of the same system has met: an attack, and its own set read back."""

from collections.abc import Mapping

import numpy as np

from stumper.runs.plan import FROM_FILE, Plan
from stumper.table.table import Table

KEYS = ("dataset", "adversary", "options", "made_against", "victim")


def met_again(table: Table, plans: Mapping[str, Plan]) -> dict[str, str]:
    """By run, the other run of its victim that holds all of its variants, made alike, on the same data set.

    Of two that hold the same the one that made them itself counts, else the first. Which goal a run has changes nothing
    in what it met; runs that made their variants themselves with another limit, seed or budget are runs of their own.
    """
    runs = table.texts("run")
    groups: dict[tuple[str | None, ...], list[tuple[str, frozenset[int]]]] = {}
    for run_id in plans:
        rows = np.flatnonzero(runs.equal(run_id))
        met = frozenset(table.texts("variant").codes[rows].tolist()) - {-1}
        if met:
            key = tuple(table.texts(name)[int(rows[0])] for name in KEYS)
            groups.setdefault(key, []).append((run_id, met))
    found: dict[str, str] = {}
    for alike in groups.values():
        kept: list[tuple[str, frozenset[int]]] = []
        for run_id, met in sorted(alike, key=lambda one: (-len(one[1]), _is_read_back(plans[one[0]]))):
            holders = [other for other, all_met in kept if met <= all_met]
            holder = next((other for other in holders if _are_one(plans[run_id], plans[other])), None)
            if holder is None:
                kept.append((run_id, met))
            else:
                found[run_id] = holder
    return found


def _are_one(plan: Plan, other: Plan) -> bool:
    if _is_read_back(plan) or _is_read_back(other):
        return True
    return (plan.limit, plan.seed, plan.budget) == (other.limit, other.seed, other.budget)


def _is_read_back(plan: Plan) -> bool:
    return plan.adversary == FROM_FILE or bool(plan.replays)
