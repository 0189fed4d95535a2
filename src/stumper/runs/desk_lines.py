"""Who is answered next at a desk: pressed buttons first, then typing, then weights, then second thoughts in slices."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from threading import Event
from typing import Literal

from stumper.runs.oracle import Reply, length
from stumper.types import Query, Weight

Urgency = Literal["pressed", "typing", "idle"]
MOST_QUERIES = 4  # queries of several people that are put to the victim at once: who comes next waits for all of them
SLICE = 4  # of a request that nobody waits for; whoever does has their turn after each
AT_ONCE = 4_000  # characters that the victim reads at once, unless one request, or one second thought, is longer


class Superseded(Exception):
    """The same person has asked something newer, so that nobody waits for this any more."""


@dataclass(slots=True)
class Leaving:
    """How whoever asked says that they no longer wait; a request that is waited for does ``then``, once."""

    has_left: bool = False
    then: Callable[[], None] | None = None

    def leave(self) -> None:
        """Nobody waits any more; any thread may say so."""
        self.has_left = True
        if (then := self.then) is not None:
            then()


@dataclass(slots=True, eq=False)
class Request:
    """What somebody waits for; ``replies`` are those that have come so far."""

    queries: Sequence[Query]
    urgency: Urgency
    person: str
    answer: str | None = None  # what the words of the one query are weighed by, where the victim does so itself
    replies: list[Reply] = field(default_factory=list)
    weights: list[Weight] | None = None
    error: Exception | None = None
    over: Event = field(default_factory=Event)  # set once nobody waits any more, so that only its own asker wakes

    def tell(self, answered: "Answered") -> None:
        """More replies, the weights, or why there are none; what comes after the end changes nothing."""
        match answered:
            case _ if self.is_over:
                pass
            case Exception():
                self.error = answered
            case Weights(weights):
                self.weights = weights
            case _:
                self.replies += answered
        if self.is_over:
            self.over.set()

    @property
    def is_over(self) -> bool:
        """Whether nobody waits any more."""
        if self.error is not None:
            return True
        return len(self.replies) == len(self.queries) if self.answer is None else self.weights is not None


@dataclass(frozen=True, slots=True)
class Weights:
    """What a victim says itself of each word."""

    weights: list[Weight]


Answered = list[Reply] | Weights | Exception


@dataclass(frozen=True, slots=True)
class Part:
    """Queries of one request that are put to the victim together."""

    request: Request
    queries: Sequence[Query]


@dataclass(slots=True)
class Lines:
    """The requests that wait; of each person at most one that is typed and one that is idle."""

    _pressed: deque[Request] = field(default_factory=deque)
    _typing: deque[Request] = field(default_factory=deque)
    _weighing: deque[Request] = field(default_factory=deque)
    _idle: deque[Request] = field(default_factory=deque)

    @property
    def has_idle(self) -> bool:
        """Whether a second thought waits."""
        return bool(self._idle)

    def add(self, request: Request) -> None:
        """It waits; what a person types supersedes all of theirs that waits but buttons, an idle request idle ones."""
        if request.urgency != "pressed":
            second = (*self._weighing, *self._idle)
            for other in second if request.urgency == "idle" else (*self._typing, *second):
                if other.person == request.person:
                    other.tell(Superseded())
        if request.answer is not None:
            self._weighing.append(request)
        else:
            {"pressed": self._pressed, "typing": self._typing, "idle": self._idle}[request.urgency].append(request)

    def batch(self, is_calm: bool = True) -> list[Part]:
        """What is to be asked next, second thoughts only where it is calm; it stays in line until ``clear`` finds it
        answered."""
        taken: list[Part] = []
        size = characters = 0
        for request in (*self._pressed, *self._typing):
            more = sum(map(length, request.queries))
            if not taken or (size + len(request.queries) <= MOST_QUERIES and characters + more <= AT_ONCE):
                taken.append(Part(request, request.queries))
                size += len(request.queries)
                characters += more
        if not taken and self._weighing:
            taken.append(Part(self._weighing[0], self._weighing[0].queries))
        if not taken and self._idle and is_calm:
            request = self._idle[0]
            self._idle.rotate(-1)
            taken.append(Part(request, _slice(request.queries[len(request.replies) :])))
        return taken

    def clear(self) -> None:
        """Requests that nobody waits for have left."""
        for line in (self._pressed, self._typing, self._weighing, self._idle):
            for _ in range(len(line)):
                request = line.popleft()
                if not request.is_over:
                    line.append(request)

    def __iter__(self) -> Iterator[Request]:
        """All that wait."""
        return iter((*self._pressed, *self._typing, *self._weighing, *self._idle))


def _slice(queries: Sequence[Query]) -> Sequence[Query]:
    """As many of the first as are asked at once; at least one."""
    lengths = accumulate(map(length, queries[:SLICE]))
    return queries[: max(1, sum(characters <= AT_ONCE for characters in lengths))]
