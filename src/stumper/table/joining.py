"""Which runs are on one data set: those that hold the same originals, whichever file these came in."""

from collections import Counter
from collections.abc import Mapping, Sequence

from stumper.runs.plan import FROM_FILE, Plan
from stumper.table.naming import short_dataset

Originals = Mapping[str, str]  # by id, what says which example it is


def datasets(plans: Mapping[str, Plan], originals: Mapping[str, Originals]) -> dict[str, str]:
    """What the data set of each run is called, run by run; ``originals`` are of the data sets by fingerprint.

    A set belongs to the largest that holds all of its originals. The whole is called after the set that was attacked
    itself, not by variants from a file; else after that of which most originals were met.
    """
    by_set: dict[str, list[Plan]] = {}
    for plan in plans.values():
        by_set.setdefault(plan.dataset_fingerprint, []).append(plan)
    groups = _grouped({fingerprint: originals.get(fingerprint, {}) for fingerprint in by_set})
    leading = [max((by_set[one][0] for one in group), key=lambda plan: _rank(plan, by_set, originals))
               for group in groups]  # fmt: skip
    short = Counter(short_dataset(plan.dataset) for plan in leading)
    called: dict[str, str] = {}
    for plan, group in zip(leading, groups, strict=True):
        name = short_dataset(plan.dataset)
        name = name if short[name] == 1 else f"{name} ({plan.dataset_fingerprint[:8]})"
        called |= dict.fromkeys(group, name)
    return {run_id: called[plan.dataset_fingerprint] for run_id, plan in plans.items()}


def _rank(plan: Plan, by_set: Mapping[str, Sequence[Plan]], originals: Mapping[str, Originals]) -> tuple[bool, int]:
    is_attacked = any(one.adversary != FROM_FILE for one in by_set[plan.dataset_fingerprint])
    return is_attacked, len(originals.get(plan.dataset_fingerprint, {}))


def _grouped(sets: Mapping[str, Originals]) -> list[list[str]]:
    """The sets that are one, together, in the order of their first: each with the largest that holds it."""
    groups: dict[str, list[str]] = {}
    order = {fingerprint: place for place, fingerprint in enumerate(sets)}
    for fingerprint in sorted(sets, key=lambda one: (-len(sets[one]), order[one])):
        own = sets[fingerprint]
        leader = next((leader for leader in groups if _holds(sets[leader], own)), fingerprint)
        groups.setdefault(leader, []).append(fingerprint)
    members = [sorted(group, key=lambda one: order[one]) for group in groups.values()]
    return sorted(members, key=lambda group: order[group[0]])


def _holds(larger: Originals, own: Originals) -> bool:
    return bool(own) and all(larger.get(id) == key for id, key in own.items())
