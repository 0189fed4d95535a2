"""The tasks: what a query of each is, what counts as success, and what the engine demands of its perturbations."""

from collections.abc import Mapping
from dataclasses import dataclass

from stumper.constraints import QUIZBOWL, READING, VERIFICATION
from stumper.protocols import Constraint
from stumper.types import Claim, Query, Question, TaskName, Tossup


@dataclass(frozen=True, slots=True)
class Task:
    """``goals`` are the names of those that suit it, the first being meant where none is named."""

    name: TaskName
    query: type[Query]
    unit: str  # what one query is called in words
    suffix: str  # of the files that its data sets are written to
    goals: tuple[str, ...]
    constraints: tuple[Constraint, ...]


TASKS: Mapping[TaskName, Task] = {
    "reading": Task("reading", Question, "question", ".json", ("f1_zero", "not_exact"), READING),
    "verification": Task("verification", Claim, "claim", ".jsonl", ("label_wrong", "fever_zero"), VERIFICATION),
    "quizbowl": Task("quizbowl", Tossup, "tossup", ".json", ("never_first", "buzz_later"), QUIZBOWL),
}


def task_of(query: Query) -> Task:
    """The task that a query belongs to."""
    return next(task for task in TASKS.values() if isinstance(query, task.query))
