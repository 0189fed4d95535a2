"""Runs that an earlier version of Stumper began: its user may say that today's goes on with one."""

from dataclasses import replace

from stumper.errors import BadStore
from stumper.runs.plan import FORMAT, Plan, from_json, to_json
from stumper.store import Store


def begun_earlier(plan: Plan, store: Store, is_own_victim: bool) -> Plan | None:
    """The newest run that has attempts and lacks some, and is the plan's in all but Stumper's own code.

    The code of a victim may differ only where it is Stumper's, ``is_own_victim``: what its user wrote is another
    system once it has changed.
    """
    for run_id, document in reversed(store.plans().items()):
        try:
            earlier = from_json(document)
        except BadStore:  # whoever asks for that run is told
            continue
        if run_id == plan.id or earlier.format != FORMAT or not _is_same(earlier, plan, is_own_victim):
            continue
        standing = store.standing(run_id)
        if standing.attempts and not standing.complete:
            return earlier
    return None


def gone_on_with(earlier: Plan, store: Store) -> Plan:
    """The plan of that run, which from now on says how many of its attempts the earlier version made."""
    plan = replace(earlier, continued=earlier.continued or store.standing(earlier.id).attempts)
    store.amend_plan(plan.id, to_json(plan))
    return plan


def _is_same(earlier: Plan, plan: Plan, is_own_victim: bool) -> bool:
    if (earlier.victim_fingerprint is None) != (plan.victim_fingerprint is None):
        return False
    found = replace(
        earlier, adversary_code=plan.adversary_code, dataset=plan.dataset, joined="", continued=0,
        made_by=plan.made_by, made_with=plan.made_with, made_against=plan.made_against, referee=plan.referee,
        family=plan.family, control=plan.control,
    )  # fmt: skip
    if is_own_victim:
        found = replace(found, victim_code=plan.victim_code, victim_fingerprint=plan.victim_fingerprint)
    if plan.options_fingerprint == found.options_fingerprint != "":
        found = replace(found, options=plan.options)
    return found == replace(plan, repetition=found.repetition)
