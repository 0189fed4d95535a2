"""Caches that end with the process."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from stumper.protocols import Cache


@dataclass(frozen=True, slots=True)
class Memory:
    """Keeps everything in memory: for a victim without a fingerprint, asked outside of a run."""

    new: dict[str, bytes] = field(default_factory=dict)

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What is kept of these."""
        return {key: self.new[key] for key in keys if key in self.new}

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """Keeps them."""
        self.new.update(predictions)


@dataclass(frozen=True, slots=True)
class Overlay:
    """Reads another cache, which it never writes, and keeps what is new in memory."""

    below: Cache
    new: dict[str, bytes] = field(default_factory=dict)

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What either holds of these."""
        below = self.below.get([key for key in keys if key not in self.new])
        return {**below, **{key: self.new[key] for key in keys if key in self.new}}

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """Keeps them in memory."""
        self.new.update(predictions)


@dataclass(slots=True)
class Bounded:
    """Reads another cache, and keeps what is new in memory, at most so many: the least recently used go first."""

    below: Cache
    most: int
    new: OrderedDict[str, bytes] = field(default_factory=OrderedDict)

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What either holds of these."""
        here = {key: self.new[key] for key in keys if key in self.new}
        for key in here:
            self.new.move_to_end(key)
        absent = [key for key in keys if key not in here]
        return {**(self.below.get(absent) if absent else {}), **here}

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """Keeps them in memory."""
        self.new.update(predictions)
        while len(self.new) > self.most:
            self.new.popitem(last=False)
