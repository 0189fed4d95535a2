"""Models that are ready before the first author comes: what they load at their first question is loaded by then."""

import logging
from collections.abc import Iterator, Mapping

from stumper.people.projects.project import Project, has_work, projects
from stumper.registry import task_named
from stumper.runs.desk import Desk
from stumper.store import Store
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
    is_open = project.closed is None and "write" in project.settings.kinds and has_work(project.settings, "write")
    return project.settings.victims if is_open else ()


def _unheard(task: str, now: float) -> Iterator[Query]:
    """The practice example in words that no cache has; where it comes with evidence, also without, so that some is
    looked for."""
    asked = task_named(task)
    assert asked.desk is not None, "people write"
    query = asked.desk.practice.query
    new = asked.wire.with_field(query, asked.desk.field, f"{asked.wire.fields(query)[asked.desk.field]} {now}")
    yield new
    if asked.wire.retrieves and asked.wire.passages(query):
        yield asked.wire.with_passages(new, ())
