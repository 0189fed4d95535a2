"""Which pictures and sounds of a data set's question stand in what somebody made of it."""

from stumper.people.projects.data_sets import project_dataset
from stumper.people.projects.media_files import name_in
from stumper.people.projects.project import Project
from stumper.registry import task_of
from stumper.store import Store
from stumper.text import MARKS, word_diff
from stumper.types import Example

SHOWN = MARKS[:2]  # what marks a picture, and a sound


def media_left(store: Store, project: Project, root: Example, before: str, text: str) -> tuple[str, ...]:
    """Tells of each mark in a text the name of its file: that of the mark of ``root``, whose text is ``before``, which
    the author left; "" of one that the author has put there, or moved. Empty where no mark has a file."""
    if not any(mark in text for mark in SHOWN) or root.id not in store.examples_of(project.fingerprint, {root.id}):
        return ()
    data = project_dataset(store, project.settings.dataset, project.id)
    paths = iter(task_of(root.query).media(data, root.id))
    found: list[str] = []
    for change in word_diff(before, text):
        for _ in (word for word in change.text.split() if word in SHOWN):
            name = "" if change.kind == "added" else name_in(next(paths, ""))
            if change.kind != "removed":
                found.append(name)
    return tuple(found) if any(found) else ()
