"""The predictions that outlive a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, select

from stumper.store.connection import chunks, insert_once, writing
from stumper.store.schema import predictions as table


@dataclass(frozen=True, slots=True)
class PredictionCache:
    """Predictions by key, as the codec's bytes; what one process puts, another gets."""

    engine: Engine

    def get(self, keys: Sequence[str]) -> Mapping[str, bytes]:
        """Those that are there."""
        found: dict[str, bytes] = {}
        with self.engine.connect() as connection:
            for chunk in chunks(keys):
                rows = connection.execute(select(table.c.key, table.c.data).where(table.c.key.in_(chunk)))
                found.update((key, data) for key, data in rows)
        return found

    def put(self, predictions: Mapping[str, bytes]) -> None:
        """All of them are there, in one transaction; in order of their keys, so that two writers never cross."""
        if not predictions:
            return
        values = [{"key": key, "data": predictions[key]} for key in sorted(predictions)]
        with writing(self.engine) as connection:
            connection.execute(insert_once(table, self.engine.dialect.name), values)
