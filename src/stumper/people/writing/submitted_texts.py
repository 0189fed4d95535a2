"""The questions that were submitted in a project, kept in memory: nobody waits until they are read anew."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import Connection, select

from stumper.retrieval.near_duplicates import Growing, Resemblance, resembling
from stumper.store.people_schema import tossups
from stumper.store.values import from_text


@dataclass(frozen=True, slots=True)
class Text:
    """All that is read of what was submitted."""

    text: str


@dataclass(slots=True)
class SubmittedTexts:
    """Those of one project, as far as they were read; of a project they come one after the other, as it is locked."""

    project_id: str
    _texts: Growing = field(default_factory=Growing)
    _last: int = 0  # position
    _lock: Lock = field(default_factory=Lock)

    def resembling(self, connection: Connection, text: str, but: Sequence[str]) -> Resemblance | None:
        """The one of all that are there now that holds most of this text's wording, where it is too much."""
        query = (
            select(tossups.c.position, tossups.c.id, tossups.c.document)
            .where(tossups.c.project_id == self.project_id, tossups.c.position > self._last)
            .order_by(tossups.c.position)
        )
        with self._lock:
            for row in connection.execute(query):
                if row.position > self._last:
                    self._texts.add(row.id, from_text(Text, row.document).text)
                    self._last = row.position
            return resembling(self._texts, text, but)
