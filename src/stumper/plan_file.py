"""Plan files: data sets x adversaries x victims, in TOML."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stumper.datasets.documents import read_toml
from stumper.errors import BadData, BadOption
from stumper.loading import with_map
from stumper.registry import find, parameters
from stumper.shown import hint, shown

KEYS = {
    "datasets": list,
    "victims": list,
    "victim": list,
    "adversaries": list,
    "adversary": list,
    "seed": int,
    "limit": int,
    "budget": int,
    "goal": str,
    "only_right": bool,
    "allow_index_writes": bool,
    "map": dict,
    "run": dict,
}
RUN = {"executor": str, "workers": int, "resources": dict, "cluster": str}  # who carries it out
EXECUTORS = ("local", "ray")
SETTINGS = ("seed", "limit", "budget", "goal", "only_right", "allow_index_writes")
KINDS: dict[type, str] = {list: "a list", dict: "a table", int: "a whole number", str: "a text", bool: "true or false"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a plan file; ``settings`` are the keywords of ``jobs.prepare`` that the file gives."""

    dataset: str
    adversary: str
    victim: str
    options: dict[str, str]
    settings: dict[str, Any]
    name: str = ""  # what reports call the victim, where not as the file names it


def cells(
    datasets: Sequence[str],
    adversaries: Sequence[str],
    victims: Sequence[str],
    options: Mapping[str, str],
    settings: Mapping[str, object],
    names: Sequence[str] = (),
) -> list[Cell]:
    """The runs of each adversary against each victim on each data set, in the order of a plan file; each pair once.

    An option goes to all adversaries that take it; as ``NAME.KEY`` to the adversary of that name alone. BadOption where
    none takes it. ``names`` are what reports call the victims, in their order; BadOption where there are fewer or more.
    """
    named = dict.fromkeys(named_victims(victims, names))
    own = {name: _own(name, adversaries, options) for name in adversaries}
    return [
        Cell(dataset, adversary, victim, own[adversary], dict(settings), called)
        for dataset in dict.fromkeys(datasets)
        for victim, called in named
        for adversary in own
    ]


