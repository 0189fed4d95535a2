"""Names to components, through entry points or as `module:Name`; nothing registers on import."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

from stumper.errors import BadOption, MissingExtra, StumperError, UnknownComponent
from stumper.forking import in_one_process
from stumper.protocols import Enumerator
from stumper.reasons import reason_of
from stumper.shown import hint
from stumper.task import Addition, Task
from stumper.types import Query

Wanted = TypeVar("Wanted")
Kind = Literal["dataset", "victim", "adversary", "task", "addition"]
GROUPS: dict[Kind, str] = {
    "dataset": "stumper.datasets",
    "victim": "stumper.victims",
    "adversary": "stumper.adversaries",
    "task": "stumper.tasks",
    "addition": "stumper.additions",
}
EXTRAS = {
    "torch": "hf",
    "transformers": "hf",
    "datasets": "hf",
    "psycopg": "postgres",
    "pyarrow": "frames",
    "narwhals": "frames",
    "pypdf": "pdf",
    "fastapi": "web",
    "uvicorn": "web",
    "argon2": "web",
    "itsdangerous": "web",
}
OTHERS = {"inspect_ai": "inspect-ai", "mlflow": "mlflow"}  # packages of no extra, by what they are installed as
_hint = partial(hint, cutoff=0.5)  # of names of components: more of a mistake is forgiven


@cache
def tasks() -> tuple[Task, ...]:
    """All tasks that are installed, with what is added to them, in the order of their ranks; UnknownComponent where one
    cannot be used."""
    found = [_usable("task", name, Task) for name in names("task")]
    added = [_addition(name, [task.name for task in found]) for name in names("addition")]
    found = [_with(task, [one for one in added if task.name in one.tasks]) for task in found]
    for task in found:
        _check_measures(task)
    for of in (lambda task: [task.name], lambda task: [task.wire.tag], lambda task: task.goals):
        taken = Counter(name for task in found for name in of(task))
        if twice := [name for name, times in taken.items() if times > 1]:
            what = f"Two of the installed tasks have a name, a tag or a goal called {twice[0]!r}"
            raise UnknownComponent(f"{what}. Rename one, or uninstall the package that brings it.")
    return tuple(sorted(found, key=lambda task: (task.rank, task.name)))


def read_out() -> Task:
    """The task of what was played where nothing says which: the first whose queries are read out."""
    return next(task for task in tasks() if task.listening is not None)


def _usable(kind: Literal["task", "addition"], name: str, wanted: type[Wanted]) -> Wanted:
    found = find(kind, name)
    if not isinstance(found, wanted):
        raise UnknownComponent(f"What is installed as the {kind} {name!r} is {found!r}, no stumper.task."
                               f"{wanted.__name__}. Mend its package, or uninstall it.")  # fmt: skip
    return found


def _addition(name: str, known: Sequence[str]) -> Addition:
    found = _usable("addition", name, Addition)
    if not {*found.tasks} & {*known}:
        raise UnknownComponent(f"The addition {name!r} is for {' and '.join(found.tasks) or 'no task'}, and there are "
                               f"{', '.join(known)}. Install the package that brings its task, or uninstall its own."
                               )  # fmt: skip
    return found


def _with(task: Task, additions: Sequence[Addition]) -> Task:
    """The task with what is added to it; UnknownComponent where a name is taken."""
    if not additions:
        return task
    for kind, own, added in (
        ("goal", task.goals, [name for one in additions for name in one.goals]),
        ("score", task.scoring.measures, [name for one in additions for name in one.measures]),
        ("judge", task.judges, [name for one in additions for name in one.judges]),
    ):
        if taken := [name for name, times in Counter([*own, *added]).items() if times > 1]:
            raise UnknownComponent(f"The task {task.name!r} has two of the {kind} {taken[0]!r}, one of them added to "
                                   "it. Rename it, or uninstall the package that adds it.")  # fmt: skip
    measures = {name: measure for one in additions for name, measure in one.measures.items()}
    return replace(
        task,
        goals={**task.goals, **{name: goal for one in additions for name, goal in one.goals.items()}},
        constraints=(*task.constraints, *(check for one in additions for check in one.constraints)),
        judges={**task.judges, **{name: judge for one in additions for name, judge in one.judges.items()}},
        formats=(*task.formats, *(form for one in additions for form in one.formats)),
        scoring=replace(task.scoring, measures={**task.scoring.measures, **measures}),
        additions=tuple(additions),
    )


def _check_measures(task: Task) -> None:
    """Nothing; UnknownComponent where a task counts by a score that it has not."""
    scoring = task.scoring
    meant = (("headline", scoring.headline), ("right", scoring.tells_right),
             *(("by_goal", name) for name in scoring.by_goal.values()))  # fmt: skip
    for role, name in meant:
        if name not in scoring.measures:
            known = ", ".join(scoring.measures)
            raise UnknownComponent(f"The scoring of the task {task.name!r} names {name!r} as {role}, and its measures "
                                   f"are {known}. Mend its package, or uninstall it.")  # fmt: skip


def task_named(name: str) -> Task:
    """The task of that name; UnknownComponent says which there are."""
    for task in tasks():
        if task.name == name:
            return task
    known = [task.name for task in tasks()]
    hint = _hint(name, known, otherwise=f"There are: {', '.join(known)}.")
    raise UnknownComponent(f"No task is called {name!r}. {hint}")


def added_as(addition: Addition) -> str:
    """The name under which a package adds this to tasks."""
    found = (name for name in names("addition") if find("addition", name) is addition)
    return next(found, getattr(addition.section, "__module__", "an addition"))


def units(names: Sequence[str]) -> str:
    """What the queries of these tasks are called, such as "questions, claims and tossups"; of no installed task, its
    name."""
    *some, last = [f"{task.unit}s" for task in tasks() if task.name in names] or names or ("nothing",)
    return f"{', '.join(some)} and {last}" if some else last


def no_desk(task: Task) -> str:
    """Ends a sentence about a file of a task without a writing desk: what people work on, and what to do instead."""
    able = units([one.name for one in tasks() if one.desk is not None])
    return (f"it holds {task.unit}s, and here people work only on {able}: attack it on the command line (stumper "
            "attack), or choose another file.")  # fmt: skip


def brought_by(task: Task) -> str:
    """The module of a package of somebody else's that brings the task; "" of one of Stumper's own."""
    module = module_of("task", task.name)
    return "" if module.split(".")[0] == "stumper" else module


def modules_of_others() -> list[str]:
    """The modules in which packages of somebody else's bring tasks and what is added to tasks."""
    kinds: tuple[Kind, ...] = ("task", "addition")
    found = {module_of(kind, name) for kind in kinds for name in names(kind)}
    return sorted(module for module in found if module.split(".")[0] != "stumper")


