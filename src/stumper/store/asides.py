"""Judgements that are in no figure, as those who run a project have set their judges aside."""

from collections.abc import Iterable

from sqlalchemy import Engine, exists, select

from stumper.store.connection import rows_of
from stumper.store.people_schema import assignments, items, withdrawn
from stumper.store.schema import judgements


def judgements_aside(engine: Engine, perturbation_ids: Iterable[str], project_id: str = "") -> set[tuple[str, str]]:
    """The judgements of these perturbations that are in no figure, each as its perturbation and its judge; those given
    in this project, or in whichever.

    Gold, which is in no figure anyway, is not among them, nor is what the judge said alike in a project where they
    count.
    """
    counts = exists().where(judgements.c.perturbation_id == items.c.topic,
                            judgements.c.annotator == assignments.c.person_id)  # fmt: skip
    query = (
        select(items.c.topic, assignments.c.person_id)
        .select_from(withdrawn)
        .join(assignments, assignments.c.id == withdrawn.c.assignment_id)
        .join(items, items.c.id == assignments.c.item_id)
        .where(items.c.kind.in_(("judge", "adjudicate")), items.c.gold.is_(None), ~counts)
    )
    if project_id:
        query = query.where(items.c.project_id == project_id)
    found = {(row.topic, row.person_id) for row in rows_of(engine, query)}
    wanted = set(perturbation_ids) if found else set()
    return {one for one in found if one[0] in wanted}
