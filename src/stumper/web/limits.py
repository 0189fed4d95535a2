"""How much work one person or one address may ask for, and how large a body may be."""

from dataclasses import dataclass, field
from math import ceil
from threading import Lock

BODY = 1_000_000
UPLOAD = 50_000_000
# How many plain requests a request counts as. What counts as more than one is dear: a person has one of it at a time.
PLAIN = 1
COMPUTED = 10  # worked out of what somebody sent, or of all that a project or a person has
WITH_FILE = 40  # a file is parsed, or a queue filled: one at a time at all servers of the store


@dataclass(frozen=True, slots=True)
class Rate:
    """So many plain requests at once, and so many a second on average."""

    burst: int
    per_second: float


@dataclass(slots=True)
class Buckets:
    """What is left to each key; full again after a while, and then forgotten."""

    rate: Rate
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _forgot: float = 0.0

    def wait(self, key: str, now: float, work: int = PLAIN) -> int:
        """0, and so much is spent; or the seconds after which there is as much to spend."""
        with self._lock:
            left, since = self._left.get(key, (float(self.rate.burst), now))
            left = min(self.rate.burst, left + max(0.0, now - since) * self.rate.per_second)
            is_spent = left >= work
            self._left[key] = (left - work if is_spent else left, now)
            if len(self._left) > FORGET_AT and now - self._forgot >= 1:
                self._forget(now)
        return 0 if is_spent else max(1, ceil((work - left) / self.rate.per_second))

    def _forget(self, now: float) -> None:
        self._forgot = now
        refill = self.rate.burst / self.rate.per_second
        self._left = {key: kept for key, kept in self._left.items() if now - kept[1] < refill}


FORGET_AT = 10_000


@dataclass(frozen=True, slots=True)
class Limits:
    """``person`` counts for whoever is signed in; ``address`` for everybody else at one address."""

    person: Buckets = field(default_factory=lambda: Buckets(Rate(burst=120, per_second=20)))
    address: Buckets = field(default_factory=lambda: Buckets(Rate(burst=200, per_second=20)))
    body: int = BODY
    upload: int = UPLOAD
