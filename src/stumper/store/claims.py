"""Which process is at work on which pieces of a run, so that several share it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Engine, delete, func, select, update

from stumper.store import schema
from stumper.store.connection import chunks, insert_once, rows_of, writing

table = schema.claims


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of one owner on pieces of a run, and what it can know of the others'."""

    engine: Engine
    run_id: str
    owner: str

    def take(self, ids: Sequence[str]) -> set[str]:
        """Those that are this owner's from now on: nobody's until now, and without an attempt."""
        rows = [{"run_id": self.run_id, "example_id": id, "owner": self.owner, "beat": 0} for id in sorted(ids)]
        taken: set[str] = set()
        with writing(self.engine) as connection:
            connection.execute(insert_once(table, self.engine.dialect.name), rows)
            for some in chunks(ids):
                # Claims first, attempts then: an attempt is recorded, and its claim gone, in one transaction.
                ours = select(table.c.example_id).where(self._own, table.c.example_id.in_(some))
                taken.update(connection.scalars(ours))
                attempts = schema.attempts
                recorded = select(attempts.c.example_id).where(attempts.c.run_id == self.run_id)
                done = set(connection.scalars(recorded.where(attempts.c.example_id.in_(some))))
                release(connection, self.run_id, sorted(done))
                taken -= done
        return taken

    def beat(self) -> None:
        """Others see that this owner lives."""
        with writing(self.engine) as connection:
            connection.execute(update(table).where(self._own).values(beat=table.c.beat + 1))

    def others(self) -> dict[str, int]:
        """How often each other owner's hearts have beaten, all its claims on the run taken together."""
        beats = select(table.c.owner, func.sum(table.c.beat)).where(
            table.c.run_id == self.run_id, table.c.owner != self.owner
        )
        return {owner: int(beat) for owner, beat in rows_of(self.engine, beats.group_by(table.c.owner))}

    def drop(self, owner: str) -> None:
        """That owner has no claim on the run any more."""
        with writing(self.engine) as connection:
            connection.execute(delete(table).where(table.c.run_id == self.run_id, table.c.owner == owner))

    @property
    def _own(self) -> ColumnElement[bool]:
        return (table.c.run_id == self.run_id) & (table.c.owner == self.owner)


def release(connection: Connection, run_id: str, ids: Sequence[str]) -> None:
    """Nobody has a claim on these pieces, as part of a transaction that does more."""
    for some in chunks(ids):
        connection.execute(delete(table).where(table.c.run_id == run_id, table.c.example_id.in_(some)))
