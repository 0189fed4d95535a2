"""Originals of which an attack that proposes for a whole data set has made nothing: kept with the reason."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Select, func, select

from stumper.store import schema
from stumper.store.attempts import revise
from stumper.store.connection import insert_once


def unmade_in(run_id: str) -> Select[Any]:
    """Selects the originals of a run of which nothing was made, each with its reason and its example, in the order of
    their data set.

    An attempt on an original says more: where an earlier version began the run, there may be both.
    """
    table, examples, attempts = schema.unmade, schema.examples, schema.attempts
    attempted = select(attempts.c.original_id).where(attempts.c.run_id == run_id, attempts.c.original_id.is_not(None))
    return (
        select(table.c.example_id, table.c.reason, examples.c.document.label("example"), examples.c.position)
        .join(schema.plans, schema.plans.c.run_id == table.c.run_id)
        .join(examples, (examples.c.fingerprint == schema.plans.c.fingerprint) & (examples.c.id == table.c.example_id))
        .where(table.c.run_id == run_id, table.c.example_id.not_in(attempted))
        .order_by(examples.c.position)
    )


def reasons_in(run_id: str) -> Select[Any]:
    """Selects each reason why nothing was made of originals of a run, with of how many, the most frequent first."""
    reason = unmade_in(run_id).order_by(None).subquery().c.reason
    return select(reason, func.count()).group_by(reason).order_by(func.count().desc(), reason)


def record_unmade(connection: Connection, run_id: str, reasons: Mapping[str, str]) -> None:
    """Records why nothing was made of the originals with these ids; what is recorded already stays."""
    table = schema.unmade
    known = set(connection.scalars(select(table.c.example_id).where(table.c.run_id == run_id)))
    rows = [{"run_id": run_id, "example_id": id, "reason": why} for id, why in reasons.items() if id not in known]
    if rows:
        revise(connection, [run_id])
        connection.execute(insert_once(table, connection.dialect.name), rows)
