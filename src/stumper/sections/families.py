"""Which family of attacks an adversary belongs to: rows of a report stand by family, in this order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import TypeVar

Grouped = TypeVar("Grouped")


@dataclass(frozen=True, slots=True)
class Family:
    """A kind of adversary; ``adversaries`` are names, with ``*`` for any ending."""

    name: str
    adversaries: tuple[str, ...]


CONTROLS = Family("controls", ("identity", "add-benign"))
OTHERS = Family("other attacks", ("*",))
FAMILIES = (
    CONTROLS,
    Family("word sequences", ("add-any", "add-common")),
    Family("sentences", ("add-sent", "add-one-sent", "add-sent-mod")),
    Family("context edits", ("edit-*",)),
    Family("question edits", ("tossup-*",)),
    Family("from a file", ("from-file",)),
    OTHERS,
)


def family(adversary: str) -> str:
    """The name of the adversary's family; that of a plug-in, which no row names, is the last."""
    return next(row.name for row in FAMILIES if any(fnmatch(adversary, name) for name in row.adversaries))


def by_family(items: Iterable[Grouped], name: Callable[[Grouped], str]) -> dict[str, list[Grouped]]:
    """The items by the family that ``name`` says, families in their order, items in the given one."""
    groups: dict[str, list[Grouped]] = {row.name: [] for row in FAMILIES}
    for item in items:
        groups[name(item)].append(item)
    return {title: group for title, group in groups.items() if group}
