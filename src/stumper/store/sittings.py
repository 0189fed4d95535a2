"""Sittings: machines that nothing vouches for are read questions to, and what they answer is kept for that sitting."""

import json
from dataclasses import dataclass, field

from stumper.identity import content_id
from stumper.store.memos import Memos

ALWAYS = ""  # the state of what no result changes


@dataclass(slots=True)
class Sittings:
    """Numbers the sittings of each machine with each data set. A sitting is open until it is closed, and whoever comes
    back meanwhile goes on with it; after that a new one begins, as the machine may have changed. Where ``goes_on``, the
    last one is gone on with although it was closed."""

    memos: Memos
    goes_on: bool = False
    _begun: dict[str, int] = field(default_factory=dict)

    def salt(self, *what: object) -> str:
        """What keys the answers of the open sitting of what is read to whom."""
        key = f"sittings of {content_id(*what)}"
        if key not in self._begun:
            begun, closed = self._of(key)
            if begun == closed and not (self.goes_on and begun):
                begun += 1
                self._note(key, begun, closed)
            self._begun[key] = begun
        return content_id(key, self._begun[key])

    def close(self) -> None:
        """All sittings that were asked for here are closed: what came of them is written."""
        for key, number in self._begun.items():
            self._note(key, number, number)

    def _of(self, key: str) -> tuple[int, int]:
        """The number of the newest sitting, and of the newest that was closed; 0 where there is none."""
        document = self.memos.get(key, ALWAYS)
        begun, closed = (0, 0) if document is None else json.loads(document)
        return begun, closed

    def _note(self, key: str, begun: int, closed: int) -> None:
        self.memos.put(key, ALWAYS, json.dumps([begun, closed]))