def task_of(query: Query) -> Task:
    """The task that a query belongs to; UnknownComponent where it is of none that is installed."""
    return _task_of_type(type(query))


@cache
def _task_of_type(kind: type[Query]) -> Task:
    for task in tasks():
        if issubclass(kind, task.query):
            return task
    raise UnknownComponent(f"A {kind.__module__}.{kind.__qualname__} is a query of no task that is installed. Install "
                           "the package that brings its task.")  # fmt: skip


def names(kind: Kind) -> list[str]:
    """The registered names of a kind, sorted."""
    return sorted(_entry_points(kind))


def find(kind: Kind, name: str) -> Any:
    """What is registered as ``name``, or stands at ``module:Name``; UnknownComponent says what is close."""
    if (entry := _entry_points(kind).get(name)) is not None:
        try:
            return _imported(entry.module, lambda: with_extras(name, lambda: _standing_at(kind, name, entry)))
        except ModuleNotFoundError as error:
            of = f" of the package {entry.dist.name}" if entry.dist else ""
            raise UnknownComponent(f"The {kind} {name!r}{of} cannot be imported: {error}. Mend the package, or "
                                   "uninstall it.") from error  # fmt: skip
    module, _, attribute = name.partition(":")
    if attribute and module.replace(".", "").isidentifier():
        return at(kind, module, attribute)
    hint = _hint(name, names(kind), otherwise=f"There are: {', '.join(names(kind))}.")
    raise UnknownComponent(f"No {kind} is called {name!r}. {hint}")


