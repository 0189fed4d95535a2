"""What a caller in Python hands over, as what a run is given: rows as a data set, systems and attacks as values."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from inspect import isclass
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

from stumper.datasets.cells import plain, text_of
from stumper.datasets.mapped import with_map
from stumper.datasets.rows import Understood, read_rows
from stumper.errors import BadData, BadOption, StumperError
from stumper.given import Attack, System
from stumper.identity import examples_fingerprint
from stumper.protocols import Collection, Dataset
from stumper.registry import build, names, task_of, with_extras
from stumper.runs.plan import OBJECT
from stumper.shown import shown
from stumper.types import Example
from stumper.victims.object_code import object_code
from stumper.victims.python_callable import PythonVictim, victim_of


class Frame(Protocol):
    """A data frame, of pandas, polars or arrow."""

    @property
    def columns(self) -> Any:
        """Names the columns."""


@runtime_checkable
class Predicts(Protocol):
    """An object that answers."""

    @property
    def predict(self) -> Callable[..., Any]:
        """Answers one query, or a list of them."""


@runtime_checkable
class Answers(Protocol):
    """An object that answers questions, perhaps from an index of its own, with ``add`` and ``remove``."""

    @property
    def answer(self) -> Callable[..., Any]:
        """Answers one question."""


Rows: TypeAlias = (
    "str | os.PathLike[str] | Iterable[Mapping[str, Any]] | Mapping[str, Sequence[Any]] | Iterable[Example] | Frame"
    " | Dataset | Understood"
)
OneSystem: TypeAlias = "str | Callable[..., Any] | Predicts | Answers | System"
Systems: TypeAlias = "OneSystem | Sequence[OneSystem] | Mapping[str, OneSystem]"
OneAttack: TypeAlias = "str | tuple[str, Mapping[str, object]] | object"
Attacks: TypeAlias = "OneAttack | Sequence[OneAttack]"


ORIGINAL = "original_id"  # the column in which files of variants name what each was made of


@dataclass(frozen=True, slots=True)
class Data:
    """A data set by its name or path, or in memory, with what was noted while it was read.

    ``left_out`` says what of rows in memory is no example, ``variant`` which of them is the first that names another
    of them as its original, and which; else ``perhaps`` is the first that names one which is none of them, as nobody
    knows whether the column means that; "" where none does.
    """

    dataset: str | Collection
    notes: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    variant: str = ""
    perhaps: str = ""


def data_of(rows: Rows, columns: Mapping[str, str] | None = None, task: str | None = None, name: str = "rows") -> Data:
    """The data set that rows are; BadData where they are none.

    ``columns`` says which column is what by role, ``task`` which task the rows are of, where their columns do not tell.
    """
    if isinstance(rows, str | os.PathLike):
        path = os.fspath(rows)
        if task is not None:
            raise BadOption(
                f"The task of {path} is told by its content: leave task={task!r} out, or hand over its rows."
            )
        return Data(with_map(path, [f"{role}={column}" for role, column in (columns or {}).items()]))
    if isinstance(rows, Understood):
        return Data(rows.dataset, tuple(_notes(rows)), tuple(rows.left_out_told))
    if hasattr(rows, "fingerprint") and hasattr(rows, "name") and not hasattr(rows, "column_names"):
        return Data(_collected(rows))
    listed = list(_rows(rows))
    if listed and all(isinstance(row, Example) for row in listed):
        fingerprint = examples_fingerprint(listed)
        return Data(task_of(listed[0].query).collected(name, fingerprint, tuple(listed)))
    found = read_rows(listed, mapping=columns or {}, task=task, name=name)
    variant, perhaps = _first_variant(listed, found)
    notes = (*_notes(found), *_perhaps_variants(found, perhaps))
    return Data(found.dataset, notes, tuple(found.left_out_told), variant, perhaps)


def _first_variant(rows: Sequence[Mapping[str, Any]], found: Understood) -> tuple[str, str]:
    """The first row that names another of them as its original, with the other's id; else the first that names one that
    is none of them. Both are "" where none does, or where the column was said to be something else."""
    if ORIGINAL not in found.unused:
        return "", ""
    id = found.columns.get("id")
    own = [text_of(plain(row.get(id))) if id else None for row in rows]
    known, perhaps = {*own} - {None}, ""
    for number, (row, one) in enumerate(zip(rows, own, strict=True), 1):
        of = text_of(plain(row.get(ORIGINAL)))
        if of in (None, one):
            continue
        if of in known:
            return f"row {number} names {shown(of)}", ""
        perhaps = perhaps or f"row {number} names {shown(of)}"
    return "", perhaps


def _perhaps_variants(found: Understood, named: str) -> Iterator[str]:
    """What to know of rows that may be variants."""
    if not named:
        return
    known, write = "which is the id of no row", "write them"
    if "id" not in found.columns:  # where no column is read as ids, one may hold them under another name
        known, write = "and no column is read as the id of rows", "write them with an id each"
    yield (
        f"{found.dataset.name}: {named} as its original_id, {known}: the rows may be variants, and each counts as an "
        f"original. To score variants, {write} into a file of JSON lines, and evaluate that by its path with "
        "originals=."
    )


def _notes(found: Understood) -> Iterator[str]:
    """What a user wants to know of how rows were read."""
    said = ", ".join(f"{role} from {column!r}" for role, column in found.columns.items())
    read = f"{len(found.dataset):,} of {found.rows:,} {found.unit}s read as {found.task.unit}s"
    yield f"{found.dataset.name}: {read}: {said}."
    yield from (f"{note}." for note in found.notes)


def _collected(rows: Any) -> Collection:
    if isinstance(rows, Collection):
        return rows
    examples = tuple(rows)
    if not examples or not all(isinstance(example, Example) for example in examples):
        raise BadData(f"{rows.name}: a data set is a number of stumper.types.Example, and this has "
                      f"{examples[:1] or 'none'}.")  # fmt: skip
    return task_of(examples[0].query).collected(rows.name, rows.fingerprint, examples)


def _rows(rows: Any) -> Iterable[Any]:
    if isinstance(rows, Mapping):
        inside = next(iter(rows.values()), None)
        if hasattr(inside, "column_names"):
            raise BadData(f"This is several data sets, {', '.join(map(str, rows))}: hand over one of them.")
        lengths = {len(column) for column in rows.values() if hasattr(column, "__len__")}
        if len(lengths) != 1 or any(isinstance(column, str) for column in rows.values()):
            raise BadData("This is one mapping: hand over a list of them, or a mapping of columns of one length.")
        return [dict(zip(rows, row, strict=True)) for row in zip(*rows.values(), strict=True)]
    if hasattr(rows, "columns"):
        narwhals = with_extras("a data frame", lambda: __import__("narwhals"))
        frame = narwhals.from_native(rows, eager_only=True, pass_through=True)
        if frame is not rows:
            return list(frame.iter_rows(named=True))
    if isinstance(rows, Iterable):
        found: Iterable[Any] = rows
        return found
    raise BadData(f"{type(rows).__name__} is no rows: hand over a path, a list of dicts, a data frame or a data set.")


def systems_of(given: Any, name: str = "") -> list[System]:
    """The systems that a caller hands over, one or several; BadOption where two are called alike."""
    if isinstance(given, Mapping):
        found = [replace(system_of(one, called), name=called) for called, one in given.items()]
    elif isinstance(given, list | tuple):
        found = [system_of(one) for one in given]
    else:
        found = [system_of(given, name)]
    if name and (len(found) > 1 or isinstance(given, Mapping)):
        raise BadOption(
            f"The name {name!r} is for one system, and there are {len(found)}: name them by a dict of names."
        )
    if not found:
        raise BadOption("There is no system to ask: give victim= a function, an object with predict, or a name.")
    called_so = [one.called for one in found]
    if twice := [one for one in called_so if called_so.count(one) > 1]:
        raise BadOption(f"Two systems are called {twice[0]!r}: give victim= a dict of names.")
    return found


def system_of(given: object, name: str = "", *, fingerprint: str | None = None, by_batch: bool | None = None) -> System:
    """The system that a caller hands over, under a name of its own where one is given."""
    if isinstance(given, System):
        return replace(given, name=name) if name else given
    if isinstance(given, str):
        if fingerprint is not None or by_batch is not None:
            raise BadOption(f"{given!r} is a name: a fingerprint and by_batch are of functions and objects.")
        return System(given, name)
    if isclass(given):
        raise BadOption(f"{given.__name__} is a class: hand over an object of it, {given.__name__}(...).")
    called, (module, where) = name or _name(given), _where(given)
    if called in names("victim"):
        raise BadOption(f"{called!r} is the name of a system of Stumper's: call yours otherwise, with name=...")
    victim = victim_of(given, called, by_batch=by_batch, fingerprint=fingerprint)
    return System(f"{OBJECT}{module}.{where}", called, victim, object_code(given))


def said_of(system: System) -> str:
    """How a function is asked; "" of what is no function."""
    return system.victim.said if isinstance(system.victim, PythonVictim) else ""


def _name(given: Any) -> str:
    """What a function or an object is called."""
    inner = getattr(given, "func", given)  # of functools.partial
    if (own := getattr(inner, "__name__", "")) == "<lambda>":
        file = Path(inner.__code__.co_filename).name
        place = "a cell" if file.startswith("<") or file.removesuffix(".py").isdigit() else file
        return f"lambda in {place}, line {inner.__code__.co_firstlineno}"
    if isinstance(owner := getattr(inner, "__self__", None), object) and owner is not None and own:
        return f"{type(owner).__name__}.{own}"
    return own or type(inner).__name__


def _where(given: Any) -> tuple[str, str]:
    """The module and the name that the code of a function or an object has."""
    inner = getattr(given, "func", given)
    named = inner if hasattr(inner, "__qualname__") else type(inner)
    return str(named.__module__), named.__qualname__


def attacks_of(given: Any) -> list[Attack]:
    """The attacks that a caller hands over; BadOption where there is none, or one is none."""
    several = given if isinstance(given, list) or (isinstance(given, tuple) and not _is_pair(given)) else [given]
    found = [_attack(one) for one in several]
    if not found:
        raise BadOption("There is no attack to make: give adversaries= names, such as ['add-sent'].")
    return found


def _is_pair(given: tuple[Any, ...]) -> bool:
    return len(given) == 2 and isinstance(given[0], str) and isinstance(given[1], Mapping)


def _attack(given: Any) -> Attack:
    match given:
        case str():
            return Attack(given)
        case (str() as name, Mapping() as options):
            return Attack(name, {str(key): _text(value) for key, value in options.items()})
        case _ if isclass(given):
            raise BadOption(f"{given.__name__} is a class: hand over an object of it, {given.__name__}(...).")
        case _ if any(callable(getattr(given, verb, None)) for verb in ("attack", "instances", "induce")):
            return _of_object(given)
    raise BadOption(f"{given!r} is no attack: give a name, (name, options), or an object with attack or instances.")


def _of_object(given: Any) -> Attack:
    """An adversary as the registered one with options as text, where that makes an equal one; else as it is."""
    options = {}
    if is_dataclass(given):
        default = {one.name: one.default for one in fields(given)}
        options = {key: _text(value) for key, value in ((key, getattr(given, key)) for key in default)
                   if value != default[key]}  # fmt: skip
    for name in names("adversary"):
        if name.replace("-", "") == type(given).__name__.lower() and _is_made(name, options, given):
            return Attack(name, options)
    return Attack(type(given).__name__, options, given, object_code(given))


def _is_made(name: str, options: Mapping[str, str], given: object) -> bool:
    try:
        return bool(build("adversary", name, options) == given)
    except StumperError:
        return False


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
