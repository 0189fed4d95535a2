"""Caches that end with the process."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from stumper.protocols import Cache

MOST_UNKEPT, LONGEST_UNKEPT = 16, 0.2  # predictions, and seconds, that a killed process loses


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


@dataclass(slots=True)
class Gathering:
    """Another cache, which is written to in batches: when enough is new, or has been waiting for long enough."""

    below: Cache
    _new: dict[str, bytes] = field(default_factory=dict)
    _since: float = 0.0  # when the first of them was put, by the monotonic clock

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """What is kept of these, written or not."""
        here = {key: self._new[key] for key in keys if key in self._new}
        return {**self.below.get([key for key in keys if key not in here]), **here}

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """Keeps them; nothing is kept unwritten for long as long as ``write_due`` is called."""
        if not self._new:
            self._since = monotonic()
        self._new.update(predictions)
        self.write_due()

    @property
    def wait(self) -> float | None:
        """The seconds until something is due to be written; None where there is nothing."""
        return max(0.0, self._since + LONGEST_UNKEPT - monotonic()) if self._new else None

    def write_due(self) -> None:
        """What is due is written."""
        if len(self._new) >= MOST_UNKEPT or self.wait == 0:
            self.write()

    def write(self) -> None:
        """All is written."""
        new, self._new = self._new, {}
        if new:
            self.below.put(new)


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
