"""An instance that was made by hand, with what each of several runs has to say of it: one part of a transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, select

from stumper.store import schema
from stumper.store.attempts import attempt_values, perturbation_values, revise
from stumper.store.connection import insert_once
from stumper.store.documents import example_document
from stumper.types import Attempt, Example, Instance


def record_instance(
    connection: Connection, fingerprint: str, plans: Mapping[str, str], instance: Instance, attempts: Sequence[Attempt]
) -> None:
    """The instance's original is known under the instance's id, and each attempt is recorded in its run.

    ``plans`` are the documents of the runs by id; ``fingerprint`` is of the data set. Done twice, it adds nothing.
    """
    dialect = connection.dialect.name
    original = replace(instance.example, id=instance.id)
    known = {"fingerprint": fingerprint, "id": instance.id, "document": example_document(original)}
    rows = [{"run_id": id, "fingerprint": fingerprint, "document": plans[id]} for id in sorted(plans)]
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
