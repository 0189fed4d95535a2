"""The data set of a project: one that every server has, or one of an uploaded file."""

from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper.errors import BadData, BadOption
from stumper.formats import Skipped
from stumper.loading import load_dataset
from stumper.people.projects.parsing import Summary, data_set_of, preview_of, summary_of
from stumper.people.projects.previewing import Preview
from stumper.people.projects.uploads import ending, map_of, put_upload, upload_name, upload_of, uploaded
from stumper.protocols import Collection
from stumper.registry import tasks
from stumper.store import Store
from stumper.store.uploads import PREFIX


@dataclass(frozen=True, slots=True)
class Taken:
    """The data set ``upload:ID``; ``skipped`` are the questions of the file that cannot be used."""

    spec: str
    skipped: tuple[Skipped, ...] = ()


def project_dataset(store: Store, spec: str, *askers: str) -> Collection:
    """The data set of a project: one that every server has, or ``upload:ID`` of a file that one of the askers owns.

    Raises BadOption, BadData, and NotThere of a file that is none of theirs.

    Nothing else that the command line takes, as a browser must not name files or code of the server.
    """
    if spec in offered():
        return _checked(load_dataset(spec), spec)
    if not spec.startswith(PREFIX):
        raise BadOption(f"There is no data set {spec!r}. Choose one of {', '.join(offered())}, or upload a file.")
    id = upload_of(spec)
    with uploaded(store, id, *askers) as path:
        return _checked(data_set_of(_with_map(path, spec)), upload_name(store, id, *askers))


def offered() -> tuple[str, ...]:
    """The data sets that every server has, by name, in the order of the tasks."""
    return tuple(name for task in tasks() if task.desk is not None for name in task.desk.datasets)


def data_set_name(store: Store, spec: str, *askers: str) -> str:
    """What the data set is called: the name of the file that one of the askers uploaded, or its own."""
    return upload_name(store, upload_of(spec), *askers) if spec.startswith(PREFIX) else spec


def left_out(store: Store, spec: str, *askers: str) -> Summary:
    """How many examples a project's data set holds, and the questions of its file that cannot be used."""
    if spec in offered():
        return Summary(len(project_dataset(store, spec)))
    with uploaded(store, upload_of(spec), *askers) as path:
        return summary_of(_with_map(path, spec))


def preview_upload(store: Store, spec: str, *askers: str) -> Preview:
    """What the file of ``upload:ID`` was taken for; BadData where it cannot be used, NotThere where it is nobody's of
    these."""
    with uploaded(store, upload_of(spec), *askers) as path:
        found, name = preview_of(_with_map(path, spec)), upload_name(store, upload_of(spec), *askers)
        return replace(found, fault=found.fault.replace(str(path), name))


def take_data_set(store: Store, name: str, data: bytes, now: float, *owned_by: str) -> Taken:
    """The file is its owners' and can be a project's data set; BadData where it cannot be, and it leaves nothing."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"file{ending(name)}"
        path.write_bytes(data)
        try:
            found = summary_of(path)
        except BadData as error:
            raise BadData(str(error).replace(str(path), name)) from None
    if not found.examples:
        raise _empty(name)
    return Taken(PREFIX + put_upload(store, name, data, now, *owned_by), found.skipped)


def _with_map(path: Path, spec: str) -> Path:
    """The file, with what is said of its columns."""
    return Path(f"{path}{map_of(spec)}")


def _checked(dataset: object, name: str) -> Collection:
    assert isinstance(dataset, Collection), "what is offered and what files hold are in memory"
    if not dataset.examples:
        raise _empty(name)
    return dataset


def _empty(name: str) -> BadData:
    return BadData(f"{name}: there is nothing in this file. Choose another.")
