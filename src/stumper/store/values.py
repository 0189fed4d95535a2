"""Frozen dataclasses as JSON, and back from it by the types of their fields."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Value = TypeVar("Value")


def to_text(value: object) -> str:
    """The value as JSON; what is not a number stays so."""
    return json.dumps(_plain(value), separators=(",", ":"))


def from_text(kind: type[Value], text: str) -> Value:
    """The value of this type that ``to_text`` wrote: made of dataclasses, tuples, mappings, None, texts and numbers.

    A field that was not there yet has its default.
    """
    value: Value = _typed(kind, json.loads(text))
    return value


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _names(kind: Any, value: Mapping[str, Any]) -> list[str]:
    """The fields that are given; a field without a default must be, and its lack is the constructor's to say."""
    return [field.name for field in fields(kind) if field.name in value]


def _typed(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    arguments = get_args(kind)
    match get_origin(kind) or kind:
        case origin if origin in (Union, UnionType):
            kept, *others = [one for one in arguments if one is not type(None)]
            return value if others else _typed(kept, value)
        case origin if origin is tuple:
            kinds = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
            return tuple(_typed(one, item) for one, item in zip(kinds, value, strict=True))
        case origin if isinstance(origin, type) and issubclass(origin, Mapping):
            return {key: _typed(arguments[1], item) for key, item in value.items()}
        case type() as origin if is_dataclass(origin):
            hints = _hints(origin)
            return origin(**{name: _typed(hints[name], value[name]) for name in _names(origin, value)})
        case _:
            return value
