"""A victim with a past."""

from collections.abc import Sequence
from dataclasses import dataclass

from stumper.protocols import Victim
from stumper.types import Example, Prediction, Query


@dataclass
class Knowing:
    """A victim that answers as another does, and has seen some examples."""

    other: Victim
    seen: frozenset[str]

    @property
    def fingerprint(self) -> str | None:
        return self.other.fingerprint

    def predict(self, queries: Sequence[Query]) -> Sequence[Prediction]:
        return self.other.predict(queries)

    def has_seen(self, example: Example) -> bool:
        return example.id in self.seen
