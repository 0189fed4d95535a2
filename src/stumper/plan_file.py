"""Plan files: data sets x adversaries x victims, in TOML."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stumper.errors import BadData

KEYS = {
    "datasets": list,
    "victims": list,
    "adversaries": list,
    "seed": int,
    "limit": int,
    "budget": int,
    "goal": str,
}


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
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadData(f"{path}: there is no such file. Name a plan in TOML.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, IsADirectoryError) as error:
        raise BadData(f"{path}: this is not a plan in TOML: {error}.") from None
    for key, value in document.items():
        if key not in KEYS:
            raise BadData(f"{path}: a plan has no {key!r}; it has {', '.join(KEYS)}.")
        if type(value) is not KEYS[key]:
            raise BadData(f"{path}: {key} is {value!r}, not {'a list' if KEYS[key] is list else KEYS[key].__name__}.")
    for key in ("datasets", "adversaries"):
        if not document.get(key):
            raise BadData(f"{path}: the plan names no {key}: add for example {key} = {_EXAMPLES[key]}.")
    shared: dict[str, Any] = {key: document[key] for key in ("seed", "limit", "budget", "goal") if key in document}
    return [
        _cell(path, dataset, adversary, victim, shared)
        for dataset in document["datasets"]
        for victim in document.get("victims", ["embedded"])
        for adversary in document["adversaries"]
    ]


_EXAMPLES = {"datasets": '["reading"]', "adversaries": '["identity", {name = "add-any", search = "fast"}]'}


def _cell(path: Path, dataset: object, adversary: object, victim: object, shared: dict[str, Any]) -> Cell:
    for kind, value in (("dataset", dataset), ("victim", victim)):
        if not isinstance(value, str):
            raise BadData(f"{path}: a {kind} is a text, not {value!r}.")
    table = {"name": adversary} if isinstance(adversary, str) else adversary
    if not isinstance(table, dict) or not isinstance(table.get("name"), str):
        raise BadData(f'{path}: an adversary is a name or a table with a name, such as {{name = "add-any"}}.')
    own = {key: value for key, value in table.items() if key in ("seed", "limit", "budget", "goal")}
    options = {key: _text(value) for key, value in table.items() if key not in own and key != "name"}
    return Cell(str(dataset), table["name"], str(victim), options, {**shared, **own})


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
