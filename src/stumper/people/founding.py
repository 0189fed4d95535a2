"""From what an administrator chose to a project: its data set read, its victims tried against it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from stumper.datasets.originals import originals, originals_of
from stumper.errors import BadData, BadOption
from stumper.loading import load_dataset
from stumper.material import check_evidence
from stumper.people.parsing import Summary, data_set_of, summary_of
from stumper.people.projects import make_project
from stumper.people.uploaded import uploaded
from stumper.people.uploads import PREFIX, ending, own_upload, put_upload, upload_name
from stumper.people.values import Project, Settings
from stumper.protocols import Victim
from stumper.registry import task_named, task_of
from stumper.store import Store
from stumper.tasks.quizbowl.details import Skipped
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.reading.squad import Squad
from stumper.tasks.verification.fever import Fever
from stumper.types import Example
from stumper.victims.guessing.guesser import Guesser
from stumper.victims.systems import System

BUNDLED = ("reading", "verification", "oracle:verification", "quizbowl")  # the data sets that every server has


@dataclass(frozen=True, slots=True)
class Taken:
    """The data set ``upload:ID``; ``skipped`` are the questions of the file that cannot be used."""

    spec: str
    skipped: tuple[Skipped, ...] = ()


def found_project(
    store: Store,
    name: str,
    settings: Settings,
    victims: Mapping[str, Victim],
    now: float,
    administrator: str | None = None,
) -> Project:
    """The project on the data set that the settings name, of which the task is; ``victims`` are the server's, by spec.

    A file that its first administrator owns is the project's from then on, too. NotThere where it is not theirs;
    BadData where the data set cannot be used, by these victims or at all; BadOption where there is no such thing.
    """
    askers = () if administrator is None else (administrator,)
    dataset = project_dataset(store, settings.dataset, *askers)
    examples = _originals(dataset)
    settings = _meant(replace(settings, task=task_of(examples[0].query).name))
    check_victims(settings.victims, victims)
    called = data_set_name(store, settings.dataset, *askers)
    for spec in settings.victims:
        _check_suits(spec, victims[spec], settings.task, called, examples)
    made = make_project(store, name, settings, examples, dataset.fingerprint, now, administrator)
    if settings.dataset.startswith(PREFIX):
        own_upload(store, settings.dataset.removeprefix(PREFIX), called, made.id, now)
    return made


def project_dataset(store: Store, spec: str, *askers: str) -> Squad | Fever | Quizbowl:
    """The data set of a project: one that every server has, or ``upload:ID`` of a file that one of the askers owns.

    Raises BadOption, BadData, and NotThere of a file that is none of theirs.

    Nothing else that the command line takes, as a browser must not name files or code of the server.
    """
    if spec in BUNDLED:
        return _checked(load_dataset(spec), spec)
    if not spec.startswith(PREFIX):
        raise BadOption(f"There is no data set {spec!r}. Choose one of {', '.join(BUNDLED)}, or upload a file.")
    id = spec.removeprefix(PREFIX)
    with uploaded(store, id, *askers) as path:
        return _checked(data_set_of(path), upload_name(store, id, *askers))


def data_set_name(store: Store, spec: str, *askers: str) -> str:
    """What the data set is called: the name of the file that one of the askers uploaded, or its own."""
    return upload_name(store, spec.removeprefix(PREFIX), *askers) if spec.startswith(PREFIX) else spec


def left_out(store: Store, spec: str, *askers: str) -> Summary:
    """How many examples a project's data set holds, and the questions of its file that cannot be used."""
    if spec in BUNDLED:
        return Summary(len(project_dataset(store, spec)))
    with uploaded(store, spec.removeprefix(PREFIX), *askers) as path:
        return summary_of(path)


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


def check_victims(specs: Iterable[str], victims: Mapping[str, Victim]) -> None:
    """Nothing; BadOption where the server has not loaded one of these."""
    for spec in specs:
        if spec not in victims:
            raise BadOption(f"This server has no model {spec!r}. It has: {', '.join(victims)}.")


def _meant(settings: Settings) -> Settings:
    """Without what means nothing where authors begin what they like: time, practice, and how much is drawn for whom."""
    if settings.task != "quizbowl":
        return settings
    return replace(settings, timer=None, practice=False, items=None, authors=None)


def _checked(dataset: object, name: str) -> Squad | Fever | Quizbowl:
    assert isinstance(dataset, Squad | Fever | Quizbowl), "bundled sets and files are of these formats"
    if not dataset.examples:
        raise _empty(name)
    return dataset


def _empty(name: str) -> BadData:
    return BadData(f"{name}: there is nothing in this file. Choose another.")


def _originals(dataset: Squad | Fever | Quizbowl) -> tuple[Example, ...]:
    if isinstance(dataset, Quizbowl):
        variants = {instance.id for instance in dataset.instances}
        return tuple(example for example in dataset if example.id not in variants)
    if isinstance(dataset, Fever) and dataset.instances:
        return originals_of(dataset.instances)
    return originals(dataset)


def _check_suits(spec: str, victim: Victim, task: str, name: str, examples: Sequence[Example]) -> None:
    held = f"{task_named(task).unit}s"
    if task != "quizbowl" and isinstance(victim, Guesser):
        raise BadOption(f"The model {spec!r} answers tossups, and this data set holds {held}. Leave it out.")
    if task == "verification":
        check_evidence(victim, name, examples)
    elif isinstance(victim, System):
        raise BadOption(f"The model {spec!r} checks claims, and this data set holds {held}. Leave it out.")
