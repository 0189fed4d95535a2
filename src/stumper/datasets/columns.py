"""Which column of a table is what, and so which task its rows are of."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from stumper.errors import BadData, BadOption
from stumper.formats import Column, Row
from stumper.registry import task_named, tasks
from stumper.shown import hint, shown
from stumper.task import Task
from stumper.types import Example

ID, GROUP = "id", "group"
# What rows of any task may have. An id of several tiers: what is called so and nothing else comes first.
COMMON = (
    Column(ID, (("id",), ("_id", "uid", "qid", "question_id", "claim_id", "qanta_id", "unique_id", "example_id"))),
    Column(GROUP, (("group", "document", "doc", "document_id", "doc_id", "article", "source", "file", "url", "page",
                    "topic"),)),
)  # fmt: skip
# Columns that every table of results has, so that no group can be called so.
TAKEN = frozenset(
    """
    run task dataset original original_key adversary attack options settings variant made_against victim goal
    goal_before goal_after answer_before answer_after outcome rule kind capability test queries error
    judged correct status chosen
    """.split()  # noqa: SIM905
)
SHOWN_CELL = 40  # characters of a value of the row that a refusal shows
SHOWN_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class Found:
    """The task that columns are of: the columns of its ``roles``, of the id and of the groups, and the ``unused``."""

    task: Task
    roles: Mapping[str, str]
    id: str | None = None
    groups: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> dict[str, str]:
        """All columns that are read, by role."""
        own = {ID: self.id} if self.id else {}
        grouped = {GROUP: ", ".join(self.groups)} if self.groups else {}
        return {**own, **self.roles, **grouped}

    @property
    def said(self) -> str:
        """The columns that are read, in words."""
        return ", ".join(f"{role} = {column!r}" for role, column in self.columns.items())


@dataclass(frozen=True, slots=True)
class _Fit:
    """How well the columns fit one task: the columns by role, what is missing, and which columns might be one."""

    task: Task
    roles: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    doubles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passed_over: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def snake_case(name: str) -> str:
    """The name of a column as usual names are written: ``userInput`` and ``User input`` are ``user_input``."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[^\w]+", "_", parted).strip("_").lower()


def knows_any(columns: Iterable[str]) -> bool:
    """Whether a task that reads rows knows any of these columns, beside ids and groups."""
    called = {snake_case(column) for column in columns}
    every = [column for task in tasks() if task.rows for column in task.rows.columns]
    return any(name in called for column in every for tier in column.names for name in tier)


def says_more(task: Task, columns: Sequence[str]) -> bool:
    """Whether rows with these columns are rather another task's, which knows all that this one does, and more."""
    fits = [_fit(one, columns, {}) for one in tasks() if one.rows is not None]
    own = [fit for fit in fits if fit.task.name == task.name]
    whole = [fit for fit in fits if not fit.missing and fit.task.name != task.name]
    return any(_says_more(other, fit) for fit in own for other in whole)


def level_name(column: str) -> str:
    """What the groups of a column are called in tables of results and in signatures."""
    name = snake_case(column) or GROUP
    return f"{name}_group" if name in TAKEN or name.startswith(("before_", "after_", "slice_")) else name


