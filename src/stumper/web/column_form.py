"""Which columns of a file are what, as somebody says on the page of a new project."""

from collections.abc import Mapping

from starlette.datastructures import FormData

from stumper.datasets.mapped import SIGN, mapped
from stumper.errors import BadOption
from stumper.people.projects.previewing import MOST_COLUMNS
from stumper.registry import tasks
from stumper.web.sent import text
from stumper.web.words import t

MANY = ("group",)  # which several columns can be


def said_map(sent: FormData) -> str:
    """What stands behind the name of the file: what was said before, and what has been changed since.

    BadOption where two columns are said to be one thing, or a name cannot be written so.
    """
    mapping = dict(mapped(f"file{text(sent, 'map')}").mapping)
    columns = [_column(sent, number) for number in range(MOST_COLUMNS) if f"column-{number}" in sent]
    chosen = [role for _, _, role in columns if role and role not in MANY]
    if twice := [role for role in chosen if chosen.count(role) > 1]:
        raise BadOption(t("projects.preview.twice", role=twice[0]))
    changed = [one for one in columns if one[1] != one[2]]
    mapping |= {before: "" for _, before, _ in changed if before}
    mapping |= {role: name for name, _, role in changed if role}
    for name in mapping.values():
        if SIGN in name or "=" in name:
            raise BadOption(t("projects.preview.unnameable", name=name))
    kept = _of_one_task(mapping)
    return SIGN + ",".join(f"{role}={name}" for role, name in kept.items()) if kept else ""


def _column(sent: FormData, number: int) -> tuple[str, str, str]:
    """Its name, what it was read as, and what it is said to be."""
    name = sent.get(f"column-{number}")
    return name if isinstance(name, str) else "", text(sent, f"was-{number}"), text(sent, f"role-{number}")


def _of_one_task(mapping: Mapping[str, str]) -> dict[str, str]:
    """Without those that nothing is, of a task that is no longer meant."""
    able = [{column.role for column in task.rows.columns} for task in tasks() if task.rows is not None]
    said = {role for role, name in mapping.items() if name} & {role for roles in able for role in roles}
    meant = [roles for roles in able if roles >= said]
    return {role: name for role, name in mapping.items() if name or any(role in roles for roles in meant)}
