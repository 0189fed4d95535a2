"""Plan files: data sets x adversaries x victims, in TOML."""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stumper.datasets.documents import read_toml
from stumper.errors import BadData
from stumper.shown import shown

KEYS = {
    "datasets": list,
    "victims": list,
    "adversaries": list,
    "seed": int,
    "limit": int,
    "budget": int,
    "goal": str,
}
SETTINGS = ("seed", "limit", "budget", "goal")
KINDS: dict[type, str] = {list: "a list", int: "a whole number", str: "a text"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a plan file; ``settings`` are the keywords of ``jobs.prepare`` that the file gives."""

    dataset: str
    adversary: str
    victim: str
    options: dict[str, str]
    settings: dict[str, Any]


def read_plan(path: Path) -> list[Cell]:
    """The runs of a plan file, in the order data set, victim, adversary; BadData says what is wrong.

    An adversary is a name, or a table with ``name``, its own ``goal``, ``budget``, ``limit`` and ``seed`` if they
    differ, and its options as further keys.
    """
    document = read_toml(path)
    for key in document:
        if key not in KEYS:
            close = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"Did you mean {close[0]!r}?" if close else f"It has {', '.join(KEYS)}."
            raise BadData(f"{path}: a plan has no {shown(key)}. {hint}")
    _check_types(path, document)
    for key, example in _EXAMPLES.items():
        if not document.get(key, key == "victims"):
            raise BadData(f"{path}: the plan names no {key}: add for example {key} = {example}.")
    shared: dict[str, Any] = {key: document[key] for key in SETTINGS if key in document}
    return [
        _cell(path, dataset, adversary, victim, shared)
        for dataset in document["datasets"]
        for victim in document.get("victims", ["embedded"])
        for adversary in document["adversaries"]
    ]


_EXAMPLES = {
    "datasets": '["reading"]',
    "adversaries": '["identity", {name = "add-any", search = "fast"}]',
    "victims": '["embedded"]',
}


def _check_types(path: Path, table: Mapping[str, object]) -> None:
    for key, value in table.items():
        if (kind := KEYS.get(key)) is not None and type(value) is not kind:
            raise BadData(f"{path}: {key} is {shown(value)}, not {KINDS[kind]}. Correct it there.")


def _cell(path: Path, dataset: object, adversary: object, victim: object, shared: dict[str, Any]) -> Cell:
    for kind, value in (("dataset", dataset), ("victim", victim)):
        if not isinstance(value, str):
            raise BadData(f"{path}: a {kind} is a text, not {shown(value)}.")
    table = {"name": adversary} if isinstance(adversary, str) else adversary
    if not isinstance(table, dict) or not isinstance(table.get("name"), str):
        raise BadData(f'{path}: an adversary is a name or a table with a name, such as {{name = "add-any"}}.')
    own = {key: value for key, value in table.items() if key in SETTINGS}
    _check_types(path, own)
    options = {key: _text(value) for key, value in table.items() if key not in own and key != "name"}
    return Cell(str(dataset), table["name"], str(victim), options, {**shared, **own})


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
