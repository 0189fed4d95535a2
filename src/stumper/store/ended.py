"""How the attempts of a run ended, without what was proposed and said, of a million of them, too; and of which
originals an attack that proposes for a whole data set has made nothing, kept with the reason."""

from collections import Counter
from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any, get_args

from sqlalchemy import Connection, Row, Select, and_, func, select

from stumper.standing import Ended, ended_as
from stumper.store import schema
from stumper.store.attempts import revise
from stumper.store.codec import is_silent
from stumper.store.connection import insert_once
from stumper.types import Outcome

TOGETHER = 500  # rows that are read at once: a run may have a million
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


def ended_in(connection: Connection, run_id: str) -> list[Ended]:
    """How the attempts of a run ended, in the order of the examples of its data set."""
    table, proposed = schema.attempts, schema.candidates
    columns = ("example_id", "original_id", "outcome", "queries", "reason", "trained_on", "perturbation_id",
               "after_succeeded", "before_score", "before_prediction", "after_prediction")  # fmt: skip
    query = schema.with_examples(select(*(table.c[name] for name in columns)), table, run_id)
    candidates = (
        select(proposed.c.example_id, proposed.c.perturbation_id, proposed.c.prediction)
        .where(proposed.c.run_id == run_id)
        .order_by(proposed.c.example_id, proposed.c.number)
    )
    made: dict[str, tuple[list[str], list[bool]]] = {}
    for id, variant, prediction in connection.execute(candidates.execution_options(yield_per=TOGETHER)):
        ids, silences = made.setdefault(id, ([], []))
        ids.append(intern(variant))
        silences += _silences(prediction)
    rows = connection.execute(query.order_by(schema.examples.c.position).execution_options(yield_per=TOGETHER))
    return [_ended(row, *made.get(row.example_id, ([], []))) for row in rows]


def outcomes_in(connection: Connection, run_id: str) -> dict[str, int]:
    """How many of a run's attempts ended how, in the order of the alphabet."""
    table, proposed = schema.attempts, schema.candidates
    is_proposed = table.c.example_id.in_(select(proposed.c.example_id).where(proposed.c.run_id == run_id))
    has_found = and_(table.c.outcome == "errored", table.c.after_succeeded.is_(True), is_proposed)
    is_right = (table.c.before_score > 0).label("is_right")
    each = select(table.c.outcome, has_found.label("has_found"), is_right).where(table.c.run_id == run_id).subquery()
    found = Counter[str]()
    for *ended, number in connection.execute(select(each, func.count()).group_by(*each.c)):
        found[ended_as(*ended)] += number
    return dict(sorted(found.items()))


def _ended(row: Row[Any], variants: Sequence[str], silences: Sequence[bool]) -> Ended:
    """How an attempt ended; texts that runs share are held once."""
    if row.outcome not in OUTCOMES or not isinstance(row.queries, int):
        raise ValueError("an attempt whose outcome or queries are none")
    is_answered, is_proposed = row.after_succeeded is not None, bool(variants)
    if not variants and row.perturbation_id is not None:
        variants, silences = [intern(row.perturbation_id)], _silences(row.after_prediction) if is_answered else []
    outcome = ended_as(row.outcome, is_proposed and bool(row.after_succeeded), row.before_score)
    return Ended(
        example_id=intern(row.example_id),
        original_id=row.original_id and intern(row.original_id),
        outcome=outcome,
        queries=row.queries,
        reason=row.reason and intern(row.reason) if outcome == row.outcome else None,  # else another query's error
        trained_on=row.trained_on,
        is_answered=is_answered,
        variants=tuple(variants),
        asked=len(silences),
        silent=sum(silences),
        is_silent=any(_silences(row.before_prediction)),
        is_proposed=is_proposed,
    )


def _silences(prediction: bytes | None) -> list[bool]:
    """Whether a prediction is without a guess; nothing where there is no prediction."""
    return [] if prediction is None else [is_silent(prediction)]


def unmade_in(run_id: str) -> Select[Any]:
    """Selects the originals of a run of which nothing was made, each with its reason and its example, in the order of
    their data set.

    An attempt on an original says more: where an earlier version began the run, there may be both.
    """
    table, examples, attempts = schema.unmade, schema.examples, schema.attempts
    attempted = select(attempts.c.original_id).where(attempts.c.run_id == run_id, attempts.c.original_id.is_not(None))
    query = select(table.c.example_id, table.c.reason, examples.c.document.label("example"), examples.c.position)
    unmade = schema.with_examples(query, table, run_id).where(table.c.example_id.not_in(attempted))
    return unmade.order_by(examples.c.position)


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
