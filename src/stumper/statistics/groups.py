"""What examples share with others of their data set, and by what of it an interval is made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from stumper.errors import BadData
from stumper.types import ORIGINAL, Example

ENOUGH = 8  # groups from which intervals by group hold: with so many their coverage is measured
VARYING = 2  # groups that each side of a contrast needs: of one alone nobody knows how others differ from it
FEW = 10  # groups below which the correction for few of them is worth saying


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """The groups of a data set's originals: ``of`` holds by the id of an original a label for each of ``levels``, which
    stand coarsest first; "" where it is in no group of a level. BadData where a level is called as originals are."""

    levels: tuple[str, ...] = ()
    of: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if ORIGINAL in self.levels:
            raise BadData(f"A group is called {ORIGINAL!r}, as each example by itself is. Rename it in the data set.")


NO_GROUPS = Groups()
Codes = NDArray[np.intp]
Mask = NDArray[np.bool_]
Grouped = Callable[[Example], Mapping[str, str]]


def groups_of(examples: Iterable[Example], grouped: Grouped) -> Groups:
    """The groups of these examples, as they and their task tell them."""
    return groups_told((example.id, told_of(example, grouped)) for example in examples)


def groups_told(told: Iterable[tuple[str, Mapping[str, str]]], declared: Sequence[str] = ()) -> Groups:
    """The groups of originals, of whose ids some are told once and some several times, each with labels by level,
    coarsest first. Of different labels at one level the first by alphabet counts; nothing depends on the order."""
    known: dict[str, dict[str, str]] = {}
    orders: set[tuple[str, ...]] = set()
    for id, labels in told:
        of_one = known.setdefault(id, {})
        orders.add(tuple(labels))
        for level, label in labels.items():
            of_one[level] = min(filter(None, (label, of_one.get(level))), default="")
    levels = in_order(orders, declared)
    return Groups(levels, {id: tuple(of_one.get(level, "") for level in levels) for id, of_one in known.items()})


def in_order(orders: Iterable[Sequence[str]], declared: Sequence[str] = ()) -> tuple[str, ...]:
    """All levels that stand in these orders, coarsest first: those that are not ``declared`` stand before the others,
    as each order has them, and by name where none tells or two tell the opposite."""
    coarser: dict[str, set[str]] = {}
    for order in orders:
        for place, level in enumerate(order):
            coarser.setdefault(level, set()).update(order[:place])
    last, found = [level for level in declared if level in coarser], list[str]()
    for level in last:
        del coarser[level]
    while coarser:
        free = sorted(level for level, others in coarser.items() if not others & coarser.keys())
        found.append((free or sorted(coarser))[0])
        del coarser[found[-1]]
    return (*found, *last)


def told_of(example: Example, grouped: Grouped) -> dict[str, str]:
    """The groups of an example by name, coarsest first: those that it names itself, then those that its task tells."""
    own = dict(example.groups)
    return own | {name: label for name, label in grouped(example).items() if name not in own}


def merged(several: Iterable[Groups]) -> Groups:
    """The groups of originals by all that any of these tells of each, whatever levels it knows; all are of one data
    set."""
    told = dict.fromkeys((id, one.levels, labels) for one in several for id, labels in one.of.items())
    return groups_told((id, dict(zip(levels, labels, strict=True))) for id, levels, labels in told)


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """The level that was chosen: for each original the number of its group, of so many, of which those from ``named``
    on are of one original that has no label; ``too_few`` are the coarser levels that had fewer groups than are enough,
    each with how many these are, without originals that are in none."""

    name: str
    codes: NDArray[np.intp]
    number: int
    named: int
    too_few: tuple[tuple[str, int], ...] = ()

    def counted(self, met: Mask) -> tuple[int, int]:
        """How many groups there are among these originals, and how many of these are in none."""
        codes = self.codes[met]
        return len(np.unique(codes[codes < self.named])), int((codes >= self.named).sum())

    @property
    def is_apart(self) -> bool:
        """Whether no two originals share anything, at any level."""
        return self.name == ORIGINAL and not self.too_few


def level(groups: Groups, originals: Sequence[str]) -> Level:
    """The coarsest level with enough groups among these originals; else each original is a group of its own.

    An original without a label at a level is a group of its own there.
    """
    return coarsest(groups.levels, codes(groups, originals))


def codes(groups: Groups, originals: Sequence[str]) -> Codes:
    """A row for each level: for each original the number of its group; below 0 one of its own, as it has no label."""
    nothing = ("",) * len(groups.levels)
    told = [groups.of.get(id, nothing) for id in originals]
    found = np.empty((len(groups.levels), len(originals)), dtype=np.intp)
    for row, labels in zip(found, zip(*told, strict=True), strict=False):
        numbers: dict[str, int] = {}
        row[:] = [numbers.setdefault(label, len(numbers)) if label else -1 for label in labels]
        alone = row < 0
        row[alone] = -1 - np.arange(int(alone.sum()))
    return found


def coarsest(levels: Sequence[str], codes: Codes, *sides: Mask) -> Level:
    """The coarsest level with enough groups among the originals that stand in any of the ``sides``, and several in
    each of them; without sides all originals count."""
    size = codes.shape[1]
    met = np.logical_or.reduce(sides) if sides else np.ones(size, dtype=bool)
    originals, too_few = int(met.sum()), list[tuple[str, int]]()
    for name, row in zip(levels, codes, strict=True):
        number = len(np.unique(row[met]))
        if number == originals:  # no two of them share anything
            continue
        fewest = min((len(np.unique(row[side])) for side in sides), default=number)
        if number >= ENOUGH and fewest >= VARYING:
            from_0 = np.where(row < 0, row.max() - row, row)
            return Level(name, from_0, int(from_0.max()) + 1, int(row.max()) + 1, tuple(too_few))
        named = (len(np.unique(row[side & (row >= 0)])) for side in (met, *sides))
        too_few.append((name, max(1, min(named))))  # a side that names none has at least one of its own
    return Level(ORIGINAL, np.arange(size, dtype=np.intp), size, size, tuple(too_few))
