"""What the examples of a project share with others of their data set."""

from collections.abc import Iterable

from stumper.people.projects.project import Project
from stumper.registry import task_named
from stumper.statistics import Groups, groups_of
from stumper.store import Store


def groups_in(store: Store, project: Project, ids: Iterable[str]) -> Groups:
    """The groups of these examples, as far as they stand in the project's data set."""
    known = store.examples_of(project.fingerprint, ids)
    return groups_of(known.values(), task_named(project.settings.task).groups)
