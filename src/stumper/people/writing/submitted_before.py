"""What was submitted of a text before, whatever its authors stated of it: a text of one author counts once."""

from collections import Counter
from dataclasses import dataclass

from sqlalchemy import Connection, exists, select

from stumper.people.projects.project import Project
from stumper.people.projects.taken_back import is_kept
from stumper.people.writing.tries import Put
from stumper.store.people_schema import PRESSED, assignments, items, made, tries
from stumper.store.values import from_text
from stumper.text import as_seen


@dataclass(frozen=True, slots=True)
class Before:
    """A submission of a text, the author's of this ``number`` on the example, under the id by which it is judged.

    It ``is_kept`` unless it was taken back, and can be as soon as it ``is_listed`` among the project's examples.
    """

    person_id: str
    perturbation_id: str
    put: Put
    number: int
    is_kept: bool
    is_listed: bool


def submitted_before(connection: Connection, project: Project, topic: str, text: str) -> list[Before]:
    """All that was submitted in the project of this text, as its readers see it, on the example, in order."""
    listed = exists().where(made.c.project_id == project.id, made.c.id == tries.c.perturbation_id)
    query = (
        select(
            tries.c.perturbation_id, tries.c.document, assignments.c.person_id,
            is_kept(tries.c.perturbation_id, project.id).label("counts"), listed.label("listed"),
        )
        .select_from(PRESSED)
        .where(items.c.project_id == project.id, items.c.topic == topic, tries.c.instance_id.is_not(None))
        .order_by(tries.c.position)
    )  # fmt: skip
    seen, found, numbers = as_seen(text), list[Before](), Counter[str]()
    for row in connection.execute(query):
        numbers[row.person_id] += 1
        put = from_text(Put, row.document)
        if as_seen(put.text) == seen:
            number, counts = numbers[row.person_id], bool(row.counts)
            found.append(Before(row.person_id, row.perturbation_id, put, number, counts, bool(row.listed)))
    return found
