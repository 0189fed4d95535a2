"""What two tables of results have in common: their systems, data sets and attacks, two by two."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from stumper.errors import BadOption
from stumper.registry import task_named
from stumper.runs.plan import FROM_FILE
from stumper.sections.wording import attack_words, capital, listed, plural
from stumper.table import Table
from stumper.table.columns import Mask
from stumper.table.naming import FILE_ENDINGS

UNCHANGED = ("identity", "unmodified")  # adversaries that put originals as they are: no attack beside these
MOST_SHARED = 0.5  # of the ids that two data sets share


@dataclass(frozen=True, slots=True)
class Match:
    """The rows of two systems on one data set, under one attack or, where ``attack`` is "", under none.

    ``made_against`` is the system whose answers the attack looked at, "" for none; ``is_own``: the variants were made
    against each system itself, so that they are other variants of the same originals. ``adversary`` made them.
    """

    task: str
    dataset: str
    attack: str
    made_against: str
    is_own: bool
    systems: tuple[str, str]
    rows: tuple[Table, Table]
    adversary: str = ""


@dataclass(frozen=True, slots=True)
class Matched:
    """All that can be paired, a sentence for whatever only one side has, and one for each attack that both have with
    ``unequal`` settings."""

    matches: tuple[Match, ...]
    notes: tuple[str, ...]
    unequal: tuple[str, ...] = ()


def matched(a: Table, b: Table, names: tuple[str, str]) -> Matched:
    """What stands in both tables; BadOption where nothing does."""
    matches: list[Match] = []
    notes: dict[str, None] = {}
    unequal: dict[str, None] = {}
    apart: list[str] = []
    for systems in _systems(a, b, names):
        first, second = (
            side.where(side.texts("victim").equal(system)) for side, system in zip((a, b), systems, strict=True)
        )
        sets = _datasets(first, second, names, notes)
        for one, other in sets:
            on = first.where(first.texts("dataset").equal(one)), second.where(second.texts("dataset").equal(other))
            matches += _on_one_set(one, systems, on, names, notes, unequal)
        if not sets:
            one, other = (listed(rows.texts("dataset").found()) for rows in (first, second))
            why = other_originals(altered(first, second), first) or "they have no data set in common"
            apart.append(
                f"{names[0]} has results of {systems[0]} on {one}, {names[1]} of {systems[1]} on {other}: {why}"
            )
    if not matches:
        raise BadOption(f"{apart[0]}, so there is nothing to compare. Ask both one data set.")
    return Matched(tuple(matches), tuple(notes), tuple(unequal))


def altered(a: Table, b: Table) -> list[str]:
    """The ids of originals that are known to ask something else, or to have other right answers, on the two sides."""
    first, second = (dict(zip(side.texts("original"), side.texts("original_key"), strict=True)) for side in (a, b))
    return [id for id, key in first.items() if id and key and second.get(id) not in (None, key)]


def other_originals(ids: Collection[str], rows: Table) -> str:
    """A part of a sentence on originals that are others on the two sides; "" where there are none."""
    if not ids:
        return ""
    unit = task_named(rows.texts("task").found()[0]).unit
    has = "has another text or other right answers" if len(ids) == 1 else "have other texts or other right answers"
    such = "" if len(ids) == 1 else "such as "
    return f"{plural(len(ids), unit)} of the same id, {such}{next(iter(ids))!r}, {has} on the other side"


def _systems(a: Table, b: Table, names: tuple[str, str]) -> list[tuple[str, str]]:
    """The systems that are compared: those of one name, unless both are the same runs; else, where a side has but one,
    that with each of the others."""
    first, second = a.texts("victim").found(), b.texts("victim").found()
    for side, name in ((first, names[0]), (second, names[1])):
        if not side:
            raise BadOption(f"{name} holds no results: nothing can be compared with it. Name a run that has some.")
    if len(first) == len(second) == 1:
        return [(first[0], second[0])]
    same = [system for system in first if system in second and _runs(a, system) == _runs(b, system)]
    if both := [system for system in first if system in second and system not in same]:
        return [(system, system) for system in both]
    if len(first) == 1:
        return [(first[0], system) for system in second if system not in same]
    if len(second) == 1:
        return [(system, second[0]) for system in first if system not in same]
    if same:
        return [(system, system) for system in same]
    raise BadOption(f"{names[0]} holds several systems ({listed(first)}), and none of them is in {names[1]} "
                    f"({listed(second)}): which is meant cannot be told. Name a run, or one system.")  # fmt: skip


def _runs(rows: Table, system: str) -> set[str]:
    return set(rows.where(rows.texts("victim").equal(system)).texts("run").found())


def _datasets(a: Table, b: Table, names: tuple[str, str], notes: dict[str, None]) -> list[tuple[str, str]]:
    """The data sets that are one: of one name, else where one holds all ids of the other, most of which stand for the
    same original."""
    shared = ["original_key", *(name for name in a.groups if name in b.groups)]
    first, second = (_originals(side, shared) for side in (a, b))
    found = [(one, one) for one in first if one in second]
    left = [one for one in second if one not in first]
    for one in (one for one in first if one not in second):
        other = next((other for other in left if _are_one(first[one], second[other])), None)
        if other is not None:
            left.remove(other)
            found.append((one, other))
            notes[f"{one} of {names[0]} and {other} of {names[1]} are taken for one data set: all ids of the smaller "
                  "one are in the other."] = None  # fmt: skip
    for name, sets, side in ((names[0], first, 0), (names[1], second, 1)):
        if found and (only := [one for one in sets if one not in {pair[side] for pair in found}]):
            notes[f"Only {name} has results on {listed(only)}: left out."] = None
    return found


Told = Mapping[str, tuple[str | None, ...]]  # of an original its key and the groups that it is in


def _originals(rows: Table, levels: Sequence[str]) -> dict[str, Told]:
    """By data set the originals with what these columns tell of them."""
    columns = [rows.texts(name) for name in levels]
    found: dict[str, dict[str, tuple[str | None, ...]]] = {}
    for place, (dataset, original) in enumerate(zip(rows.texts("dataset"), rows.texts("original"), strict=True)):
        held = found.setdefault(dataset or "", {})
        if original is not None and original not in held:
            held[original] = tuple(column[place] for column in columns)
    return dict(found)


def _are_one(first: Told, second: Told) -> bool:
    smaller, larger = sorted((first, second), key=len)
    if not smaller.keys() <= larger.keys():
        return False
    return sum(_is_same(told, larger[id]) for id, told in smaller.items()) > MOST_SHARED * len(smaller)


def _is_same(first: tuple[str | None, ...], second: tuple[str | None, ...]) -> bool:
    """Whether two originals of one id are one: by their keys, else, of tables without these, by their groups."""
    (key, *groups), (other, *others) = first, second
    return key == other if key and other else groups == others


def _on_one_set(
    dataset: str,
    systems: tuple[str, str],
    rows: tuple[Table, Table],
    names: tuple[str, str],
    notes: dict[str, None],
    unequal: dict[str, None],
) -> Iterator[Match]:
    first, second = rows
    task = first.texts("task").found()[0]
    if task not in second.texts("task").found():
        raise BadOption(f"{dataset} is a set of {task} in {names[0]}, and of {second.texts('task').found()[0]} in "
                        f"{names[1]}: their scores are no pairs. Compare runs of one task.")  # fmt: skip
    yield Match(task, dataset, "", "", False, systems, rows)
    left: tuple[list[_Attack], list[_Attack]] = ([], _attacks(second))
    found: list[tuple[_Attack, _Attack]] = []
    for one in _attacks(first):
        other = _same(one, [other for other in left[1] if not _unequal(one, other)], systems)
        if other is None:
            left[0].append(one)
            continue
        left[1].remove(other)
        found.append((one, other))
    kept = _once(found, dataset, notes)
    for one, other in kept:
        is_own = bool(one.made_against) and not _overlap(one, other)
        against = "" if is_own else one.made_against
        both = first.where(one.rows(first)), second.where(other.rows(second))
        yield Match(task, dataset, _made_itself(one, other).attack, against, is_own, systems, both, one.adversary)
    for side, attacks in enumerate(left):
        attacks[:] = [one for one in attacks if not any(_is_again(one, pair[side]) for pair in kept)]
    for one in tuple(left[0]):
        if (other := _same(one, left[1], systems)) is not None:
            left[0].remove(one)
            left[1].remove(other)
            how = listed(f"{key} {a} in {names[0]}, {b} in {names[1]}" for key, a, b in _unequal(one, other))
            unequal[f"{capital(attack_words(one.attack))} on {dataset} is left out, as its settings differ: {how}."] = (
                None
            )
    for name, only in zip(names, left, strict=True):
        for one in only:
            notes[f"Only {name} has results under {one.said} on {dataset}: left out."] = None


def _once(
    found: Sequence[tuple["_Attack", "_Attack"]], dataset: str, notes: dict[str, None]
) -> list[tuple["_Attack", "_Attack"]]:
    """The pairs of attacks without those that both sides met again, from a file, which say nothing more. Of two alike
    the one that made its variants itself is kept, else the first."""
    kept: list[tuple[_Attack, _Attack]] = []
    for pair in sorted(found, key=lambda pair: sum(one.settings is None for one in pair)):
        held = (other for other in kept if all(map(_is_again, pair, other)))
        if (other := next(held, None)) is None:
            kept.append(pair)
        else:
            again, first = (_made_itself(*both).said for both in (pair, other))
            notes[f"{capital(again)} on {dataset} has the variants of {first} again: told once."] = None
    return [pair for pair in found if pair in kept]


def _made_itself(one: "_Attack", other: "_Attack") -> "_Attack":
    """Of two attacks on two sides the one that made its variants itself, else the first."""
    return other if one.settings is None and other.settings is not None else one


def _is_again(one: "_Attack", other: "_Attack") -> bool:
    """Whether both are one attack with the same variants, which one of them at least read from a file."""
    alike = (one.adversary, one.made_against, one.options) == (other.adversary, other.made_against, other.options)
    return alike and one.variants == other.variants and None in (one.settings, other.settings)


@dataclass(frozen=True, slots=True)
class _Attack:
    attack: str
    made_against: str
    adversary: str
    variants: frozenset[str]
    options: tuple[tuple[str, str], ...] | None = None  # of the adversary; None: nobody knows
    settings: tuple[tuple[str, str], ...] | None = None  # what else decides how strong it is

    @property
    def said(self) -> str:
        return f"{self.attack} against {self.made_against}" if self.made_against else self.attack

    def rows(self, table: Table) -> Mask:
        against = self.made_against or None
        found: Mask = table.texts("attack").equal(self.attack) & table.texts("made_against").equal(against)
        return found


def _attacks(rows: Table) -> list[_Attack]:
    """The attacks that put anything else than the originals."""
    columns = [rows.texts(name) for name in ("attack", "made_against", "adversary")]
    keys = dict.fromkeys(zip(*columns, strict=True))
    found = []
    for attack, against, adversary in keys:
        one = _Attack(attack or "", against or "", adversary or "", frozenset())
        own = rows.where(one.rows(rows))
        variants = frozenset(own.texts("variant").found())
        is_of_originals = adversary in UNCHANGED and not np.isnan(own.numbers("goal_before")).all()
        if variants and not is_of_originals:
            options = None if adversary == FROM_FILE else _told(own, "options")
            found.append(replace(one, variants=variants, options=options, settings=_told(own, "settings")))
    return found


def _told(rows: Table, column: str) -> tuple[tuple[str, str], ...] | None:
    """What these rows say in one JSON object; None where they say nothing, or not all the same."""
    texts = rows.texts(column).found()
    try:
        [told] = map(json.loads, texts)
    except ValueError:
        return None
    return tuple(sorted((key, _without_folder(str(value))) for key, value in told.items()))


def _without_folder(value: str) -> str:
    return PurePath(value).name if value.endswith(FILE_ENDINGS) else value


def _unequal(one: _Attack, other: _Attack) -> list[tuple[str, str, str]]:
    """The settings that are known of both and differ, each with both values."""
    found = []
    for a, b in ((one.options, other.options), (one.settings, other.settings)):
        mine, others = dict(a or ()), dict(b or ())
        if a is not None and b is not None:
            keys = dict.fromkeys((*mine, *others))
            found += [(key, mine.get(key, "default"), others.get(key, "default")) for key in keys]
    return [(key, a, b) for key, a, b in found if a != b]


def _same(one: _Attack, others: Sequence[_Attack], systems: tuple[str, str]) -> _Attack | None:
    """Which of the others is the same attack: by its name and whom it was made against, else by what it made, else, of
    attacks that each were made against the system that met them, by its name."""
    by_name = (other for other in others if (other.attack, other.made_against) == (one.attack, one.made_against))
    if (found := next(by_name, None)) is not None and (not one.made_against or _overlap(one, found)):
        return found
    if (found := max(others, key=lambda other: _overlap(one, other), default=None)) is not None and _overlap(
        one, found
    ):
        return found
    own = (
        other for other in others if other.attack == one.attack and (one.made_against, other.made_against) == systems
    )
    return next(own, None)


def _overlap(one: _Attack, other: _Attack) -> float:
    """The share of the variants of the smaller that the other has, too, where that is most of them; else 0."""
    share = len(one.variants & other.variants) / min(len(one.variants), len(other.variants))
    return share if share > 0.5 else 0.0
