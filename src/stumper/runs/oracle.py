"""The one place where a victim is asked: merged batches, a persistent cache, counts, and errors kept apart."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from stumper.errors import StumperError, VictimFailed
from stumper.identity import prediction_key
from stumper.protocols import Cache, Victim
from stumper.runs.again import Again, Taken, answers_alike, may_vary, spoken
from stumper.runs.counts import Counts
from stumper.store.codec import decode, encode
from stumper.types import Claim, Prediction, Query, Question
from stumper.victims.contract import checked, reason_of
from stumper.victims.usage import Usage

__all__ = ["Counts", "Oracle", "Reply"]


@dataclass(frozen=True, slots=True)
class Reply:
    """A prediction, or why there is none."""

    prediction: Prediction | None
    fault: str | None = None


@dataclass(slots=True)
class Oracle:
    """Answers queries from the cache or the victim, as the cache would give them back.

    ``salt`` is of what answers, or the run's id for a victim without a fingerprint. ``again`` says how many of the
    answers that are taken from the cache are asked for once more (``recheck``); None: none.
    """

    name: str
    victim: Victim
    salt: str
    cache: Cache
    batch_size: int = 64
    again: Again | None = None
    counts: Counts = field(default_factory=Counts)
    _seen: set[str] = field(default_factory=set)
    _taken: Taken = field(default_factory=Taken)

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order; equal queries are asked once.

        Kept answers are asked for again first: a victim that is no longer what it was gets none of its answers kept.
        """
        keys = [prediction_key(self.salt, query) for query in queries]
        distinct = dict(zip(keys, queries, strict=True))
        stored = self.cache.get(list(distinct))
        replies = {key: Reply(decode(data, distinct[key])) for key, data in stored.items()}
        fresh = distinct.keys() - self._seen
        self._seen |= fresh
        for key in fresh & stored.keys():
            self.take(key, distinct[key], replies[key])
        self.recheck()
        missing = [key for key in distinct if key not in stored]
        missing.sort(key=lambda key: (_length(distinct[key]), key))
        for begin in range(0, len(missing), self.batch_size):
            batch, before = missing[begin : begin + self.batch_size], _used(self.victim)
            replies.update(zip(batch, self._asked([distinct[key] for key in batch], batch), strict=True))
            self.counts.usage += _used(self.victim).since(before)
        self.counts.asked += len(queries)
        self.counts.unique += len(fresh)
        self.counts.cached += len(fresh & stored.keys())
        self.counts.lost += sum(replies[key].prediction is None for key in fresh)
        return [replies[key] for key in keys]

    def take(self, key: str, query: Query, reply: Reply) -> None:
        """Notes an answer that the victim has not given to this process, for ``recheck`` to draw from."""
        if self.again is not None and reply.prediction is not None:
            self._taken.note(self.again.rank(key), query, reply.prediction)

    def recheck(self, is_last: bool = False) -> None:
        """Asks once more for some of the answers that were taken from the cache or found recorded.

        It waits until several are due, unless this is the last time. VictimFailed where a victim that should repeat
        itself answers otherwise, or where one that need not fails on too many. A victim that may vary has its changed
        answers counted.
        """
        if self.again is None or not (due := self._taken.due(self.again, is_last)):
            return
        beginning, used = self.counts.again, _used(self.victim)
        replies = self._asked_again(due)
        self.counts.again += len(replies)
        self.counts.usage += _used(self.victim).since(used)
        pairs = [(query, was, reply.prediction) for (query, was), reply in zip(due, replies, strict=False)]
        changed = [pair for pair in pairs if pair[2] is None or not answers_alike(pair[1], pair[2])]
        self.counts.changed += len(changed)
        if not changed:
            return
        failed = [reply.fault for reply in replies if reply.prediction is None]
        if may_vary(self.victim):
            if len(failed) > self.again.bearable * len(due):
                raise VictimFailed(
                    f"The victim {self.name!r} was asked again for {len(due)} answers that are kept of it and failed "
                    f"on {len(failed)}, the first: {failed[0]}. What is kept may not be its own. Mend the victim and "
                    "run the same command again; stumper report shows what is recorded without asking."
                )
            return
        query, was, now = changed[0]
        raise VictimFailed(
            f"The victim {self.name!r} answers {len(changed)} of {beginning + len(replies)} queries that were asked "
            f"again otherwise than its fingerprint promises, the first: {spoken(query, was, now)}. It is another "
            "system now, or it does not repeat itself: give it another fingerprint, or none, or let it say "
            "varies = True. Nothing was forgotten; --ask-again 0 believes what is kept."
        )

    def _asked_again(self, due: Sequence[tuple[Query, Prediction]]) -> list[Reply]:
        """The replies to answers that are due, up to the first query that a victim fails on which should not.

        A victim that should repeat itself is asked one by one: so it is caught, too, where it answers by what else is
        in a batch, which may have been the same the last time.
        """
        if may_vary(self.victim):
            return self._asked([query for query, _ in due], ["again"] * len(due), keep=False)
        replies: list[Reply] = []
        for query, _ in due:
            replies += self._asked([query], ["again"], keep=False)
            if replies[-1].prediction is None:
                break
        return replies

    def _asked(self, queries: Sequence[Query], keys: Sequence[str], keep: bool = True) -> list[Reply]:
        """The victim's replies to a batch, put in the cache to ``keep`` them; when it raises, each query goes alone."""
        began = time.perf_counter()
        try:
            raw = self.victim.predict(tuple(queries))  # what a victim does to its queries must not reach ours
        except StumperError:  # the user's to mend, not an outcome of the victim's
            raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a victim is foreign code: whatever it raises, SystemExit too, is its outcome
            self.counts.victim_seconds += time.perf_counter() - began
            if len(queries) == 1:
                return [Reply(None, reason_of(error))]
            alone = ([query] for query in queries), ([key] for key in keys)
            return [reply for query, key in zip(*alone, strict=True) for reply in self._asked(query, key, keep)]
        self.counts.victim_seconds += time.perf_counter() - began
        data = [encode(p, q) for p, q in zip(checked(self.name, queries, raw), queries, strict=True)]
        if keep:
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
