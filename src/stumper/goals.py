"""When an attempt has succeeded: the goals of all tasks by their names."""

from stumper.errors import BadOption
from stumper.protocols import Goal
from stumper.registry import tasks
from stumper.task import Task


def goals() -> dict[str, Goal]:
    """All goals, those of a task's together, in the order of the tasks."""
    return {name: goal for task in tasks() for name, goal in task.goals.items()}


def goal_named(name: str) -> Goal:
    """The goal of that name, or BadOption."""
    if name not in (known := goals()):
        raise BadOption(f"There is no goal {name!r}; there are {', '.join(known)}.")
    return known[name]


def goal_meant(task: Task, asked: str | None, adversary: object = None) -> str:
    """The goal that was asked for, else the adversary's own, else the task's first; BadOption where it is none of the
    task's."""
    goal = goal_named(asked or getattr(adversary, "goal", None) or next(iter(task.goals))).name
    if goal not in task.goals:
        raise BadOption(f"The goal {goal!r} is not one of {task.name}, which has {', '.join(task.goals)}.")
    return goal
