"""What an author works on: the example behind an item, the practice example, and the time that is left."""

from collections.abc import Mapping
from dataclasses import dataclass

from stumper.errors import Refused
from stumper.people.projects.project import Project, Settings
from stumper.people.queues.item import Assignment, Item, Work
from stumper.people.queues.queue import IDLE
from stumper.store import Store
from stumper.store.values import from_text
from stumper.tasks.quizbowl.tossup import Tossup
from stumper.tasks.reading.question import Question
from stumper.tasks.verification.claim import Claim
from stumper.types import Answer, Example, Gold, Passage

GRACE = 2.0  # seconds after the end in which what was under way still arrives
PARAGRAPH = (
    "Casablanca was filmed in Hollywood in the summer of 1942. Humphrey Bogart plays Rick Blaine, an American who owns "
    "a nightclub in Morocco. Ingrid Bergman plays Ilsa Lund, whom he once loved in Paris. The film won three Academy "
    "Awards, among them the one for best picture."
)

SENTENCE = "Humphrey Bogart plays Rick Blaine, an American who owns a nightclub in Morocco."


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
    return store.example(project.fingerprint, id) if id else practice_example(project.settings.task)


def spent(assignment: Assignment, now: float) -> float:
    """The seconds at work until now."""
    return assignment.spent + min(max(0.0, now - assignment.seen), IDLE)


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


def practice_example(task: str) -> Example:
    """The example that authors practise on."""
    return PRACTICE[task]


def _question(question: str, answer: str) -> Example:
    passage = Passage("practice", PARAGRAPH, "Casablanca")
    return Example("practice", Question(question, passage), Gold((Answer(answer, PARAGRAPH.index(answer)),)))


PRACTICE: Mapping[str, Example] = {
    "reading": _question("Who plays the owner of the nightclub?", "Humphrey Bogart"),
    "verification": Example(
        "practice",
        Claim("Humphrey Bogart plays a nightclub owner in Casablanca.", (Passage("", SENTENCE, "Casablanca"),)),
        Gold((Answer("SUPPORTS"),)),
    ),
    "quizbowl": Example(
        "practice",
        Tossup(
            "Its script was finished only as it was being filmed. For 10 points, name this film in which Humphrey "
            "Bogart plays Rick Blaine."
        ),
        Gold((Answer("Casablanca"),)),
    ),
}