def _standing_at(kind: Kind, name: str, entry: EntryPoint) -> Any:
    """What an entry point names; UnknownComponent where its module holds nothing of that name."""
    found = import_module(entry.module)
    for part in filter(None, entry.attr.split(".")):
        if not hasattr(found, part):
            where = f"The {kind} {name!r} is installed as {entry.value}, and there is no {part!r} there."
            said = [where, _hint(part, dir(found), otherwise=""), "Mend its package, or uninstall it."]
            raise UnknownComponent(" ".join(filter(None, said)))
        found = getattr(found, part)
    return found


def module_of(kind: Kind, name: str) -> str:
    """The module that a component stands in, by its registered name or as ``module:Name``."""
    entry = _entry_points(kind).get(name)
    return entry.module if entry is not None else name.partition(":")[0]


def at(kind: Kind, module: str, attribute: str) -> Any:
    """What stands at ``module:attribute``; the module may stand in the current folder."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        found = _imported(module, lambda: with_extras(module, lambda: import_module(module)))
    except ModuleNotFoundError as error:
        near = [path.stem for path in Path.cwd().glob("*.py")]
        hint = _hint(module, [*near, *names(kind)], otherwise="Is it on PYTHONPATH?")
        raise UnknownComponent(f"No {kind} at {module}:{attribute}: {error}. {hint}") from error
    if not hasattr(found, attribute):
        hint = _hint(attribute, dir(found), otherwise="Name what stands in it.")
        raise UnknownComponent(f"The module {module!r} has no {attribute!r} that could be the {kind}. {hint}")
    return getattr(found, attribute)


def build(kind: Kind, name: str, options: Mapping[str, str]) -> Any:
    """The component with its options, given as text and converted to the types that its parameters declare."""
    component = find(kind, name)
    values = arguments(kind, name, component, options)
    accepted = parameters(kind, name, component)
    missing = [p.name for p in accepted.values() if p.default is Parameter.empty and p.name not in values]
    if missing:
        raise BadOption(f"The {kind} {name!r} needs the option {missing[0]!r}: add --set {missing[0]}=VALUE.")
    return made(kind, name, lambda: component(**values))


def arguments(kind: Kind, name: str, component: object, options: Mapping[str, str]) -> dict[str, Any]:
    """The options, given as text, converted to the types that the component's parameters declare; BadOption names one
    that is not taken."""
    accepted = parameters(kind, name, component)
    values: dict[str, Any] = {}
    for key, text in options.items():
        if key not in accepted:
            hint = _hint(key, accepted, otherwise=f"It takes: {', '.join(accepted) or 'none'}.")
            raise BadOption(f"The {kind} {name!r} has no option {key!r}. {hint}")
        values[key] = _converted(name, accepted[key], text)
    return values


def searches(adversary: object) -> bool:
    """Whether what an adversary makes depends on what its victim says: by its own word, else unless it enumerates."""
    said: object = getattr(adversary, "searches", None)
    return not isinstance(adversary, Enumerator) if said is None else bool(said)


def parameters(kind: Kind, name: str, component: object) -> Mapping[str, Parameter]:
    """What a component is made from, by name; UnknownComponent where nothing is made by it."""
    problem = f"{name!r} is no {kind}: it is neither a class nor a function that makes one"
    if not callable(component):
        raise UnknownComponent(f"{problem}. Name another.")
    try:
        return signature(component, eval_str=True).parameters
    except (NameError, ValueError) as error:  # a builtin, or annotations that name what is not there
        raise UnknownComponent(f"{problem} ({error}). Name another.") from error


def made(kind: Kind, name: str, make: Callable[[], Any]) -> Any:
    """What ``make`` gives; UnknownComponent where its code, which may be foreign, raises something of its own."""
    try:
        with in_one_process():
            return make()
    except (StumperError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise UnknownComponent(f"The {kind} {name!r} cannot be made: {reason_of(error)}. Mend it there.") from error


def _imported(module: str, load: Callable[[], Any]) -> Any:
    """What ``load`` imports; UnknownComponent where the module raises something of its own, which is not that it, or
    what it needs, is not there."""
    try:
        with in_one_process():
            return load()
    except (StumperError, ModuleNotFoundError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a module is foreign code: what it raises is why it cannot be used
        raise UnknownComponent(
            f"The module {module!r} cannot be imported: {reason_of(error)}. Mend it there."
        ) from error


def _converted(name: str, parameter: Parameter, text: str) -> object:
    declared = str if parameter.annotation is Parameter.empty else parameter.annotation
    if get_origin(declared) in (UnionType, Union):
        declared = next(part for part in get_args(declared) if part is not NoneType)
    if get_origin(declared) is Literal:
        choices = {str(choice): choice for choice in get_args(declared)}
        if text not in choices:
            raise BadOption(f"The option {parameter.name!r} of {name!r} is one of {', '.join(choices)}, not {text!r}.")
        return choices[text]
    if declared is bool:
        if text.lower() not in ("true", "false"):
            raise BadOption(f"The option {parameter.name!r} of {name!r} is true or false, not {text!r}.")
        return text.lower() == "true"
    try:
        return declared(text)
    except ValueError as error:
        wanted = {int: "a whole number", float: "a number"}.get(declared, str(declared))
        raise BadOption(f"The option {parameter.name!r} of {name!r} takes {wanted}, not {text!r}.") from error


def with_extras(name: str, load: Callable[[], Any]) -> Any:
    """What ``load`` gives; MissingExtra where it needs a package, of an extra or by itself, that is not installed."""
    try:
        return load()
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if other := OTHERS.get(package):
            raise MissingExtra(f"{name!r} needs {package}: pip install {other}.") from error
        if extra := EXTRAS.get(package):
            raise MissingExtra(f"{name!r} needs {error.name}: pip install 'stumper[{extra}]'.") from error
        raise


def _entry_points(kind: Kind) -> Mapping[str, EntryPoint]:
    return _installed(tuple((place, _state(place)) for place in sys.path))[GROUPS[kind]]


@lru_cache(maxsize=16)
def _installed(places: tuple[tuple[str, object], ...]) -> Mapping[str, Mapping[str, EntryPoint]]:
    """What is installed, by group and name. It is read again once something is installed in one of the places: to read
    it takes milliseconds, and a command asks for it some twenty times."""
    found = entry_points()
    return {group: {entry.name: entry for entry in found.select(group=group)} for group in GROUPS.values()}


def _state(place: str) -> object:
    """What changes when something is installed in a folder of ``sys.path``; None where there is no such folder."""
    try:
        found = os.stat(place or os.curdir)
    except OSError:
        return None
    return _packages(place or os.curdir, (found.st_dev, found.st_ino, found.st_mtime_ns))


@lru_cache(maxsize=256)
def _packages(place: str, state: tuple[int, int, int]) -> object:
    """What tells of the packages in a folder, which a file that is written beside them does not change; of an archive,
    its own ``state``."""
    try:
        with os.scandir(place) as inside:
            told = [entry for entry in inside if entry.name.lower().endswith((".dist-info", "egg-info"))]
            return place, *sorted((entry.name, entry.stat().st_mtime_ns) for entry in told)
    except OSError:
        return state
