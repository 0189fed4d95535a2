"""Routes with another rule than theirs, on a server that is already there."""

from collections.abc import Iterator
from contextlib import contextmanager

from stumper.web.access import Entry, May
from stumper.web.app import entries


def entry_of(route: str) -> Entry:
    """The declared route that a line of the table is about."""
    method, path = route.split()[:2]
    return next(entry for entry in entries() if (entry.method, entry.path) == (method, path))


@contextmanager
def weakened(entry: Entry, rule: May) -> Iterator[None]:
    """The route has this rule for a while; whatever guards it reads the rule at each request."""
    before = entry.may
    object.__setattr__(entry, "may", rule)
    try:
        yield
    finally:
        object.__setattr__(entry, "may", before)
