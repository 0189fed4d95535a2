"""The one place where a victim is asked: merged batches, a persistent cache, counts, and errors kept apart."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from stumper.errors import StumperError
from stumper.identity import prediction_key
from stumper.protocols import Cache, Victim
from stumper.store.codec import decode, encode
from stumper.types import Claim, Prediction, Query, Question
from stumper.victims.contract import checked
from stumper.victims.usage import Usage


@dataclass(frozen=True, slots=True)
class Reply:
    """A prediction, or why there is none."""

    prediction: Prediction | None
    fault: str | None = None


@dataclass(slots=True)
class Counts:
    """``asked`` counts every query put; ``unique`` the distinct ones; ``cached`` those of them not sent to the victim;
    ``victim_seconds`` is the time spent inside it, ``usage`` what it says of itself that it has used."""

    asked: int = 0
    unique: int = 0
    cached: int = 0
    victim_seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)

    def add(self, other: "Counts") -> None:
        """Adds the counts of another worker."""
        self.asked += other.asked
        self.unique += other.unique
        self.cached += other.cached
        self.victim_seconds += other.victim_seconds
        self.usage += other.usage


@dataclass(slots=True)
class Oracle:
    """Answers queries from the cache or the victim, as the cache would give them back.

    ``salt`` is the victim's fingerprint, or the run's id for a victim without one.
    """

    name: str
    victim: Victim
    salt: str
    cache: Cache
    batch_size: int = 64
    counts: Counts = field(default_factory=Counts)
    _seen: set[str] = field(default_factory=set)

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order; equal queries are asked once."""
        keys = [prediction_key(self.salt, query) for query in queries]
        distinct = dict(zip(keys, queries, strict=True))
        stored = self.cache.get(list(distinct))
        replies = {key: Reply(decode(data, distinct[key])) for key, data in stored.items()}
        missing = [key for key in distinct if key not in stored]
        missing.sort(key=lambda key: (_length(distinct[key]), key))
        for begin in range(0, len(missing), self.batch_size):
            batch, before = missing[begin : begin + self.batch_size], _used(self.victim)
            replies.update(zip(batch, self._asked([distinct[key] for key in batch], batch), strict=True))
            self.counts.usage += _used(self.victim).since(before)
        fresh = distinct.keys() - self._seen
        self._seen |= fresh
        self.counts.asked += len(queries)
        self.counts.unique += len(fresh)
        self.counts.cached += len(fresh & stored.keys())
        return [replies[key] for key in keys]

    def _asked(self, queries: Sequence[Query], keys: Sequence[str]) -> list[Reply]:
        """The victim's replies to one batch; when it raises, each query is asked alone."""
        began = time.perf_counter()
        try:
            raw = self.victim.predict(queries)
        except StumperError:  # the user's to mend, not an outcome of the victim's
            raise
        except Exception as error:  # a victim is foreign code: whatever it raises is its outcome, kept with its reason
            self.counts.victim_seconds += time.perf_counter() - began
            if len(queries) == 1:
                return [Reply(None, f"{type(error).__name__}: {error}")]
            return [reply for pair in zip(queries, keys, strict=True) for reply in self._asked([pair[0]], [pair[1]])]
        self.counts.victim_seconds += time.perf_counter() - began
        data = [encode(p, q) for p, q in zip(checked(self.name, queries, raw), queries, strict=True)]
        self.cache.put(dict(zip(keys, data, strict=True)))
        return [Reply(decode(d, query)) for d, query in zip(data, queries, strict=True)]


def _used(victim: Victim) -> Usage:
    """What a victim that counts has used so far; nothing of one that does not."""
    used = getattr(victim, "usage", None)
    return used if isinstance(used, Usage) else Usage()


def _length(query: Query) -> int:
    match query:
        case Question(text, context):
            return len(text) + len(context.text)
        case Claim(text, evidence):
            return len(text) + sum(len(passage.text) for passage in evidence)
        case _:
            return len(query.text)
