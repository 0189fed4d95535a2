"""Accounts of people whom a proxy has logged in; which account is whose is kept, whatever they are called later."""

from hashlib import sha256
from typing import Literal

from sqlalchemy import Connection, delete, select

from stumper.errors import Refused
from stumper.people.accounts.account import add_person
from stumper.people.accounts.names import login, tidy_name
from stumper.people.accounts.person import Person, person_of
from stumper.store import Store, people_schema
from stumper.store.connection import insert_once, row_of, writing

PEOPLE, SECRETS = people_schema.people, people_schema.secrets
Rule = Literal["new", "known"]
RULES: tuple[Rule, ...] = ("new", "known")
KEY = "by proxy "  # before the hash of the name that the proxy says


def person_by_proxy(store: Store, name: str, rule: Rule, now: float) -> Person:
    """Whoever the proxy calls so. At their first log-in ``new`` makes them an account, of a name that nobody has;
    ``known`` gives them the account of that name.

    BadOption for a name that is none, Refused where the rule lets them not in.
    """
    if (found := _linked(store, name)) is not None:
        return found
    try:
        with writing(store.engine) as connection:
            person = _new(connection, name, now) if rule == "new" else _known(connection, name)
            connection.execute(delete(SECRETS).where(SECRETS.c.name == _key(name)))  # of an account that was erased
            kept = {"name": _key(name), "value": person.id}
            connection.execute(insert_once(SECRETS, connection.dialect.name), kept)
    except Refused:
        if (found := _linked(store, name)) is None:  # unless another request of theirs has just made the account
            raise
        return found
    return person


def forget_proxy(connection: Connection, person_id: str) -> None:
    """No name that a proxy says leads to the person any more."""
    connection.execute(delete(SECRETS).where(SECRETS.c.value == person_id))


def _new(connection: Connection, name: str, now: float) -> Person:
    try:
        return add_person(connection, name, None, now)
    except Refused as error:
        raise Refused(
            f"An account that looks like {tidy_name(name)!r} was here before. Ask whoever runs the server to free the "
            "name, or to let you in as that account (--login-rule known)."
        ) from error


def _known(connection: Connection, name: str) -> Person:
    theirs = select(PEOPLE).where(PEOPLE.c.login == login(tidy_name(name)), PEOPLE.c.erased.is_(None))
    if (row := connection.execute(theirs).one_or_none()) is None:
        raise Refused(f"There is no account {tidy_name(name)!r} here. Ask whoever runs the server for one.")
    return person_of(row)


def _linked(store: Store, name: str) -> Person | None:
    """Whose account the name leads to, if it has done so before."""
    chosen = select(SECRETS.c.value).where(SECRETS.c.name == _key(name)).scalar_subquery()
    row = row_of(store.engine, select(PEOPLE).where(PEOPLE.c.id == chosen, PEOPLE.c.erased.is_(None)))
    return None if row is None else person_of(row)


def _key(name: str) -> str:
    return KEY + sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
