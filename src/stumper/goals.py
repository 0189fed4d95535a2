"""When an attempt has succeeded: the goals of all tasks by their names."""

from stumper.errors import BadOption
from stumper.protocols import Goal
from stumper.registry import tasks


def goals() -> dict[str, Goal]:
    """All goals, those of a task's together, in the order of the tasks."""
    return {name: goal for task in tasks() for name, goal in task.goals.items()}


def goal_named(name: str) -> Goal:
    """The goal of that name, or BadOption."""
    if name not in (known := goals()):
        raise BadOption(f"There is no goal {name!r}; there are {', '.join(known)}.")
    return known[name]
