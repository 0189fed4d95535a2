"""The demonstration has people of its own, and never anybody else's."""

import pytest

from stumper.errors import Refused
from stumper.people.accounts.account import people, register
from stumper.people.accounts.demo import cast
from stumper.store import Store

NAMES = ("Ada", "Ben")


def test_people_of_the_demonstration_are_made_once_and_the_first_administers(store: Store) -> None:
    made = cast(store, NAMES, 5.0)
    assert [(person.name, person.administrator) for person in made.people] == [("Ada", True), ("Ben", False)]
    assert cast(store, NAMES, 9.0) == made
    assert made.began == 5.0
    assert len(people(store)) == 2


def test_store_of_other_people_is_no_demonstration(store: Store) -> None:
    other = register(store, "Ada", None, 1.0)
    with pytest.raises(Refused, match="work of other people"):
        cast(store, NAMES, 5.0)
    assert people(store) == [other]
