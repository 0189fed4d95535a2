"""Somebody with an account, and what they may be and do; times are seconds since 1970, UTC."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Row

Role = Literal["author", "annotator", "player", "moderator", "administrator"]
ROLES: tuple[Role, ...] = ("author", "annotator", "player", "moderator", "administrator")
Scope = Literal["read", "work", "manage"]
SCOPES: tuple[Scope, ...] = ("read", "work", "manage")  # of tokens; each opens what those before it do, and more


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account; ``name`` is what others see, ``listed`` whether leaderboards show it."""

    id: str
    name: str
    administrator: bool
    listed: bool
    created: float
    erased: float | None = None


def code(person_id: str) -> str:
    """What a person is called outside: the same in every table, and no name."""
    return f"person-{person_id[:8]}"


def person_of(row: Row[Any]) -> Person:
    """The person of a row that holds the columns of ``people``."""
    return Person(row.id, row.name, row.administrator, row.listed, row.created, row.erased)
