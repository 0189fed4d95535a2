"""One thread that asks a victim for everybody: people who ask at the same time share its batches."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Condition, Thread
from time import monotonic

from stumper.errors import Refused
from stumper.identity import prediction_key
from stumper.protocols import Cache, Victim
from stumper.runs.desk_lines import Answered, Leaving, Lines, Part, Request, Superseded, Urgency, Weights
from stumper.runs.memory import Bounded, Memory
from stumper.runs.oracle import Oracle, Reply
from stumper.store.codec import encode
from stumper.types import Query, Weight

__all__ = ["Desk", "Leaving", "Superseded", "Urgency"]
REMEMBERED = 5_000  # predictions that are kept in memory
CALM = 0.3  # seconds after what somebody waits for, until second thoughts are asked: the next who types waits for none


@dataclass(slots=True)
class Desk:
    """Answers queries to one victim; any number of threads may ask at once.

    What was asked by a pressed button is kept in the cache, all else in memory for a while; nothing is kept in the
    cache of a victim without a fingerprint. ``code`` is of all that answers, as far as more is known of it than the
    fingerprint that the victim claims (``loading.what_answers``).
    """

    name: str
    victim: Victim
    cache: Cache
    code: str = ""
    _lines: Lines = field(default_factory=Lines)
    _changed: Condition = field(default_factory=Condition)
    _thread: Thread | None = None
    _is_closed: bool = False
    _calm_from: float = 0.0  # by the monotonic clock
    answered: int = 0  # queries, for whoever watches the server
    _asked: float | None = None  # when the victim was asked what it is at work on, by the same

    def ask(
        self, queries: Sequence[Query], urgency: Urgency, person: str, leaving: Leaving | None = None
    ) -> list[Reply]:
        """One reply a query, in order; Superseded where the same person has meanwhile typed on, or has left.

        What a person types supersedes what they typed before, and their idle requests; an idle request supersedes
        those before it. Refused once the desk is closed. What the victim raises, its own asker alone is told.
        """
        request = Request(queries, urgency, person)
        self._wait(request, leaving)
        if urgency == "pressed":
            self._keep(queries, request.replies)
        return request.replies

    def weigh(self, query: Query, answer: str, person: str, leaving: Leaving | None = None) -> list[Weight]:
        """The victim's own saliency, which it must have (``explains``); it waits and is superseded as what is idle."""
        request = Request([query], "idle", person, answer)
        self._wait(request, leaving)
        assert request.weights is not None
        return request.weights

    @property
    def explains(self) -> bool:
        """Whether the victim says itself how much each word matters."""
        return hasattr(self.victim, "saliency")

    @property
    def silent(self) -> float:
        """The seconds for which the victim has been at work on what it was asked last; 0 where on nothing."""
        asked = self._asked
        return 0.0 if asked is None else monotonic() - asked

    @property
    def waiting(self) -> int:
        """How many requests wait for an answer, or for more of it."""
        with self._changed:
            return sum(not request.is_over for request in self._lines)

    def close(self) -> None:
        """Nobody waits and nobody can ask any more; what the victim is at work on has come to its end."""
        with self._changed:
            self._is_closed = True
            for request in self._lines:
                request.tell(_closing())
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _wait(self, request: Request, leaving: Leaving | None) -> None:
        if leaving is not None:
            leaving.then = lambda: self._drop(request)
            if leaving.has_left:
                request.tell(Superseded())
        with self._changed:
            if self._is_closed:
                raise _closing()
            if request.queries and not request.is_over:
                self._lines.add(request)
                if request.urgency != "idle":
                    self._calm_from = monotonic() + CALM
                self._begin()
                self._changed.notify()
        if request.queries:
            request.over.wait()
        if leaving is not None:
            leaving.then = None
        if request.error is not None:
            raise request.error

    def _drop(self, request: Request) -> None:
        with self._changed:
            request.tell(Superseded())

    @property
    def fingerprint(self) -> str | None:
        """What keys predictions that outlive the desk; None of a victim that vouches for none."""
        own: str | None = getattr(self.victim, "fingerprint", None)
        return None if own is None else self.code or own

    @property
    def _salt(self) -> str:
        return self.fingerprint or f"desk:{self.name}"

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = Thread(target=self._serve, name=f"desk of {self.name}", daemon=True)
            self._thread.start()

    def _serve(self) -> None:
        """Until the desk is closed: a batch is put to the victim, and its askers are told."""
        known = Bounded(self.cache if self.fingerprint else Memory(), REMEMBERED)
        while batch := self._next():
            self._asked = monotonic()
            said = self._said(batch, known)
            self._asked = None
            with self._changed:
                for part, answered in zip(batch, said, strict=True):
                    self.answered += len(part.queries)
                    part.request.tell(answered)

    def _next(self) -> list[Part]:
        """What is to be asked next; nothing, once the desk is closed."""
        with self._changed:
            while not self._is_closed:
                self._lines.clear()
                wait = self._calm_from - monotonic()
                if batch := self._lines.batch(is_calm=wait <= 0):
                    return batch
                self._changed.wait(wait if self._lines.has_idle else None)
            return []

    def _said(self, batch: Sequence[Part], known: Bounded) -> list[Answered]:
        """Each part's replies, or what it met; asked together, and where that fails one by one."""
        oracle = Oracle(self.name, self.victim, self._salt, known)  # a new one: it remembers all that it was asked
        try:
            if (answer := batch[0].request.answer) is not None:
                return [Weights(self.victim.saliency(batch[0].queries[0], answer))]  # type: ignore[attr-defined]
            replies = iter(oracle.ask([query for part in batch for query in part.queries]))
        except Exception as error:  # whatever it is, its asker is told, and the desk serves on
            return [error] if len(batch) == 1 else [one for part in batch for one in self._said([part], known)]
        return [[next(replies) for _ in part.queries] for part in batch]

    def _keep(self, queries: Sequence[Query], replies: Sequence[Reply]) -> None:
        if self.fingerprint:
            self.cache.put({
                prediction_key(self._salt, query): encode(reply.prediction, query)
                for query, reply in zip(queries, replies, strict=True)
                if reply.prediction is not None
            })  # fmt: skip


def _closing() -> Refused:
    return Refused("The server is being stopped. What you wrote is kept; try again in a minute.")
