"""The people of a store that is there to try everything out, and nothing else."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, insert, select

from stumper.errors import Refused
from stumper.people.accounts.account import add_person, person
from stumper.people.accounts.person import Person
from stumper.store import Store, people_schema
from stumper.store.connection import writing

SECRETS, PEOPLE = people_schema.secrets, people_schema.people
NAME = "demo"  # under which the store says that it is one


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is in it, the administrator first, and when it began: made again from that, everything is the same."""

    people: tuple[Person, ...]
    began: float


def cast(store: Store, names: Sequence[str], now: float) -> Cast:
    """The people of the demonstration, made once; Refused where the store already holds other people's work."""
    chosen = select(SECRETS.c.value).where(SECRETS.c.name == NAME)
    with writing(store.engine) as connection:
        document = connection.scalar(chosen)
        if document is None:
            if connection.scalar(select(func.count()).select_from(PEOPLE)):
                raise Refused("This store holds the work of other people. Name another with --store, or leave it out.")
            made = [add_person(connection, name, None, now, administrator=not n) for n, name in enumerate(names)]
            document = json.dumps({"began": now, "people": [one.id for one in made]})
            connection.execute(insert(SECRETS).values(name=NAME, value=document))
    known = json.loads(document)
    return Cast(tuple(person(store, id) for id in known["people"]), known["began"])
