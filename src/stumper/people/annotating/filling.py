"""Queues are filled from what is there: uploaded files, runs of the store, the project's own data set."""

from collections.abc import Sequence

from stumper.errors import BadData, BadOption, Refused
from stumper.people.annotating.answering import ask_about_runs, ask_about_set
from stumper.people.annotating.drawing import draw_from_runs, draw_from_set
from stumper.people.annotating.fixing import ask_fixers
from stumper.people.projects.data_sets import data_set_name, project_dataset
from stumper.people.projects.project import Kind, Project
from stumper.people.projects.runs_to_use import use_runs
from stumper.people.projects.uploads import uploaded
from stumper.registry import task_named, task_of
from stumper.store import Store
from stumper.store.uploads import PREFIX

FILLED: tuple[Kind, ...] = ("fix", "judge", "answer")  # the others fill themselves


def fill_from_upload(store: Store, project: Project, kind: Kind, upload_id: str, now: float, *askers: str) -> int:
    """What an uploaded file holds is in the queue: raw sentences to fix, an adversarial set to judge or to answer.

    How much of it is new; BadData where the file is another, NotThere where neither the project nor an asker owns it.
    """
    _check(project, kind)
    if kind == "fix":
        with uploaded(store, upload_id, project.id, *askers) as path:
            return ask_fixers(store, project, path, now)
    return _from_set(store, project, kind, PREFIX + upload_id, now, *askers)


def fill_from_runs(store: Store, project: Project, kind: Kind, run_ids: Sequence[str], now: float) -> int:
    """What these runs made is in the queue, to judge or to answer; how much of it is new."""
    _check(project, kind)
    if not run_ids:
        raise BadOption("Choose at least one run.")
    if kind == "fix":
        raise BadOption("Sentences to fix come from a file of raw sentences, not from runs.")
    new = (draw_from_runs if kind == "judge" else ask_about_runs)(store, project, run_ids, now)
    use_runs(store, project, run_ids)
    return new


def fill_from_data_set(store: Store, project: Project, kind: Kind, now: float) -> int:
    """A sample of the project's own data set is in the queue, to judge or to answer; how much of it is new."""
    _check(project, kind)
    if kind == "fix":
        raise BadOption("Sentences to fix come from a file of raw sentences, not from the data set.")
    return _from_set(store, project, kind, project.settings.dataset, now)


def _check(project: Project, kind: Kind) -> None:
    if kind not in FILLED:
        raise BadOption(f"The queue {kind!r} fills itself. Add work to one of {', '.join(FILLED)}.")
    if kind not in project.settings.kinds:
        raise Refused(f"The project {project.name!r} has no such work. Add it in its settings first.")


def _from_set(store: Store, project: Project, kind: Kind, spec: str, now: float, *askers: str) -> int:
    dataset = project_dataset(store, spec, project.id, *askers)
    asked, held = task_named(project.settings.task), task_of(dataset.examples[0].query)
    if held != asked:
        name = data_set_name(store, spec, project.id, *askers)
        raise BadData(f"{name}: it holds {held.unit}s, and this project is about {asked.unit}s. Choose another file.")
    return (draw_from_set if kind == "judge" else ask_about_set)(store, project, dataset, now)
