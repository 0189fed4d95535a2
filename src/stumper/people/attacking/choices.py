"""Which attacks a project can have run from its page, with the options that it can set there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, getdoc
from threading import Lock
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

from stumper.errors import BadOption, MissingExtra, NotThere, UnknownComponent
from stumper.loading import load_adversary
from stumper.protocols import Asking, Exporter, Inducer
from stumper.registry import find, names, parameters, searches
from stumper.table.naming import PAPER_NAMES

NUMBERS: Mapping[type, Literal["whole", "number"]] = {int: "whole", float: "number"}
FIRST = ("strength",)  # of the options, as they change most
LONGEST_NUMBER = 20  # characters of a number


@dataclass(frozen=True, slots=True)
class Choice:
    """An option of an attack: one of ``values``, or a number (``whole`` or any); "" stands for none.

    Options that name files, models or code of the server are none of these: a browser must not name any.
    """

    name: str
    default: str
    values: tuple[str, ...] = ()
    number: Literal["", "whole", "number"] = ""
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """An attack that suits a task: by its name, with what it does in a sentence that has options in `…`, and the family
    that reports list it under. ``mendable`` is the option that has it write sentences for people to mend; "" where it
    cannot."""

    name: str
    about: str
    family: str
    searches: bool
    mendable: str
    choices: tuple[Choice, ...]

    @property
    def called(self) -> str:
        """As papers, examples and results call it."""
        return called(self.name)

    def options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Those of the given options that differ from what is meant without them; BadOption for one that cannot be."""
        own = {choice.name: choice for choice in self.choices}
        for name, value in given.items():
            if name not in own:
                raise BadOption(f"The attack {self.name!r} has no option {name!r} that can be set here.")
            _check(own[name], value)
        return {name: value for name, value in given.items() if value not in (own[name].default, "")}


def called(name: str) -> str:
    """What papers, examples and results call the attack of this name."""
    return PAPER_NAMES.get(name, name)


_looked_up: dict[str, tuple[Offered, ...]] = {}  # by the task; what is installed stays while a process lives
_looking = Lock()


def offered(task: str) -> tuple[Offered, ...]:
    """The attacks that are installed for a task, by family and name: those that need nothing but what a page can say,
    and change something. The first time this takes seconds, as the code of all of them is loaded."""
    with _looking:  # whoever asks meanwhile waits for what is being loaded, instead of loading it, too
        if task not in _looked_up:
            found = [one for name in names("adversary") if (one := _offered(name, task)) is not None]
            _looked_up[task] = tuple(sorted(found, key=lambda one: (not one.family, one.family, one.name)))
    return _looked_up[task]


def offered_at_once(task: str) -> tuple[Offered, ...] | None:
    """The attacks that are installed for a task where they have been looked up before; else None."""
    return _looked_up.get(task)


def attack_named(task: str, name: str) -> Offered:
    """The attack of this name that suits the task, without loading others; NotThere."""
    found = _offered(name, task) if name in names("adversary") else None
    if found is None:
        raise NotThere("There is no such attack for this project.")
    return found


@cache
def _offered(name: str, task: str) -> Offered | None:
    component = find_or_none(name)
    if component is None:
        return None
    try:
        attack = load_adversary(name)
    except (BadOption, MissingExtra, UnknownComponent):  # it needs what a page cannot say, or what is not installed
        return None
    suited: Sequence[str] | None = getattr(attack, "tasks", None)
    if (suited is not None and task not in suited) or getattr(attack, "control", "") == "unchanged":
        return None
    if isinstance(attack, Asking):  # it asks models of its own, which only whoever runs the server can name
        return None
    about = (getdoc(component) or "").split("\n", 1)[0].replace("``", "`")
    # What an attack does not keep is for those that ask models of their own.
    kept = [one for one in parameters("adversary", name, component).values() if hasattr(attack, one.name)]
    choices = map(_choice, kept)
    return Offered(
        name, about, str(getattr(attack, "family", "")), searches(attack) or isinstance(attack, Inducer),
        str(getattr(attack, "mendable", "")) if isinstance(attack, Exporter) else "",
        tuple(sorted(filter(None, choices), key=lambda one: one.name not in FIRST)),
    )  # fmt: skip


def find_or_none(name: str) -> object | None:
    """The component; None where it cannot be imported, such as for a package that is not installed."""
    try:
        found: object = find("adversary", name)
    except (MissingExtra, UnknownComponent):
        return None
    return found


def _choice(parameter: Parameter) -> Choice | None:
    """What a page can say of a parameter; None where that is nothing."""
    declared, is_optional = parameter.annotation, False
    if get_origin(declared) in (UnionType, Union):
        is_optional = NoneType in get_args(declared)
        declared = next(part for part in get_args(declared) if part is not NoneType)
    default = "" if parameter.default in (None, Parameter.empty) else str(parameter.default)
    if get_origin(declared) is Literal:
        return Choice(parameter.name, default, tuple(map(str, get_args(declared))))
    if declared is bool:
        return Choice(parameter.name, default.lower(), ("true", "false"))
    if (number := NUMBERS.get(declared)) is not None:
        return Choice(parameter.name, default, number=number, is_optional=is_optional)
    return None


def _check(choice: Choice, value: str) -> None:
    if choice.values and value not in choice.values:
        raise BadOption(f"The option {choice.name!r} is one of {', '.join(choice.values)}, not {value!r}.")
    if not choice.number or (value == "" and (choice.is_optional or choice.default)):
        return
    digits = value if choice.number == "whole" else value.replace(".", "", 1)
    if not (digits.isascii() and digits.isdecimal() and len(value) <= LONGEST_NUMBER):
        raise BadOption(f"The option {choice.name!r} is a number, not {value!r}.")
