"""How a function in Python is asked: told by the names and the annotations of its parameters, and said."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, iscoroutinefunction, signature
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, is_typeddict

from stumper.errors import BadOption
from stumper.registry import task_of, tasks
from stumper.text import several_of
from stumper.types import Passage, Query

# What a parameter is given: the text that is asked, the passages as one text or as several (texts, mappings with id,
# title and text, or ``Passage``), or the query as it is.
Gives = Literal["text", "passages joined", "passages", "passages as mappings", "passages as objects", "query"]
SEVERAL = ("list", "Sequence", "Iterable", "tuple", "Collection", "List", "Tuple")
_LISTS = re.compile(rf"\b(?:{'|'.join(SEVERAL)})\b")


@dataclass(frozen=True, slots=True)
class Given:
    """A parameter, and what it is given; by its name where it ``is_named`` in the call. One that ``may_lack`` has a
    default for queries that leave it to the system to find passages. It ``is_annotated`` where its type is said."""

    name: str
    gives: Gives
    is_named: bool = False
    may_lack: bool = False
    is_annotated: bool = False


@dataclass(frozen=True, slots=True)
class Calling:
    """How a function is called: with what, for one query or ``by_batch``, and whether it must be awaited.

    ``is_guessed``: the name of a parameter tells nothing, and its place decides. ``tasks`` are those whose queries
    the parameters are called after; None: no name tells anything, and the function is asked whatever there is.
    """

    given: tuple[Given, ...]
    by_batch: bool
    is_async: bool
    is_guessed: bool
    tasks: tuple[str, ...] | None

    @property
    def reads_passages(self) -> bool:
        """Whether the function sees more of a query than its text."""
        return any(one.gives != "text" for one in self.given)

    @property
    def needs_passages(self) -> bool:
        """Whether the function must be given passages."""
        return any(one.gives not in ("text", "query") and not one.may_lack for one in self.given)

    def said(self, name: str) -> str:
        """How it is asked, in one sentence."""
        called = f"{name}({', '.join(one.name for one in self.given)})"
        how = "a batch at a time" if self.by_batch else "one query at a time"
        awaited = " and awaited" if self.is_async else ""
        told = f"{called} is asked {how}{awaited}"
        if not self.is_guessed:
            return f"{told}."
        takes = " and ".join(f"{_WORDS[one.gives]} as {one.name}" for one in self.given)
        named = "question and context, claim and evidence, or tossup"  # a task of a package may have no names
        return f"{told}, with {takes}, by their order. If it is for one of these, call them {named}."

    def alike(self, queries: Sequence[Query]) -> list[list[int]]:
        """The places of queries that the function may be called with at once: where it may be called without passages,
        those that give none apart from those that do."""
        if not any(one.may_lack for one in self.given):
            return [list(range(len(queries)))]
        found: dict[bool, list[int]] = {}
        for place, query in enumerate(queries):
            found.setdefault(_finds_some(query), []).append(place)
        return list(found.values())

    def arguments(self, queries: Sequence[Query]) -> tuple[list[object], dict[str, object]]:
        """What the function is called with for these queries: the first alone, where it takes one at a time."""
        positional, named = list[object](), dict[str, object]()
        finds_some = all(map(_finds_some, queries))
        for one in self.given:
            if one.may_lack and finds_some:
                continue
            values = [_value(one.gives, query) for query in queries]
            value = values if self.by_batch else values[0]
            if one.is_named:
                named[one.name] = value
            else:
                positional.append(value)
        return positional, named


def _finds_some(query: Query) -> bool:
    """Whether it is left to the system to find passages."""
    return task_of(query).wire.change(query) is not None


_WORDS: Mapping[Gives, str] = {
    "text": "the question, claim or tossup",
    "passages joined": "the paragraph or evidence",
    "passages": "the passages as a list",
    "passages as mappings": "the passages as a list",
    "passages as objects": "the passages as a list",
    "query": "the query itself",
}


def _value(gives: Gives, query: Query) -> object:
    if gives == "query":
        return query
    wire = task_of(query).wire
    text, joined = wire.arguments(query)
    if gives in _LISTED:
        return [_LISTED[gives](passage) for passage in wire.passages(query)]
    return text if gives == "text" else joined


def as_mapping(passage: Passage) -> dict[str, str]:
    """The passage as a mapping."""
    return {"id": passage.id, "title": passage.title, "text": passage.text}


_LISTED: Mapping[Gives, Callable[[Passage], object]] = {
    "passages": lambda passage: passage.text,
    "passages as mappings": as_mapping,
    "passages as objects": lambda passage: passage,
}


def calling(function: Callable[..., Any], name: str, by_batch: bool | None = None) -> Calling | None:
    """How a function is called; None where it is no function of a query.

    Its first parameter is given the text that is asked: whole batches of them, where it is called by a plural
    (``questions``) or annotated as a list, unless ``by_batch`` says otherwise. The second is given the paragraph or the
    evidence, where it must be given or is called so. A parameter annotated with a type of query is given the query.
    BadOption where name and annotation contradict each other.
    """
    found = _parameters(function)
    if found is None or not 1 <= len(found) <= 2 or found[0].name in _further():
        return None
    first, *second = found
    is_query = _is_query(first)
    if is_query and second:
        return None
    batch = _is_batch(first, name) if by_batch is None else by_batch
    given = [Given(first.name, "query" if is_query else "text", first.kind not in _UNNAMED)]
    if second:
        own = _depth(second[0].annotation) - batch
        plural = _depth(second[0].annotation) < 0 and not batch and second[0].name in _plurals(_names(1))
        gives = listed_as(second[0].annotation) if own > 0 or plural else "passages joined"
        is_annotated = second[0].annotation is not Parameter.empty
        may_lack = second[0].default is not Parameter.empty
        given.append(Given(second[0].name, gives, second[0].kind not in _UNNAMED, may_lack, is_annotated))
    call = getattr(function, "__call__", None)  # noqa: B004  # whether it is a coroutine, of an object
    is_async = iscoroutinefunction(function) or iscoroutinefunction(call)
    known = [first.name in _texts() or is_query, *(one.name in _further() for one in second)]
    return Calling(tuple(given), batch, is_async, not all(known), _tasks(first, second))


def listed_as(annotation: object) -> Gives:
    """What a list of passages is a list of, by its annotation: texts, unless it names mappings or a class."""
    if isinstance(annotation, str):  # what it names is not there
        named = _NAMED.search(annotation)
        return "passages" if named is None else "passages as objects" if named[1] else "passages as mappings"
    origin = get_origin(annotation) or annotation
    if origin is dict or getattr(origin, "__name__", "") in ("Mapping", "MutableMapping") or is_typeddict(origin):
        return "passages as mappings"
    if parts := [part for part in get_args(annotation) if part not in (Ellipsis, NoneType)]:
        return next((found for part in parts if (found := listed_as(part)) != "passages"), "passages")
    is_plain = origin in (str, object, Any, Parameter.empty) or getattr(origin, "__name__", "") in SEVERAL
    return "passages as objects" if isinstance(origin, type) and not is_plain else "passages"


_NAMED = re.compile(r"\b(?:(Passage)|[Dd]ict|(?:Mutable)?Mapping)\b")


def _parameters(function: Callable[..., Any]) -> list[Parameter] | None:
    """The parameters that are given something, first the one for the text; None where it does not tell them.

    Given is what must be given, and what may be left out only where it is called after something that a task has.
    """
    try:
        every = list(signature(function, eval_str=True).parameters.values())
    except (NameError, SyntaxError):  # annotations that name what is not there
        every = list(signature(function).parameters.values())
    except (TypeError, ValueError):  # a builtin
        return None
    if any(one.kind is Parameter.VAR_POSITIONAL for one in every):
        every = [*(one for one in every if one.kind in _BY_PLACE), *_BLANK][:2]
    known = _texts() | _further()
    chosen = [one for one in every
              if one.kind not in _REST and (one.default is Parameter.empty or one.name in known)]  # fmt: skip
    texts = [one for one in chosen if one.name in _texts()]
    texts.sort(key=lambda one: one.name in _ANY)  # of text and question, question is what is asked
    first = texts[:1] or [one for one in chosen if one.name not in _further()][:1] or chosen[:1]
    return [*first, *(one for one in chosen if one not in first)]


_ANY = ("text", "texts")  # which may be of anything
_BY_PLACE = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
_UNNAMED = (Parameter.POSITIONAL_ONLY,)
_REST = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
_BLANK = [Parameter(name, Parameter.POSITIONAL_ONLY) for name in ("first", "second")]  # of ``*args``


def _texts() -> set[str]:
    """What a parameter for the text that is asked is called, in the singular or the plural."""
    return {*_names(0), *_plurals(_names(0)), *_ANY}


def _further() -> set[str]:
    """What a parameter for paragraph or evidence alone is called, in the singular or the plural."""
    return {*_names(1), *_plurals(_names(1))} - _texts()


def _names(place: int) -> dict[str, None]:
    """The names of all tasks for a parameter at this place."""
    return {name: None for task in tasks() for name in task.wire.parameters[place]}


def _plurals(names: Mapping[str, None]) -> set[str]:
    return set(map(several_of, names))


def _is_batch(first: Parameter, name: str) -> bool:
    depth, is_plural = _depth(first.annotation), first.name in {*_plurals(_names(0)), "texts"} - set(_names(0))
    if depth == 0 and is_plural:
        raise BadOption(f"{name} calls its first parameter {first.name!r} and says that it is one text: annotate it as "
                        "list[str] where it is given a batch, or call it in the singular.")  # fmt: skip
    return depth > 0 or is_plural


def _depth(annotation: object) -> int:
    """How many lists stand around a text; -1 where the annotation does not tell."""
    if isinstance(annotation, str):  # what it names is not there
        return len(_LISTS.findall(annotation)) or (0 if annotation.strip() == "str" else -1)
    origin = get_origin(annotation) or annotation
    if origin in (Union, UnionType):
        return max(_depth(part) for part in get_args(annotation))
    if origin is str:
        return 0
    if getattr(origin, "__name__", "") not in SEVERAL:
        return -1
    return 1 + max(0, *(_depth(part) for part in get_args(annotation) or (str,)), 0)


def _is_query(first: Parameter) -> bool:
    wanted = [first.annotation, *get_args(first.annotation)]
    types = {Query, *(task.query for task in tasks())}
    return any(isinstance(one, type) and one in types for one in wanted)


def _tasks(first: Parameter, second: Sequence[Parameter]) -> tuple[str, ...] | None:
    """The tasks that the names of the parameters are of; None where they tell nothing."""
    every = tasks()
    for one in every:
        if one.query in (first.annotation, *get_args(first.annotation)):
            return (one.name,)
    found: list[set[str]] = []
    for place, parameter in enumerate((first, *second)):
        names = {task.name: dict.fromkeys(task.wire.parameters[place]) for task in every}
        of = {task for task, own in names.items() if parameter.name in {*own, *_plurals(own)}}
        if of:
            found.append(of | {task.name for task in every if not any(task.wire.parameters)})
    if not found:
        return None
    shared = set.intersection(*found) or found[0]
    return tuple(task.name for task in every if task.name in shared)
