"""Which questions are learned from by nothing, so that they can tell how far a guesser is to be trusted."""

import random
from collections.abc import Sequence

from stumper.tasks.quizbowl.files import Quizbowl


def held_out(datasets: Sequence[Quizbowl], share: float, seed: int) -> set[str]:
    """The ids of the questions of such a share of the packets; of a set without packets, of single questions."""
    packet = {
        example.id: (dataset.details[example.id].set, dataset.details[example.id].packet or example.id)
        for dataset in datasets
        for example in dataset
    }
    packets = sorted(set(packet.values()))
    chosen = set(random.Random(seed).sample(packets, round(share * len(packets))))
    return {id for id, found in packet.items() if found in chosen}
