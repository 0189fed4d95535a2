"""What version 9 of the store knows of an earlier version: of which original each attempt is, and which model people
wrote against.

A step that has been released never changes, so nothing here follows what attempts are called today.
"""

import json

from sqlalchemy import Connection, bindparam, column, select, table, update

from stumper.victims.address import without_password

ATTEMPTS = table("attempts", *map(column, ("run_id", "example_id", "adversary", "perturbation_id", "original_id")))
PLANS = table("plans", *map(column, ("run_id", "fingerprint", "document")))
EXAMPLES = table("examples", *map(column, ("fingerprint", "id", "document")))
PROJECTS = table("projects", *map(column, ("id", "settings")))
ITEMS = table("items", *map(column, ("id", "project_id")))
ASSIGNMENTS = table("assignments", *map(column, ("id", "item_id")))
TRIES = table("tries", *map(column, ("assignment_id", "document")))


def originals_told(connection: Connection) -> None:
    """An attempt on what bears the id of an instance, though no perturbation says of what it was made, is of the one
    original of its data set with the same content, else of the one that its id begins with; else nobody knows.

    All others have their original already: that of their perturbation, or the example itself.
    """
    query = (
        select(ATTEMPTS.c.run_id, ATTEMPTS.c.example_id, ATTEMPTS.c.adversary, PLANS.c.fingerprint)
        .join(PLANS, PLANS.c.run_id == ATTEMPTS.c.run_id)
        .where(ATTEMPTS.c.perturbation_id.is_(None))
    )
    rows = []
    for row in connection.execute(query).all():
        if prefix := _original_by_id(row.example_id, row.adversary):
            found = _original(connection, row.fingerprint, row.example_id, row.adversary, prefix)
            rows.append({"run": row.run_id, "example": row.example_id, "original": found})
    at = (ATTEMPTS.c.run_id == bindparam("run"), ATTEMPTS.c.example_id == bindparam("example"))
    if rows:
        connection.execute(update(ATTEMPTS).where(*at).values(original_id=bindparam("original")), rows)


def writing_told(connection: Connection) -> None:
    """The run of what people wrote in a project says which of its models they wrote against: the one that every press
    names, or where none names any, the first of the project's. Where presses name several nobody knows.
    """
    by_people = select(ATTEMPTS.c.run_id).where(ATTEMPTS.c.adversary == "people")
    found = connection.execute(select(PLANS.c.run_id, PLANS.c.document).where(PLANS.c.run_id.in_(by_people))).all()
    known: dict[str, str] = {}
    for row in found:
        try:
            plan = json.loads(row.document)
        except ValueError:  # whoever asks for that run is told
            continue
        project_id = dict(plan["options"]).get("project", "")
        if project_id not in known:
            known[project_id] = _written_against(connection, project_id)
        is_own = without_password(plan["victim"]) == known[project_id]
        plan["made_against"] = plan["victim"] if is_own else known[project_id]
        values = {"document": json.dumps(plan, sort_keys=True)}
        connection.execute(update(PLANS).where(PLANS.c.run_id == row.run_id).values(values))


def _written_against(connection: Connection, project_id: str) -> str:
    pressed = (
        select(TRIES.c.document)
        .join(ASSIGNMENTS, ASSIGNMENTS.c.id == TRIES.c.assignment_id)
        .join(ITEMS, ITEMS.c.id == ASSIGNMENTS.c.item_id)
        .where(ITEMS.c.project_id == project_id)
    )
    pressed_against = (json.loads(document).get("victim", "") for document in connection.scalars(pressed))
    named = {without_password(victim) for victim in pressed_against if victim}
    if len(named) > 1:
        return ""
    settings = connection.scalar(select(PROJECTS.c.settings).where(PROJECTS.c.id == project_id))
    first = [without_password(victim) for victim in json.loads(settings)["victims"][:1]] if settings else []
    return str(next(iter([*named, *first]), ""))


def _original(connection: Connection, fingerprint: str, id: str, adversary: str, prefix: str) -> str | None:
    of_set = select(EXAMPLES.c.id).where(EXAMPLES.c.fingerprint == fingerprint)
    document = select(EXAMPLES.c.document).where(EXAMPLES.c.fingerprint == fingerprint, EXAMPLES.c.id == id)
    alike = connection.scalars(of_set.where(EXAMPLES.c.document == document.scalar_subquery())).all()
    by_content = [each for each in alike if each != id and not _original_by_id(each, adversary)]
    if len(by_content) == 1:
        return str(by_content[0])
    if by_content and prefix not in by_content:
        return None
    return prefix if connection.scalar(of_set.where(EXAMPLES.c.id == prefix)) is not None else None


def _original_by_id(id: str, adversary: str) -> str:
    """What an instance's id begins with; "" of an id that is none of this adversary's instances."""
    start, dash, number = id.rpartition("-")
    return start.removesuffix(f"-{adversary}") if dash and number.isdigit() and start.endswith(f"-{adversary}") else ""
