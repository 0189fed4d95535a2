"""Who somebody is: an account with a name, and mostly a password."""

from collections.abc import Iterable

from sqlalchemy import Connection, func, select, update

from stumper.errors import NotThere, Refused
from stumper.people.accounts.failed_log_ins import Whence, attempted, succeeded
from stumper.people.accounts.log_ins import close_ways_in
from stumper.people.accounts.names import login, looks, tidy_name
from stumper.people.accounts.passwords import is_outdated, is_password, password_hash
from stumper.people.accounts.person import Person, person_of
from stumper.people.accounts.secrets import new_id
from stumper.store import Store, people_schema
from stumper.store.connection import chunks, inserted, row_of, rows_of, value_of, writing

PEOPLE = people_schema.people
WRONG = "The name or the password is wrong. Check both and try again."
WRONG_PASSWORD = "That is not your password. Check it and try again."


def register(store: Store, name: str, password: str | None, now: float, administrator: bool = False) -> Person:
    """There is an account of this name; without a password nobody logs in to it.

    Raises BadOption for a name or a password that is none, Refused where the name is taken or looks like another's.
    """
    kept = None if password is None else password_hash(password)
    with writing(store.engine) as connection:
        return add_person(connection, name, kept, now, administrator)


def add_person(connection: Connection, name: str, kept: str | None, now: float, administrator: bool = False) -> Person:
    """As ``register``, within a transaction; ``kept`` is the password's hash."""
    person = Person(new_id(), tidy_name(name), administrator, True, now)
    _wait_for_turn(connection)
    _check_looks(connection, person.name)
    values = {
        "id": person.id,
        "login": login(person.name),
        "name": person.name,
        "password": kept,
        "administrator": administrator,
        "listed": True,
        "created": now,
    }
    if not inserted(connection, PEOPLE, values):
        raise Refused(f"The name {person.name!r} is taken. Choose another, or log in if it is yours.")
    return person


LOCK = 7_886_738  # of PostgreSQL's advisory locks; any number that nothing else uses


def log_in(store: Store, name: str, password: str, whence: Whence, now: float) -> Person:
    """Whose name and password these are; Refused where they are nobody's, Throttled too soon after some that were.

    A name that is nobody's takes as much work as one that is somebody's.
    """
    attempt = attempted(store, login(name), whence, now)
    row = row_of(store.engine, select(PEOPLE).where(PEOPLE.c.login == login(name)))
    if not is_password(password, row.password if row else None):
        raise Refused(WRONG)
    assert row is not None
    succeeded(store, attempt, now)
    if is_outdated(row.password):
        _renew_hash(store, row.id, row.password, password)
    return person_of(row)


def confirm_password(store: Store, person_id: str, password: str, whence: Whence, now: float) -> None:
    """Whoever is logged in knows the password, too; else Refused, and Throttled as when logging in.

    Without a password there is nothing to know.
    """
    with store.engine.connect() as connection:
        row = connection.execute(select(PEOPLE).where(PEOPLE.c.id == person_id)).one()
    if row.password is None:
        return
    attempt = attempted(store, row.login, whence, now)
    if not is_password(password, row.password):
        raise Refused(WRONG_PASSWORD)
    succeeded(store, attempt, now)


def change_password(store: Store, person_id: str, current: str, new: str, whence: Whence, now: float) -> None:
    """The new password is the one to log in with, and whoever was logged in, or had a token, no longer is.

    Raises as ``confirm_password`` and ``register``.
    """
    confirm_password(store, person_id, current, whence, now)
    kept = password_hash(new)
    with writing(store.engine) as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(password=kept))
        close_ways_in(connection, person_id)


def has_password(store: Store, person_id: str) -> bool:
    """Whether the person can log in with a password."""
    query = select(PEOPLE.c.password).where(PEOPLE.c.id == person_id)
    return value_of(store.engine, query) is not None


def set_listed(store: Store, person_id: str, listed: bool) -> None:
    """Leaderboards show the person, or do not."""
    with writing(store.engine) as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(listed=listed))


def set_administrator(store: Store, person_id: str, administrator: bool) -> None:
    """The person is an administrator of the server, or no longer; Refused where nobody else would be one."""
    with writing(store.engine) as connection:
        if not administrator and administrators(connection) == [person_id]:
            raise Refused("Nobody else is an administrator here. Make somebody else one first.")
        theirs = update(PEOPLE).where(PEOPLE.c.id == person_id, PEOPLE.c.erased.is_(None))
        connection.execute(theirs.values(administrator=administrator))


def person(store: Store, id: str) -> Person:
    """Somebody, erased or not; NotThere where there is nobody of this id."""
    row = row_of(store.engine, select(PEOPLE).where(PEOPLE.c.id == id))
    if row is None:
        raise NotThere("There is no such person.")
    return person_of(row)


def people(store: Store, with_erased: bool = False) -> list[Person]:
    """Everybody with an account, by name; ``with_erased`` also those who had one."""
    query = select(PEOPLE) if with_erased else select(PEOPLE).where(PEOPLE.c.erased.is_(None))
    return sorted(map(person_of, rows_of(store.engine, query)), key=lambda one: (login(one.name), one.id))


def administrators(connection: Connection) -> list[str]:
    """The ids of the server's administrators, none of whom is erased before the transaction ends."""
    query = select(PEOPLE.c.id).where(PEOPLE.c.administrator, PEOPLE.c.erased.is_(None)).order_by(PEOPLE.c.id)
    return list(connection.scalars(query.with_for_update(key_share=True)))


def names_of(store: Store, ids: Iterable[str]) -> dict[str, str]:
    """The names by id; whoever is not there has none."""
    with store.engine.connect() as connection:
        return {
            id: name
            for chunk in chunks(sorted(set(ids)))
            for id, name in connection.execute(select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.id.in_(chunk)))
        }


def _check_looks(connection: Connection, name: str) -> None:
    """Nothing; Refused where somebody else's name looks like this one, but is not the same to whoever types it."""
    others = select(PEOPLE.c.name).where(PEOPLE.c.login.is_not(None), PEOPLE.c.login != login(name))
    own = looks(name)
    if any(own & looks(other) for other in connection.scalars(others)):
        raise Refused(f"The name {name!r} looks like that of somebody who is here. Choose another, or add to it.")


def _wait_for_turn(connection: Connection) -> None:
    """Of two who register at the same time, one comes first, and the other's name is compared with it."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


def _renew_hash(store: Store, person_id: str, outdated: str, password: str) -> None:
    """The same password has a hash of today's parameters, unless another has been set meanwhile."""
    theirs = update(PEOPLE).where(PEOPLE.c.id == person_id, PEOPLE.c.password == outdated)
    kept = password_hash(password)
    with writing(store.engine) as connection:
        connection.execute(theirs.values(password=kept))
