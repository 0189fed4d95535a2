"""From what a user writes to a component: data sets, victims and adversaries by path or by name."""

import logging
from collections.abc import Callable, Mapping, Sequence
from inspect import getsourcefile, signature
from pathlib import Path
from typing import get_args

from stumper import registry
from stumper.datasets import Quizbowl, fingerprint_of, open_dataset, task_of_file
from stumper.datasets.documents import read_text
from stumper.errors import BadData, BadOption, UnknownComponent
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import Adversary, Dataset, Victim
from stumper.tasks import TASKS
from stumper.types import Example, OutputFile, TaskName, Tossup

NONE: Mapping[str, str] = {}
FILE_ENDINGS = (".json", ".jsonl", ".gz")
LOG = logging.getLogger(__name__)


def load_dataset(spec: str) -> Dataset:
    """The data set at a path (recognised by its content), of a name such as ``reading`` or ``hf:NAME``, or what
    ``module:Name`` makes.

    What had to be left out of a file of tossups is logged in one sentence."""
    name, argument = _split(spec)
    if _is_path(spec, name):
        dataset = open_dataset(Path(spec))
        if isinstance(dataset, Quizbowl) and dataset.skipped:
            count, of = len(dataset.skipped), len(dataset.skipped) + len(dataset)
            LOG.warning("%s: %s of its %s questions cannot be used and are left out, the first on %s",
                        spec, f"{count:,}", f"{of:,}", str(dataset.skipped[0]))  # fmt: skip
        return dataset
    if spec.endswith(":") and name in TASKS:
        raise BadOption(f"Nothing stands behind the colon of {spec!r}. Say {name!r}, or name what is meant there.")
    is_registered = name in registry.names("dataset")
    component = registry.find("dataset", name if is_registered else spec)
    given = (argument,) if argument and is_registered else ()
    if given and not signature(component).parameters:
        raise BadOption(f"The data set {name!r} takes nothing after a colon, not {argument!r}.")
    if is_registered:
        made: Dataset = registry.with_extras(name, lambda: component(*given))
        return made
    return _own_dataset(spec, component)


def dataset_fingerprint(spec: str) -> str | None:
    """The fingerprint of the data set at a path, which is not read for it; None of one that must be loaded first.

    BadData where there is no such file.
    """
    name, _ = _split(spec)
    return fingerprint_of(Path(spec)) if _is_path(spec, name) else None


def dataset_task(spec: str) -> TaskName | None:
    """The task of the data set at a path, told by its format alone; None of one that must be loaded first."""
    name, _ = _split(spec)
    return task_of_file(Path(spec)) if _is_path(spec, name) else None


def holds_plain_tossups(spec: str) -> bool:
    """Whether a file, or the bundled data set, holds tossups and no variants of any; BadData without such a file."""
    name, _ = _split(spec)
    if _is_path(spec, name):
        return task_of_file(Path(spec)) == "quizbowl" and '"original_id"' not in read_text(Path(spec))
    return name in TASKS and TASKS[name].query is Tossup  # type: ignore[index]  # each task's bundled set has its name


def adversary_task(name: str) -> TaskName | None:
    """The one task that an adversary is for, which is the folder that it stands in; None where it says none."""
    folders = getattr(registry.find("adversary", name), "__module__", "").split(".")
    return next((task for task in TASKS if folders[:3] == ["stumper", "adversaries", task]), None)


def load_victim(spec: str, examples: Sequence[Example] = ()) -> Victim:
    """The victim ``NAME`` or ``NAME:ARGUMENT``; ``examples`` are those that a file of predictions answers."""
    name, argument = _split(spec)
    load = registry.find("victim", name)
    victim: Victim = registry.with_extras(name, lambda: load(argument, examples))
    return victim


def load_adversary(name: str, options: Mapping[str, str] = NONE) -> Adversary:
    """The adversary of that name with its options, given as text."""
    adversary: Adversary = registry.build("adversary", name, options)
    if not any(callable(getattr(adversary, verb, None)) for verb in ("attack", "instances", "induce")):
        raise UnknownComponent(f"{name!r} is no adversary: it makes {adversary!r}, which has no attack. Name another.")
    return adversary


def options_fingerprint(adversary: str, options: Mapping[str, str]) -> str:
    """The options with each file that they name replaced by its content, without those that name a file to write, and
    the code of a ``module:Name``, which its author may change from one run to the next; empty where there is none of
    these."""
    component = registry.find("adversary", adversary)
    types = _types(adversary, options)
    named = {key for key in options if Path in types[key]}
    written = {key for key in options if OutputFile in types[key]}
    content = {
        key: _content(key, Path(text)) if key in named else text for key, text in options.items() if key not in written
    }
    code = [] if adversary in registry.names("adversary") else [_code(component)]
    return content_id(content, *code) if named or code or written else ""


def _is_path(spec: str, name: str) -> bool:
    return name not in registry.names("dataset") and ("/" in spec or spec.endswith(FILE_ENDINGS) or Path(spec).exists())


def files_to_write(adversary: str, options: Mapping[str, str]) -> list[Path]:
    """The files that the options ask to be written."""
    types = _types(adversary, options)
    return [Path(text) for key, text in options.items() if OutputFile in types[key]]


def _types(adversary: str, options: Mapping[str, str]) -> dict[str, tuple[object, ...]]:
    """What the adversary declares each of these options to be."""
    accepted = registry.parameters("adversary", adversary, registry.find("adversary", adversary))
    return {key: (accepted[key].annotation, *get_args(accepted[key].annotation)) for key in options}


def _own_dataset(spec: str, component: Callable[..., object]) -> Dataset:
    """What a ``module:Name`` that a user wrote makes; UnknownComponent where it is no data set."""
    registry.parameters("dataset", spec, component)
    dataset: Dataset = registry.made("dataset", spec, component)
    if missing := [part for part in ("name", "fingerprint", "__iter__") if not hasattr(dataset, part)]:
        raise UnknownComponent(
            f"{spec!r} is no data set: it makes {dataset!r}, which has no {missing[0]}. Name another."
        )
    return dataset


def _code(component: Callable[..., object]) -> str:
    """The hash of the file that a component is written in; of its text where it is in none."""
    try:
        source = getsourcefile(component)
    except TypeError:  # an object, not a class or a function
        source = getsourcefile(type(component))
    return file_fingerprint(Path(source)) if source and Path(source).is_file() else repr(component)


def _content(option: str, path: Path) -> str:
    try:
        return file_fingerprint(path)
    except OSError as error:
        raise BadData(f"{path} cannot be read: {error.strerror}. Name another file with --set {option}.") from error


def _split(spec: str) -> tuple[str, str]:
    name, _, argument = spec.partition(":")
    return name, argument
