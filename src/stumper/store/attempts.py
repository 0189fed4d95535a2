"""Attempts as rows: the verdicts' predictions as bytes, their scores as columns that can be looked at."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

from sqlalchemy import Connection, Row, select, update

from stumper.identity import perturbation_id
from stumper.store import schema
from stumper.store.codec import decode, encode
from stumper.store.connection import chunks, insert_once
from stumper.store.documents import (
    canonical,
    edits_document,
    example_document,
    example_of,
    passage_ids,
    perturbation_document,
    perturbation_of,
)
from stumper.store.schema import plans
from stumper.types import Attempt, Candidate, Example, Instance, Outcome, Perturbation, Prediction, Query, Verdict

Values = Mapping[str, object]  # by column


def attempt_values(attempt: Attempt, example: Example) -> Values:
    """The row of an attempt on this example."""
    perturbation = attempt.perturbation
    return {
        "run_id": attempt.run_id,
        "example_id": attempt.example_id,
        "adversary": attempt.adversary,
        "victim": attempt.victim,
        "outcome": attempt.outcome,
        **_verdict_values("before", attempt.before, example.query),
        **_verdict_values("after", attempt.after, _attacked(example, perturbation)),
        "perturbation_id": perturbation and perturbation_id(perturbation),
        "edits": perturbation and edits_document(perturbation),
        "passages": perturbation and canonical(passage_ids(perturbation.query)),
        "queries": attempt.queries,
        "trace": canonical(attempt.trace),
        "reason": attempt.reason,
        "trained_on": attempt.trained_on,
        "original_id": (perturbation.example_id if perturbation else attempt.example_id)
        if attempt.original_id == ""
        else attempt.original_id,
    }


def candidates_values(attempt: Attempt) -> list[Values]:
    """The rows of an attempt's candidates."""
    return [
        {
            "run_id": attempt.run_id,
            "example_id": attempt.example_id,
            "number": number,
            "perturbation_id": perturbation_id(made),
            "edits": edits_document(made),
            "passages": canonical(passage_ids(made.query)),
            "stood_by": stood_by,
            "prediction": said.prediction and encode(said.prediction, made.query),
            "score": said.score,
            "expected": said.expected,
            "succeeded": said.succeeded,
            "fault": said.fault,
        }
        for number, (made, said, stood_by) in enumerate(map(_parts, attempt.candidates), 1)
    ]


def _parts(candidate: Candidate) -> tuple[Perturbation, Verdict, bool]:
    return candidate.perturbation, candidate.verdict, candidate.stood_by


def perturbations_of(attempt: Attempt) -> list[Perturbation]:
    """All that its rows point to, each once."""
    made = [each.perturbation for each in attempt.candidates]
    if attempt.perturbation is not None and attempt.perturbation not in made:
        made.append(attempt.perturbation)
    return made


def perturbation_values(perturbation: Perturbation) -> Values:
    """The row of a perturbation, the same whoever proposed it."""
    return {
        "id": perturbation_id(perturbation),
        "example_id": perturbation.example_id,
        "document": perturbation_document(perturbation),
    }


def candidate_of(row: Row[Any]) -> Candidate:
    """The candidate whose row, joined with its perturbation's, this is."""
    if not all(score is None or isinstance(score, int | float) for score in (row.score, row.expected)):
        raise ValueError("a candidate whose scores are none")
    made = perturbation_of(row.perturbed_id, row.perturbation, row.edits, row.passages)
    said = Verdict(_prediction(row.prediction, made.query), row.score, row.expected, row.succeeded, row.fault)
    return Candidate(made, said, row.stood_by)


def attempt_of(row: Row[Any], example: Example, candidates: tuple[Candidate, ...] = ()) -> Attempt:
    """The attempt whose row, joined with its perturbation's, this is."""
    if row.outcome not in get_args(Outcome) or not _are_numbers(row):
        raise ValueError("an attempt whose outcome, scores or queries are none")
    perturbation = None
    if row.perturbation_id is not None:
        perturbation = perturbation_of(row.perturbed_id, row.perturbation, row.edits, row.passages)
    return Attempt(
        run_id=row.run_id,
        example_id=row.example_id,
        adversary=row.adversary,
        victim=row.victim,
        outcome=row.outcome,
        before=Verdict(
            _prediction(row.before_prediction, example.query),
            row.before_score,
            row.before_expected,
            row.before_succeeded,
            row.before_fault,
        ),
        after=None
        if row.after_succeeded is None
        else Verdict(
            _prediction(row.after_prediction, _attacked(example, perturbation)),
            row.after_score,
            row.after_expected,
            row.after_succeeded,
            row.after_fault,
        ),
        perturbation=perturbation,
        queries=row.queries,
        trace=tuple((queries, score) for queries, score in json.loads(row.trace)),
        reason=row.reason,
        trained_on=row.trained_on,
        candidates=candidates,
        original_id=row.original_id,
    )


