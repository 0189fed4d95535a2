"""The index of an object in Python: its methods ``add(passages)``, ``remove(ids)`` and ``get(ids)``, any of them one to
await."""

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from inspect import signature
from pathlib import Path
from typing import Any

from stumper.errors import BadOption, BrokenVictim
from stumper.types import OwnIndex, Passage
from stumper.victims.calling import Calling, listed_as
from stumper.victims.foreign_index import ForeignIndex, Item
from stumper.victims.journal import Journal
from stumper.victims.own_index import GIVEN

Returned = Callable[[Any], Any]


def own_index(found: object, how: Calling) -> OwnIndex | None:
    """What an object, or a function, can do with an index of its own, by how it is called and which methods it has;
    None of one that is given whole queries, and does with them what it likes."""
    if how.given[0].gives == "query":
        return None
    if how.needs_passages:
        return GIVEN
    index = _changeable(found)
    return index if how.reads_passages else replace(index, given=_takes_none(how))


def _takes_none(how: Calling) -> str:
    asked = how.given[0].name
    return (
        f"is asked with {asked} alone: it would never see them, and find its own. Let it take ({asked}, "
        "passages=None), or ask it data that gives none"
    )


def _changeable(found: object) -> OwnIndex:
    """What can be done with the index of an object, by the methods that it has."""
    if missing := [f"{name}({given})" for name, given in _METHODS if _method(found, name) is None]:
        reason = (
            f"has no method {' and no method '.join(missing)}, so that nothing can be added to its index and taken out "
            "again. Give it add(passages) and remove(ids), or attack the question alone"
        )
        return OwnIndex(added=reason, removed=reason)
    if _method(found, "get") is None:
        return OwnIndex(
            removed="has no method get(ids), so that a passage that is taken out could not be put back. Give it one "
            "that returns what it holds of these ids, or choose an attack that only adds"
        )
    return OwnIndex()


def as_added(how: Calling, found: object) -> Calling:
    """How a method of an object is called that takes passages and does not say as what: as what its ``add`` says."""
    add = _method(found, "add")
    takes = "passages" if add is None else listed_as(_annotated(add))
    if takes == "passages":
        return how
    given = [replace(one, gives=takes) if one.gives == "passages" and not one.is_annotated else one
             for one in how.given]  # fmt: skip
    return replace(how, given=tuple(given))


def foreign_index(found: object, name: str, where: str, awaited: Returned) -> ForeignIndex | None:
    """The index of an object that has the methods; None of any other. ``where`` it comes from tells it from others of
    its name; ``awaited`` gives what a method returns, also where that must be waited for."""
    add, remove, get = (_method(found, method) for method in ("add", "remove", "get"))
    if add is None or remove is None:
        return None
    given = _given(add, name)
    return ForeignIndex(
        Journal(f"{name} ({where})"),
        lambda items: _added(lambda: awaited(add([given(item) for item in items])), name),
        lambda ids: awaited(remove(list(ids))),
        None if get is None else lambda ids: _items(awaited(get(list(ids))), name),
    )


def _added(add: Callable[[], Any], name: str) -> Any:
    try:
        return add()
    except (TypeError, AttributeError) as error:
        if "'Passage' object" not in str(error):
            raise
        raise BrokenVictim(f"add(passages) of {name!r} is given stumper.types.Passage and takes them for something "
                           f"else ({error}). Annotate it, passages: list[dict], to be given dicts."
                           ) from error  # fmt: skip


def where_of_module(module: str) -> str:
    """The file of a module that is imported."""
    return str(getattr(sys.modules.get(module), "__file__", None) or Path.cwd())


def where_of_object(found: object) -> str:
    """The file of an object's class, and that of the program or the folder of a notebook: the same whenever the same
    lines run again."""
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    return f"{where_of_module(type(found).__module__)}, {os.path.abspath(main) if main else Path.cwd()}"


_METHODS = (("add", "passages"), ("remove", "ids"))


def _method(found: object, name: str) -> Callable[..., Any] | None:
    method = getattr(found, name, None)
    return method if callable(method) else None


def _given(add: Callable[..., Any], name: str) -> Callable[[Item], object]:
    """What ``add`` is given for a passage: a mapping, where its parameter is annotated so, else a ``Passage``."""
    annotation = _annotated(add)
    if listed_as(annotation) == "passages as mappings":
        return dict
    if "str" in str(annotation):
        raise BadOption(f"add(passages) of {name!r} says that it takes texts, and what is added must have an id to be "
                        "taken out again: let it take list[Passage] or list[dict].")  # fmt: skip
    return lambda item: Passage(item["id"], item["text"], item.get("title", ""))


def _annotated(add: Callable[..., Any]) -> object:
    """What the first parameter says that it is; None where there is none to be seen."""
    try:
        first = next(iter(signature(add, eval_str=True).parameters.values()), None)
    except (NameError, SyntaxError):  # annotations that name what is not there
        first = next(iter(signature(add).parameters.values()), None)
    except (TypeError, ValueError):  # a builtin
        first = None
    return None if first is None else first.annotation


def _items(returned: object, name: str) -> Sequence[Item]:
    """What ``get`` returned, as mappings; what it does not hold may be None, or left out."""
    if isinstance(returned, str | Mapping) or not isinstance(returned, Iterable):
        raise BrokenVictim(f"get(ids) of {name!r} returned a {type(returned).__name__}: return a list of passages.")
    return [_item(one, name) for one in returned if one is not None]


def _item(one: Any, name: str) -> Item:
    if isinstance(one, Mapping) and isinstance(one.get("id"), str) and isinstance(one.get("text"), str):
        return dict(one)
    id, text = getattr(one, "id", None), getattr(one, "text", None)
    if isinstance(id, str) and isinstance(text, str):
        return {"id": id, "title": str(getattr(one, "title", "")), "text": text}
    raise BrokenVictim(f"get(ids) of {name!r} returned {str(one)[:80]!r}: a passage is a mapping or an object with the "
                       "texts id and text.")  # fmt: skip
