"""From what a user writes to a component: data sets, victims and adversaries by path or by name."""

from collections.abc import Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import get_args

from stumper import registry
from stumper.datasets import open_dataset
from stumper.errors import BadData, BadOption
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import Adversary, Dataset, Victim
from stumper.types import Example

NONE: Mapping[str, str] = {}
FILE_ENDINGS = (".json", ".jsonl", ".gz")


def load_dataset(spec: str) -> Dataset:
    """The data set at a path (recognised by its content), of a name such as ``reading`` or ``hf:NAME``, or what
    ``module:Name`` makes."""
    name, argument = _split(spec)
    if name not in registry.names("dataset") and ("/" in spec or spec.endswith(FILE_ENDINGS) or Path(spec).exists()):
        return open_dataset(Path(spec))
    is_registered = name in registry.names("dataset")
    component = registry.find("dataset", name if is_registered else spec)
    given = (argument,) if argument and is_registered else ()
    if given and not signature(component).parameters:
        raise BadOption(f"The data set {name!r} takes nothing after a colon, not {argument!r}.")
    dataset: Dataset = registry.with_extras(name, lambda: component(*given))
    return dataset


def load_victim(spec: str, examples: Sequence[Example] = ()) -> Victim:
    """The victim ``NAME`` or ``NAME:ARGUMENT``; ``examples`` are those that a file of predictions answers."""
    name, argument = _split(spec)
    load = registry.find("victim", name)
    victim: Victim = registry.with_extras(name, lambda: load(argument, examples))
    return victim


def load_adversary(name: str, options: Mapping[str, str] = NONE) -> Adversary:
    """The adversary of that name with its options, given as text."""
    adversary: Adversary = registry.build("adversary", name, options)
    return adversary


def options_fingerprint(adversary: str, options: Mapping[str, str]) -> str:
    """The options with each file that they name replaced by its content; empty where they name none."""
    parameters = signature(registry.find("adversary", adversary), eval_str=True).parameters
    named = {key for key in options if Path in (parameters[key].annotation, *get_args(parameters[key].annotation))}
    content = {key: _content(key, Path(text)) if key in named else text for key, text in options.items()}
    return content_id(content) if named else ""


def _content(option: str, path: Path) -> str:
    try:
        return file_fingerprint(path)
    except OSError as error:
        raise BadData(f"{path} cannot be read: {error.strerror}. Name another file with --set {option}.") from error


def _split(spec: str) -> tuple[str, str]:
    name, _, argument = spec.partition(":")
    return name, argument
