"""From what a user writes to a component: data sets, victims and adversaries by path or by name."""

from collections.abc import Mapping, Sequence
from inspect import signature
from pathlib import Path
from typing import get_args

from stumper import registry
from stumper.datasets import open_dataset
from stumper.identity import content_id, file_fingerprint
from stumper.protocols import Adversary, Dataset, Victim
from stumper.types import Example

NONE: Mapping[str, str] = {}
FILE_ENDINGS = (".json", ".jsonl", ".gz")


def load_dataset(spec: str) -> Dataset:
    """The data set at a path (recognised by its content), or of a name such as ``reading`` or ``hf:NAME``."""
    name, argument = _split(spec)
    if name not in registry.names("dataset") and ("/" in spec or spec.endswith(FILE_ENDINGS) or Path(spec).exists()):
        return open_dataset(Path(spec))
    component = registry.find("dataset", name)
    dataset: Dataset = component(argument) if argument else component()
    return dataset


def load_victim(spec: str, examples: Sequence[Example] = ()) -> Victim:
    """The victim ``NAME`` or ``NAME:ARGUMENT``; ``examples`` are those that a file of predictions answers."""
    name, argument = _split(spec)
    victim: Victim = registry.find("victim", name)(argument, examples)
    return victim


def load_adversary(name: str, options: Mapping[str, str] = NONE) -> Adversary:
    """The adversary of that name with its options, given as text."""
    adversary: Adversary = registry.build("adversary", name, options)
    return adversary


def options_fingerprint(adversary: str, options: Mapping[str, str]) -> str:
    """The options with each file that they name replaced by its content; empty where they name none."""
    parameters = signature(registry.find("adversary", adversary)).parameters
    named = {key for key in options if Path in (parameters[key].annotation, *get_args(parameters[key].annotation))}
    content = {key: file_fingerprint(Path(text)) if key in named else text for key, text in options.items()}
    return content_id(content) if named else ""


def _split(spec: str) -> tuple[str, str]:
    name, _, argument = spec.partition(":")
    return name, argument
