"""What the commands that worked on a run have counted, and how what they asked says that it is asked."""

import json
from collections.abc import Iterable, Mapping

from stumper.protocols import ABSENT_GOLD
from stumper.runs.counts import Counts, counts_of
from stumper.runs.plan import Plan, from_json
from stumper.store import Store
from stumper.store.damage import undamaged


def counted(documents: Iterable[str]) -> Counts:
    """Adds up what all commands that worked on a run have asked, by the documents that they recorded."""
    total = Counts()
    for document in documents:
        with undamaged():
            total.add(counts_of(json.loads(document)))
    return total


def manners(store: Store, plans: Mapping[str, Plan]) -> dict[str, Mapping[str, str]]:
    """Says by the key of its cached answers how what answered in these runs is asked. Where all answers were there
    already nobody was asked, and another run of the store has it."""
    wanted = {plan.victim_salt for plan in plans.values()}
    found: dict[str, Mapping[str, str]] = {}
    others = (from_json(document) for id, document in store.plans().items() if id not in plans)
    for plans_of in (plans.values(), others):
        for plan in plans_of if wanted - found.keys() else ():
            if plan.victim_salt in wanted - found.keys() and (manner := _of_system(store, plan.id)):
                found[plan.victim_salt] = manner
    return found


def _of_system(store: Store, run_id: str) -> Mapping[str, str]:
    """Says how what answered in a run is asked, without what is true of the run's data set alone."""
    manner = counted(store.counts(run_id)).manner
    return {name: said for name, said in manner.items() if name != ABSENT_GOLD}


def absent_gold(store: Store, run_id: str) -> str:
    """Says how many of the ids of a run's gold evidence the system's own index does not have; "" where it has all."""
    return counted(store.counts(run_id)).manner.get(ABSENT_GOLD, "")
