"""The questions that were submitted in a project, kept in memory: nobody waits until they are read anew."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock

from sqlalchemy import Connection, select

from stumper.people.projects.taken_back import is_kept, taken_back_in
from stumper.retrieval.near_duplicates import Growing, Resemblance, resembling
from stumper.store.people_schema import tossups
from stumper.store.values import from_text
from stumper.text import as_seen


@dataclass(frozen=True, slots=True)
class Text:
    """All that is read of what was submitted."""

    text: str


@dataclass(slots=True)
class SubmittedTexts:
    """Those of one project, as far as they were read; of a project they come one after the other, as it is locked."""

    project_id: str
    _texts: Growing = field(default_factory=Growing)
    _seen: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # ids, by how a text looks
    _last: int = 0  # position
    _lock: Lock = field(default_factory=Lock)

    def resembling(self, connection: Connection, text: str, but: Sequence[str]) -> Resemblance | None:
        """The one of all that are there now that holds most of this text's wording, where it is too much."""
        with self._lock:
            self._read(connection)
            return resembling(self._texts, text, but)

    def has(self, connection: Connection, text: str) -> bool:
        """Whether one of those that are there now, and were not taken back, is this text to its readers."""
        with self._lock:
            self._read(connection)
            same = self._seen[as_seen(text)]
        if not same:
            return False
        return not same <= set(connection.scalars(taken_back_in(self.project_id)))

    def _read(self, connection: Connection) -> None:
        """What came since is known."""
        query = (
            select(tossups.c.position, tossups.c.id, tossups.c.document)
            .where(tossups.c.project_id == self.project_id, tossups.c.position > self._last)
            .order_by(tossups.c.position)
        )
        for row in connection.execute(query):
            if row.position > self._last:
                text = from_text(Text, row.document).text
                self._texts.add(row.id, text)
                self._seen[as_seen(text)].add(row.id)
                self._last = row.position


def has_text(connection: Connection, project_id: str, text: str, but: str) -> bool:
    """Whether a tossup of the project other than ``but`` is this text to its readers, and was not taken back."""
    others = select(tossups.c.document).where(
        tossups.c.project_id == project_id, tossups.c.id != but, is_kept(tossups.c.id, project_id)
    )
    seen = as_seen(text)
    return any(as_seen(from_text(Text, document).text) == seen for document in connection.scalars(others))
