"""Links for people who forgot their password, made by an administrator; the store knows a link's hash."""

from sqlalchemy import delete, insert, select, update

from stumper.errors import NotThere, Refused
from stumper.people.accounts.failed_log_ins import forget_failures
from stumper.people.accounts.log_ins import close_ways_in
from stumper.people.accounts.passwords import password_hash
from stumper.people.accounts.person import Person, person_of
from stumper.people.accounts.secrets import hashed, new_secret
from stumper.store import Store, people_schema
from stumper.store.connection import row_of, writing

LASTS = 3 * 24 * 3600  # seconds
PEOPLE, RECOVERIES = people_schema.people, people_schema.recoveries
NO_LINK = "There is no such link, or it was used. Check that all of it was copied, or ask an administrator for another."
TOO_LATE = "This link is too old. Ask an administrator for another."


def recovery(store: Store, person_id: str, now: float) -> str:
    """The secret of a link by which whoever has it sets the person's password, once, within three days.

    NotThere where there is no such person. A newer link ends it, and so does a password that is set in another way.
    """
    secret = new_secret()
    values = {"hash": hashed(secret), "person_id": person_id, "created": now, "expires": now + LASTS}
    with writing(store.engine) as connection:
        theirs = select(PEOPLE.c.id).where(PEOPLE.c.id == person_id, PEOPLE.c.erased.is_(None))
        if connection.scalar(theirs.with_for_update()) is None:
            raise NotThere("There is no such person.")
        connection.execute(delete(RECOVERIES).where(RECOVERIES.c.person_id == person_id))
        connection.execute(insert(RECOVERIES).values(values))
    return secret


def recoverable(store: Store, secret: str, now: float) -> Person:
    """Whose password the link sets; NotThere where it is none or was used, Refused where it is too old."""
    query = (
        select(PEOPLE, RECOVERIES.c.expires)
        .join(RECOVERIES, RECOVERIES.c.person_id == PEOPLE.c.id)
        .where(RECOVERIES.c.hash == hashed(secret), PEOPLE.c.erased.is_(None))
    )
    row = row_of(store.engine, query)
    if row is None:
        raise NotThere(NO_LINK)
    if row.expires <= now:
        raise Refused(TOO_LATE)
    return person_of(row)


def recover(store: Store, secret: str, password: str, now: float) -> Person:
    """The person logs in with this password; whoever was logged in, or had a token, no longer is.

    Raises as ``recoverable`` and ``register``.
    """
    found = recoverable(store, secret, now)
    kept = password_hash(password)
    with writing(store.engine) as connection:
        theirs = PEOPLE.c.id == found.id
        login = connection.scalar(select(PEOPLE.c.login).where(theirs, PEOPLE.c.erased.is_(None)).with_for_update())
        used = connection.execute(delete(RECOVERIES).where(RECOVERIES.c.hash == hashed(secret)))
        if login is None or not used.rowcount:
            raise NotThere(NO_LINK)
        connection.execute(update(PEOPLE).where(theirs).values(password=kept))
        forget_failures(connection, login)
        close_ways_in(connection, found.id)
    return found
