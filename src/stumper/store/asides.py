"""Judgements that are in no figure, as those who run a project have set their judges aside."""

from sqlalchemy import Engine, distinct, func, select

from stumper.store.connection import rows_of
from stumper.store.people_schema import assignments, items, projects, set_aside, withdrawn


def judgements_aside(engine: Engine, fingerprint: str) -> tuple[int, int]:
    """How many people are set aside in the projects on this data set, of those who judged, and how many judgements of
    theirs are left out; gold, which is in no figure anyway, is not counted."""
    judged = items.c.kind.in_(("judge", "adjudicate")) & items.c.gold.is_(None)
    query = (
        select(func.count(distinct(assignments.c.person_id)), func.count())
        .select_from(withdrawn)
        .join(assignments, assignments.c.id == withdrawn.c.assignment_id)
        .join(items, items.c.id == assignments.c.item_id)
        .join(projects, projects.c.id == items.c.project_id)
        .join(set_aside, (set_aside.c.project_id == projects.c.id) & (set_aside.c.person_id == assignments.c.person_id))
        .where(projects.c.fingerprint == fingerprint, judged, set_aside.c.undone.is_(None))
    )
    [(people, judgements)] = rows_of(engine, query)
    return people, judgements
