"""Pieces of work and the places that people have at them; times are seconds since 1970, UTC."""

from dataclasses import dataclass
from typing import Literal

from stumper.people.projects.project import Kind

State = Literal["looked", "leased", "done", "released"]


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of work for ``places`` people; ``payload`` is JSON of what the kind needs (each kind's own dataclass).

    Nobody is handed two items of one ``topic`` in one kind. Once ``decided``, nobody more is asked.
    ``gold`` is JSON of what is known to be right, None of work that is there to find it out.
    """

    id: str
    project_id: str
    kind: Kind
    topic: str
    payload: str
    places: int
    decided: bool = False
    gold: str | None = None


@dataclass(frozen=True, slots=True)
class Assignment:
    """One person's place at one item; ``spent`` seconds at work, ``expires`` the end of the lease.

    ``turn`` is how often the person has taken their response back. What was only "looked" at takes no place and no
    time, but its person has seen it.
    """

    id: str
    item_id: str
    person_id: str
    state: State
    expires: float
    started: float
    seen: float
    spent: float
    ended: float | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """An item in somebody's hands."""

    item: Item
    assignment: Assignment
