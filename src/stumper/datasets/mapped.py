"""The name of a file whose columns are said: ``FILE#question=q,context=text``, one text that plans and reports keep."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stumper.errors import BadOption

SIGN = "#"
_PAIR = re.compile(r"[a-z_]+=[^=]*")
_NEXT = re.compile(r",(?=[a-z_]+=)")  # a comma before anything else is part of the column's name


@dataclass(frozen=True, slots=True)
class Mapped:
    """A data set as a user names it without the map, and the columns by their roles."""

    spec: str
    mapping: Mapping[str, str] = field(default_factory=dict)


def mapped(spec: str) -> Mapped:
    """The parts of ``SPEC#role=column,…``; of a text that names a file as it stands, or has no map, itself."""
    return Mapped(spec) if SIGN in spec and os.path.exists(spec) else _parted(spec)


def unmapped(spec: str) -> str:
    """A data set as it is called, without a map, whatever files there are here."""
    return _parted(spec).spec


def mapped_path(path: Path) -> tuple[Path, Mapping[str, str]]:
    """The file that a path with a map names, and the map."""
    found = mapped(str(path))
    return Path(found.spec), found.mapping


def with_map(spec: str, maps: Iterable[str]) -> str:
    """The data set with columns said as ``role=column,…``, of which there may be several; BadOption for another shape,
    or a role that is said twice."""
    found = mapped(spec)
    mapping = dict(found.mapping)
    for text in maps:
        for part in _NEXT.split(text):
            if not _PAIR.fullmatch(part):
                raise BadOption(f"--map takes ROLE=COLUMN, not {part!r}: for example --map question=q,answer=gold.")
            role, column = _pair(part)
            if role in mapping and mapping[role] != column:
                raise BadOption(f"--map says {role}={mapping[role]} and {role}={column}: keep one.")
            mapping[role] = column
    return spec if not mapping else found.spec + SIGN + ",".join(f"{role}={mapping[role]}" for role in mapping)


def _parted(spec: str) -> Mapped:
    before, sign, after = spec.rpartition(SIGN)
    parts = _NEXT.split(after)
    if not (sign and before and all(_PAIR.fullmatch(part) for part in parts)):
        return Mapped(spec)
    return Mapped(before, dict(_pair(part) for part in parts))


def _pair(part: str) -> tuple[str, str]:
    role, _, column = part.partition("=")
    return role, column
