"""Which of some texts is the nearest to another one by its words."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from stumper.text import tokens


def nearest(asked: Sequence[str], texts: Sequence[str]) -> list[int | None]:
    """For each text that is asked about the place of the one that fits it best, of equals the first; None where no word
    is shared. By TF-IDF, as Thorne et al. (2018) find a page for claims with not enough info (NEARESTP)."""
    counts = [Counter(tokens(text)) for text in texts]
    rarity = {word: log(len(texts) / of) + 1 for word, of in Counter(word for each in counts for word in each).items()}
    rows: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for place, each in enumerate(counts):
        weights = {word: (1 + log(count)) * rarity[word] for word, count in each.items()}
        length = sqrt(sum(weight**2 for weight in weights.values()))
        for word, weight in weights.items():
            rows[word].append((place, weight / length))
    columns = {word: (np.array([p for p, _ in row]), np.array([w for _, w in row])) for word, row in rows.items()}
    return [_best(set(tokens(text)) & rarity.keys(), rarity, columns, len(texts)) for text in asked]


def _best(
    words: Collection[str],
    rarity: Mapping[str, float],
    columns: Mapping[str, tuple[NDArray[np.int64], NDArray[np.float64]]],
    texts: int,
) -> int | None:
    scores = np.zeros(texts)
    for word in sorted(words):  # sums of floats depend on their order
        places, weights = columns[word]
        scores[places] += rarity[word] * weights
    return int(scores.argmax()) if words else None
