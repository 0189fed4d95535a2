"""Values from JSON that anybody may have written: right by the types of their fields, or it is said what is not."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from stumper.datasets.documents import called
from stumper.errors import BadData

Value = TypeVar("Value")
LARGEST_NUMBER = 1e15  # of a number that counts, or that tells a time


def checked(kind: type[Value], document: Mapping[str, object]) -> Value:
    """The value with these fields, those that it does not know passed over; BadData names the field that is wrong."""
    value: Value = _made(kind, document, "")
    return value


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _made(kind: Any, document: Mapping[str, object], at: str) -> Any:
    hints = _hints(kind)
    return kind(**{name: value for field in fields(kind) for name, value in _given(field, hints, document, at)})


def _given(
    field: "Field[Any]", hints: Mapping[str, Any], document: Mapping[str, object], at: str
) -> Iterator[tuple[str, Any]]:
    """The field with its value; nothing where it is left out and has a default."""
    if field.name in document:
        yield field.name, _typed(hints[field.name], document[field.name], f"{at}{field.name}")
    elif field.default is MISSING and field.default_factory is MISSING:
        raise BadData(f"there is no {at + field.name!r}")


def _typed(kind: Any, value: object, at: str) -> Any:
    arguments, origin = get_args(kind), get_origin(kind) or kind
    if origin in (Union, UnionType):  # of one type and None
        return None if value is None else _typed(next(one for one in arguments if one is not type(None)), value, at)
    if origin is Literal:
        return _is(value in arguments if isinstance(value, str) else False, value, f"one of {_listed(arguments)}", at)
    if origin is tuple:
        return _tuple(arguments, value, at)
    if origin is frozenset:
        return frozenset(_tuple((arguments[0], ...), value, at))
    if is_dataclass(kind):
        return _made(kind, _is(isinstance(value, dict), value, "an object", at), f"{at}.")
    return _plain(kind, value, at)


def _tuple(arguments: tuple[Any, ...], value: object, at: str) -> tuple[Any, ...]:
    listed = _is(isinstance(value, list), value, "a list", at)
    kinds = arguments[:1] * len(listed) if arguments[-1] is Ellipsis else arguments
    _is(len(kinds) == len(listed), value, f"a list of {len(kinds)}", at)
    return tuple(_typed(kind, item, f"{at}[{i}]") for i, (kind, item) in enumerate(zip(kinds, listed, strict=True)))


def _plain(kind: Any, value: object, at: str) -> Any:
    if kind is float:
        is_number = type(value) in (int, float) and -LARGEST_NUMBER < value < LARGEST_NUMBER  # type: ignore[operator]
        return float(_is(is_number, value, "a number", at))
    if kind is int:
        return _is(type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER, value, "a whole number", at)
    return _is(type(value) is kind, value, {str: "a text", bool: "true or false"}[kind], at)


def _is(is_so: bool, value: object, wanted: str, at: str) -> Any:
    if not is_so:
        found = repr(value) if isinstance(value, str | int | float) and len(repr(value)) <= 40 else called(value)
        raise BadData(f"{at!r} is {found}, not {wanted}")
    return value


def _listed(choices: tuple[str, ...]) -> str:
    return ", ".join(choices)