def named_victims(victims: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Each victim with what reports are to call it, "" where as it is; BadOption where names are fewer, or more, or
    two different victims have the same one."""
    if names and len(names) != len(victims):
        raise BadOption(f"--name gives {len(names)} names to {len(victims)} systems: repeat it for each --victim.")
    found = list(zip(victims, names or [""] * len(victims), strict=True))
    if (said := _alike(found)) is not None:
        raise BadOption(f"{said} Give each --victim a --name of its own.")
    return found


def _alike(named: Sequence[tuple[str, str]]) -> str | None:
    """What is wrong where two different victims have one name: results would take them for versions of one system."""
    systems: dict[str, str] = {}
    for victim, name in named:
        called = name or victim
        if (other := systems.setdefault(called, victim)) != victim:
            return f"Two different systems, {shown(other)} and {shown(victim)}, are both called {shown(called)}."
    return None


def _own(name: str, adversaries: Sequence[str], options: Mapping[str, str]) -> dict[str, str]:
    """The options of one of these adversaries; of a single one all, so that it says itself what it does not take."""
    if len(set(adversaries)) == 1:
        return {key.removeprefix(f"{name}."): value for key, value in options.items()}
    taken = {one: parameters("adversary", one, find("adversary", one)) for one in adversaries}
    found = {}
    for key, value in options.items():
        whose, dot, rest = key.rpartition(".")
        if dot and whose not in taken:
            raise BadOption(f"--set {key}={value} is for {whose!r}, which is none of {', '.join(adversaries)}.")
        if not dot and not any(key in accepted for accepted in taken.values()):
            raise BadOption(
                f"None of {', '.join(adversaries)} takes the option {key!r}. See: stumper list adversaries."
            )
        if whose == name or (not dot and key in taken[name]):
            found[rest] = value
    return found


def read_plan(path: Path) -> list[Cell]:
    """The runs of a plan file, in the order data set, victim, adversary; BadData says what is wrong.

    An adversary is a name, or a table with ``name``, its own ``goal``, ``budget``, ``limit``, ``seed``, ``only_right``
    and ``allow_index_writes`` if they differ, and its options as further keys; a victim is a name, or a table with it
    and with what reports are to call it, ``called``. Tables of their own are headed ``[[adversary]]`` and
    ``[[victim]]``. The table
    ``map`` says by role which column of the data sets' rows is what; ``run`` is read by ``read_run``.
    """
    document = read_toml(path)
    for key in document:
        if key not in KEYS:
            near = hint(key, KEYS, f"It has {', '.join(KEYS)}.")
            raise BadData(f"{path}: a plan has no {shown(key)}. {near}")
    _check_types(path, document)
    named = {key: [*document.get(key, []), *document.get(one, [])] for key, one in _SEVERAL.items()}
    if not document.keys() & {"victims", "victim"}:
        named["victims"] = ["embedded"]
    for key, example in _EXAMPLES.items():
        if not named[key]:
            raise BadData(f"{path}: the plan names no {key}: add for example {key} = {example}.")
    shared: dict[str, Any] = {key: document[key] for key in SETTINGS if key in document}
    mapping = [f"{role}={_column(path, role, column)}" for role, column in document.get("map", {}).items()]
    found = [
        _cell(path, _mapped(dataset, mapping), adversary, *_victim(path, victim), shared)
        for dataset in named["datasets"]
        for victim in named["victims"]
        for adversary in named["adversaries"]
    ]
    if (said := _alike([(cell.victim, cell.name) for cell in found])) is not None:
        raise BadData(f"{path}: {said} Give each victim its own 'called'.")
    return found


def read_run(path: Path) -> dict[str, Any]:
    """Who is to carry a plan file out, as its table ``run`` says; BadData says what is wrong there."""
    run = read_toml(path).get("run", {})
    _check_types(path, {"run": run})
    for key, value in run.items():
        if key not in RUN:
            raise BadData(f"{path}: a plan's run has no {shown(key)}. It has {', '.join(RUN)}.")
        if type(value) is not RUN[key]:
            raise BadData(f"{path}: run.{key} is {shown(value)}, not {KINDS[RUN[key]]}. Correct it there.")
    if run.get("executor", "local") not in EXECUTORS:
        raise BadData(f"{path}: there is no executor {shown(run['executor'])}. There are {', '.join(EXECUTORS)}.")
    if run.get("workers", 1) < 1:
        raise BadData(f"{path}: run.workers is {run['workers']}: name at least 1.")
    return dict(run)


_SEVERAL = {"datasets": "", "adversaries": "adversary", "victims": "victim"}  # each with the heading of a table of one


_EXAMPLES = {
    "datasets": '["reading"]',
    "adversaries": '["identity", {name = "add-any", search = "fast"}]',
    "victims": '["embedded"]',
}


def _column(path: Path, role: str, column: object) -> str:
    if not isinstance(column, str):
        raise BadData(f'{path}: map.{role} is {shown(column)}, not the name of a column. Write it as {role} = "NAME".')
    return column


def _mapped(dataset: object, mapping: Sequence[str]) -> object:
    """The data set with its columns as the plan's map says."""
    return with_map(dataset, mapping) if isinstance(dataset, str) else dataset


def _victim(path: Path, victim: object) -> tuple[object, object]:
    """The victim's name, and what reports are to call it, "" where as it is."""
    if not isinstance(victim, dict):
        return victim, ""
    if further := sorted(victim.keys() - {"name", "called"}):
        raise BadData(f"{path}: a victim has a name and what it is called, and nothing else, not {shown(further[0])}. "
                      "What belongs to it is part of its name, such as name = 'openai:MODEL@URL'.")  # fmt: skip
    return victim.get("name"), victim.get("called", "")


def _check_types(path: Path, table: Mapping[str, object]) -> None:
    for key, value in table.items():
        if (kind := KEYS.get(key)) is not None and type(value) is not kind:
            raise BadData(f"{path}: {key} is {shown(value)}, not {KINDS[kind]}. Correct it there.")


def _cell(
    path: Path, dataset: object, adversary: object, victim: object, called: object, shared: dict[str, Any]
) -> Cell:
    for kind, value in (("dataset", dataset), ("victim", victim), ("victim's called", called)):
        if not isinstance(value, str):
            raise BadData(f"{path}: a {kind} is a text, not {shown(value)}.")
    table = {"name": adversary} if isinstance(adversary, str) else adversary
    if not isinstance(table, dict) or not isinstance(table.get("name"), str):
        raise BadData(f'{path}: an adversary is a name or a table with a name, such as {{name = "add-any"}}.')
    own = {key: value for key, value in table.items() if key in SETTINGS}
    _check_types(path, own)
    options = {key: _text(value) for key, value in table.items() if key not in own and key != "name"}
    return Cell(str(dataset), table["name"], str(victim), options, {**shared, **own}, str(called))


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