def attacked_examples(connection: Connection, attempts: Sequence[Attempt]) -> dict[tuple[str, str], Example]:
    """By run and example."""
    table = schema.examples
    found: dict[tuple[str, str], Example] = {}
    for run_id in sorted({attempt.run_id for attempt in attempts}):
        query = (
            select(table.c.id, table.c.document)
            .join(schema.plans, schema.plans.c.fingerprint == table.c.fingerprint)
            .where(schema.plans.c.run_id == run_id)
        )
        for chunk in chunks([attempt.example_id for attempt in attempts if attempt.run_id == run_id]):
            for id, document in connection.execute(query.where(table.c.id.in_(chunk))):
                found[run_id, id] = example_of(id, document)
    for attempt in attempts:
        known = (attempt.run_id, attempt.example_id) in found
        assert known, f"the example {attempt.example_id!r} of run {attempt.run_id!r} was not put before its attempt"
    return found


def not_recorded(connection: Connection, attempts: Sequence[Attempt]) -> list[Attempt]:
    """Those that are not recorded yet, of such as have candidates: these are the recorded attempt's own."""
    made, table = [attempt for attempt in attempts if attempt.candidates], schema.attempts
    known = {
        (run_id, id)
        for run_id in sorted({attempt.run_id for attempt in made})
        for chunk in chunks([attempt.example_id for attempt in made if attempt.run_id == run_id])
        for id in connection.scalars(
            select(table.c.example_id).where(table.c.run_id == run_id, table.c.example_id.in_(chunk))
        )
    }
    return [attempt for attempt in made if (attempt.run_id, attempt.example_id) not in known]


def proposed_in(connection: Connection, run_id: str, ids: Sequence[str]) -> dict[str, list[Candidate]]:
    """The candidates of a run's attempts on these examples, by example."""
    table, perturbed = schema.candidates, schema.perturbations
    query = (
        select(table, perturbed.c.example_id.label("perturbed_id"), perturbed.c.document.label("perturbation"))
        .join(perturbed, perturbed.c.id == table.c.perturbation_id)
        .where(table.c.run_id == run_id)
        .order_by(table.c.example_id, table.c.number)
    )
    found: dict[str, list[Candidate]] = {}
    for chunk in chunks(ids):
        for row in connection.execute(query.where(table.c.example_id.in_(chunk))):
            found.setdefault(row.example_id, []).append(candidate_of(row))
    return found


def _prediction(data: bytes | None, query: Query) -> Prediction | None:
    return None if data is None else decode(data, query)


def _are_numbers(row: Row[Any]) -> bool:
    """Whether there are numbers where numbers belong: SQLite takes any value in any column."""
    scores = (row.before_score, row.before_expected, row.after_score, row.after_expected)
    return isinstance(row.queries, int) and all(score is None or isinstance(score, int | float) for score in scores)


def revise(connection: Connection, run_ids: Sequence[str]) -> None:
    """What was computed from the attempts of these runs no longer counts.

    Done before attempts are inserted, so that two writers of one run follow each other.
    """
    for run_id in run_ids:
        connection.execute(update(plans).where(plans.c.run_id == run_id).values(revision=plans.c.revision + 1))


def _attacked(example: Example, perturbation: Perturbation | None) -> Query:
    return example.query if perturbation is None else perturbation.query


def _verdict_values(when: str, verdict: Verdict | None, query: Query) -> Values:
    prediction = verdict and verdict.prediction
    return {
        f"{when}_prediction": prediction and encode(prediction, query),
        f"{when}_score": verdict and verdict.score,
        f"{when}_expected": verdict and verdict.expected,
        f"{when}_succeeded": verdict and verdict.succeeded,
        f"{when}_fault": verdict and verdict.fault,
    }


def record_instance(
    connection: Connection, fingerprint: str, plans: Mapping[str, str], instance: Instance, attempts: Sequence[Attempt]
) -> None:
    """The instance's original is known under the instance's id, and each attempt is recorded in its run.

    ``plans`` are the documents of the runs by id, in the order in which the store is to list them; ``fingerprint`` is
    of the data set. Done twice, it adds nothing.
    """
    dialect = connection.dialect.name
    original = replace(instance.example, id=instance.id)
    known = {"fingerprint": fingerprint, "id": instance.id, "document": example_document(original)}
    rows = [{"run_id": id, "fingerprint": fingerprint, "document": document} for id, document in plans.items()]
    made = sorted(attempts, key=lambda attempt: attempt.run_id)
    connection.execute(insert_once(schema.plans, dialect), rows)
    connection.execute(insert_once(schema.examples, dialect), known)
    revise(connection, sorted(plans))
    connection.execute(insert_once(schema.perturbations, dialect), perturbation_values(instance.perturbation))
    connection.execute(insert_once(schema.attempts, dialect), [attempt_values(one, original) for one in made])


def is_free(connection: Connection, fingerprint: str, id: str, example: Example) -> bool:
    """Whether an instance of this example can have the id: nothing else of the data set has it."""
    table = schema.examples
    known = connection.scalar(select(table.c.document).where(table.c.fingerprint == fingerprint, table.c.id == id))
    return known is None or known == example_document(example)
