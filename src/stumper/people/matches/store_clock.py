"""The clock that all servers of one store go by."""

from collections.abc import Callable

from sqlalchemy import text

from stumper.store import Store

MEASURED = 3  # times, of which the quickest counts


def ahead(store: Store, clock: Callable[[], float]) -> float:
    """How many seconds the store's clock is ahead of this one; a store that is a file has no clock of its own."""
    if store.engine.dialect.name != "postgresql":
        return 0.0
    found: list[tuple[float, float]] = []
    with store.engine.connect() as connection:
        for _ in range(MEASURED):
            asked = clock()
            said = float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
            answered = clock()
            found.append((answered - asked, said - (asked + answered) / 2))
    return min(found)[1]
