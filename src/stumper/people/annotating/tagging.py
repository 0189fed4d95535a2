"""Annotators say what makes a tossup hard for machines (Wallace et al. 2019, table 3): any of six things, or none."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import Connection

from stumper.errors import BadOption
from stumper.people.projects.project import Project
from stumper.people.queues.item import Work
from stumper.people.queues.queue import respond
from stumper.people.queues.responses import answered
from stumper.store import Store
from stumper.store.values import from_text, to_text

Phenomenon = Literal["composing", "logic", "multi-step", "paraphrase", "distractor", "novel"]
PHENOMENA: tuple[Phenomenon, ...] = ("composing", "logic", "multi-step", "paraphrase", "distractor", "novel")


@dataclass(frozen=True, slots=True)
class Guessed:
    """What a machine said, and whether that is right."""

    answer: str
    probability: float | None
    is_right: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """A machine's best guess at a text; None where it gave none."""

    machine: str
    guess: Guessed | None


@dataclass(frozen=True, slots=True)
class Step:
    """A text on the way to the tossup, and what machines made of it."""

    text: str
    heard: tuple[Heard, ...]


@dataclass(frozen=True, slots=True)
class Clue:
    """What a machine had learned that its guess goes back to; ``shared`` are the characters of the text that the tossup
    has, too."""

    title: str
    text: str
    shared: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What a machine says of the whole tossup, best first, and the clues that it says it by."""

    machine: str
    guesses: tuple[Guessed, ...]
    clues: tuple[Clue, ...]


@dataclass(frozen=True, slots=True)
class TagPayload:
    """A tossup as those see it who say what makes it hard, with what machines say of it; ``media`` are the names of the
    files of its pictures and sounds, in the order of their marks, "" of a mark without one."""

    tossup_id: str
    text: str
    answer_line: str
    category: str
    said: tuple[Said, ...] = ()
    media: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tags:
    """What one person says of it; empty where none of these makes it hard."""

    phenomena: tuple[Phenomenon, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tagged:
    """What one person said of one tossup."""

    tossup_id: str
    person_id: str
    tags: Tags


def tag(store: Store, assignment_id: str, person_id: str, said: Tags, now: float, turn: int | None = None) -> bool:
    """The tags are recorded; False where the person had tagged it before. BadOption where there is no such tag."""
    if unknown := [name for name in said.phenomena if name not in get_args(Phenomenon)]:
        raise BadOption(f"There is no tag {unknown[0]!r}. There are {', '.join(PHENOMENA)}.")

    def then(connection: Connection, held: Work) -> None:
        """Nothing follows."""

    ordered = tuple(name for name in PHENOMENA if name in said.phenomena)
    return respond(store, assignment_id, person_id, to_text(Tags(ordered, said.note)), now, then, turn)


def tagged(store: Store, project: Project, everybody: bool = False) -> list[Tagged]:
    """All that was said, by tossup in the order in which they came; of ``everybody``, whoever is set aside."""
    with store.engine.connect() as connection:
        rows = answered(connection, project.id, "tag", everybody)
    return [
        Tagged(from_text(TagPayload, row.item.payload).tossup_id, response.person_id, response.said(Tags))
        for row in rows
        for response in row.responses
    ]


def agreed_tags(said: list[Tagged]) -> dict[str, tuple[Phenomenon, ...]]:
    """The tags of each tossup that at least half of those who tagged it gave."""
    counted: dict[str, Counter[Phenomenon]] = defaultdict(Counter)
    people: Counter[str] = Counter()
    for one in said:
        counted[one.tossup_id].update(one.tags.phenomena)
        people[one.tossup_id] += 1
    return {id: tuple(name for name in PHENOMENA if 2 * counted[id][name] >= people[id]) for id in people}
