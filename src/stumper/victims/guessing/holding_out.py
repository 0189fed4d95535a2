"""Which questions are learned from by nothing, so that they can tell how far a guesser is to be trusted."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from stumper.retrieval.near_duplicates import alike
from stumper.tasks.quizbowl.files import Quizbowl

LEAST_PACKETS = 20  # of fewer, single questions are drawn
MOST_HELD_OUT = 0.5  # of the questions; where packets would hold out more with what is like theirs, questions are drawn


def held_out(datasets: Sequence[Quizbowl], share: float, seed: int, kin: Mapping[str, str] | None = None) -> set[str]:
    """The ids of the questions of such a share of the packets, at least one, and of all their ``kin_of``.

    Of a set with few packets or none it is a share of the questions that are no kin of each other. A share of 0 holds
    out nothing.
    """
    if not share:
        return set()
    kin = kin_of(datasets) if kin is None else kin
    packet = {
        example.id: (dataset.details[example.id].set, dataset.details[example.id].packet or example.id)
        for dataset in datasets
        for example in dataset
    }
    if len(set(packet.values())) >= LEAST_PACKETS:
        found = _drawn(packet, kin, share, seed)
        if len(found) <= MOST_HELD_OUT * len(packet):
            return found
    return _drawn({id: ("", kin[id]) for id in packet}, kin, share, seed)


def kin_of(datasets: Sequence[Quizbowl]) -> dict[str, str]:
    """Each question's id with one id that it shares with its original, its variants and its near-duplicates."""
    texts = {example.id: example.query.text for dataset in datasets for example in dataset}
    variants = [
        (instance.id, instance.example.id)
        for dataset in datasets
        for instance in (*dataset.instances, *dataset.orphans)
    ]
    ids = list(texts)
    return _connected(ids, [*variants, *((ids[one], ids[other]) for one, other in alike(list(texts.values())))])


def _drawn(unit: Mapping[str, tuple[str, str]], kin: Mapping[str, str], share: float, seed: int) -> set[str]:
    units = sorted(set(unit.values()))
    chosen = set(random.Random(seed).sample(units, max(1, round(share * len(units)))))
    families = {kin[id] for id, found in unit.items() if found in chosen}
    return {id for id in unit if kin[id] in families}


def _connected(ids: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Each id with the least of all that pairs connect it with; pairs may name others."""
    beside: dict[str, list[str]] = defaultdict(list)
    for one, other in pairs:
        beside[one].append(other)
        beside[other].append(one)
    family: dict[str, str] = {}
    for id in sorted({*ids, *beside}):
        waiting = [id]
        while waiting:
            if (found := waiting.pop()) not in family:
                family[found] = id
                waiting += beside[found]
    return family
