"""The attempts of a run one by one, with no more of each than a table of results needs: of predictions the best guess,
of perturbations their gold and what changed them."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, get_args

from sqlalchemy import Connection, Engine, Row, Select, func, select

from stumper.standing import Met, Said, Variant, ended_as
from stumper.store import schema
from stumper.store.codec import decode_best
from stumper.store.connection import chunks, shown
from stumper.store.damage import undamaged
from stumper.store.documents import example_of, perturbation_of
from stumper.store.ended import unmade_in
from stumper.types import Edit, Example, Gold, Outcome, Query

AT_ONCE = 500  # attempts that are held in memory with their candidates
BEHIND = 1 << 48  # what is not attempted: no data set has so many examples


def met(
    engine: Engine, run_id: str, originals: dict[tuple[str, str], Example], only: Collection[str] | None = None
) -> Iterator[Met]:
    """Reads a run, in the order of recording; BadStore where there is what Stumper did not write.

    ``originals`` are those that have been read before, by id and document, and takes up those that are new, so that
    one original is one value. Where some are named, ``only`` what was made of originals with these ids is read.
    """
    store = shown(engine.url)
    table = schema.candidates
    with engine.connect() as connection:
        proposes = connection.scalar(select(table.c.number).where(table.c.run_id == run_id).limit(1)) is not None
        rows = connection.execute(_attempts(run_id, only).execution_options(yield_per=AT_ONCE))
        for every in rows.partitions():
            some = [row for row in every if only is None or (row.original_id or row.example_id) in only]
            candidates = _candidates(connection, run_id, [row.example_id for row in some]) if proposes else {}
            for row in some:
                with undamaged(store):
                    found = _met(row, candidates.get(row.example_id, ()), originals)
                yield found
        for row in connection.execute(unmade_in(run_id).execution_options(yield_per=AT_ONCE)):
            if only is not None and row.example_id not in only:
                continue
            with undamaged(store):
                left = _unmade(row, originals)
            yield left


def _attempts(run_id: str, only: Collection[str] | None) -> Select[Any]:
    """What is read of attempts; where few originals are named, of no others, so that the store looks them up."""
    attempts, perturbations = schema.attempts, schema.perturbations
    columns = ("example_id", "original_id", "outcome", "queries", "reason", "trained_on", "before_prediction",
               "before_score", "before_fault", "after_prediction", "after_score", "after_succeeded", "after_fault",
               "perturbation_id", "edits", "passages")  # fmt: skip
    query: Select[Any] = select(
        *(attempts.c[name] for name in columns),
        perturbations.c.document.label("perturbation"),
        perturbations.c.example_id.label("made_of"),
        schema.examples.c.document.label("example"),
        schema.examples.c.position.label("place"),
    )
    query = schema.with_examples(query, attempts, run_id).order_by(attempts.c.position)
    query = query.outerjoin(perturbations, perturbations.c.id == attempts.c.perturbation_id)
    if only is None or len(only) > AT_ONCE:
        return query
    return query.where(func.coalesce(attempts.c.original_id, attempts.c.example_id).in_(sorted(only)))


def _candidates(connection: Connection, run_id: str, ids: Sequence[str]) -> dict[str, list[Row[Any]]]:
    """The candidates of the run's attempts on these examples, by example, in the order of proposing."""
    table, perturbations = schema.candidates, schema.perturbations
    columns = ("example_id", "perturbation_id", "edits", "passages", "prediction", "score", "fault")
    query: Select[Any] = (
        select(
            *(table.c[name] for name in columns),
            perturbations.c.document.label("perturbation"),
            perturbations.c.example_id.label("made_of"),
        )
        .join(perturbations, perturbations.c.id == table.c.perturbation_id)
        .where(table.c.run_id == run_id)
        .order_by(table.c.example_id, table.c.number)
    )
    found: dict[str, list[Row[Any]]] = {}
    for chunk in chunks(ids):
        for row in connection.execute(query.where(table.c.example_id.in_(chunk))).all():
            found.setdefault(row.example_id, []).append(row)
    return found


def _met(row: Row[Any], candidates: Sequence[Row[Any]], originals: dict[tuple[str, str], Example]) -> Met:
    if row.outcome not in get_args(Outcome) or not isinstance(row.queries, int):
        raise ValueError("an attempt whose outcome or queries are none")
    original = _original(row.original_id or row.example_id, row.example, originals)
    return Met(
        example_id=row.example_id,
        original=original,
        is_original_known=row.original_id is not None,
        place=row.place,
        outcome=ended_as(row.outcome, bool(candidates) and bool(row.after_succeeded), row.before_score),
        queries=row.queries,
        reason=row.reason,
        trained_on=row.trained_on,
        before=_said(row.before_prediction, row.before_score, row.before_fault, original.query),
        variants=_variants(row, candidates),
    )


def _unmade(row: Row[Any], originals: dict[tuple[str, str], Example]) -> Met:
    return Met(
        example_id=row.example_id,
        original=_original(row.example_id, row.example, originals),
        is_original_known=True,
        place=BEHIND + row.position,
        outcome=None,
        queries=0,
        reason=row.reason,
        trained_on=False,
        before=Said(None, None, None),
        variants=(),
    )


def _original(id: str, document: str, originals: dict[tuple[str, str], Example]) -> Example:
    known = originals.get((id, document))
    if known is None:
        known = originals[id, document] = example_of(id, document)
    return known


def _variants(row: Row[Any], candidates: Sequence[Row[Any]]) -> list[Variant]:
    chosen = row.perturbation_id
    stands_by = next((place for place, one in enumerate(candidates) if chosen in (None, one.perturbation_id)), None)
    found = [_candidate(one, place == stands_by) for place, one in enumerate(candidates)]
    if chosen is None or stands_by is not None:
        return found
    query, gold, edits = _changed(row)
    is_asked = row.after_succeeded is not None
    after = _said(row.after_prediction, row.after_score, row.after_fault, query) if is_asked else None
    return [*found, Variant(chosen, row.made_of, query, gold, edits, after)]


def _candidate(row: Row[Any], is_chosen: bool) -> Variant:
    query, gold, edits = _changed(row)
    after = _said(row.prediction, row.score, row.fault, query)
    return Variant(row.perturbation_id, row.made_of, query, gold, edits, after, is_chosen, is_candidate=True)


def _changed(row: Row[Any]) -> tuple[Query, Gold, tuple[Edit, ...]]:
    made = perturbation_of(row.made_of, row.perturbation, row.edits, row.passages)
    return made.query, made.gold, made.edits


def _said(data: bytes | None, score: object, fault: str | None, query: Query) -> Said:
    if not (score is None or isinstance(score, int | float)):
        raise TypeError(f"{type(score).__name__} in the place of a score")
    return Said(None if data is None else decode_best(data, query), score, fault)
