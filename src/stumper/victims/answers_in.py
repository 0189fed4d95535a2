"""Where an answer stands in a reply: a path of names and places, and what is there."""

import re
from collections.abc import Sequence
from typing import Any

from stumper.datasets.documents import KINDS

EACH = "*"  # of a list, all of it
_PLACE = re.compile(r"\[(\d+|\*)\]")


class NotThere(Exception):
    """A path that leads nowhere; it says where it ends, and what is there."""


def steps(path: str) -> tuple[str, ...]:
    """The names and places of ``a.0.b``, which may also be written ``$.a[0].b``; none of the whole reply."""
    bare = _PLACE.sub(r".\1", path.strip().removeprefix("$"))
    return tuple(filter(None, bare.split(".")))


def found_at(value: Any, path: str) -> Any:
    """What stands there; of ``*`` a list of what stands there in each. NotThere says what stands there instead."""
    return _found(value, steps(path), ())


def _found(value: Any, left: Sequence[str], passed: Sequence[str]) -> Any:
    if not left:
        return value
    step, further, here = left[0], left[1:], (*passed, left[0])
    if step == EACH and isinstance(value, list):
        return [_found(each, further, here) for each in value]
    if isinstance(value, dict) and step in value:
        return _found(value[step], further, here)
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return _found(value[int(step)], further, here)
    raise NotThere(f"{'.'.join(left)!r}, as {_place(passed)} {_there(value)}")


def error_beside(value: Any, path: str) -> Any:
    """The first ``error`` that is said in any of the objects through which a path leads; None where none is."""
    left = list(steps(path))
    while True:
        if isinstance(value, dict) and value.get("error"):
            return value["error"]
        step = left.pop(0) if left else ""
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None


def _place(passed: Sequence[str]) -> str:
    return f"at {'.'.join(passed)!r} there" if passed else "there"


def _there(value: Any, most: int = 12) -> str:
    """What a value offers, in words."""
    if isinstance(value, dict):
        names = [repr(name) for name in value]
        more = f" and {len(names) - most} more" if len(names) > most else ""
        listed = ", ".join(names[:most]) + more
        return (
            f"is the key {listed}" if len(names) == 1 else f"are the keys {listed}" if names else "is an empty object"
        )
    if isinstance(value, list):
        return f"is a list of {len(value)}" if value else "is an empty list"
    return f"is {KINDS[type(value)]}"
