"""Features as places in one table of weights: names are hashed, and pairs of names mixed; and how rare a word is."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

BITS = 20  # the table has 2 to so many weights
NONE = 0  # the key of what is not there

Keys = npt.NDArray[np.uint64]
_ODD, _FAR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9)


@lru_cache(500_000)
def key(*names: str) -> int:
    """64 bits for a name, or for several in this order; never ``NONE``."""
    return int.from_bytes(blake2b("\n".join(names).encode("utf-8", "replace"), digest_size=8).digest(), "little") | 1


def keys(names: list[str]) -> Keys:
    """The key of each name; NONE for an empty one."""
    return np.array([key(name) if name else NONE for name in names], np.uint64)


def mixed(first: Keys | int, second: Keys | int) -> Keys:
    """A key for each pair, in this order; NONE where one of the two is."""
    a, b = np.asarray(first, np.uint64), np.asarray(second, np.uint64)
    with np.errstate(over="ignore"):
        found = (a * _ODD) ^ (b * _FAR)
        found = (found ^ (found >> np.uint64(29))) * _ODD
    return np.where((a == NONE) | (b == NONE), np.uint64(NONE), found | np.uint64(1))


def places(found: Keys) -> npt.NDArray[np.int32]:
    """Where in the table the weight of each key is; NONE has the first place, whose weight is 0."""
    shifted = (found >> np.uint64(64 - BITS)).astype(np.int32)
    return np.where(found == NONE, np.int32(0), np.maximum(shifted, 1))


ALL = 0  # the salt of a model that learns from all features


def places_of(found: Keys, salt: int) -> npt.NDArray[np.int32]:
    """Where a model's table has the weight of each key. A member of an ensemble, whose salt is not ``ALL``, knows a
    half of all keys, which another salt draws anew, and has them in places of its own: others collide."""
    if salt == ALL:
        return places(found)
    own = mixed(found, key("member", str(salt)))
    drawn = own & np.uint64(1 << 63 - BITS)  # below the bits of the place; in the lowest ones two salts are too alike
    return places(np.where(drawn, own, np.uint64(NONE)))


SIZE = 1 << 16
STEP = 1 / 16  # of what is told


@dataclass(frozen=True, slots=True, eq=False)
class Rarity:
    """``table`` holds the log of paragraphs by paragraphs that have a word, in steps; of words that share a place the
    more common one decides."""

    table: npt.NDArray[np.uint8]

    def of(self, word: str) -> float:
        """The word's, between 0 and 16."""
        return float(self.table[key(word) % SIZE]) * STEP
