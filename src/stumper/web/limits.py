"""How much work one person or one address may ask for, and how large a body may be."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from threading import Lock

from stumper.errors import BadStore
from stumper.people.accounts.bounds import Rate, settle
from stumper.store import Store

__all__ = ["BODY", "UPLOAD", "Buckets", "Limits", "Rate", "limits_over"]
BODY = 1_000_000
UPLOAD = 50_000_000
PERSON = Rate(burst=120, per_second=20)
ADDRESS = Rate(burst=200, per_second=20)
CODES = Rate(burst=30, per_second=0.5)  # of a match, tried from one network: a class may join at once
JOINS = Rate(burst=60, per_second=1 / 60)  # of guests, of one match from one network: a class
ARRIVALS = Rate(burst=300, per_second=0.5)  # of people by one link from one network: a lecture hall
GRAIN = 4  # a server tells the others after this part of a burst, and gives no more than that too much at once
QUIET = 8  # what it gives at this part of the rate, it need not tell
FORGET_AT = 10_000
Settle = Callable[[str, Rate, float, float], float]
log = logging.getLogger(__name__)

# How many plain requests a request counts as. What counts as more than one is dear: a person has one of it at a time.
PLAIN = 1
COMPUTED = 10  # worked out of what somebody sent, or of all that a project or a person has
WITH_FILE = 40  # a file is parsed, or a queue filled: one at a time at all servers of the store


@dataclass(slots=True)
class _Bucket:
    """What is left, since when, and what was spent that other servers are to know of."""

    left: float
    since: float
    untold: float = 0.0


@dataclass(slots=True)
class Buckets:
    """What is left to each key; full again after a while, and then forgotten.

    Where there is a way to ``settle``, servers share it: whoever asks little is counted here alone, and costs the store
    nothing; of whoever asks much the others are told, once in many requests. So several servers give together at most
    a ``QUIET`` part of the rate too much each, and for each but one a ``GRAIN`` of the burst.
    """

    rate: Rate
    settle: Settle | None = None
    _buckets: dict[str, _Bucket] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _forgot: float = 0.0

    def wait(self, key: str, now: float, work: int = PLAIN) -> int:
        """0, and so much is spent; or the seconds after which there is as much to spend."""
        with self._lock:
            bucket = self._buckets.setdefault(key, _Bucket(float(self.rate.burst), now))
            refilled = max(0.0, now - bucket.since) * self.rate.per_second
            bucket.left, bucket.since = min(self.rate.burst, bucket.left + refilled), now
            bucket.untold = max(0.0, bucket.untold - refilled / QUIET)
            spent = work if bucket.left >= work else 0
            bucket.left -= spent
            bucket.untold += spent
            wait = 0 if spent else max(1, ceil((work - bucket.left) / self.rate.per_second))
            untold = bucket.untold if spent and bucket.untold * GRAIN >= self.rate.burst else 0.0
            bucket.untold -= untold
            if len(self._buckets) > FORGET_AT and now - self._forgot >= 1:
                self._forget(now)
        if untold and self.settle is not None:
            self._tell(self.settle, key, bucket, untold, now)
        return wait

    def _tell(self, settle: Settle, key: str, bucket: _Bucket, spent: float, now: float) -> None:
        """What is left here is what is left everywhere; a store that cannot be written stops nobody from reading."""
        try:
            left = settle(key, self.rate, spent, now)
        except BadStore as error:
            log.warning("rates are counted by this server alone: %s", error)
            return
        with self._lock:
            bucket.left = min(bucket.left, left - bucket.untold)

    def _forget(self, now: float) -> None:
        self._forgot = now
        refill = self.rate.burst / self.rate.per_second
        self._buckets = {key: kept for key, kept in self._buckets.items() if now - kept.since < refill}


@dataclass(frozen=True, slots=True)
class Limits:
    """``person`` counts for whoever is signed in; ``address`` for everybody else at one address; ``codes`` the codes
    of matches that are tried from there, ``joins`` the guests who join one match from there, ``arrivals`` whoever
    comes by one link to work."""

    person: Buckets = field(default_factory=lambda: Buckets(PERSON))
    address: Buckets = field(default_factory=lambda: Buckets(ADDRESS))
    codes: Buckets = field(default_factory=lambda: Buckets(CODES))
    joins: Buckets = field(default_factory=lambda: Buckets(JOINS))
    body: int = BODY
    upload: int = UPLOAD
    arrivals: Buckets = field(default_factory=lambda: Buckets(ARRIVALS))


def limits_over(store: Store, person: Rate = PERSON, address: Rate = ADDRESS) -> Limits:
    """Limits that hold for all servers on the store together."""
    return Limits(
        Buckets(person, _settled(store, "person")),
        Buckets(address, _settled(store, "address")),
        Buckets(CODES, _settled(store, "codes")),
        Buckets(JOINS, _settled(store, "joins")),
        arrivals=Buckets(ARRIVALS, _settled(store, "arrivals")),
    )


def _settled(store: Store, kind: str) -> Settle:
    return lambda key, rate, spent, now: settle(store, f"{kind} {key}", rate, spent, now)
