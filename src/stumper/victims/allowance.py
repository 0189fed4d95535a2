"""How much one command may ask of remote systems, all of them together, before it stops."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from stumper.victims.usage import Usage


@dataclass(slots=True)
class Allowance:
    """``usage`` is what was sent and spent of at most ``max_requests`` and ``max_cost``; None: any number.

    The cost of a request is known once it is answered, so that those under way then come on top.
    """

    max_requests: int | None = None
    max_cost: float | None = None
    usage: Usage = field(default_factory=Usage)

    @property
    def is_bounded(self) -> bool:
        """Whether there is any bound."""
        return self.max_requests is not None or self.max_cost is not None

    @property
    def spent(self) -> str:
        """What is spent, as the beginning of a sentence; "" where there is some left."""
        if self.max_requests is not None and self.usage.requests >= self.max_requests:
            return f"All of {self.max_requests:,} requests are made (--max-requests)"
        cost = self.usage.cost or 0.0
        if self.max_cost is not None and cost >= self.max_cost:
            return f"{cost:.4f} of {self.max_cost:g} is spent (--max-cost)"
        return ""


@contextmanager
def allowing(max_requests: int | None, max_cost: float | None) -> Iterator[Allowance]:
    """Meanwhile this process may ask so much, and what it has asked is counted here."""
    before = _current[:]
    _current[:] = [Allowance(max_requests, max_cost)]
    try:
        yield current()
    finally:
        _current[:] = before


def current() -> Allowance:
    """What this process may ask, and has asked."""
    return _current[-1]


@contextmanager
def index_writes(are_allowed: bool) -> Iterator[None]:
    """What is loaded meanwhile may, or may not, write to indexes that are not on this machine."""
    token = _writes.set(are_allowed)
    try:
        yield
    finally:
        _writes.reset(token)


def may_write_indexes() -> bool:
    """Whether what is loaded may write to indexes that are not on this machine."""
    return _writes.get()


_writes = ContextVar("index writes", default=False)
_current = [Allowance()]  # of all threads, as one loop sends for all of them
