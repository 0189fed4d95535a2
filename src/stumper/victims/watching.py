"""Whether what was added to an index is out of it again, where that index cannot be looked at: by what is retrieved."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from stumper.errors import StumperError
from stumper.types import Prediction, Query

LOG = logging.getLogger(__name__)


@dataclass(slots=True)
class Watch:
    """What one system was seen to retrieve of what was ever ``added`` to its index, by the ids that it has there.

    ``asked`` is the last query that retrieved any of it while it was there; ``is_over``: the system was asked that
    again, or nothing that was added was retrieved, and it was said that nothing can be told.
    """

    name: str
    length: int  # of an id; what follows it numbers the parts of a passage
    added: set[str] = field(default_factory=set)
    asked: Query | None = None
    is_over: bool = False

    def left(self, query: Query, there: Collection[str], outcome: Any) -> str:
        """An id that was taken out of the index and is retrieved all the same; "" where none is. ``there`` are those
        that the index held for this query."""
        retrieved = [id[: self.length] for id in outcome.retrieved or ()] if isinstance(outcome, Prediction) else []
        self.added.update(there)
        if not {*there}.isdisjoint(retrieved):
            self.asked = query
        return next((id for id in retrieved if id in self.added and id not in there), "")

    def left_after(self, ask: Callable[[Query], Any]) -> str:
        """The same, once the query that retrieved what was added is asked without it: one query of a system's whole
        life. Where none did, it is said that nothing can be told."""
        if self.is_over or not self.added:
            return ""
        if self.asked is None:
            self.is_over = True
            LOG.warning(
                "Whether %s takes out of its index again what was added cannot be verified without get(ids): nothing "
                "that was added is named by its id among what it retrieved.", self.name
            )  # fmt: skip
            return ""
        try:
            outcome = ask(self.asked)
        except StumperError:
            raise
        except Exception:  # whatever the system raises tells nothing; it is asked behind the next queries
            return ""
        self.is_over = isinstance(outcome, Prediction)
        return self.left(self.asked, (), outcome)
