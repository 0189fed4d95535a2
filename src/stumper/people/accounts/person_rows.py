"""A person as their row has them."""

from typing import Any

from sqlalchemy import Row

from stumper.people.accounts.person import Person


def person_of(row: Row[Any]) -> Person:
    """The person of a row that holds the columns of ``people``."""
    return Person(row.id, row.name, row.administrator, row.listed, row.created, row.erased)
