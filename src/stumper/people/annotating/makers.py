"""Who made what is to be judged or answered, so that nobody is handed their own work."""

from collections import defaultdict
from collections.abc import Mapping

from sqlalchemy import select

from stumper.adversaries.reading.insertion import inserted
from stumper.identity import perturbation_id
from stumper.people.annotating.fixing import Fixed
from stumper.people.annotating.verifying import SentencePayload
from stumper.people.projects.project import Project
from stumper.people.queues.responses import answered
from stumper.store import Store
from stumper.store.people_schema import assignments, tries
from stumper.store.values import from_text


def makers(store: Store, project: Project) -> Mapping[str, frozenset[str]]:
    """Who put a perturbation to a model, or mended the sentence that it adds, by its id; others machines made."""
    found: dict[str, set[str]] = defaultdict(set)
    wrote = (
        select(tries.c.perturbation_id, assignments.c.person_id)
        .join(assignments, assignments.c.id == tries.c.assignment_id)
        .where(tries.c.perturbation_id.is_not(None))
        .distinct()
    )
    with store.engine.connect() as connection:
        rows = connection.execute(wrote).all()
        mended = answered(connection, project.id, "fix")
    for id, person_id in rows:
        found[id].add(person_id)
    examples = store.examples(project.fingerprint) if any(item.responses for item in mended) else {}
    for one in mended:
        payload = from_text(SentencePayload, one.item.payload)
        for response in one.responses:
            made = inserted(examples[payload.example_id], response.said(Fixed).text, payload.place)
            found[perturbation_id(made)].add(response.person_id)
    return {id: frozenset(people) for id, people in found.items()}
