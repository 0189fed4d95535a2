"""What stands in a cell, whoever wrote the table: a text, a number, a list, a list written as text, or nothing."""

import ast
import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from stumper.parser_lock import parsing

NOTHING = ("nan", "none", "null", "<na>", "n/a")  # what tables write for it, in any case


def plain(value: Any) -> object:
    """The value as Python's own: None, a bool, a number, a text, a list or a dict of these.

    Arrays and scalars of numpy, pandas and pyarrow become lists and numbers; what is no number is None.
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    for unpacked in ("tolist", "as_py", "item"):  # arrays, then scalars
        if callable(unpack := getattr(value, unpacked, None)):
            return plain(unpack())
    text = str(value)  # a date, a path, a number of another library, or its sign for nothing
    return None if text.lower() in NOTHING else text


def text_of(value: object) -> str | None:
    """The text of a cell without the white space around it; None where it is empty, or no text or number."""
    match value:
        case bool():
            return None
        case str():
            return value.strip() or None
        case int():
            return str(value)
        case float():
            return str(int(value)) if value.is_integer() else str(value)
        case _:
            return None


def listed(value: object) -> list[object] | None:
    """The parts of a cell that holds a list, be it written as text (as JSON, or as Python writes it); None of any
    other."""
    if isinstance(value, list):
        return value
    if not isinstance(value, str):
        return None
    text = value.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    found = _read(text)
    return found if isinstance(found, list) else None


def mapped(value: object) -> dict[str, object] | None:
    """The parts of a cell that holds an object, be it written as text; None of any other."""
    if isinstance(value, dict):
        return value
    if isinstance(value, str) and value.strip().startswith("{") and value.strip().endswith("}"):
        found = _read(value.strip())
        return found if isinstance(found, dict) else None
    return None


def _read(text: str) -> object:
    for read in (json.loads, _literal):
        try:
            return read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError):  # then it is a text in brackets
            continue
    return None


def _literal(text: str) -> object:
    with parsing():
        return ast.literal_eval(text)


def texts_of(value: object) -> list[str]:
    """The distinct texts of a cell that holds one or a list of them, in order."""
    parts = listed(value)
    found = [text_of(part) for part in ([value] if parts is None else parts)]
    return list(dict.fromkeys(text for text in found if text))
