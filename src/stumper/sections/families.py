"""Which family of attacks an adversary belongs to, as it says: rows of a report stand by family, in this order."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Grouped = TypeVar("Grouped")

OTHERS = "other attacks"  # whose adversary names no family
FAMILIES = ("controls", "word sequences", "sentences", "context edits", "passages", "question edits", "from a file")


def by_family(items: Iterable[Grouped], name: Callable[[Grouped], str]) -> dict[str, list[Grouped]]:
    """The items by the family that ``name`` says: ours in their order, then others by theirs, the unnamed last;
    items in the given order."""
    groups: dict[str, list[Grouped]] = {}
    for item in items:
        groups.setdefault(name(item), []).append(item)
    own = [title for title in groups if title not in FAMILIES and title != OTHERS]
    return {title: groups[title] for title in (*FAMILIES, *own, OTHERS) if title in groups}
