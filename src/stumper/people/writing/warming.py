"""Models that are ready before the first author comes: what they load at their first question is loaded by then."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import replace

from stumper.people.projects.project import Project, projects
from stumper.people.writing.item import practice_example
from stumper.runs.desk import Desk
from stumper.store import Store
from stumper.tasks.verification.claim import Claim
from stumper.types import Query

LOG = logging.getLogger(__name__)


def to_warm(store: Store, desks: Mapping[str, Desk]) -> list[tuple[Desk, str]]:
    """The desks of open projects in which people write, each with its task."""
    found = {(spec, project.settings.task) for project in projects(store) for spec in _written_against(project)}
    return [(desks[spec], task) for spec, task in sorted(found) if spec in desks]


def warm(cold: list[tuple[Desk, str]], now: float) -> None:
    """Each desk has been asked what nobody has asked it before; one that fails is told of in the log."""
    for desk, task in cold:
        for query in _unheard(task, now):
            try:
                desk.ask([query], "typing", "nobody")
            except Exception as error:  # an oracle needs evidence, a server may be ending: its people are told in time
                LOG.info("%s is not warm: %s", desk.name, error)


def _written_against(project: Project) -> tuple[str, ...]:
    is_open = project.closed is None and "write" in project.settings.kinds
    return project.settings.victims if is_open else ()


def _unheard(task: str, now: float) -> Iterator[Query]:
    """The practice example in words that no cache has; a claim also without evidence, which is then looked for."""
    query = practice_example(task).query
    yield replace(query, text=f"{query.text} {now}")
    if isinstance(query, Claim) and query.evidence:
        yield Claim(f"{query.text} {now}")
