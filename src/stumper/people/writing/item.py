"""What an author works on: the example behind an item, the practice example, and the time that is left."""

from dataclasses import dataclass
from typing import Literal

from stumper.errors import Refused
from stumper.people.projects.project import Project, Settings, desk_of
from stumper.people.queues.item import Assignment, Item, Work
from stumper.people.queues.queue import IDLE
from stumper.store import Store
from stumper.store.values import from_text
from stumper.types import Example

GRACE = 2.0  # seconds after the end in which what was under way still arrives


@dataclass(frozen=True, slots=True)
class WritePayload:
    """What an author works on: an example of the project's data set; "" is the practice example of the task."""

    example_id: str


def is_practice(item: Item) -> bool:
    """Whether it counts for nothing."""
    return not from_text(WritePayload, item.payload).example_id


def example_of(store: Store, project: Project, item: Item) -> Example:
    """What is to be changed."""
    id = from_text(WritePayload, item.payload).example_id
    return store.example(project.fingerprint, id) if id else desk_of(project.settings).practice


def spent(assignment: Assignment, now: float) -> float:
    """The seconds at work until now; looking at what one has not begun is none."""
    if assignment.state == "looked":
        return 0.0
    return assignment.spent + min(max(0.0, now - assignment.seen), IDLE)


def state_of(held: Assignment | None) -> Literal["new", "leased", "released", "done"]:
    """What became of an item in somebody's hands; new is also what they only looked at."""
    return "new" if held is None or held.state == "looked" else held.state


def seconds_left(settings: Settings, held: Work, now: float) -> float | None:
    """What is left of the item's time; None where there is no limit, as in practice."""
    if settings.timer is None or is_practice(held.item):
        return None
    return max(0.0, settings.timer - spent(held.assignment, now))


def check_time(settings: Settings, held: Work, now: float) -> None:
    """Nothing; Refused where the time for the item is up, or its author has finished it."""
    if held.assignment.state == "done":
        raise Refused("You have finished this item. Open it again to go on with it.")
    left = seconds_left(settings, held, now)
    if left is not None and left <= 0 and spent(held.assignment, now) > (settings.timer or 0) + GRACE:
        raise Refused("The time for this item is up. What you wrote is kept; take the next item.")
