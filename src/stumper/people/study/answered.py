"""All that people answered in the projects of a store, as reports take it; people are named by a code."""

from stumper.datasets.answers_of_people import AnswerOfPerson
from stumper.people.accounts.person import code
from stumper.people.annotating.answering import AnswerPayload, Selected
from stumper.people.projects.project import has_work, projects
from stumper.people.queues.responses import answered
from stumper.store import Store
from stumper.store.values import from_text


def answered_in(store: Store) -> list[AnswerOfPerson]:
    """What everybody selected who is not set aside, project by project."""
    found = []
    for project in projects(store):
        if not has_work(project.settings, "answer"):
            continue
        with store.engine.connect() as connection:
            rows = answered(connection, project.id, "answer")
        for row in rows:
            payload = from_text(AnswerPayload, row.item.payload)
            for one in row.responses:
                who, said = code(one.person_id), one.said(Selected).text
                at = payload.example_id, payload.variant
                found.append(AnswerOfPerson(*at, who, said, None, project.id, payload.question))
    return found
