"""What code is behind an object of Python, wherever it was written: a module, a script, a cell of a notebook."""

import dis
import inspect
from collections.abc import Iterator
from tokenize import TokenError
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

from stumper.identity import content_id
from stumper.sources import source_fingerprint

PLAIN = (str, bytes, int, float, bool, type(None))


def object_code(found: object) -> str:
    """The hash of a function or an object: where its code stands, and that code; of a function, and of what of its own
    module it names, the source and the plain values; of an object its class and its plain attributes.

    What it reads from files, from services or from objects that are no plain values is not known to it.
    """
    return content_id("object", *_parts(found, set()))


def _parts(found: object, seen: set[int]) -> Iterator[object]:
    """What tells one object from another; of what was ``seen`` already, nothing more."""
    if id(found) in seen:
        return
    seen.add(id(found))
    if isinstance(found, PLAIN):
        yield repr(found)
    elif isinstance(found, tuple):
        for one in found:
            yield from _parts(one, seen)
    elif isinstance(found, MethodType):
        yield from _parts(found.__func__, seen)
        yield from _parts(found.__self__, seen)
    elif isinstance(found, FunctionType):
        yield from _of_function(found, seen)
    elif isinstance(found, type):
        yield from _of_class(found, seen)
    elif isinstance(found, ModuleType | BuiltinFunctionType):
        yield getattr(found, "__name__", "")
    else:
        yield from _of_object(found, seen)


def _of_function(function: FunctionType, seen: set[int]) -> Iterator[object]:
    source = _source(function)
    yield from (function.__module__, function.__qualname__, source)
    if not source or function.__name__ == "<lambda>":  # of several in one line, each has the whole line as its source
        yield _bytes(function.__code__)
    yield source_fingerprint(function.__module__) if function.__module__ != "__main__" else ""
    for value in (function.__defaults__, *sorted((function.__kwdefaults__ or {}).items()), function.__closure__):
        for one in value or ():
            yield from _parts(one.cell_contents if hasattr(one, "cell_contents") else one, seen)
    for name in _globals(function.__code__):
        named = function.__globals__.get(name)
        if isinstance(named, PLAIN) or getattr(named, "__module__", None) == function.__module__:
            yield name
            yield from _parts(named, seen)


def _of_class(kind: type, seen: set[int]) -> Iterator[object]:
    yield from (kind.__module__, kind.__qualname__)
    if kind.__module__ != "builtins":
        yield source_fingerprint(kind.__module__) if kind.__module__ != "__main__" else ""
        for name, value in sorted(vars(kind).items()):
            if isinstance(value, (*PLAIN, FunctionType)) and not name.startswith("__doc"):
                yield name
                yield from _parts(value, seen)


def _of_object(found: object, seen: set[int]) -> Iterator[object]:
    yield from _parts(type(found), seen)
    if isinstance(wrapped := getattr(found, "func", None), FunctionType):  # functools.partial
        yield from _parts(wrapped, seen)
        yield from _parts(tuple(getattr(found, "args", ())), seen)
        yield from _parts(tuple(sorted(getattr(found, "keywords", {}).items())), seen)
    for name, value in sorted(getattr(found, "__dict__", {}).items()):
        if isinstance(value, PLAIN):
            yield from (name, repr(value))


def _globals(code: CodeType) -> list[str]:
    """The names of its module that code reads, in functions within it, too."""
    own = {one.argval for one in dis.get_instructions(code) if one.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = {name for part in code.co_consts if isinstance(part, CodeType) for name in _globals(part)}
    return sorted(own | inner)


def _source(function: FunctionType) -> str:
    """The source as it was written; "" where nobody has kept it."""
    try:
        return inspect.getsource(function)
    except (OSError, TypeError, SyntaxError, TokenError):  # the file is gone, or another by now
        return ""


def _bytes(code: CodeType) -> str:
    """What the code does, where its source is not to be had."""
    constants = [_bytes(part) if isinstance(part, CodeType) else
                 repr(sorted(map(repr, part)) if isinstance(part, frozenset) else part)
                 for part in code.co_consts]  # fmt: skip
    return content_id(code.co_code.hex(), constants, list(code.co_names))
