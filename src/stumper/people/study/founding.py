"""From what an administrator chose to a project: its data set read, its victims tried against it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from stumper.datasets.originals import originals, originals_of
from stumper.errors import BadOption
from stumper.material import check_evidence
from stumper.people.projects.data_sets import data_set_name, project_dataset
from stumper.people.projects.project import Project, Settings
from stumper.people.projects.uploads import PREFIX, own_upload
from stumper.people.study.projects import make_project
from stumper.protocols import Victim
from stumper.registry import task_named, task_of
from stumper.store import Store
from stumper.tasks.quizbowl.files import Quizbowl
from stumper.tasks.reading.squad import Squad
from stumper.tasks.verification.fever import Fever
from stumper.types import Example
from stumper.victims.guessing.guesser import Guesser
from stumper.victims.systems import System


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