def columns_of(rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """The names of all columns, in the order in which they first appear."""
    return tuple(dict.fromkeys(name for row in rows for name in row))


def fitting(
    columns: Sequence[str],
    rows: Sequence[Mapping[str, object]],
    mapping: Mapping[str, str],
    task: str | None,
    name: str,
    unit: str = "row",
) -> Found:
    """The one task that the columns fit; a role that is mapped to no column has none.

    BadData, with the columns and the first row, where they fit none or several; BadOption where the mapping names a
    role that no task has, or a column that is not there.
    """
    able = [one for one in tasks() if one.rows is not None and (task is None or one.name == task)]
    if task is not None and not able:
        task_named(task)
        raise BadOption(f"Rows cannot be read as {task}, which takes none. Name a file in a format of its own.")
    _check_mapping(mapping, columns, able, name)
    takes = [one for one in able if _roles(one) >= mapping.keys() - {ID, GROUP}]
    if not takes:
        raise BadOption(f"No task has all of {', '.join(mapping)}. A map names columns of one: {_known(able)}.")
    fits = [_fit(one, columns, mapping) for one in takes]
    whole = [fit for fit in fits if not fit.missing]
    meant = [fit for fit in whole if not any(_says_more(other, fit) for other in whole)]
    if not meant:
        if (near := _near(fits)) is not None:
            raise BadData(f"{name}: {_without_one(near, unit)}. {_not_of_rows(fits)}".rstrip())
        raise BadData(f"{name}: its columns fit no task. {_lacking(fits)} {_not_of_rows(fits)}"
                      f"{_shown(columns, rows, unit)}")  # fmt: skip
    if len(meant) > 1:
        which = " and ".join(f"{fit.task.unit}s ({_listed(fit.roles)})" for fit in meant)
        raise BadData(f"{name}: its columns fit {which}. Say which is meant: {_to_map(meant[0].task)}. "
                      f"{_shown(columns, rows, unit)}")  # fmt: skip
    [fit] = meant
    own = mapping.keys() - {ID, GROUP}
    if not own and task is None:
        _check_others(fit, columns, rows, name, unit, able)
    if fit.doubles:
        role, several = next(iter(fit.doubles.items()))
        raise BadData(f"{name}: each of {_named(several)} could be the {role} of a {fit.task.unit}. Say which: "
                      f"--map {role}={several[0]}. {_shown(columns, rows, unit)}")  # fmt: skip
    return _found(fit, columns, mapping)


def _check_mapping(mapping: Mapping[str, str], columns: Sequence[str], able: Sequence[Task], name: str) -> None:
    every = {ID, GROUP} | {role for one in able for role in _roles(one)}
    for role, column in mapping.items():
        if not column:
            continue
        if role not in every:
            near = hint(role, every, f"There are {_known(able)}, each with id and group.")
            raise BadOption(f"No column of any task is called {role!r} (in {role}={column}). {near}")
        if column not in columns:
            near = hint(column, columns, f"Name one of {_named(columns)}.")
            raise BadOption(f"{name} has no column {column!r} (in {role}={column}). {near}")
    named = [column for column in mapping.values() if column]
    twice = [column for column in named if named.count(column) > 1]
    if twice:
        raise BadOption(f"The column {twice[0]!r} is mapped twice. A column has one role.")


def _roles(task: Task) -> set[str]:
    return {column.role for column in task.rows.columns} if task.rows else set()


def _fit(task: Task, columns: Sequence[str], mapping: Mapping[str, str]) -> _Fit:
    assert task.rows is not None
    free = [column for column in columns if column not in mapping.values()]
    roles, missing = {role: column for role, column in mapping.items() if column and role not in (ID, GROUP)}, []
    doubles: dict[str, tuple[str, ...]] = {}
    passed_over: dict[str, tuple[str, ...]] = {}
    for column in task.rows.columns:
        if column.role in roles or (column.role in mapping and not column.is_needed):
            continue
        tiers = _tiers(column, [one for one in free if one not in roles.values()])
        if not tiers:
            missing += [column.role] if column.is_needed else []
            continue
        roles[column.role] = tiers[0][0]
        if len(tiers[0]) > 1:
            doubles[column.role] = tiers[0]
        if further := tuple(one for tier in tiers[1:] for one in tier):
            passed_over[column.role] = further
    return _Fit(task, roles, tuple(missing), doubles, passed_over)


def _tiers(column: Column, free: Iterable[str]) -> list[tuple[str, ...]]:
    """The columns that have a usual name, by its tier; the first of those that are meant."""
    names = {one: snake_case(one) for one in free}
    every = [tuple(one for one, called in names.items() if called in tier) for tier in column.names]
    return [tier for tier in every if tier]


def _says_more(other: _Fit, fit: _Fit) -> bool:
    """Whether another task knows all columns that this one does, and more."""
    return _known_by(other) > _known_by(fit)


def _known_by(fit: _Fit) -> set[str]:
    return {*fit.roles.values(), *(column for columns in fit.passed_over.values() for column in columns)}


def _check_others(
    fit: _Fit, columns: Sequence[str], rows: Sequence[Mapping[str, object]], name: str, unit: str, able: Sequence[Task]
) -> None:
    """Nothing; BadData where a column that would be dropped tells of another task, or the task objects."""
    unused = {snake_case(column): column for column in columns if column not in _known_by(fit)}
    for other in able:
        for column in other.rows.columns if other is not fit.task and other.rows else ():
            if column.is_telling and (dropped := [unused[one] for one in column.names[0] if one in unused]):
                raise BadData(
                    f"{name}: as {fit.task.unit}s, its column {dropped[0]!r} would be dropped, which is the "
                    f"{column.role} of {other.unit}s. Say which column is what: {_to_map(other)}, or "
                    f"{_to_map(fit.task)}. {_shown(columns, rows, unit)}"
                )
    told = [Row(i, None, {role: row.get(c) for role, c in fit.roles.items()}) for i, row in enumerate(rows, 1)]
    _check_meant(fit, told, columns, rows, name, unit, able)


def check_meant(task: Task, examples: Iterable[Example], first: Mapping[str, object], name: str, unit: str) -> None:
    """Nothing; BadData where a file of a format whose objects might be rows, of which ``first`` is the first, holds
    what the task objects to in rows: what a table is refused for is refused in every kind of file."""
    assert task.rows is not None, "its examples are rows, too"
    told = [Row(i, None, task.rows.written(example, "")) for i, example in enumerate(examples, 1)]
    able = [one for one in tasks() if one.rows is not None]
    _check_meant(_fit(task, tuple(first), {}), told, tuple(first), [first], name, unit, able)


def _check_meant(
    fit: _Fit,
    told: Sequence[Row],
    columns: Sequence[str],
    rows: Sequence[Mapping[str, object]],
    name: str,
    unit: str,
    able: Sequence[Task],
) -> None:
    assert fit.task.rows is not None
    if (reason := fit.task.rows.objects(told)) is not None:
        others = [_fit(one, columns, {}) for one in able if one is not fit.task]
        if (near := _near(others)) is not None:
            own = ",".join(f"{role}={column}" for role, column in fit.roles.items())
            raise BadData(f"{name}: {_without_one(near, unit)}, or that they are {fit.task.unit}s (--map {own}). "
                          f"{_not_of_rows(others)}".rstrip())  # fmt: skip
        raise BadData(f"{name}: {reason}. {_lacking(others)} Or say that they are {fit.task.unit}s: "
                      f"{_to_map(fit.task)}. {_not_of_rows(others)}{_shown(columns, rows, unit)}")  # fmt: skip


def _found(fit: _Fit, columns: Sequence[str], mapping: Mapping[str, str]) -> Found:
    taken = {*fit.roles.values(), *mapping.values()}
    free = [column for column in columns if column not in taken]
    ids, groups = (_tiers(column, free) for column in COMMON)
    id = (mapping[ID] or None) if ID in mapping else ids[0][0] if ids else None
    grouped = tuple(filter(None, [mapping[GROUP]])) if GROUP in mapping else groups[0] if groups else ()
    read = {*fit.roles.values(), *grouped, id}
    notes = tuple(
        f"{fit.roles[role]!r} is read as the {role}; {_named(several)} {'is' if len(several) == 1 else 'are'} not"
        for role, several in fit.passed_over.items()
    )
    return Found(fit.task, fit.roles, id, grouped, tuple(c for c in columns if c not in read), notes)


def _near(fits: Iterable[_Fit]) -> _Fit | None:
    """The one task that is told by two columns at least and lacks a single one; None where there is none, or several.
    What it lacks is then all that there is to say."""
    near = [fit for fit in fits if len(fit.missing) == 1 and len(_needed(fit)) > 1]
    return near[0] if len(near) == 1 else None


def _needed(fit: _Fit) -> list[str]:
    """The roles of columns that there are and that examples of the task cannot be without."""
    assert fit.task.rows is not None
    return [column.role for column in fit.task.rows.columns if column.is_needed and column.role in fit.roles]


def _without_one(fit: _Fit, unit: str) -> str:
    """What rows have and lack of a task, and what to do."""
    has = " and ".join(f"{'an' if role[0] in 'aeiou' else 'a'} {role}" for role in _needed(fit))
    [lacking] = fit.missing
    return (f"its {unit}s have {has} and no {lacking}, which {fit.task.unit}s need: add a column {lacking!r}, or say "
            f"which one it is (--map {lacking}=COLUMN)")  # fmt: skip


def _lacking(fits: Iterable[_Fit]) -> str:
    """For each task what it lacks, and what to write."""
    said = [f"For {fit.task.unit}s there is no {_either(fit.missing)}: {_to_map(fit.task)}." for fit in fits]
    return " ".join(said)


def _not_of_rows(fits: Iterable[_Fit]) -> str:
    """The tasks that take no rows, and are asked by what one of these has a column for."""
    asked = {role for fit in fits for role in fit.roles}
    formats = [
        f"{task.unit[:1].upper()}{task.unit[1:]}s, without a context, are read as {task.formats[0].looks} alone. "
        for task in tasks()
        if task.rows is None and task.formats and task.wire.placeholders[0] in asked
    ]
    return "".join(formats)


def _either(missing: Sequence[str]) -> str:
    return " and no ".join(missing) or "more"


def _to_map(task: Task) -> str:
    needed = [column.role for column in task.rows.columns if column.is_needed] if task.rows else []
    return "--map " + ",".join(f"{role}=COLUMN" for role in needed)


def _known(able: Iterable[Task]) -> str:
    return "; ".join(f"of {task.unit}s {', '.join(c.role for c in task.rows.columns)}" for task in able if task.rows)


def _shown(columns: Sequence[str], rows: Sequence[Mapping[str, object]], unit: str) -> str:
    cells = ", ".join(f"{key!r}: {shown(value, SHOWN_CELL)}" for key, value in [*rows[0].items()][:SHOWN_COLUMNS])
    more = ", …" if len(rows[0]) > SHOWN_COLUMNS else ""
    return f"Its columns are {_named(columns)}; its first {unit} is {{{cells}{more}}}."


def _named(columns: Sequence[str]) -> str:
    more = [f"and {len(columns) - SHOWN_COLUMNS} more"] if len(columns) > SHOWN_COLUMNS else []
    return ", ".join([*map(repr, columns[:SHOWN_COLUMNS]), *more])


def _listed(roles: Mapping[str, str]) -> str:
    return ", ".join(f"{role} = {column!r}" for role, column in roles.items())
