"""The one place where a victim is asked: merged batches, a persistent cache, counts, and errors kept apart."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from math import ceil

from stumper.errors import BrokenVictim, StumperError, VictimFailed
from stumper.forking import in_one_process
from stumper.identity import content_id, prediction_key
from stumper.protocols import Cache, Streamer, Victim
from stumper.reasons import reason_of
from stumper.registry import task_of
from stumper.runs.again import FEWEST, Again, Taken, answers_alike, may_vary, promises_nothing, same_best, spoken
from stumper.runs.counts import Counts
from stumper.runs.memory import Gathering
from stumper.runs.patience import Patience, Silent, silence
from stumper.runs.streams import Failed, Streams
from stumper.store.codec import decode, encode
from stumper.types import Prediction, Query
from stumper.victims.allowance import current
from stumper.victims.contract import checked
from stumper.victims.own_index import check_askable, leaves_index, may_have_changed
from stumper.victims.usage import Usage

__all__ = ["Counts", "Oracle", "Reply", "Request", "length"]


EARLY_SHARE, MOST_EARLY = 0.1, 5  # of a run's answers from an index that others may change, asked for again at its end

CHANGED_INDEX = "its index has changed meanwhile, so that attacked and unattacked answers are of different ones, "
OTHER_INDEX = "or of an index that has changed meanwhile, "


@dataclass(frozen=True, slots=True)
class Reply:
    """A prediction, or why there is none."""

    prediction: Prediction | None
    fault: str | None = None


@dataclass(slots=True, eq=False)
class Request:
    """Queries that somebody waits for: all of them must be answered before there is any going on."""

    queries: Sequence[Query]
    keys: Sequence[str] = ()
    answered: dict[str, Reply] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)

    @property
    def replies(self) -> list[Reply]:
        """One reply a query, in order."""
        return [self.answered[key] for key in self.keys]


@dataclass(slots=True)
class Oracle:
    """Answers queries from the cache or the victim, as the cache would give them back.

    ``salt`` is of what answers, or the run's id for a victim without a fingerprint. ``again`` says how many of the
    answers that are taken from the cache are asked for once more (``recheck``); None: none. With ``patience`` a victim
    is given up that does not answer, and a new one asked; ``failed`` says by key why a query is not put any more.
    ``announce`` is told what the victim is being asked, by key, and nothing once it has answered; ``owing`` holds the
    kept answers that are being asked for again meanwhile, which whoever goes on instead of this oracle owes;
    ``is_asking_twice`` while nobody waits for what it asks (``ask_twice``).
    """

    name: str
    victim: Victim
    salt: str
    cache: Cache
    batch_size: int = 64
    again: Again | None = None
    counts: Counts = field(default_factory=Counts)
    patience: Patience | None = None
    failed: dict[str, str] = field(default_factory=dict)
    announce: Callable[[Sequence[str]], None] | None = None
    owing: Sequence[tuple[Query, Prediction]] = ()
    is_asking_twice: bool = False
    _seen: set[str] = field(default_factory=set)
    _lost: set[str] = field(default_factory=set)
    _others: int = 0  # of those that were asked again, how many got another best answer
    _taken: Taken = field(default_factory=Taken)
    _early: list[tuple[Query, Prediction]] = field(default_factory=list)  # from an index that others may change
    _originals: dict[str, Query] = field(default_factory=dict)  # for ``ask_twice``, by key
    _requests: list[Request] = field(default_factory=list)  # that are waited for, in the order of their beginning
    _asking: dict[str, Query] = field(default_factory=dict)  # what they wait for, by key
    _gathering: Gathering | None = None
    _streams: Streams | None = None
    _heard: float = 0.0  # when the victim has last answered or been asked, by the monotonic clock
    _used: Usage | None = None

    def ask(self, queries: Sequence[Query]) -> list[Reply]:
        """One reply a query, in order; equal queries are asked once.

        Kept answers are asked for again first: a victim that is no longer what it was gets none of its answers kept.
        """
        request = Request(queries)
        self.begin([request])
        try:
            while request.missing:
                self.wait()
        finally:
            self.close()
        return request.replies

    def begin(self, requests: Sequence[Request]) -> list[Request]:
        """Puts the queries of the requests; returns the requests that need not wait for the victim."""
        for request in requests:
            request.keys = [prediction_key(self.salt, query) for query in request.queries]
        pairs = [pair for request in requests for pair in zip(request.keys, request.queries, strict=True)]
        distinct = dict(pairs)
        replies = self._known(distinct, len(pairs))
        missing = {key: query for key, query in distinct.items() if key not in replies and key not in self._asking}
        check_askable(self.victim, self.name, missing.values())
        for request in requests:
            keys = set(request.keys)
            request.answered = {key: replies[key] for key in keys if key in replies}
            request.missing = keys - request.answered.keys()
        self._asking |= missing
        self._requests += [request for request in requests if request.missing]
        if missing and isinstance(self.victim, Streamer):
            self._open(self.victim, missing)
        return [request for request in requests if not request.missing]

    def wait(self) -> list[Request]:
        """The requests that are answered by what the victim says next, in the order of their beginning."""
        answered = self._streamed() if self._streams is not None else self._batched()
        self._count(answered)
        for key, reply in answered.items():
            del self._asking[key]
            if reply.prediction is None and key not in self._lost:
                self._lost.add(key)
                self.counts.lost += 1
            for request in self._requests:
                if key in request.missing:
                    request.answered[key] = reply
                    request.missing.remove(key)
        ready = [request for request in self._requests if not request.missing]
        self._requests = [request for request in self._requests if request.missing]
        return ready

    def keep(self) -> None:
        """All that has arrived is in the cache."""
        if self._gathering is not None:
            self._gathering.write()

    def close(self) -> None:
        """Nobody waits any more. What has arrived is kept, and nothing is left to write."""
        if self._streams is not None:
            for key, answer in self._streams.stop():
                if key in self._asking:
                    with suppress(BrokenVictim):  # what has ended this is said already
                        self._kept(key, answer)
            self._spend()
        self.keep()
        self._streams, self._requests, self._asking = None, [], {}

    def _known(self, distinct: Mapping[str, Query], put: int) -> dict[str, Reply]:
        """The replies that are there without asking; counts what was put."""
        stored = self.cache.get([key for key in distinct if key not in self._asking])
        replies = {key: Reply(decode(data, distinct[key])) for key, data in stored.items()}
        fresh = stored.keys() - self._seen
        self.counts.asked += put
        self.counts.cached += len(fresh)
        self._count(stored)
        for key in fresh:
            self.take(key, distinct[key], replies[key])
        self.recheck()
        given_up = {key: Reply(None, self.failed[key]) for key in distinct.keys() & self.failed.keys()}
        self.counts.lost += len(given_up.keys() - self._lost)
        self._lost |= given_up.keys()
        self._count(given_up)
        return {**given_up, **replies}

    def _count(self, keys: Iterable[str]) -> None:
        """Counts what has been replied to; what is under way is no work until there is a reply, for all may end now."""
        fresh = set(keys) - self._seen
        self._seen |= fresh
        self.counts.unique += len(fresh)

    def take(self, key: str, query: Query, reply: Reply) -> None:
        """Notes an answer that the victim has not given to this process, for ``recheck`` to draw from."""
        if self.again is not None and reply.prediction is not None:
            self._taken.note(self.again.rank(key), query, reply.prediction)

    def owe(self, recorded: Iterable[tuple[Query, Prediction]]) -> None:
        """Notes answers of an earlier process, each of which ``recheck`` asks for again first."""
        self._taken.owed += recorded

    def recheck(self, is_last: bool = False) -> None:
        """Asks once more for some of the answers that were taken from the cache or found recorded; the last time, too,
        for some of the first that came from an index of the victim's own: somebody may have changed it meanwhile.

        It waits until several are due, unless this is the last time. VictimFailed where a victim that should repeat
        itself answers otherwise, or where one that need not fails on too many. A victim that may vary has its changed
        answers counted.
        """
        if self.again is None:
            return
        due = self._taken.due(self.again, is_last)
        if is_last:
            due += self._early[: ceil(EARLY_SHARE * self.counts.unique)]
            self._early = []
        if not due:
            return
        beginning = self.counts.again
        self.owing = due
        replies = self._asked_again(due)
        self.owing = ()
        self.counts.again += len(replies)
        pairs = [(query, was, reply.prediction) for (query, was), reply in zip(due, replies, strict=False)]
        changed = [pair for pair in pairs if pair[2] is None or not answers_alike(pair[1], pair[2])]
        self.counts.changed += len(changed)
        if not changed:
            return
        repeats = promises_nothing(self.victim) or not may_vary(self.victim)
        of_index = [pair for pair in changed if repeats and may_have_changed(self.victim, pair[0])]
        self.counts.drifted += tuple(f"{self.name} ({spoken(*pair)})" for pair in of_index)
        failed = [reply.fault for reply in replies if reply.prediction is None]
        if may_vary(self.victim):
            if len(failed) > self.again.bearable * len(due):
                raise VictimFailed(
                    f"The victim {self.name!r} was asked again for {len(due)} answers that are kept of it and failed "
                    f"on {len(failed)}, the first: {failed[0]}. What is kept may not be its own. Mend the victim and "
                    "run the same command again; stumper report shows what is recorded without asking."
                )
            self._check_other_system(changed, bool(of_index))
            return
        query, was, now = changed[0]
        raise VictimFailed(
            f"The victim {self.name!r} answers {len(changed)} of {beginning + len(replies)} queries that were asked "
            f"again otherwise than its fingerprint promises, the first: {spoken(query, was, now)}. It is another "
            f"system now, {CHANGED_INDEX if of_index else ''}or it does not repeat itself: give it another "
            "fingerprint, or none, or let it say varies = True. Nothing was forgotten; --ask-again 0 believes what is "
            "kept."
        )

    def note_original(self, query: Query) -> None:
        """Notes an original for ``ask_twice``, where the victim may vary and none of its index is changed by this."""
        if may_vary(self.victim) and leaves_index(query):
            self._originals[prediction_key(self.salt, query)] = query

    def noted(self) -> tuple[Query, ...]:
        """Hands out the originals that were noted and not asked twice yet: whoever takes them sees to that."""
        queries, self._originals = tuple(self._originals.values()), {}
        return queries

    def ask_twice(self) -> None:
        """Asks a second time for the originals that were noted and answered, and counts the answers that are others:
        only so is it known of a victim that is attacked once whether it answers at random.

        A query on which it fails now, or for which it breaks its contract, was put and is not answered; once it hangs,
        or says that it is of no use to go on, nothing more is put. No run ends by this, but where an index was left
        changed (BrokenVictim). Where a command may ask so much alone, nothing of that is spent on this.
        """
        queries, self._originals = self._originals, {}
        if current().is_bounded:
            return
        kept = self.cache.get(list(queries))
        first = {content_id("again", key): (queries[key], decode(data, queries[key])) for key, data in kept.items()}
        first = {key: pair for key, pair in first.items() if key not in self.failed}
        self.is_asking_twice = True
        try:
            if isinstance(self.victim, Streamer):
                self._stream_twice(self.victim, first)
            else:
                self._ask_each_twice(first)
        except StumperError as error:
            if isinstance(error, BrokenVictim) and error.leaves_changed:
                raise
        finally:
            self.is_asking_twice = False

    def _ask_each_twice(self, first: Mapping[str, tuple[Query, Prediction]]) -> None:
        """Asks a victim one query after the other, and counts what it answers."""
        for key, (query, was) in first.items():
            reply = Reply(None)
            try:
                [reply] = self._asked([query], [key], keep=False)
            except BrokenVictim as error:
                if error.leaves_changed:
                    raise
            self._count_twice(was, reply.prediction)
            if key in self.failed:
                return

    def _stream_twice(self, victim: Streamer, first: Mapping[str, tuple[Query, Prediction]]) -> None:
        """Asks a victim all queries by a stream of their own, and counts each answer that arrives."""
        if not first:
            return
        streams, left = Streams(), dict(first)
        streams.begin(self.name, victim, {key: query for key, (query, _) in first.items()})
        try:
            while left:
                with self._at_work(list(left)):
                    told = streams.told(None if self.patience is None else self.patience.timeout)
                if not told:
                    streams.leave()
                    self._given_up(list(left))
                    left.clear()
                for key, answer in told:
                    self._count_streamed(left.pop(key), answer)
        finally:
            for key, answer in streams.stop():
                if key in left:
                    self._count_streamed(left.pop(key), answer)
            self._spend()

    def _count_streamed(self, pair: tuple[Query, Prediction], answer: object) -> None:
        """Counts the second answer of a stream; one that breaks the contract is none."""
        (query, was), now = pair, None
        if not isinstance(answer, Failed):
            with suppress(BrokenVictim):
                [prediction] = checked(self.name, [query], [answer])
                now = decode(encode(prediction, query), query)
        self._count_twice(was, now)

    def _count_twice(self, was: Prediction, now: Prediction | None) -> None:
        """Counts a query that was put a second time, and what was answered then, if anything."""
        self.counts.again += 1
        if now is not None:
            self.counts.twice += 1
            self.counts.changed += not answers_alike(was, now)
            self.counts.otherwise += not same_best(was, now)

    def _check_other_system(
        self, changed: Sequence[tuple[Query, Prediction, Prediction | None]], is_of_index: bool
    ) -> None:
        """VictimFailed once a victim that promises nothing has given another best answer to most of what it was asked
        again: nothing vouches for it but its name."""
        self._others += sum(now is None or not same_best(was, now) for _, was, now in changed)
        if not promises_nothing(self.victim) or self.counts.again < FEWEST or 2 * self._others <= self.counts.again:
            return
        raise VictimFailed(
            f"The victim {self.name!r} answers {self._others} of {self.counts.again} queries that were asked again "
            f"otherwise than before, the first: {spoken(*changed[0])}. What is recorded may be another system's, "
            f"{OTHER_INDEX if is_of_index else ''}as nothing vouches for this one. Give it a fingerprint, let it say "
            "varies = True if it does not repeat itself, or attack in another store; --ask-again 0 believes what is "
            "kept."
        )

    def _asked_again(self, due: Sequence[tuple[Query, Prediction]]) -> list[Reply]:
        """The replies to answers that are due, up to the first query that a victim fails on which should not.

        A victim that should repeat itself is asked one by one: so it is caught, too, where it answers by what else is
        in a batch, which may have been the same the last time.
        """
        if may_vary(self.victim):
            return self._asked_once_more([query for query, _ in due])
        replies: list[Reply] = []
        for query, _ in due:
            replies += self._asked_once_more([query])
            if replies[-1].prediction is None:
                break
        return replies

    def _asked_once_more(self, queries: Sequence[Query]) -> list[Reply]:
        """The victim's replies to a batch, of which nothing is kept; none to what it has hung on before."""
        keys = [content_id("again", prediction_key(self.salt, query)) for query in queries]
        fresh = {key: query for key, query in zip(keys, queries, strict=True) if key not in self.failed}
        asked = self._asked(list(fresh.values()), list(fresh), keep=False) if fresh else []
        replies = dict(zip(fresh, asked, strict=True))
        return [replies[key] if key in fresh else Reply(None, self.failed[key]) for key in keys]

    def _batched(self) -> dict[str, Reply]:
        """The replies to all that is waited for, asked in batches of about equal lengths."""
        waiting, replies = self._asking, dict[str, Reply]()
        keys = sorted(waiting, key=lambda key: (length(waiting[key]), key))
        for begin in range(0, len(keys), self.batch_size):
            batch = keys[begin : begin + self.batch_size]
            replies.update(zip(batch, self._asked([waiting[key] for key in batch], batch), strict=True))
        return replies

    def _asked(self, queries: Sequence[Query], keys: Sequence[str], keep: bool = True) -> list[Reply]:
        """The victim's replies to a batch, put in the cache to ``keep`` them; when it raises, each query goes alone."""
        try:
            asked = tuple(queries)  # what a victim does to what it is asked must not reach ours
            with self._at_work(keys), in_one_process():
                raw = (
                    self.victim.predict(asked)
                    if self.patience is None
                    else self.patience.called(lambda victim: victim.predict(asked))
                )
        except StumperError:  # the user's to mend, not an outcome of the victim's
            raise
        except KeyboardInterrupt:
            raise
        except Silent:
            return self._given_up(keys)
        except BaseException as error:  # a victim is foreign code: whatever it raises, SystemExit too, is its outcome
            if len(queries) == 1:
                return [Reply(None, reason_of(error))]
            alone = ([query] for query in queries), ([key] for key in keys)
            return [reply for query, key in zip(*alone, strict=True) for reply in self._asked(query, key, keep)]
        data = [encode(p, q) for p, q in zip(checked(self.name, queries, raw), queries, strict=True)]
        replies = [Reply(decode(d, query)) for d, query in zip(data, queries, strict=True)]
        if keep:
            self._count(keys)
            self.cache.put(dict(zip(keys, data, strict=True)))
            self._note_early(queries, replies)
        return replies

    def _note_early(self, queries: Sequence[Query], replies: Sequence[Reply]) -> None:
        """Notes the first answers from an index of the victim's own."""
        for query, reply in zip(queries, replies, strict=True):
            if len(self._early) < MOST_EARLY and may_have_changed(self.victim, query) and reply.prediction is not None:
                self._early.append((query, reply.prediction))

    def _given_up(self, keys: Sequence[str]) -> list[Reply]:
        """The replies to queries that the victim has hung on. They are not put again, and a new victim is asked on; it
        is not made where nothing is left to ask it, as one that cannot be made ends the run."""
        assert self.patience is not None
        fault = silence(self.patience.timeout)
        self.failed.update(dict.fromkeys(keys, fault))
        if not self.is_asking_twice:
            self.victim = self.patience.victim()
        self._used = None
        return [Reply(None, fault)] * len(keys)

    def _open(self, victim: Streamer, queries: Mapping[str, Query]) -> None:
        if self._used is None:  # from the first request on, which may be answered before anybody listens
            self._used = _used(self.victim)
        if self._streams is None:
            self._streams = Streams()
        if self._gathering is None:
            self.cache = self._gathering = Gathering(self.cache)
        self._streams.begin(self.name, victim, queries)
        self._heard = time.monotonic()

    def _streamed(self) -> dict[str, Reply]:
        """The replies that have arrived; at least one, which is waited for."""
        assert self._streams is not None
        assert self._gathering is not None
        found: list[tuple[str, object]] = []
        with self._at_work(list(self._asking)):
            while not found:
                left = self._time_left()
                if left == 0:
                    return self._abandoned()
                waits = [wait for wait in (left, self._gathering.wait) if wait is not None]
                found = self._streams.told(min(waits) if waits else None)
                self._gathering.write_due()
        self._heard = time.monotonic()
        return {key: self._kept(key, answer) for key, answer in found}

    def _time_left(self) -> float | None:
        """The seconds that the streams may still say nothing; None: as long as they like."""
        if self.patience is None:
            return None
        return max(0.0, self._heard + self.patience.timeout - time.monotonic())

    def _abandoned(self) -> dict[str, Reply]:
        """The replies to all that the streams have not answered, which nobody listens to any more."""
        assert self.patience is not None
        assert self._streams is not None
        self._streams.leave()
        self.patience.give_up()
        keys, self._streams = list(self._asking), None
        return dict(zip(keys, self._given_up(keys), strict=True))

    def _kept(self, key: str, answer: object) -> Reply:
        """The reply of a stream as the cache has it from now on."""
        if isinstance(answer, Failed):
            return Reply(None, answer.fault)
        query = self._asking[key]
        [prediction] = checked(self.name, [query], [answer])
        data = encode(prediction, query)
        self._count([key])
        self.cache.put({key: data})
        reply = Reply(decode(data, query))
        self._note_early([query], [reply])
        return reply

    @contextmanager
    def _at_work(self, keys: Sequence[str]) -> Iterator[None]:
        """Meanwhile the victim is at work on these queries: the time that it takes, and what it uses, is counted."""
        began, self._used = time.perf_counter(), _used(self.victim) if self._used is None else self._used
        if self.announce is not None:
            self.announce(keys)
        try:
            yield
        finally:
            if self.announce is not None:
                self.announce(())
            self.counts.victim_seconds += time.perf_counter() - began
            self._spend()

    def _spend(self) -> None:
        used = _used(self.victim)
        self.counts.usage += used.since(self._used or used)
        self.counts.manner = _manner(self.victim)
        self._used = used


def _used(victim: Victim) -> Usage:
    """What a victim that counts has used so far; nothing of one that does not."""
    used = getattr(victim, "usage", None)
    return used if isinstance(used, Usage) else Usage()


def _manner(victim: Victim) -> Mapping[str, str]:
    """How a victim says that it is asked; nothing of one that does not."""
    told = getattr(victim, "manner", None)
    is_told = isinstance(told, Mapping) and all(isinstance(part, str) for pair in told.items() for part in pair)
    return dict(told) if is_told and told else {}


def length(query: Query) -> int:
    """How many characters a victim reads: of what is asked, and of its passages."""
    return len(query.text) + sum(len(passage.text) for passage in task_of(query).wire.passages(query))
